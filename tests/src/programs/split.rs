//! Programs of several files: the functions of a program, spread over files with one header, and a `main` that calls those
//! that the test runs.

use std::fmt::Write as _;

use super::{Program, Random, entry_calls, written};

/// A program in several files. Each function stands in its file on the line that it has in the checked spelling.
pub struct Spread {
    /// The files by name, the header first.
    pub files: Vec<(String, String)>,
    /// The checked spelling, all in one.
    pub checked: String,
}

/// Writes a program in which some functions are only called by other functions, spread over `count` files and `main.c`.
/// All functions and objects are known to all files.
pub fn program_in_files(seed: u64, functions: u32, runs: u32, count: usize) -> Spread {
    let (Program { plain, checked }, entries) = written(seed, functions, runs, true);
    let mut random = Random::new(seed ^ 0x5EED);
    let mut header = String::from("struct S *exts(void);\n");
    let mut texts = vec![String::from("#include \"all.h\"\n"); count];
    let (mut inside, mut lines) = (None, plain.lines());
    // The line of the header's `#include` is that of the program's first line.
    header.insert_str(0, &format!("{}\n", lines.next().unwrap_or_default()));
    for line in lines {
        let shared = shared(line);
        let mut here = vec![""; count];
        match inside {
            Some(at) => {
                here[at] = line;
                inside = (line != "}").then_some(at);
            }
            None if shared.ends_with('}') || shared.ends_with('{') && !is_type(line) => {
                let at = random.below(count as u64) as usize;
                let _ = writeln!(header, "{};", &shared[..shared.find(" {").unwrap_or(shared.len())]);
                here[at] = shared;
                inside = shared.ends_with('{').then_some(at);
            }
            None if is_object(line) => {
                let object =
                    shared.split_once(" = ").map_or(shared, |(object, _)| object).trim_end_matches(';');
                let _ = writeln!(header, "extern {object};");
                here[0] = shared;
            }
            None => {
                let _ = writeln!(header, "{shared}");
            }
        }
        for (text, line) in texts.iter_mut().zip(here) {
            let _ = writeln!(text, "{line}");
        }
    }
    let mut main = String::from(
        "#include \"all.h\"\nint main(void)\n{\n    for (;;) {\n        int function = ext(), a = ext(), b = ext();\n\
         \x20       unsigned c = ext();\n        int *pa = extp(), *pb = extp();\n        struct S *ps = exts();\n",
    );
    main.push_str(&entry_calls(&entries));
    main.push_str("    }\n}\n");
    let names = (0..count).map(|at| format!("part{at}.c"));
    let mut files = vec![("all.h".to_owned(), header)];
    files.extend(names.zip(texts));
    files.push(("main.c".to_owned(), main));
    Spread { files, checked }
}

/// Returns a line outside functions for a program whose files share everything.
fn shared(line: &str) -> &str {
    if line.starts_with("static const") { line } else { line.strip_prefix("static ").unwrap_or(line) }
}

fn is_type(line: &str) -> bool {
    line.starts_with("struct S {") || line.starts_with("enum ")
}

/// Returns whether a line outside functions defines objects.
fn is_object(line: &str) -> bool {
    line.ends_with(';') && !line.contains('(') && !is_type(line) && !line.starts_with("static const")
}
