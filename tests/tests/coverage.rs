//! Tests of `csieve check --coverage`, which reports what was analysed, what was not, and why.

use csieve_tests::{Ran, lsp::Project, run};
use serde_json::{Value, json};

/// A file with two functions that are analysed, one that is skipped, and three lines that `#if` leaves out.
const HALF: &str = "#if 0\nint a;\nint b;\n#else\nint f(void) { return 0; }\n#endif\n#ifdef NO\n\n#endif\n\
                    int g(int x) { return x; }\nint h(int x) { return x +* ; }\n";

fn check(project: &Project, args: &[&str]) -> Ran {
    run(&project.path(""), &[&["check", "--color", "never"], args].concat())
}

#[test]
fn skipped_functions_and_lines_are_counted() {
    let project = Project::new(&[("a.c", HALF), ("b.c", "int k(void) { return 1; }\n")]);
    let ran = check(&project, &["."]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.out, "analysed 3 functions in 2 files, skipped 1: syntax error (1)\n");
    assert!(ran.err.contains("note: 3 lines are left out by #if and not analysed\n"), "{}", ran.err);
    let quiet = check(&project, &[".", "--quiet"]);
    assert_eq!((quiet.out, &*quiet.err), (ran.out, ""));
}

#[test]
fn coverage_names_the_functions_and_why() {
    let project = Project::new(&[("a.c", HALF), ("b.c", "#include <gone.h>\nint k(void) { return 1; }\n")]);
    let ran = check(&project, &["--coverage", "a.c", "b.c"]);
    assert_eq!(
        ran.out,
        "a.c: analysed 2 of 3 functions, 3 lines left out by #if\n  \
         skipped h on line 11: syntax error near line 11\n\
         b.c: analysed 1 of 1 functions\n  Header 'gone.h' is not found\n\
         analysed 3 functions in 2 files, skipped 1: syntax error (1)\n"
    );
    let ran = check(&project, &["--coverage", "a.c", "b.c", "--format", "json"]);
    let files: Value = serde_json::from_str(&ran.out).expect("the output is JSON");
    assert_eq!(files[0]["functions"], 3);
    assert_eq!(files[0]["inactive_lines"], 3);
    assert_eq!(files[0]["skipped"][0]["function"], "h");
    assert_eq!(files[0]["skipped"][0]["line"], 11);
    assert_eq!(files[1]["missing_headers"], json!(["Header 'gone.h' is not found"]));
    assert!(ran.err.ends_with("skipped 1: syntax error (1)\n"), "{}", ran.err);
}

#[test]
fn what_cannot_be_read_is_told_and_counted() {
    let broken =
        "int ok(void) { return 0; }\nint f(int n { return n; }\nint g(void) { return 1; }\nint h( { }\n";
    let project =
        Project::new(&[("a.c", broken), ("b.c", "int k(void) { return 1 + ; }\nstruct s { int a;\n")]);
    let ran = check(&project, &["."]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.out, "analysed 2 functions in 2 files, skipped 3: syntax error (3)\n");
    let notes = "note: ./a.c: line 2: syntax error: `f` cannot be read and is not checked\n\
                 note: ./a.c: line 4: syntax error: `h` cannot be read and is not checked\n\
                 note: ./b.c: line 2: syntax error: this is no declaration\n\
                 note: ./b.c: syntax error near line 1: `k` is not checked\n";
    assert_eq!(ran.err, notes);
    let ran = check(&project, &["--coverage", "a.c"]);
    let told = "a.c: analysed 2 of 4 functions\n  skipped f on line 2: syntax error\n  skipped h on line 4: syntax error\n";
    assert!(ran.out.starts_with(told), "{}", ran.out);
}

#[test]
fn cpp_is_told_as_such() {
    let cpp = "namespace n {\nclass A { public: int f() { return 1; } };\n}\n";
    let project = Project::new(&[("a.cpp", cpp), ("b.c", "int f(void) { return 1; }\n"), ("d/c.cc", cpp)]);
    let ran = check(&project, &["."]);
    assert_eq!(ran.err, "note: 2 files of C++ are left out: csieve reads C\n");
    let ran = check(&project, &["a.cpp"]);
    assert!(
        ran.err.contains("a.cpp: this is C++, of which csieve reads only what is C, too\n"),
        "{}",
        ran.err
    );
    let ran = check(&project, &["d"]);
    assert!(ran.err.contains("d: no .c file in this directory, but a file of C++"), "{}", ran.err);
}

#[test]
fn a_note_is_told_once_whatever_the_number_of_files() {
    let project = Project::new(&[("x.h", "int x;\n#include \"gone.h\"\n#error no configuration\n")]);
    for name in ["a.c", "b.c", "c.c", "d.c"] {
        project.write(name, "#include \"x.h\"\n#include \"gone.h\"\nint f(void) { return 0; }\n");
    }
    let ran = check(&project, &["."]);
    let notes: Vec<&str> = ran.err.lines().collect();
    assert_eq!(notes.len(), 2, "{}", ran.err);
    assert_eq!(notes[0], "note: ./a.c, ./b.c and 2 others: Header 'gone.h' is not found");
    let error = notes[1];
    assert!(error.contains("and 2 others: ") && error.ends_with("x.h:3: no configuration"), "{error}");
}

#[test]
fn build_options_are_used_without_a_word() {
    let text = "#include \"p.h\"\nint f(int *p)\n{\n    P;\n    return *p;\n}\n";
    let project = Project::new(&[("a.c", text), ("one/p.h", "#define P p = N\n")]);
    let ran = check(&project, &["a.c", "-Ione", "-DN=0"]);
    assert_eq!((ran.code, &*ran.err), (Some(1), ""), "{ran:?}");
    assert_eq!(check(&project, &["a.c", "-Ione", "-DN=p"]).code, Some(0));
    let by_file = check(&project, &["a.c", "-include", "one/p.h", "-DN=0", "-Ione"]);
    assert_eq!(by_file.code, Some(1), "{by_file:?}");
}

#[test]
fn bad_options_are_told_before_anything_is_analysed() {
    let project = Project::new(&[
        ("a.c", "int f(void) { return 0; }\n"),
        ("bad/compile_commands.json", "[{\"file\": \"a.c\",\n  \"directory\": 5}]\n"),
        ("empty/compile_commands.json", ""),
        ("latin/compile_commands.json", "[]"),
    ]);
    std::fs::write(project.path("latin/compile_commands.json"), b"[{\"file\": \"\xe9\"}]")
        .expect("it is written");
    for (args, message) in [
        (["-p", "nowhere"], "nowhere/compile_commands.json: No such file or directory"),
        (["-p", "bad"], "bad/compile_commands.json:2:16: invalid type: integer `5`, expected a string"),
        (["-p", "empty"], "empty/compile_commands.json:1:1: EOF while parsing a value"),
        (["-p", "latin"], "latin/compile_commands.json:1:16: missing field `directory`"),
        (["-p", "a.c"], "a.c:1:1: "),
        (["--target", "pdp11-unix"], "there is no target `pdp11-unix`; usual ones are "),
        (["--std", "c98"], "there is no C standard `c98`; usual ones are "),
    ] {
        for command in ["check", "expand"] {
            let ran = run(&project.path(""), &[&[command, "a.c"], &args[..]].concat());
            assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{args:?}: {ran:?}");
            assert!(ran.err.starts_with("error: ") && ran.err.contains(message), "{args:?}: {}", ran.err);
            assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        }
    }
}

#[test]
fn a_file_that_is_not_utf8_is_analysed_with_a_warning() {
    let project = Project::new(&[("a.c", "")]);
    let text = b"char *s = \"\xe9\"; /* \xff */\nint f(int *p)\n{\n    p = 0;\n    return *p;\n}\n";
    std::fs::write(project.path("a.c"), text).expect("it is written");
    let ran = check(&project, &["a.c"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("--> a.c:5:12"), "{}", ran.out);
    assert!(ran.err.contains("warning: a.c: is not UTF-8"), "{}", ran.err);
}
