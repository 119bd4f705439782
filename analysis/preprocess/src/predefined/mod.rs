//! The macros that gcc 12 defines before the first line of a unit, together with those of the C library's
//! header `stdc-predef.h`.

mod known;

use super::{PreprocessOptions, Standard, Target};

pub(crate) use known::{attribute, builtin, c_attribute};

const X86_64_LINUX: &str = include_str!("x86_64-linux.h");
const AARCH64_LINUX: &str = include_str!("aarch64-linux.h");

/// Returns the definitions of all predefined macros as a text of `#define` directives.
pub(crate) fn predefined(options: &PreprocessOptions) -> String {
    let mut text = String::from(match options.target {
        Target::X86_64Linux => X86_64_LINUX,
        Target::Aarch64Linux => AARCH64_LINUX,
    });
    let standard = options.standard;
    if let Some(version) = version(standard) {
        text.extend(["#define __STDC_VERSION__ ", version, "\n"]);
    }
    if matches!(standard, Standard::C11 | Standard::C17 | Standard::C23) {
        text.push_str("#define __STDC_UTF_16__ 1\n#define __STDC_UTF_32__ 1\n");
    }
    let inline = if standard == Standard::C89 { "GNU" } else { "STDC" };
    text.extend(["#define __GNUC_", inline, "_INLINE__ 1\n"]);
    text.push_str(if options.strict {
        "#define __STRICT_ANSI__ 1\n"
    } else {
        "#define linux 1\n#define unix 1\n"
    });
    text
}

fn version(standard: Standard) -> Option<&'static str> {
    match standard {
        Standard::C89 => None,
        Standard::C99 => Some("199901L"),
        Standard::C11 => Some("201112L"),
        Standard::C17 => Some("201710L"),
        Standard::C23 => Some("202000L"),
    }
}
