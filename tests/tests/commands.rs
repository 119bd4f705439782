//! Tests of projects whose files are compiled in several ways: several databases, and several commands for one file.

use csieve_tests::{lsp::Project, run};

const TEXT: &str = "int f(int *p)\n{\n#ifdef SECOND\n    p = 0;\n#endif\n    return *p;\n}\n\
                    int g(int n)\n{\n    int *q = 0;\n    return n ? *q : LEVEL;\n}\n";

/// Returns a database in which each file has a command with these flags.
fn database(commands: &[(&str, &str)]) -> String {
    let entry = |(file, flags): &(&str, &str)| {
        format!(r#"{{"directory": "$ROOT", "file": "{file}", "command": "cc {flags} -c {file}"}}"#)
    };
    format!("[{}]", commands.iter().map(entry).collect::<Vec<_>>().join(",\n"))
}

/// Returns the lines of `a.c` with findings. With a cache the output must be the same, twice.
#[track_caller]
fn lines(project: &Project, more: &[&str]) -> Vec<u64> {
    let args = [&["check", "a.c", "b.c", "--format", "json"], more].concat();
    let first = run(&project.path(""), &args);
    for _ in 0..2 {
        assert_eq!(run(&project.path(""), &[&*args, &["--cache-dir", "cache"]].concat()), first);
    }
    let log: serde_json::Value = serde_json::from_str(&first.out).unwrap_or_else(|_| panic!("{first:?}"));
    assert_eq!(log["summary"]["files"], 2, "{first:?}");
    log["findings"].as_array().unwrap().iter().map(|finding| finding["line"].as_u64().unwrap()).collect()
}

#[test]
fn a_file_is_checked_for_each_of_its_commands() {
    let commands =
        [("a.c", "-DLEVEL=1"), ("b.c", ""), ("a.c", "-DLEVEL=1 -O3"), ("a.c", "-DLEVEL=2 -DSECOND")];
    let project = Project::new(&[
        ("a.c", TEXT),
        ("b.c", "int h(void)\n{\n    return 0;\n}\n"),
        ("compile_commands.json", &database(&commands)),
    ]);
    assert_eq!(lines(&project, &[]), [11]);
    assert_eq!(lines(&project, &["--all-commands"]), [11, 6]);
}

#[test]
fn the_first_database_that_lists_a_file_counts() {
    let project = Project::new(&[
        ("a.c", TEXT),
        ("b.c", "int h(void)\n{\n    return 0;\n}\n"),
        ("one/compile_commands.json", &database(&[("b.c", "")])),
        ("two/compile_commands.json", &database(&[("a.c", "-DLEVEL=2 -DSECOND")])),
        ("three/compile_commands.json", &database(&[("a.c", "-DLEVEL=3")])),
    ]);
    assert_eq!(lines(&project, &["-p", "one", "-p", "two", "-p", "three"]), [6, 11]);
    assert_eq!(lines(&project, &["-p", "three", "-p", "one", "-p", "two"]), [11]);
    assert_eq!(lines(&project, &["-p", "three", "-p", "one", "-p", "two", "--all-commands"]), [11, 6]);
    let ran = run(&project.path(""), &["check", "a.c", "-p", "one", "-p", "nowhere"]);
    assert!(ran.code == Some(2) && ran.err.contains("nowhere"), "{ran:?}");
}
