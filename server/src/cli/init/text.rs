//! The text of a new `csieve.toml`.

use std::fmt::Write;

use super::{super::output::counted, look::Seen};

/// Where the documentation and the schema of the file are.
const URL: &str = "https://github.com/csieve/csieve/blob/main/docs";
const RAW: &str = "https://raw.githubusercontent.com/csieve/csieve/main/docs/csieve.schema.json";

/// The most files that are listed one by one.
const MOST: usize = 20;

/// Returns the text of a file for a project. What applies to it is said, the rest is there as comments.
pub(super) fn of(seen: &Seen) -> String {
    let mut out = format!(
        "#:schema {RAW}\n# Settings of csieve for this folder and the folders below: {URL}/configuration.md\n\
         # csieve has seen {} of this project.\n\n",
        counted(seen.files, "C file")
    );
    checks(&mut out);
    build(seen, &mut out);
    excluded(seen, &mut out);
    gate(&mut out);
    tests(seen, &mut out);
    out
}

fn checks(out: &mut String) {
    out.push_str(
        "# Checks: names for just these, \"+name\" for one more, \"-name\" for one less. `csieve rules` lists them.\n\
         # checks = [\"+assertion-failure\"]\n\n\
         # Tables of your own allocators, resources and locks; `csieve infer` writes a first one.\n\
         # library = [\"csieve-library.toml\"]\n\n\
         # Rules of your own: what must not happen on any run of a function.\n\
         # rules = [\"csieve-rules.toml\"]\n\n",
    );
}

fn build(seen: &Seen, out: &mut String) {
    match (&*seen.databases, seen.is_database_found) {
        ([], _) => {
            out.push_str(
                "# There is no compile_commands.json, which has the flags of each file: CMake and Meson write one, Bear\n\
                 # writes one for other builds. Without it, these count.\n",
            );
            let headers: Vec<String> =
                seen.headers.iter().map(|folder| quoted(folder.trim_end_matches('/'))).collect();
            let (comment, folders) =
                if headers.is_empty() { ("# ", "\"include\"".to_owned()) } else { ("", headers.join(", ")) };
            let _ = writeln!(out, "{comment}include-paths = [{folders}]\n# defines = [\"NAME=1\"]\n");
        }
        ([found, ..], true) => {
            let _ = writeln!(out, "# The flags of the files are in {found}, which is found by itself.\n");
        }
        ([found, ..], false) => {
            let folder = found.rsplit_once('/').map_or(".", |(folder, _)| folder);
            let _ = writeln!(
                out,
                "# The folder of compile_commands.json, which has the flags of the files.\ncompile-commands = {}\n",
                quoted(folder)
            );
        }
    }
}

fn excluded(seen: &Seen, out: &mut String) {
    out.push_str("# Files and folders that are left out, as in .gitignore.\n");
    if seen.others.is_empty() && seen.generated.is_empty() {
        out.push_str("# exclude = [\"third_party/\", \"*.gen.c\"]\n\n");
        return;
    }
    out.push_str("exclude = [\n");
    for (folder, files) in &seen.others {
        let line = format!("    {},", quoted(&format!("/{folder}")));
        let _ = writeln!(out, "{line} # code of others: {}", counted(*files, "C file"));
    }
    for file in seen.generated.iter().take(MOST) {
        let _ = writeln!(out, "    {}, # written by a program", quoted(&format!("/{file}")));
    }
    if let Some(more @ 1..) = seen.generated.len().checked_sub(MOST) {
        let _ = writeln!(out, "    # {} more written by programs", counted(more, "file"));
    }
    out.push_str("]\n\n");
}

fn gate(out: &mut String) {
    out.push_str(
        "# What makes `csieve check` fail: \"confirmed\", \"unrefuted\", \"doubtful\" or \"never\", also with a least rank or\n\
         # severity: \"confirmed,rank=50,severity=high\".\n\
         # fail-on = \"unrefuted\"\n\n\
         # Findings that are known and not shown again: csieve check --write-baseline csieve.baseline .\n\
         # baseline = \"csieve.baseline\"\n\n\
         # Leave out what is true but hardly anyone cares about.\n\
         # no-minor = true\n\n\
         # Memory that is used although its allocation may have failed: a line for each file (\"fold\"), \"all\" or \"off\".\n\
         # allocations = \"all\"\n\n",
    );
}

fn tests(seen: &Seen, out: &mut String) {
    out.push_str("# Other settings for some files. In tests, a loss right before the program ends is rarely of interest.\n");
    let folders: Vec<String> = seen.tests.keys().map(|folder| quoted(&format!("/{folder}"))).collect();
    let (comment, folders) =
        if folders.is_empty() { ("# ", "\"tests/\"".to_owned()) } else { ("", folders.join(", ")) };
    let _ = writeln!(out, "{comment}[[override]]\n{comment}files = [{folders}]\n{comment}no-minor = true");
    let _ = writeln!(out, "# checks = [\"-memory-leak\", \"-resource-leak\"]");
}

/// Returns a string of TOML. Those of JSON are that, too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
