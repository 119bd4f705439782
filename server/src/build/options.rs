//! Turns compiler flags into options for the preprocessor.

use std::path::Path;

use csieve_analysis::preprocess::{PreprocessOptions, Standard};

use super::{
    flags::{Flags, Macro},
    machine::machine,
    paths,
    search::{HeaderSearch, Wanted},
};

/// Returns the preprocessor options for a unit with these flags. Adds a note if the target machine is not
/// known.
pub(super) fn preprocess_options(
    flags: &Flags,
    search: &HeaderSearch,
    notes: &mut Vec<String>,
) -> PreprocessOptions {
    let machine = machine(flags);
    notes.extend(machine.note);
    let mut defines = machine.defines;
    defines.extend(switches(flags));
    defines.extend(flags.macros.iter().map(|change| match change {
        Macro::Define(definition) => definition.clone(),
        Macro::Undefine(name) => format!("-U{name}"),
    }));
    let (standard, strict) = flags.standard.as_deref().and_then(standard).unwrap_or_default();
    let forced = flags.macro_files.iter().chain(&flags.includes);
    PreprocessOptions {
        defines,
        includes: forced.map(|name| forced_include(name, flags, search)).collect(),
        target: machine.target,
        model: machine.model,
        standard,
        strict,
        interposable: flags.interposable,
        shared: flags.shared,
        ..PreprocessOptions::default()
    }
}

/// Returns the macros that compiler switches such as `-O` define. An item that begins with `-U` undefines a
/// macro.
fn switches(flags: &Flags) -> Vec<String> {
    let mut defines = Vec::new();
    let mut add = |yes: bool, definitions: &[&str]| {
        if yes {
            defines.extend(definitions.iter().map(|&definition| definition.to_owned()));
        }
    };
    add(flags.optimise, &["__OPTIMIZE__=1", "-U__NO_INLINE__"]);
    add(flags.small, &["__OPTIMIZE_SIZE__=1"]);
    add(flags.freestanding, &["__STDC_HOSTED__=0"]);
    add(flags.unsigned_char == Some(true), &["__CHAR_UNSIGNED__=1"]);
    add(flags.unsigned_char == Some(false), &["-U__CHAR_UNSIGNED__"]);
    add(flags.threads, &["_REENTRANT=1"]);
    add(flags.openmp, &["_OPENMP=201511"]);
    defines
}

/// Returns the version of C that the value of `-std` names, and whether GNU extensions are off. `None` if the
/// name is unknown.
pub fn standard(name: &str) -> Option<(Standard, bool)> {
    let standard = match name.strip_prefix("gnu").or_else(|| name.strip_prefix('c')).unwrap_or(name) {
        "89" | "90" | "iso9899:1990" | "iso9899:199409" => Standard::C89,
        "99" | "9x" | "iso9899:1999" | "iso9899:199x" => Standard::C99,
        "11" | "1x" | "iso9899:2011" => Standard::C11,
        "17" | "18" | "iso9899:2017" | "iso9899:2018" => Standard::C17,
        "23" | "2x" | "2y" | "iso9899:2024" => Standard::C23,
        _ => return None,
    };
    Some((standard, !name.starts_with("gnu")))
}

/// Returns the path of an `-include` file. Compilers look for it in their working directory first, then as
/// for any `"name"`.
fn forced_include(name: &str, flags: &Flags, search: &HeaderSearch) -> String {
    let Some(directory) = &flags.directory else { return name.to_owned() };
    // The search starts as if an `#include` stood in a file of the compiler's working directory.
    let from = paths::absolute(directory, Path::new("command line"));
    let found = search.locate(&Wanted {
        name,
        angled: false,
        next: false,
        from: &from,
        from_folder: None,
        from_system: false,
    });
    found.map_or_else(|| name.to_owned(), |found| found.file.path.to_string())
}
