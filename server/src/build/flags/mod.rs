//! The flags of a compiler that decide what a C file means.

mod options;
mod parse;
mod response;

pub use options::{Known, folder, known, removes};
pub use parse::{language, parse};
pub use response::expand;

use std::path::PathBuf;

/// `-D` or `-U`; their order matters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Macro {
    /// `-DNAME` or `-DNAME=VALUE`, as it stands behind `-D`.
    Define(String),
    /// `-UNAME`
    Undefine(String),
}

/// How wide `long` and pointers are.
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

/// What was asked of the compiler, as far as it matters here. Folders are absolute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the compiler")]
pub struct Flags {
    /// `-D` and `-U` in their order.
    pub macros: Vec<Macro>,
    /// Files of `-imacros`.
    pub macro_files: Vec<String>,
    /// Files of `-include`.
    pub includes: Vec<String>,
    /// Folders of `-iquote`.
    pub quote: Vec<PathBuf>,
    /// Folders of `-I`.
    pub angled: Vec<PathBuf>,
    /// Folders of `-isystem`.
    pub system: Vec<PathBuf>,
    /// Folders of `-idirafter`.
    pub after: Vec<PathBuf>,
    /// Folders of which it is only guessed that they hold headers, while some have names of the system's: they are
    /// searched first for `"name"` and last for `<name>`. No option of a compiler says this.
    pub guessed: Vec<PathBuf>,
    /// Where the compiler was started: `-include` files are looked for there first.
    pub directory: Option<PathBuf>,
    /// `-std=`, such as `gnu17`.
    pub standard: Option<String>,
    /// `--sysroot`
    pub sysroot: Option<PathBuf>,
    /// The compiler, as it was called.
    pub compiler: Option<String>,
    /// The triple of `--target`.
    pub target: Option<String>,
    /// `-m32` and `-mx32`: 32, `-m64`: 64.
    pub bits: Option<u8>,
    /// `-nostdinc`
    pub no_standard_folders: bool,
    /// `-ffreestanding`
    pub freestanding: bool,
    /// `-O1` and above.
    pub optimise: bool,
    /// `-pthread`
    pub threads: bool,
    /// `-fopenmp`
    pub openmp: bool,
    /// `-fwrapv`
    pub wrapv: bool,
    /// `-fshort-enums`
    pub short_enums: bool,
    /// `-funsigned-char` and `-fsigned-char`
    pub unsigned_char: Option<bool>,
}

impl Flags {
    /// Adds what a user asked for: their macros come last and their folders first, so that they win.
    pub fn add_user(&mut self, user: &Self) {
        self.macros.extend_from_slice(&user.macros);
        self.macro_files.extend_from_slice(&user.macro_files);
        self.includes.extend_from_slice(&user.includes);
        prepend(&mut self.quote, &user.quote);
        prepend(&mut self.angled, &user.angled);
        prepend(&mut self.system, &user.system);
        prepend(&mut self.after, &user.after);
        let replace = |mine: &mut Option<String>, theirs: &Option<String>| {
            if theirs.is_some() {
                mine.clone_from(theirs);
            }
        };
        replace(&mut self.standard, &user.standard);
        replace(&mut self.target, &user.target);
        self.sysroot = user.sysroot.clone().or_else(|| self.sysroot.take());
        self.directory = self.directory.take().or_else(|| user.directory.clone());
        self.bits = user.bits.or(self.bits);
        self.unsigned_char = user.unsigned_char.or(self.unsigned_char);
        self.no_standard_folders |= user.no_standard_folders;
        self.freestanding |= user.freestanding;
        self.optimise |= user.optimise;
        self.threads |= user.threads;
        self.openmp |= user.openmp;
        self.wrapv |= user.wrapv;
        self.short_enums |= user.short_enums;
    }

    /// How wide types are on the machine that the flags are for.
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

    /// The machine: that of `--target`, else the prefix of a cross compiler's name.
    pub fn triple(&self) -> Option<String> {
        if self.target.is_some() {
            return self.target.clone();
        }
        let name = self.compiler.as_deref()?.rsplit(['/', '\\']).next()?;
        let name = name.strip_suffix(".exe").unwrap_or(name);
        // aarch64-linux-gnu-gcc-12: what stands before the compiler's own name.
        let (triple, _) = ["-gcc", "-clang", "-cc"].iter().find_map(|tool| name.split_once(tool))?;
        triple.contains('-').then(|| triple.to_owned())
    }

    /// Only what decides where headers are found.
    #[must_use]
    pub fn for_search(&self) -> Self {
        Self {
            quote: self.quote.clone(),
            angled: self.angled.clone(),
            system: self.system.clone(),
            after: self.after.clone(),
            guessed: self.guessed.clone(),
            sysroot: self.sysroot.clone(),
            compiler: self.compiler.clone(),
            target: self.target.clone(),
            bits: self.bits,
            no_standard_folders: self.no_standard_folders,
            ..Self::default()
        }
    }

    /// Whether nothing here changes what a file means.
    pub fn is_empty(&self) -> bool {
        let nothing = Self {
            directory: self.directory.clone(),
            compiler: self.compiler.clone(),
            optimise: self.optimise,
            ..Self::default()
        };
        *self == nothing
    }
}

fn prepend(folders: &mut Vec<PathBuf>, first: &[PathBuf]) {
    folders.splice(0..0, first.iter().cloned());
}

/// Machines whose pointers have 32 bits.
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
