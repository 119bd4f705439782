//! Tests of what makes a check fail: thresholds, baselines, and checks that look at nothing.

use std::fs;

use csieve_tests::{Ran, lsp::Project, run};

/// A confirmed use after free, a confirmed leak, and a division that nobody confirms.
const TEXT: &str = "#include <stdlib.h>\nint f(int *p)\n{\n    free(p);\n    return *p;\n}\n\
    int g(void)\n{\n    int *q = malloc(4);\n    return q != 0;\n}\n";

fn check(project: &Project, args: &[&str]) -> Ran {
    run(&project.path(""), &[&["check", "."], args].concat())
}

#[track_caller]
fn code(project: &Project, args: &[&str], expected: i32) -> Ran {
    let ran = check(project, args);
    assert_eq!(ran.code, Some(expected), "{args:?} {ran:?}");
    ran
}

#[test]
fn thresholds_decide_what_fails() {
    let project = Project::new(&[("a.c", TEXT)]);
    code(&project, &[], 1);
    let passed = code(&project, &["--fail-on", "never"], 0);
    assert!(passed.out.contains("error[use-after-free]"), "it is shown all the same: {passed:?}");
    assert!(passed.out.ends_with("; 0 of 2 findings reach the threshold\n"), "{passed:?}");
    code(&project, &["--fail-on", "confirmed"], 1);
    code(&project, &["--fail-on", "severity=critical"], 1);
    code(&project, &["--fail-on", "severity=critical", "--checks", "memory-leak"], 0);
    code(&project, &["--fail-on", "rank=100"], 0);
    code(&project, &["--fail-on", "rank=1"], 1);
    let wrong = code(&project, &["--fail-on", "confirmd"], 2);
    assert!(wrong.err.contains("did you mean `confirmed`"), "{wrong:?}");
    let sarif = check(&project, &["--fail-on", "never", "--format", "sarif"]);
    assert!(sarif.out.contains("\"exitCode\": 0"), "{sarif:?}");
    let config = "fail-on = \"never\"\n[[override]]\nfiles = [\"b.c\"]\nfail-on = \"confirmed\"\n";
    project.write("csieve.toml", config);
    code(&project, &[], 0);
    code(&project, &["--fail-on", "unrefuted"], 1);
    project.write("b.c", TEXT);
    code(&project, &[], 1);
}

#[test]
fn doubtful_findings_are_shown_if_they_make_a_check_fail() {
    let project = Project::new(&[("a.c", DOUBTFUL)]);
    let quiet = code(&project, &["--checks", "null-dereference"], 0);
    assert!(quiet.out.contains("; 1 doubtful (--show-doubtful)"), "{quiet:?}");
    let loud = code(&project, &["--checks", "null-dereference", "--fail-on", "doubtful"], 1);
    assert!(loud.out.contains("[null-dereference]") && loud.out.contains("doubtful: "), "{loud:?}");
}

/// An access that only a state which the function cannot see makes wrong.
const DOUBTFUL: &str = "struct state { int is_known; int *items; };\nint f(struct state *s)\n{\n    int *q = 0;\n    \
    if (s->is_known)\n        q = s->items;\n    return *q;\n}\n";

#[test]
fn a_baseline_stays_valid_when_lines_move() {
    let project = Project::new(&[("src/a.c", TEXT), ("src/b.c", TEXT)]);
    let written = code(&project, &["--write-baseline", "ci.baseline"], 0);
    assert!(written.err.contains("ci.baseline: 4 findings written"), "{written:?}");
    let lines = fs::read_to_string(project.path("ci.baseline")).unwrap();
    let entries: Vec<&str> = lines.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(entries.len() == 4 && entries.is_sorted(), "{lines}");
    assert!(entries[0].starts_with("src/a.c\tkept\tmemory-leak\tg\t"), "{lines}");
    for file in ["src/a.c", "src/b.c"] {
        project.write(file, &("// a line more\n".repeat(50) + TEXT));
    }
    let same = code(&project, &["--baseline", "ci.baseline"], 0);
    assert!(same.out.ends_with("4 findings left out that are in the baseline\n"), "{same:?}");
    assert!(!same.err.contains("no longer needed"), "{same:?}");
    // Names of files may have what would end a column or make a comment.
    project.write("#odd\tname.c", TEXT);
    assert_eq!(
        run(&project.path(""), &["check", "#odd\tname.c", "--write-baseline", "odd.baseline"]).code,
        Some(0)
    );
    assert_eq!(
        run(&project.path(""), &["check", "#odd\tname.c", "--baseline", "odd.baseline"]).code,
        Some(0)
    );
    project.remove("#odd\tname.c");
    // The folder from which it is checked does not matter, and neither does how paths are given.
    let inside = run(&project.path("src"), &["check", "../src/a.c", "--baseline", "../ci.baseline"]);
    assert_eq!(inside.code, Some(0), "{inside:?}");
    project.write("src/c.c", TEXT);
    let new = code(&project, &["--baseline", "ci.baseline"], 1);
    assert!(new.out.matches("error[").count() == 2 && new.out.contains("src/c.c"), "{new:?}");
}

#[test]
fn entries_that_nothing_needs_are_named() {
    let project = Project::new(&[("a.c", TEXT), ("b.c", TEXT), ("csieve.toml", "baseline = \"known\"\n")]);
    let missing = code(&project, &[], 2);
    assert!(
        missing.err.contains("known") && missing.err.contains("--write-baseline writes one"),
        "{missing:?}"
    );
    code(&project, &["--write-baseline", "known"], 0);
    project.write("a.c", &TEXT.replace("    free(p);\n", ""));
    let ran = code(&project, &[], 0);
    let note = "note: known:5: no longer needed: use-after-free in `f` of a.c";
    assert!(ran.err.contains(note) && ran.err.matches("no longer").count() == 1, "{ran:?}");
    // Nothing is said of what is not checked now.
    let some = run(&project.path(""), &["check", "b.c"]);
    assert!(some.code == Some(0) && !some.err.contains("no longer"), "{some:?}");
    assert!(!code(&project, &["--checks", "memory-leak"], 0).err.contains("no longer"));
    // Writing it again drops the entry, and keeps those of files that are not checked.
    assert_eq!(run(&project.path(""), &["check", "a.c", "--write-baseline", "known"]).code, Some(0));
    assert!(!code(&project, &[], 0).err.contains("no longer"));
    assert_eq!(code(&project, &["--no-baseline"], 1).out.matches("error[").count(), 3);
    // A finding may move with its file.
    fs::rename(project.path("b.c"), project.path("moved.c")).unwrap();
    code(&project, &[], 0);
    project.write("known", "<<<<<<< ours\n");
    assert!(code(&project, &[], 2).err.contains("known:1: this is no entry of a baseline"));
}

#[test]
fn a_check_that_looks_at_nothing_fails() {
    let project = Project::new(&[("data.c", "int x[] = {1, 2};\n"), ("deep/x.h", "int y;\n")]);
    let data = code(&project, &[], 3);
    assert!(data.err.contains("error: nothing was analysed: there is no function in 1 file"), "{data:?}");
    code(&project, &["--exit-zero"], 3);
    code(&project, &["--fail-on", "never"], 3);
    let none = run(&project.path(""), &["check", "deep"]);
    assert!(none.code == Some(3) && none.err.contains("no .c file in this directory"), "{none:?}");
    project.write("csieve.toml", "exclude = [\"*.c\"]\n");
    assert!(code(&project, &[], 3).err.contains("csieve.toml excludes all 1 C file"));
}
