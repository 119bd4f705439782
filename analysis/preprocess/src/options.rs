//! What preprocessing depends on besides texts.

use std::sync::Arc;

/// How to preprocess a unit.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PreprocessOptions {
    /// In order: `NAME`, `NAME=V`, `NAME(X)=V`, and `-UNAME` to undefine. A leading `-D` is accepted.
    pub defines: Vec<String>,
    /// Headers that are read before the main file (`-include`).
    pub includes: Vec<String>,
    /// The machine whose macros are predefined.
    pub target: Target,
    /// The version of C.
    pub standard: Standard,
    /// No GNU dialect: `__STRICT_ANSI__` is defined, `linux` and `unix` are not.
    pub strict: bool,
    /// When to stop.
    pub limits: PreprocessLimits,
}

/// A machine and its system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Target {
    /// x86-64 Linux with the GNU C library.
    #[default]
    X86_64Linux,
    /// 64-bit ARM Linux with the GNU C library.
    Aarch64Linux,
}

/// A version of C.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Standard {
    /// C89.
    C89,
    /// C99.
    C99,
    /// C11.
    C11,
    /// C17.
    #[default]
    C17,
    /// C23.
    C23,
}

/// Bounds of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreprocessLimits {
    /// Headers that include each other.
    pub include_depth: u32,
    /// Files of the whole unit; one that is read twice counts twice.
    pub files: u32,
    /// Tokens of the whole unit.
    pub tokens: u64,
    /// Tokens handled for one outermost invocation; beyond, it is left unexpanded.
    pub expansion: u64,
    /// Tokens handled in all.
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
    /// The text of the definitions, as directives.
    pub(crate) fn command_line(&self) -> Arc<str> {
        let lines = self.defines.iter().map(|define| directive(define));
        lines.collect::<String>().into()
    }
}

fn directive(define: &str) -> String {
    // A line break would start a line of its own; gcc ends the definition there.
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
