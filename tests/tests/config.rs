//! Tests of `csieve.toml` on the command line.

use csieve_tests::{Ran, lsp::Project, run};

/// A use after free and a leak.
const TEXT: &str = "#include <stdlib.h>\nint f(int *p)\n{\n    free(p);\n    return *p;\n}\n\
    int g(void)\n{\n    int *q = malloc(4);\n    return q != 0;\n}\n";

fn check(project: &Project, args: &[&str]) -> Ran {
    run(&project.path(""), &[&["check", "-q"], args].concat())
}

/// Returns the checks and files of what was found, in order.
fn found(project: &Project, args: &[&str]) -> Vec<String> {
    let ran = check(project, &[args, &["--format", "json"]].concat());
    let all: serde_json::Value =
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    let one = |finding: &serde_json::Value| {
        format!("{} {}", finding["file"].as_str().unwrap(), finding["rule"].as_str().unwrap())
    };
    all["findings"].as_array().unwrap().iter().map(one).collect()
}

#[test]
fn the_nearest_file_counts_for_each_c_file() {
    let project = Project::new(&[
        ("a.c", TEXT),
        ("net/b.c", TEXT),
        ("csieve.toml", "checks = [\"-memory-leak\"]\n"),
        ("net/csieve.toml", "checks = [\"memory-leak\"]\n"),
    ]);
    assert_eq!(found(&project, &["."]), ["./a.c use-after-free", "./net/b.c memory-leak"]);
    assert_eq!(found(&project, &["net/b.c"]), ["net/b.c memory-leak"]);
    // The command line wins.
    assert_eq!(found(&project, &[".", "--checks", "use-after-free"]).len(), 2);
    assert_eq!(found(&project, &[".", "--checks=+memory-leak"]).len(), 3);
    assert_eq!(found(&project, &[".", "--no-config"]).len(), 4);
    assert_eq!(
        found(&project, &[".", "--config", "net/csieve.toml"]),
        ["./a.c memory-leak", "./net/b.c memory-leak"]
    );
}

#[test]
fn parts_change_the_checks_of_some_files() {
    let part = "[[override]]\nfiles = [\"tests/**\"]\nchecks = [\"-memory-leak\"]\n";
    let project = Project::new(&[("a.c", TEXT), ("tests/b.c", TEXT), ("csieve.toml", part)]);
    assert_eq!(
        found(&project, &["."]),
        ["./a.c use-after-free", "./a.c memory-leak", "./tests/b.c use-after-free"]
    );
    assert_eq!(found(&project, &["--config", "csieve.toml", "tests"]), ["tests/b.c use-after-free"]);
}

#[test]
fn files_are_left_out_unless_they_are_named() {
    let project =
        Project::new(&[("a.c", TEXT), ("third/b.c", TEXT), ("csieve.toml", "exclude = [\"third/\"]\n")]);
    assert_eq!(found(&project, &["."]).len(), 2);
    assert_eq!(found(&project, &["third/b.c"]).len(), 2);
    let strict = check(&project, &["third/b.c", "--force-exclude"]);
    assert_eq!(strict.code, Some(3), "{strict:?}");
    assert!(strict.err.contains("nothing was analysed: csieve.toml excludes all 1 C file"), "{strict:?}");
    assert_eq!(check(&project, &["third"]).code, Some(3));
}

#[test]
fn build_keys_count_where_no_database_does() {
    let text =
        "#include <level.h>\nint f(int *p)\n{\n#if LEVEL > WANTED\n    p = 0;\n#endif\n    return *p;\n}\n";
    let config = "include-paths = [\"deep/headers\"]\ndefines = [\"WANTED=1\"]\n";
    let project = Project::new(&[
        ("src/a.c", text),
        ("deep/headers/level.h", "#define LEVEL 2\n"),
        ("csieve.toml", config),
    ]);
    assert_eq!(found(&project, &["src"]), ["src/a.c null-dereference"]);
    assert_eq!(found(&project, &["src", "-DWANTED=3"]), [""; 0], "the command line comes last");
    let database = r#"[{"directory": "$ROOT", "file": "src/a.c", "command": "cc -Ideep/headers -DWANTED=2 -c src/a.c"}]"#;
    project.write("out/db/compile_commands.json", database);
    project.write("csieve.toml", &format!("{config}compile-commands = \"out/db\"\n"));
    assert_eq!(found(&project, &["src"]), [""; 0]);
    let overflow = "int f(int n)\n{\n    if (n + 1 < n)\n        return *(int *)0;\n    return 0;\n}\n";
    project.write("src/a.c", overflow);
    let wraps = |project: &Project| found(project, &["src", "--show-refuted"]);
    let before = wraps(&project);
    project.write("csieve.toml", "wrapv = true\n");
    assert_ne!(wraps(&project), before);
}

#[test]
fn keys_for_the_whole_run() {
    let table = "[[function]]\nnames = [\"give_up\"]\nnoreturn = true\n";
    let text = "void give_up(void);\nint f(int *p)\n{\n    if (!p)\n        give_up();\n    return *p;\n}\n";
    let config = "library = [\"ci/own.toml\"]\nrefuters = [\"-misuse\"]\n[cache]\nfolder = \"kept\"\n";
    let project = Project::new(&[("src/a.c", text), ("ci/own.toml", table), ("csieve.toml", config)]);
    assert_eq!(found(&project, &["src"]), [""; 0]);
    assert_eq!(found(&project, &["src", "--no-config"]), ["src/a.c null-dereference"]);
    project.write("src/csieve.toml", "library = [\"x.toml\"]\n");
    let ran = run(&project.path(""), &["check", "src"]);
    assert!(
        ran.err.contains("note: src/csieve.toml: `library` counts only for a run within its folder"),
        "{ran:?}"
    );
    // Without a file for the working directory, the one for the first path counts for the run.
    project.remove("csieve.toml");
    project.write("src/csieve.toml", "library = [\"../ci/own.toml\"]\n");
    assert_eq!(found(&project, &["src"]), [""; 0]);
    project.remove("src/csieve.toml");
    project.write("csieve.toml", config);
    let out = std::process::Command::new(csieve_tests::program())
        .args(["check", "-q", "src"])
        .current_dir(project.path(""))
        .output()
        .expect("csieve runs");
    assert_eq!(out.status.code(), Some(0));
    assert!(project.path("kept").is_dir(), "the cache is where the file says");
}

#[test]
fn a_mistake_is_an_error_at_its_line() {
    let project = Project::new(&[("a.c", TEXT)]);
    let wrong = |text: &str, message: &str| {
        project.write("csieve.toml", text);
        for command in ["check", "explain", "expand"] {
            let file = if command == "explain" { "a.c:5" } else { "a.c" };
            let ran = run(&project.path(""), &[command, file]);
            assert!(ran.code == Some(2) && ran.err.contains(message), "{command} {ran:?}");
        }
    };
    wrong("\nchekcs = []\n", "error: csieve.toml:2:1: there is no key `chekcs`; did you mean `checks`");
    wrong(
        "checks = [\"-memory-leek\"]\n",
        "error: csieve.toml:1:11: there is no check `memory-leek`; did you mean",
    );
    wrong("[[override]]\nchecks = []\n", "error: csieve.toml:1:1: missing field `files`");
    let ran = check(&project, &["a.c", "--config", "nowhere.toml"]);
    assert!(ran.code == Some(2) && ran.err.contains("nowhere.toml"), "{ran:?}");
    assert_eq!(check(&project, &["a.c", "--no-config"]).code, Some(1));
}

#[test]
fn the_other_commands_read_it_too() {
    let project = Project::new(&[("a.c", TEXT), ("csieve.toml", "checks = [\"-use-after-free\"]\n")]);
    let ran = run(&project.path(""), &["explain", "a.c:5"]);
    assert!(ran.code == Some(2) && ran.err.contains("line 5 of a.c has no finding"), "{ran:?}");
    assert_eq!(run(&project.path(""), &["explain", "a.c:5", "--checks=+use-after-free"]).code, Some(0));
    let coverage = run(&project.path(""), &["check", "--coverage", "a.c"]);
    assert_eq!(coverage.code, Some(1), "{coverage:?}");
}
