//! Tests of the command line from outside: bad input, exit codes, output formats, determinism.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

/// Runs the `csieve` that was built for the tests, in a folder.
fn csieve(args: &[&str], folder: &Path) -> Output {
    Command::new(program()).args(args).current_dir(folder).output().expect("csieve runs")
}

/// Returns the path of `csieve`. Cargo builds all binaries of a workspace into one folder, so it is next to
/// the tests.
fn program() -> PathBuf {
    let mut path = std::env::current_exe().expect("the test has a path");
    path.pop();
    path.pop();
    path.join(format!("csieve{}", std::env::consts::EXE_SUFFIX))
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, content).expect("a file is written");
    }
    folder
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

const BUG: &str = "#include <stdlib.h>\nvoid f(int *p)\n{\n    free(p);\n    *p = 1;\n}\n";
const CLEAN: &str = "int f(int a) { return a; }\n";
const SPURIOUS: &str = "int f(int n)\n{\n    int *r = 0;\n    if (n > 0)\n        r = &n;\n    \
                        if (n > 0)\n        return *r;\n    return 0;\n}\n";

#[test]
fn exit_codes_say_what_happened() {
    let folder = folder(&[
        ("bug.c", BUG.as_bytes()),
        ("clean.c", CLEAN.as_bytes()),
        ("spurious.c", SPURIOUS.as_bytes()),
    ]);
    let code = |args: &[&str]| csieve(args, folder.path()).status.code();
    assert_eq!(code(&["check", "clean.c"]), Some(0));
    assert_eq!(code(&["check", "spurious.c"]), Some(0));
    assert_eq!(code(&["check", "spurious.c", "--show-refuted"]), Some(0));
    assert_eq!(code(&["check", "bug.c"]), Some(1));
    assert_eq!(code(&["check", "bug.c", "--checks", "-use-after-free"]), Some(0));
    assert_eq!(code(&["check"]), Some(2));
    assert_eq!(code(&["check", "bug.c", "--checks", "use-after-fre"]), Some(2));
    assert_eq!(code(&["check", "gone.c"]), Some(3));
    assert_eq!(code(&["check", "bug.c", "gone.c"]), Some(3));
    assert_eq!(code(&["explain", "bug.c:5"]), Some(0));
    assert_eq!(code(&["explain", "bug.c:1"]), Some(2));
    assert_eq!(code(&["explain", "bug.c"]), Some(2));
}

/// Memory that may not be there, and a divisor that is always 0.
const RANKED: &str = "#include <stdlib.h>\nint *make(void)\n{\n    int *p = malloc(8);\n    p[0] = 1;\n    return p;\n}\n\
                      int share(int n)\n{\n    int d = 0;\n    if (n > 3 && n < 5)\n        return 1;\n    return n / d;\n}\n";

#[test]
fn the_highest_ranks_come_first_and_what_is_minor_can_be_left_out() {
    let folder = folder(&[("src/a.c", RANKED.as_bytes()), ("tests/a.c", RANKED.as_bytes())]);
    let lines = |args: &[&str]| {
        let output = csieve(&[&["check", "--format", "json"], args].concat(), folder.path());
        let document: Value = serde_json::from_str(&out(&output)).expect("JSON");
        let findings = document["findings"].as_array().expect("findings").clone();
        let number = |finding: &Value, name: &str| finding[name].as_u64().expect("a number");
        let line = |finding: &Value| (number(finding, "line"), finding["minor"].is_string());
        let ranks: Vec<u64> = findings.iter().map(|finding| number(finding, "rank")).collect();
        (findings.iter().map(line).collect::<Vec<_>>(), ranks)
    };
    let (all, ranks) = lines(&["src"]);
    assert_eq!(all, [(5, false), (13, false)]);
    assert!(ranks.iter().all(|rank| (1..=100).contains(rank)));
    let (all, ranks) = lines(&["tests", "--top", "9"]);
    assert_eq!(all, [(13, false), (5, true)], "calls fail in test programs");
    assert!(ranks[0] > ranks[1]);
    assert_eq!(lines(&["src", "tests", "--top", "1"]).0.len(), 1);
    assert_eq!(lines(&["tests", "--no-minor"]).0, [(13, false)]);
}

#[test]
fn text_ends_with_what_was_analysed() {
    let folder = folder(&[("bug.c", BUG.as_bytes())]);
    let output = csieve(&["check", "bug.c", "--color", "never"], folder.path());
    let text = out(&output);
    assert!(text.contains("error[use-after-free]: `p` is used after it was freed on line 4"), "{text}");
    assert!(text.contains("--> bug.c:5:5"), "{text}");
    let analysed = "1 finding (1 confirmed) in 1 file; analysed 1 function in 1 file, skipped 0";
    assert_eq!(last_line(&text), analysed);
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn text_tells_what_several_lines_have_in_common_once() {
    let unchecked = "#include <stdlib.h>\nchar *f(int kind)\n{\n    char *p = malloc(2);\n    switch (kind) {\n    \
                     case 1:\n        p[0] = 1;\n        break;\n    case 2:\n        p[0] = 2;\n        break;\n    \
                     default:\n        p[1] = 0;\n    }\n    return p;\n}\n";
    let folder = folder(&[("a.c", unchecked.as_bytes())]);
    let text = out(&csieve(&["check", "--no-cache", "a.c"], folder.path()));
    assert_eq!(text.matches("[null-dereference]").count(), 1, "{text}");
    assert!(text.contains("--> a.c:7:9") && text.contains("   the same on lines 10, 13\n"), "{text}");
    let json = out(&csieve(&["check", "--no-cache", "--format", "json", "a.c"], folder.path()));
    assert_eq!(json.matches("\"null-dereference\"").count(), 3, "programs are told of each place: {json}");
}

#[test]
fn a_literal_that_looks_like_a_line_is_shown_as_it_is() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/line_literal.c");
    let text = fs::read(fixture).expect("the fixture is there");
    let folder = folder(&[("names.c", &text)]);
    let output = csieve(&["check", "names.c", "--show-refuted", "--color", "never"], folder.path());
    let text = out(&output);
    for said in [
        "line 7 leaves `name[0] == \"{line:0}\"[0]`, line 9 then needs `name[0] != \"{line:0}\"[0]`",
        "allocated by `malloc` on line 16, when `copy[0] == \"{line:0}\"[0]` on line 20",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn bad_input_is_named_and_the_rest_is_analysed() {
    let nested = format!("int f(int a) {{ return {}a{}; }}\n", "(".repeat(10_000), ")".repeat(10_000));
    let blocks = format!("void f(void) {{ {}{} }}\n", "{".repeat(10_000), "}".repeat(10_000));
    let folder = folder(&[
        ("bug.c", BUG.as_bytes()),
        ("empty.c", b""),
        ("latin.c", b"/* \xe9t\xe9 */ int f(int a) { return a; }\n"),
        ("crlf.c", BUG.replace('\n', "\r\n").as_bytes()),
        ("nul.c", b"int f(void) { \0 return 1; }\n"),
        ("half.c", b"int f(int a) { if (a\nint g(int *p) { return *p; }\n"),
        ("nested.c", nested.as_bytes()),
        ("blocks.c", blocks.as_bytes()),
        ("noise.c", b"}}}}((((#####\\\"'''"),
        ("bom.c", b"\xef\xbb\xbfint f(int a) { return a; }\n"),
    ]);
    let output = csieve(&["check", ".", "--format", "json"], folder.path());
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let document: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    let findings = document["findings"].as_array().expect("there is a list");
    let places: Vec<_> =
        findings.iter().map(|finding| (finding["file"].as_str(), finding["line"].as_u64())).collect();
    assert!(
        places
            .iter()
            .any(|(file, line)| file.is_some_and(|file| file.ends_with("bug.c")) && *line == Some(5))
    );
    assert!(
        places
            .iter()
            .any(|(file, line)| file.is_some_and(|file| file.ends_with("crlf.c")) && *line == Some(5))
    );
    assert!(err(&output).contains("latin.c: is not UTF-8"), "{}", err(&output));
    assert!(err(&output).contains("nul.c: contains NUL bytes"), "{}", err(&output));
    assert!(!err(&output).contains("panicked"), "{}", err(&output));
}

#[test]
fn a_directory_without_c_files_is_no_success() {
    let folder = folder(&[("notes.txt", b"nothing")]);
    let output = csieve(&["check", "."], folder.path());
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("no .c file"), "{}", err(&output));
}

#[test]
fn standard_input_has_the_name_it_is_given() {
    let folder = folder(&[]);
    let mut child = Command::new(program())
        .args(["check", "-", "--stdin-name", "src/a.c", "--color", "never"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("csieve runs");
    child.stdin.take().expect("it has one").write_all(BUG.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(out(&output).contains("--> src/a.c:5:5"), "{}", out(&output));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let many: String = (0..400).map(|index| BUG.replace("void f", &format!("void f{index}"))).collect();
    let folder = folder(&[("many.c", many.as_bytes())]);
    let mut child = Command::new(program())
        .args(["check", "many.c"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("csieve runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(!err(&output).contains("panicked"), "{}", err(&output));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_same_bytes_whatever_the_threads() {
    let folder = folder(&[
        ("a.c", BUG.as_bytes()),
        ("b.c", SPURIOUS.as_bytes()),
        ("sub/c.c", BUG.as_bytes()),
        ("sub/d.c", CLEAN.as_bytes()),
    ]);
    for format in ["text", "json", "sarif"] {
        let run = |threads: &str| {
            let args = ["check", ".", "--show-refuted", "--format", format, "-j", threads];
            csieve(&args, folder.path()).stdout
        };
        let (one, four) = (run("1"), run("4"));
        assert!(!one.is_empty() && one == four, "{format}");
        assert_eq!(one, run("1"), "{format}");
    }
}

#[test]
fn sarif_keeps_to_the_schema() {
    let folder =
        folder(&[("b ug.c", BUG.as_bytes()), ("spurious.c", SPURIOUS.as_bytes()), ("half.c", b"int f( { ")]);
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/sarif-2.1.0.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema).expect("the schema is there"))
        .expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let output = csieve(&["check", ".", "gone.c", "--show-refuted", "--format", "sarif"], folder.path());
    let log: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    let problems: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}");
    let results = log["runs"][0]["results"].as_array().expect("there is a list");
    let verdicts: Vec<_> = results.iter().map(|result| result["properties"]["verdict"].as_str()).collect();
    assert_eq!(verdicts, [Some("confirmed"), Some("refuted")]);
    assert_eq!(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "b%20ug.c");
    assert_eq!(results[0]["level"], "error");
    assert!(
        results[0]["codeFlows"][0]["threadFlows"][0]["locations"]
            .as_array()
            .is_some_and(|steps| steps.len() > 1)
    );
    assert_eq!((&results[1]["kind"], &results[1]["level"]), (&Value::from("pass"), &Value::from("none")));
    assert_eq!(results[1]["properties"]["proof"]["refuter"], "atoms");
    let without = csieve(&["check", ".", "--format", "sarif"], folder.path());
    let log: Value = serde_json::from_slice(&without.stdout).expect("the output is JSON");
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(1));
}

/// The example of [PR] section 4: two conflicts, and the same number of rounds of path reduction whatever the
/// loop's bound is.
#[test]
fn explain_shows_the_papers_conflicts() {
    let program = |bound: u32| {
        format!(
            "#include <stdlib.h>\nvoid f(void) {{\n    int x, *p = malloc(sizeof(int));\n    if (!p) return;\n    \
             for (x = {bound}; x > 0; x--) {{\n        *p = x;\n        if (x == 1)\n            free(p);\n    }}\n}}\n"
        )
    };
    let folder = folder(&[("p1.c", program(10).as_bytes()), ("p2.c", program(50).as_bytes())]);
    let explained = |file: &str| out(&csieve(&["explain", &format!("{file}:6")], folder.path()));
    let (p1, p2) = (explained("p1.c"), explained("p2.c"));
    assert!(p1.contains("{x = 10, x > 0, x == 1}"), "{p1}");
    assert!(p1.contains("{x == 1, x--, x > 0}"), "{p1}");
    assert_eq!(p1.matches("observer:").count(), 2, "{p1}");
    assert!(p1.contains("verdict: refuted"), "{p1}");
    assert_eq!(p1.matches("round ").count(), p2.matches("round ").count());
}

#[test]
fn rules_are_listed_and_described() {
    let folder = folder(&[]);
    let list = out(&csieve(&["rules"], folder.path()));
    assert!(list.contains("use-after-free") && list.contains("CWE-416"), "{list}");
    assert!(out(&csieve(&["rules", "double-free"], folder.path())).starts_with("# double-free"));
    assert_eq!(csieve(&["rules", "nothing"], folder.path()).status.code(), Some(2));
}

#[test]
fn what_a_file_suppresses_is_counted_and_not_shown() {
    let text = b"#include <stdlib.h>\n\
        void f(char *p) { free(p); free(p); } // NOLINT(double-free): a test\n\
        void g(char *p) { free(p); } // NOLINT(double-free)\n\
        void h(char *p) { free(p); /* cppcheck-suppress doubleFree */ free(p); }\n\
        #define AGAIN(p) do { free(p); free(p); } while (0) // NOLINT(double-free)\n\
        void i(char *p) { AGAIN(p); }\n";
    let folder = folder(&[("a.c", text)]);
    let output = csieve(&["check", "a.c"], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    let expected = "analysed 4 functions in 1 file, skipped 0; 3 findings suppressed in the source";
    assert_eq!(last_line(&out(&output)), expected);
    let note = "a.c: line 3: no finding of `double-free` is here, so this suppression is not needed";
    assert!(err(&output).contains(note), "{}", err(&output));
    let sarif = csieve(&["check", "--format", "sarif", "a.c"], folder.path());
    let log: serde_json::Value = serde_json::from_str(&out(&sarif)).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    let first = &results[0]["suppressions"][0];
    assert_eq!((&first["kind"], &first["justification"]), (&"inSource".into(), &"a test".into()));
}

#[test]
fn assumptions_are_named_in_proofs_and_explained_if_they_have_no_effect() {
    let text = b"int f(int n, int *p)\n{\n    // csieve: assume n > 3\n    // csieve: assume m > 3\n\
        \x20   p = 0;\n    if (n < 2)\n        return *p;\n    return 0;\n}\n";
    let folder = folder(&[("a.c", text)]);
    let output = csieve(&["check", "--show-refuted", "a.c"], folder.path());
    assert!(out(&output).contains("line 3 assumes `n > 3`, line 6 then needs `n < 2`"), "{}", out(&output));
    let note = "a.c: line 4: this assumption has no effect: `m` is not known here";
    assert!(err(&output).contains(note), "{}", err(&output));
}

const SESSIONS: &str = "struct session;\nstruct session *session_open(int);\nvoid session_close(struct session *);\n\
                        int f(int n)\n{\n    struct session *s = session_open(n);\n    if (!s || n)\n        return 1;\n    \
                        session_close(s);\n    return 0;\n}\n";
const TABLE: &str = "[resource.session]\nfailure = \"NULL\"\n\n[[function]]\nnames = [\"session_open\"]\nopens = \
                     \"session\"\n\n[[function]]\nnames = [\"session_close\"]\ncloses = { session = 0 }\n";

#[test]
fn tables_of_library_functions_are_added() {
    let folder = folder(&[
        ("sessions.c", SESSIONS.as_bytes()),
        ("table.toml", TABLE.as_bytes()),
        ("wrong.toml", b"[[function]]\nnames = [\"f\"]\nopens = \"door\"\n"),
    ]);
    let check = |table: &[&str]| csieve(&[&["check", "-q", "sessions.c"], table].concat(), folder.path());
    assert_eq!(check(&[]).status.code(), Some(0));
    let found = check(&["--library", "table.toml"]);
    assert_eq!(found.status.code(), Some(1));
    assert!(
        out(&found).contains("without closing `s`, opened by `session_open` on line 6"),
        "{}",
        out(&found)
    );
    let wrong = check(&["--library", "table.toml", "--library", "wrong.toml"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(err(&wrong).contains("wrong.toml:2: there is no resource `door`"), "{}", err(&wrong));
    assert_eq!(check(&["--library", "none.toml"]).status.code(), Some(2));
}

const BRANCHES: &str = "static int helper(int x)\n{\n    return x * 2;\n}\n\n\
                        int f(int n)\n{\n    if (n > 3)\n        if (n < 2)\n            return n;\n    \
                        return helper(n) == 8 ? 1 : 0;\n}\n\n\
                        int g(double d)\n{\n    if (d > 1.5)\n        return 1;\n    return 0;\n}\n";

#[test]
fn cover_lists_inputs_and_what_none_reaches() {
    let folder = folder(&[("a.c", BRANCHES.as_bytes())]);
    let cover = |args: &[&str]| csieve(&[&["cover", "-q"], args].concat(), folder.path());
    let whole = cover(&["a.c:f"]);
    let expected = "\
test 1: n = 0
  passes lines 8, 11 and returns
test 2: n = 4
  passes lines 8-9, 11 and returns
unreachable: line 9: n < 2, since line 8 leaves `n > 3`, line 9 then needs `n < 2`
  and so 1 more on line 10
`f`: 15 edges, 13 covered by 2 tests, 2 proved unreachable, 0 left
";
    assert_eq!((out(&whole).as_str(), whole.status.code()), (expected, Some(0)));
    let part = cover(&["a.c:g"]);
    let expected = "\
no input found: line 16: d > 1.5 is true
no input found: line 16: d > 1.5 is false
  and so 2 more on lines 17-18
  a run cannot go on from line 16: `d > any value` is not known
`g`: 4 edges, 0 covered by 0 tests, 0 proved unreachable, 4 left
";
    assert_eq!((out(&part).as_str(), part.status.code()), (expected, Some(3)));
    let nodes = out(&cover(&["--criterion", "nodes", "a.c:helper"]));
    assert_eq!(last_line(&nodes), "`helper`: 1 node, 1 covered by 1 test, 0 proved unreachable, 0 left");
}

#[test]
fn a_cover_can_be_read_by_programs() {
    let folder = folder(&[("a.c", BRANCHES.as_bytes())]);
    let cover = |place: &str| {
        let output = csieve(&["cover", "--format", "json", place], folder.path());
        serde_json::from_slice::<Value>(&output.stdout).expect("the output is JSON")
    };
    let whole = cover("a.c:f");
    assert_eq!((&whole["function"], &whole["criterion"]), (&Value::from("f"), &Value::from("edge")));
    assert_eq!((whole["goals"].as_u64(), whole["passed"].as_u64()), (Some(15), Some(13)));
    let inputs = serde_json::json!([{"what": "`n`", "value": "4"}]);
    let test = serde_json::json!({"inputs": inputs, "lines": [8, 9, 11], "end": "returns"});
    assert_eq!(whole["tests"][1], test);
    let reasons: Vec<_> = whole["unreachable"].as_array().expect("a list").iter().collect();
    assert_eq!(reasons[0]["reason"], "line 8 leaves `n > 3`, line 9 then needs `n < 2`");
    assert_eq!(reasons[1]["reason"], "every path to this place is unreachable");
    let part = cover("a.c:g");
    assert_eq!(part["missed"][0], serde_json::json!({"line": 16, "text": "d > 1.5 is true"}));
    assert_eq!(part["missed"].as_array().map(Vec::len), Some(4));
    assert_eq!(part["stops"][0], "a run cannot go on from line 16: `d > any value` is not known");
}

#[test]
fn the_function_of_a_finding_is_covered_by_its_name() {
    let folder = folder(&[("bug.c", BUG.as_bytes())]);
    let text = out(&csieve(&["check", "bug.c"], folder.path()));
    let name = text.split("csieve explain ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let name = name.expect("a name is printed");
    let by_name = csieve(&["cover", "-q", name], folder.path());
    assert_eq!(out(&by_name), out(&csieve(&["cover", "-q", "bug.c:f"], folder.path())));
    assert!(out(&by_name).starts_with("test 1: "), "{}", err(&by_name));
}

#[test]
fn what_cannot_be_covered_is_said_plainly() {
    let folder = folder(&[
        ("a.c", BRANCHES.as_bytes()),
        ("twice.c", b"int f(int a) { return a; }\nint f(int a) { return -a; }\n"),
        ("range.c", b"int f(int a)\n{\n    switch (a) { case 1 ... }\n    return a;\n}\n"),
    ]);
    let said = |place: &str| {
        let output = csieve(&["cover", "-q", place], folder.path());
        (output.status.code(), err(&output))
    };
    let usage =
        "error: `a.c` is neither FILE:FUNCTION, as in src/a.c:parse, nor a name that a check printed\n";
    assert_eq!(said("a.c"), (Some(2), usage.to_owned()));
    let unknown = "error: a.c has no function `helpr`; did you mean `helper`?\n";
    assert_eq!(said("a.c:helpr"), (Some(2), unknown.to_owned()));
    let several = "error: `f` cannot be covered: the file has several functions of that name\n";
    assert_eq!(said("twice.c:f"), (Some(3), several.to_owned()));
    let broken = "error: `f` cannot be covered: syntax error near line 3\n";
    assert_eq!(said("range.c:f"), (Some(3), broken.to_owned()));
    assert_eq!(said("gone.c:f").0, Some(3));
}
