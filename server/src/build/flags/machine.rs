//! The target machine of a compiler's flags.

use super::Flags;

/// The widths of `long` and pointers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// Pointers have 64 bits, `long` has 32.
    Llp64,
}

impl Flags {
    /// Returns the widths of `long` and pointers on the machine that the flags are for.
    pub fn data_model(&self) -> DataModel {
        let windows = self.target.as_deref().is_some_and(|triple| {
            ["windows", "mingw", "win32", "cygwin"].iter().any(|word| triple.contains(word))
        });
        let narrow = match self.bits {
            Some(bits) => bits == 32,
            None => self.triple().is_some_and(|triple| is_narrow(&triple)),
        };
        match (narrow, windows) {
            (true, _) => DataModel::Ilp32,
            (false, true) => DataModel::Llp64,
            (false, false) => DataModel::Lp64,
        }
    }

    /// Returns the target triple: the value of `--target`, or else the prefix of a cross compiler's name.
    pub fn triple(&self) -> Option<String> {
        if self.target.is_some() {
            return self.target.clone();
        }
        let name = self.compiler.as_deref()?.rsplit(['/', '\\']).next()?;
        let name = name.strip_suffix(".exe").unwrap_or(name);
        // In `aarch64-linux-gnu-gcc-12`, the triple stands before the compiler's own name.
        let (triple, _) = ["-gcc", "-clang", "-cc"].iter().find_map(|tool| name.split_once(tool))?;
        triple.contains('-').then(|| triple.to_owned())
    }
}

/// Returns whether the pointers of a machine have 32 bits or fewer.
fn is_narrow(triple: &str) -> bool {
    let machine = triple.split('-').next().unwrap_or_default();
    let wide = ["arm64", "armv8", "mips64", "riscv64"];
    let narrow = ["i386", "i486", "i586", "i686", "x86", "arm", "thumb", "mips", "riscv32", "powerpc", "ppc"];
    let narrow = narrow.iter().any(|name| machine.starts_with(name)) && !machine.starts_with("x86_64");
    let wide = wide.iter().any(|name| machine.starts_with(name)) || machine.contains("64");
    (narrow && !wide)
        || ["sparc", "m68k", "xtensa", "avr", "msp430", "wasm32", "or1k", "nios2"].contains(&machine)
        || triple.ends_with("x32")
}
