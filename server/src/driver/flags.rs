//! The flags with which a driver is compiled: those of the file under test that matter to what is left of it.

use std::{collections::BTreeSet, path::Path};

use super::{Subject, code::Code, slice::words};
use crate::build::flags::Macro;

/// How a driver is compiled.
pub(super) struct DriverFlags {
    /// The options of the compiler, each with a blank behind it.
    pub options: String,
    /// The options for libraries, which stand behind the file, each with a blank before it.
    pub libraries: &'static str,
    /// The directives for macros that no comment can name.
    pub directives: String,
}

/// Returns the flags for a driver with this code.
pub(super) fn flags(subject: &Subject, code: &Code) -> DriverFlags {
    let flags = &subject.build.flags;
    let mut options: Vec<String> = flags.standard.iter().map(|standard| format!("-std={standard}")).collect();
    let mut add = |yes: bool, option: &str| options.extend(yes.then(|| option.to_owned()));
    add(flags.bits == Some(32), "-m32");
    add(flags.threads && !flags.openmp, "-pthread");
    add(flags.openmp, "-fopenmp");
    add(subject.options.of_build(flags.wrapv).wrapv, "-fwrapv");
    add(flags.short_enums == Some(true), "-fshort-enums");
    add(flags.unsigned_char == Some(true), "-funsigned-char");
    add(flags.unsigned_char == Some(false), "-fsigned-char");
    let mut directives = String::new();
    if code.as_written {
        let used: BTreeSet<&str> = words(&code.text).collect();
        for flag in &flags.macros {
            // Names with an underscore choose what the headers of the system declare.
            let name = name_of(flag);
            if !used.contains(name) && !name.starts_with('_') {
                continue;
            }
            match option(flag) {
                Some(option) => options.push(option),
                None => directives.push_str(&directive(flag)),
            }
        }
    }
    let mut text = options.join(" ");
    if !text.is_empty() {
        text.push(' ');
    }
    DriverFlags { options: text, libraries: if code.has_math { " -lm" } else { "" }, directives }
}

/// Returns whether a header is that of the mathematical functions, which are in a library of their own.
pub(super) fn is_math(path: &str) -> bool {
    Path::new(path).file_name().is_some_and(|name| name == "math.h" || name == "tgmath.h")
}

fn name_of(flag: &Macro) -> &str {
    match flag {
        Macro::Define(text) => text.split(['=', '(']).next().unwrap_or(text),
        Macro::Undefine(name) => name,
    }
}

/// Returns the option for a macro as a shell takes it; `None` if no comment can have it.
fn option(flag: &Macro) -> Option<String> {
    let text = match flag {
        Macro::Define(text) => format!("-D{text}"),
        Macro::Undefine(name) => format!("-U{name}"),
    };
    let is_plain = !text.contains("*/") && !text.contains("/*") && !text.contains(['\n', '\r', '\\', '?']);
    shlex::try_quote(&text).ok().filter(|_| is_plain).map(Into::into)
}

/// Returns the `#define` or `#undef` directive for a `-D` or `-U` flag.
fn directive(flag: &Macro) -> String {
    match flag {
        Macro::Define(text) => match text.split_once('=') {
            Some((name, value)) => format!("#define {name} {value}\n"),
            None => format!("#define {text} 1\n"),
        },
        Macro::Undefine(name) => format!("#undef {name}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Macro, directive, option};

    #[test]
    fn options_are_quoted_for_a_shell() {
        let define = |text: &str| Macro::Define(text.to_owned());
        assert_eq!(option(&define("N=3")).as_deref(), Some("'-DN=3'"));
        assert_eq!(option(&define("NAME=\"a b\"")).as_deref(), Some("'-DNAME=\"a b\"'"));
        assert_eq!(option(&Macro::Undefine("N".to_owned())).as_deref(), Some("-UN"));
    }

    #[test]
    fn what_would_end_the_comment_is_a_directive() {
        let glob = Macro::Define("ALL=\"a/*\"".to_owned());
        assert_eq!(option(&glob), None);
        assert_eq!(directive(&glob), "#define ALL \"a/*\"\n");
    }
}
