//! The flags of a compiler that decide what a C file means.

mod machine;
mod options;
mod parse;
mod response;

pub use machine::DataModel;
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
    /// Folders that options name as seen from where the compiler was started, and how: `__FILE__` repeats it.
    pub written: Vec<(PathBuf, String)>,
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
    /// `-Os` and `-Oz`
    pub small: bool,
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
        prepend(&mut self.written, &user.written);
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
        self.small |= user.small;
        self.threads |= user.threads;
        self.openmp |= user.openmp;
        self.wrapv |= user.wrapv;
        self.short_enums |= user.short_enums;
    }

    /// Only what decides where headers are found.
    #[must_use]
    pub fn for_search(&self) -> Self {
        Self {
            written: self.written.clone(),
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
            small: self.small,
            ..Self::default()
        };
        *self == nothing
    }
}

fn prepend<T: Clone>(folders: &mut Vec<T>, first: &[T]) {
    folders.splice(0..0, first.iter().cloned());
}
