//! Parses the arguments of a compiler as gcc and clang do.

use std::path::{Path, PathBuf};

use super::{Flags, Macro, ValueOption, known};
use crate::build::paths;

/// Programs that may stand before the compiler in a command.
const WRAPPERS: [&str; 6] = ["ccache", "sccache", "distcc", "icecc", "libtool", "env"];

/// Options that pass the next argument on to a part of the compiler.
const FORWARDERS: [&str; 2] = ["-Xpreprocessor", "-Xclang"];

/// Parses the arguments of a compiler that is started in `directory`. If `compiler` is true, the first
/// argument is the compiler itself, or wrappers such as `ccache` stand before the compiler.
pub fn parse(arguments: &[String], directory: &Path, compiler: bool) -> Flags {
    let mut flags = Flags { directory: Some(directory.to_owned()), ..Flags::default() };
    let mut rest = arguments;
    if compiler {
        let is_wrapper = |argument: &str| WRAPPERS.contains(&base_name(argument)) || is_assignment(argument);
        while rest.len() > 1 && (is_wrapper(&rest[0]) || rest[0].starts_with('-')) {
            rest = &rest[1..];
        }
        flags.compiler = rest.first().cloned();
        rest = rest.get(1..).unwrap_or_default();
    }
    read(rest, directory, &mut flags);
    flags
}

/// Returns the language that a command names with `-x`, such as `c`, `c++`, or `assembler-with-cpp`.
pub fn language(arguments: &[String]) -> Option<&str> {
    let mut language = None;
    for (at, argument) in arguments.iter().enumerate() {
        if let Some((ValueOption::Language, value)) = known(argument) {
            language = value.or_else(|| arguments.get(at + 1).map(String::as_str));
        }
    }
    language
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Returns whether an argument sets an environment variable, such as `CCACHE_DIR=/tmp` after `env`.
fn is_assignment(argument: &str) -> bool {
    argument.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

fn read(arguments: &[String], directory: &Path, flags: &mut Flags) {
    // An argument that `-Xclang` and the like pass on is an option by itself, and so is the option's value.
    let mut arguments = arguments.iter().filter(|argument| !FORWARDERS.contains(&argument.as_str()));
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            return;
        }
        if let Some(parts) = argument.strip_prefix("-Wp,") {
            let parts: Vec<String> = parts.split(',').map(str::to_owned).collect();
            // If a part is another `-Wp,` option, no part is read, so the recursion is one level deep.
            if !parts.iter().any(|part| part.starts_with("-Wp,")) {
                read(&parts, directory, flags);
            }
            continue;
        }
        match known(argument) {
            Some((option, value)) => {
                let Some(value) = value.or_else(|| arguments.next().map(String::as_str)) else { return };
                set(option, value, directory, flags);
            }
            None => toggle(argument, flags),
        }
    }
}

fn set(option: ValueOption, value: &str, directory: &Path, flags: &mut Flags) {
    let folder = |flags: &Flags| match value.strip_prefix('=').or_else(|| value.strip_prefix("$SYSROOT")) {
        Some(below) => {
            let root = flags.sysroot.clone().unwrap_or_else(|| PathBuf::from("/"));
            root.join(below.trim_start_matches('/'))
        }
        None => paths::absolute(directory, Path::new(value)),
    };
    let names_folder =
        matches!(option, ValueOption::Angled | ValueOption::Quote | ValueOption::System | ValueOption::After);
    if names_folder && Path::new(value).is_relative() && !value.starts_with(['=', '$', '-']) {
        flags.written.push((folder(flags), value.to_owned()));
    }
    match option {
        ValueOption::Define => flags.macros.push(Macro::Define(value.to_owned())),
        ValueOption::Undefine => flags.macros.push(Macro::Undefine(value.to_owned())),
        ValueOption::Angled if value == "-" => flags.quote.append(&mut flags.angled),
        ValueOption::Angled => flags.angled.push(folder(flags)),
        ValueOption::Quote => flags.quote.push(folder(flags)),
        ValueOption::System => flags.system.push(folder(flags)),
        ValueOption::After => flags.after.push(folder(flags)),
        ValueOption::Include => flags.includes.push(value.to_owned()),
        ValueOption::Macros => flags.macro_files.push(value.to_owned()),
        ValueOption::Standard => flags.standard = Some(value.to_owned()),
        ValueOption::Sysroot => flags.sysroot = Some(paths::absolute(directory, Path::new(value))),
        ValueOption::Target => flags.target = Some(value.to_owned()),
        ValueOption::Language | ValueOption::Other => {}
    }
}

fn toggle(argument: &str, flags: &mut Flags) {
    match argument {
        "-m32" | "-mx32" => flags.bits = Some(32),
        "-m64" => flags.bits = Some(64),
        "-ansi" => flags.standard = Some("c90".to_owned()),
        "-nostdinc" | "--no-standard-includes" => flags.no_standard_folders = true,
        "-ffreestanding" | "-fno-hosted" => flags.freestanding = true,
        "-fhosted" | "-fno-freestanding" => flags.freestanding = false,
        "-fwrapv" | "-fno-strict-overflow" => flags.wrapv = true,
        "-fno-wrapv" | "-fstrict-overflow" | "-ftrapv" => flags.wrapv = false,
        "-fPIC" | "-fpic" => flags.shared = true,
        "-fno-PIC" | "-fno-pic" | "-fPIE" | "-fpie" => flags.shared = false,
        "-fsemantic-interposition" => flags.interposable = true,
        "-fno-semantic-interposition" => flags.interposable = false,
        "-fshort-enums" => flags.short_enums = Some(true),
        "-fno-short-enums" => flags.short_enums = Some(false),
        "-funsigned-char" | "-fno-signed-char" => flags.unsigned_char = Some(true),
        "-fsigned-char" | "-fno-unsigned-char" => flags.unsigned_char = Some(false),
        "-pthread" => flags.threads = true,
        "-fopenmp" => (flags.openmp, flags.threads) = (true, true),
        "-O0" => (flags.optimise, flags.small) = (false, false),
        "-Os" | "-Oz" => (flags.optimise, flags.small) = (true, true),
        _ if argument.starts_with("-O") => (flags.optimise, flags.small) = (true, false),
        _ => {}
    }
}
