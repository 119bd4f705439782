//! The compiler flags that decide what a C file means.

mod machine;
mod options;
mod parse;
mod response;

pub use options::{ValueOption, folder, known, removes};
pub use parse::{language, parse};
pub use response::expand;

use std::path::PathBuf;

/// A `-D` or `-U` option. The order of these options matters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Macro {
    /// `-DNAME` or `-DNAME=VALUE`; holds the text after `-D`.
    Define(String),
    /// `-UNAME`; holds the name.
    Undefine(String),
}

/// The flags of a compiler command that matter for the analysis. Folders are absolute paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the compiler")]
pub struct Flags {
    /// The `-D` and `-U` options in their order.
    pub macros: Vec<Macro>,
    /// The files of `-imacros`.
    pub macro_files: Vec<String>,
    /// The files of `-include`.
    pub includes: Vec<String>,
    /// The folders of `-iquote`.
    pub quote: Vec<PathBuf>,
    /// The folders of `-I`.
    pub angled: Vec<PathBuf>,
    /// The folders of `-isystem`.
    pub system: Vec<PathBuf>,
    /// The folders of `-idirafter`.
    pub after: Vec<PathBuf>,
    /// Folders that are only guessed to hold headers. Some headers in them may be named like system headers,
    /// so these folders are searched first for `"name"` and last for `<name>`. No compiler option does this.
    pub guessed: Vec<PathBuf>,
    /// Folders that options name by a relative path: the absolute path and the text as written, which
    /// `__FILE__` repeats.
    pub written: Vec<(PathBuf, String)>,
    /// The folder in which the compiler was started. `-include` files are looked for there first.
    pub directory: Option<PathBuf>,
    /// The value of `-std=`, such as `gnu17`.
    pub standard: Option<String>,
    /// The folder of `--sysroot`.
    pub sysroot: Option<PathBuf>,
    /// The compiler as the command names it.
    pub compiler: Option<String>,
    /// The triple of `--target`.
    pub target: Option<String>,
    /// The pointer width: 32 for `-m32` and `-mx32`, 64 for `-m64`.
    pub bits: Option<u8>,
    /// Whether `-nostdinc` is given.
    pub no_standard_folders: bool,
    /// Whether `-ffreestanding` is given.
    pub freestanding: bool,
    /// Whether the compiler optimises: any `-O` except `-O0`.
    pub optimise: bool,
    /// Whether the compiler optimises for size (`-Os`, `-Oz`).
    pub small: bool,
    /// Whether `-pthread` or `-fopenmp` is given.
    pub threads: bool,
    /// Whether `-fopenmp` is given.
    pub openmp: bool,
    /// Whether `-fwrapv` is given, so that signed overflow wraps.
    pub wrapv: bool,
    /// Whether `-fsemantic-interposition` is given: another definition may take the place of each one that is not
    /// `static`.
    pub interposable: bool,
    /// Whether `-fPIC` or `-fpic` is given, as for files of a shared library.
    pub shared: bool,
    /// True for `-fshort-enums`, false for `-fno-short-enums`, `None` if neither is given.
    pub short_enums: Option<bool>,
    /// True for `-funsigned-char`, false for `-fsigned-char`, `None` if neither is given.
    pub unsigned_char: Option<bool>,
}

impl Flags {
    /// Adds the user's flags. The user's macros come last and the user's folders first, so that they win.
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
        self.interposable |= user.interposable;
        self.shared |= user.shared;
        self.short_enums = user.short_enums.or(self.short_enums);
    }

    /// Returns a copy with only those flags that decide where headers are found.
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

    /// Returns whether no flag changes what a file means.
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
