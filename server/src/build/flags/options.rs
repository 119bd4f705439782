//! What options look like: which of them take a value, and how it is written.

/// An option with a meaning here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// `-D`
    Define,
    /// `-U`
    Undefine,
    /// `-I`
    Angled,
    /// `-iquote`
    Quote,
    /// `-isystem`
    System,
    /// `-idirafter`
    After,
    /// `-include`
    Include,
    /// `-imacros`
    Macros,
    /// `-std`
    Standard,
    /// `--sysroot` and `-isysroot`
    Sysroot,
    /// `--target`
    Target,
    /// `-x`
    Language,
    /// Takes a value, but means nothing here.
    Other,
}

/// How the value follows the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// `-Ivalue` and `-I value`
    JoinedOrNext,
    /// `-o value`
    Next,
    /// `-std=value`
    Joined,
}

/// Longer names come before their beginnings.
const TABLE: &[(&str, Shape, Known)] = {
    use Known::{
        After, Angled, Define, Include, Language, Macros, Other, Quote, Standard, Sysroot, System, Target,
        Undefine,
    };
    use Shape::{Joined, JoinedOrNext, Next};
    &[
        ("-D", JoinedOrNext, Define),
        ("--define-macro=", Joined, Define),
        ("--define-macro", Next, Define),
        ("-U", JoinedOrNext, Undefine),
        ("--undefine-macro=", Joined, Undefine),
        ("--undefine-macro", Next, Undefine),
        ("-I", JoinedOrNext, Angled),
        ("--include-directory=", Joined, Angled),
        ("--include-directory", Next, Angled),
        ("-iquote", JoinedOrNext, Quote),
        ("-isystem-after", JoinedOrNext, After),
        ("-isystem", JoinedOrNext, System),
        ("-idirafter", JoinedOrNext, After),
        ("--include-directory-after=", Joined, After),
        ("--include-directory-after", Next, After),
        ("-include-pch", Next, Other),
        ("-include", JoinedOrNext, Include),
        ("--include=", Joined, Include),
        ("--include", Next, Include),
        ("-imacros", JoinedOrNext, Macros),
        ("--imacros=", Joined, Macros),
        ("--imacros", Next, Macros),
        ("-imultiarch", Next, Other),
        ("-imultilib", Next, Other),
        ("-iprefix", JoinedOrNext, Other),
        ("-iwithprefixbefore", JoinedOrNext, Other),
        ("-iwithprefix", JoinedOrNext, Other),
        ("-isysroot", JoinedOrNext, Sysroot),
        ("--sysroot=", Joined, Sysroot),
        ("--sysroot", Next, Sysroot),
        ("-std=", Joined, Standard),
        ("--std=", Joined, Standard),
        ("--std", Next, Standard),
        ("--target=", Joined, Target),
        ("-target", Next, Target),
        ("-x", JoinedOrNext, Language),
        ("--language=", Joined, Language),
        ("--language", Next, Language),
        ("-Xlinker", Next, Other),
        ("-Xassembler", Next, Other),
        ("-mllvm", Next, Other),
        ("-arch", Next, Other),
        ("-MF", JoinedOrNext, Other),
        ("-MT", JoinedOrNext, Other),
        ("-MQ", JoinedOrNext, Other),
        ("-MJ", JoinedOrNext, Other),
        ("-o", JoinedOrNext, Other),
        ("--output", Next, Other),
        ("-L", JoinedOrNext, Other),
        ("-T", JoinedOrNext, Other),
        ("-u", JoinedOrNext, Other),
        ("-z", JoinedOrNext, Other),
        ("-framework", Next, Other),
        ("-iframework", JoinedOrNext, Other),
        ("-F", JoinedOrNext, Other),
        ("-aux-info", Next, Other),
        ("--param", Next, Other),
        ("-dumpbase", Next, Other),
        ("-dumpdir", Next, Other),
    ]
};

/// The option that an argument is, with the value that is written into it. `None` as the value: it is the next
/// argument.
pub fn known(argument: &str) -> Option<(Known, Option<&str>)> {
    TABLE.iter().find_map(|(name, shape, option)| {
        let rest = argument.strip_prefix(name)?;
        match (shape, rest.is_empty()) {
            (Shape::Joined, _) | (Shape::JoinedOrNext, false) => Some((*option, Some(rest))),
            (Shape::Next | Shape::JoinedOrNext, true) => Some((*option, None)),
            (Shape::Next, false) => None,
        }
    })
}

/// The option that names a folder, and the folder if it is written into the same argument.
pub fn folder(argument: &str) -> Option<(&'static str, Option<&str>)> {
    let (option, value) = known(argument)?;
    let name = match option {
        Known::Angled => "-I",
        Known::Quote => "-iquote",
        Known::System => "-isystem",
        Known::After => "-idirafter",
        Known::Sysroot => "--sysroot",
        _ => return None,
    };
    Some((name, value))
}

/// Whether a pattern names an argument, and if so, how many arguments behind it belong to it. The name of an
/// option stands for all options with the same meaning; anything else for itself, or with a `*` at its end for
/// whatever begins like it.
pub fn removes(pattern: &str, argument: &str) -> Option<usize> {
    let meant = TABLE.iter().find(|(name, ..)| *name == pattern || name.strip_suffix('=') == Some(pattern));
    if let Some((name, _, option)) = meant {
        let (found, value) = known(argument)?;
        let same = found == *option && (found != Known::Other || argument.starts_with(name));
        return same.then_some(usize::from(value.is_none()));
    }
    let same = match pattern.strip_suffix('*') {
        Some(start) => argument.starts_with(start),
        None => argument == pattern,
    };
    same.then_some(0)
}
