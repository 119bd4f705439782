//! The syntax of compiler options: which of them take a value, and how the value is written.

/// An option that takes a value, by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOption {
    /// `-D`: defines a macro.
    Define,
    /// `-U`: undefines a macro.
    Undefine,
    /// `-I`: a folder for headers.
    Angled,
    /// `-iquote`: a folder for headers in quotes.
    Quote,
    /// `-isystem`: a folder for system headers.
    System,
    /// `-idirafter`: a folder for headers, searched last.
    After,
    /// `-include`: a header to read before the file.
    Include,
    /// `-imacros`: a file to take macros from.
    Macros,
    /// `-std`: the version of C.
    Standard,
    /// `--sysroot` and `-isysroot`: the folder in which system folders are looked for.
    Sysroot,
    /// `--target`: the target triple.
    Target,
    /// `-x`: the language of the files.
    Language,
    /// An option whose value is skipped, because it does not matter for the analysis.
    Other,
}

/// The way in which an option's value follows its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// The value is joined to the name or is the next argument: `-Ivalue` or `-I value`.
    JoinedOrNext,
    /// The value is the next argument: `--sysroot value`.
    Next,
    /// The value is joined to the name: `-std=value`.
    Joined,
}

/// The options that take a value. A name that a value may be joined to stands after all longer names that
/// begin with it.
const TABLE: &[(&str, Shape, ValueOption)] = {
    use Shape::{Joined, JoinedOrNext, Next};
    use ValueOption::{
        After, Angled, Define, Include, Language, Macros, Other, Quote, Standard, Sysroot, System, Target,
        Undefine,
    };
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

/// Returns the option that an argument is, with the option's value if both are in one argument, as in
/// `-Idir`. Otherwise the next argument is the value. Returns `None` if the argument is no option that takes
/// a value.
pub fn known(argument: &str) -> Option<(ValueOption, Option<&str>)> {
    TABLE.iter().find_map(|(name, shape, option)| {
        let rest = argument.strip_prefix(name)?;
        match (shape, rest.is_empty()) {
            (Shape::Joined, _) | (Shape::JoinedOrNext, false) => Some((*option, Some(rest))),
            (Shape::Next | Shape::JoinedOrNext, true) => Some((*option, None)),
            (Shape::Next, false) => None,
        }
    })
}

/// Returns the option that names a folder, and the folder if it is written into the same argument.
pub fn folder(argument: &str) -> Option<(&'static str, Option<&str>)> {
    let (option, value) = known(argument)?;
    let name = match option {
        ValueOption::Angled => "-I",
        ValueOption::Quote => "-iquote",
        ValueOption::System => "-isystem",
        ValueOption::After => "-idirafter",
        ValueOption::Sysroot => "--sysroot",
        _ => return None,
    };
    Some((name, value))
}

/// Returns whether a pattern of `.clangd` removes an argument, and how many of the following arguments (none
/// or one) go with it. `None` means that the pattern does not match. A pattern that is the name of an option
/// matches all options with the same meaning. Any other pattern matches itself, or with a `*` at its end
/// every argument that begins like it.
pub fn removes(pattern: &str, argument: &str) -> Option<usize> {
    let meant = TABLE.iter().find(|(name, ..)| *name == pattern || name.strip_suffix('=') == Some(pattern));
    if let Some((name, _, option)) = meant {
        let (found, value) = known(argument)?;
        let same = found == *option && (found != ValueOption::Other || argument.starts_with(name));
        return same.then_some(usize::from(value.is_none()));
    }
    let same = match pattern.strip_suffix('*') {
        Some(start) => argument.starts_with(start),
        None => argument == pattern,
    };
    same.then_some(0)
}
