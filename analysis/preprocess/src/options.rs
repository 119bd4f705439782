//! The options and limits of preprocessing.

use std::sync::Arc;

use csieve_base::model::DataModel;

/// The options for preprocessing a unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct PreprocessOptions {
    /// The macro definitions, in order: `NAME`, `NAME=V` or `NAME(X)=V`, and `-UNAME` to undefine a name. A
    /// leading `-D` is accepted.
    pub defines: Vec<String>,
    /// The names of headers that are read before the main file (`-include`).
    pub includes: Vec<String>,
    /// The target machine, which determines the predefined macros.
    pub target: Target,
    /// How the target represents types.
    pub model: DataModel,
    /// The version of the C standard.
    pub standard: Standard,
    /// Whether the dialect is strict ISO C instead of GNU C: `__STRICT_ANSI__` is defined; `linux` and `unix`
    /// are not.
    pub strict: bool,
    /// The limits for one unit.
    pub limits: PreprocessLimits,
    /// Whether another definition may take the place of each one that is not `static`, as for a library that is loaded
    /// after another one (`-fsemantic-interposition`).
    pub interposable: bool,
    /// Whether the file becomes part of a shared library (`-fPIC`), whose functions and objects others use as well.
    pub shared: bool,
}

/// A target machine with its operating system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Target {
    /// x86-64 Linux with the GNU C library.
    #[default]
    X86_64Linux,
    /// 64-bit ARM Linux with the GNU C library.
    Aarch64Linux,
}

/// A version of the C standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Standard {
    /// The C89 standard.
    C89,
    /// The C99 standard.
    C99,
    /// The C11 standard.
    C11,
    /// The C17 standard.
    #[default]
    C17,
    /// The C23 standard.
    C23,
}

/// The limits on the size of one unit, and on the work of preprocessing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PreprocessLimits {
    /// The maximal depth of headers that include headers.
    pub include_depth: u32,
    /// The maximal number of files in the unit. A file that is read twice counts twice.
    pub files: u32,
    /// The maximal number of tokens in the unit.
    pub tokens: u64,
    /// The maximal number of tokens handled for one outermost macro invocation. An invocation that needs more
    /// is left unexpanded.
    pub expansion: u64,
    /// The maximal number of tokens handled for the whole unit.
    pub steps: u64,
}

impl Default for PreprocessLimits {
    fn default() -> Self {
        Self {
            include_depth: 200,
            files: 100_000,
            tokens: 8_000_000,
            expansion: 1_000_000,
            steps: 100_000_000,
        }
    }
}

impl PreprocessOptions {
    /// Returns the macro definitions of the options as a text of `#define` and `#undef` directives.
    pub(crate) fn command_line(&self) -> Arc<str> {
        let lines = self.defines.iter().map(|define| directive(define));
        lines.collect::<String>().into()
    }
}

fn directive(define: &str) -> String {
    // A definition ends at its first line break, as in gcc. Otherwise the text after the break would become
    // lines of its own.
    let define = define.lines().next().unwrap_or_default();
    if let Some(name) = define.strip_prefix("-U") {
        return format!("#undef {name}\n");
    }
    let define = define.strip_prefix("-D").unwrap_or(define);
    match define.split_once('=') {
        Some((name, value)) => format!("#define {name} {value}\n"),
        None => format!("#define {define} 1\n"),
    }
}
