//! The target machine of a compiler's flags.

use super::Flags;

impl Flags {
    /// Returns the target triple: the value of `--target`, or else the prefix of a cross compiler's name.
    pub fn triple(&self) -> Option<String> {
        if self.target.is_some() {
            return self.target.clone();
        }
        let name = self.compiler.as_deref()?.rsplit(['/', '\\']).next()?;
        let name = name.strip_suffix(".exe").unwrap_or(name);
        // In `aarch64-linux-gnu-gcc-12`, the triple stands before the compiler's own name.
        let (triple, _) = ["-gcc", "-clang", "-cc"].iter().find_map(|tool| name.split_once(tool))?;
        // Compilers without an operating system may have only the processor in their names.
        (triple.contains('-') || ["avr", "msp430"].contains(&triple)).then(|| triple.to_owned())
    }
}
