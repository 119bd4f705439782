//! Tests of hostile input: input that would expand without end, and paths that are no regular files. `csieve`
//! must end with a note.

use std::process::Command;

use csieve_tests::{Ran, lsp::Project, run};

/// A C function with a dereference of NULL, to see that the rest of a file is analysed.
const BUG: &str = "int bug(int *p)\n{\n    p = 0;\n    return *p;\n}\n";

/// Runs `csieve check` on `a.c`, in which the dereference of NULL must be found.
#[track_caller]
fn check(project: &Project) -> Ran {
    let ran = run(&project.path(""), &["check", "a.c", "--color", "never", "--notes"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("error[null-dereference]"), "{ran:?}");
    ran
}

fn doubling(parameter: &str, body: impl Fn(usize) -> String) -> String {
    (1..60).map(|n| format!("#define m{n}{parameter} {}\n", body(n - 1))).collect::<Vec<_>>().concat()
}

#[test]
fn billion_laughs() {
    let plain = format!("#define m0 ha\n{}int f(void) {{ m59; }}\n", doubling("", |n| format!("m{n} m{n}")));
    let nested =
        format!("#define m0(x) x\n{}int f(void) {{ m59(1); }}\n", doubling("(x)", |n| format!("m{n}(x x)")));
    let joined = format!("#define m0(x) x\n{}int m59(abcd);\n", doubling("(x)", |n| format!("m{n}(x##x)")));
    let quoted = format!(
        "#define m0(x) x\n{}char *s = m59(a);\n",
        doubling("(x)", |n| format!("m{n}(\"x\") m{n}(#x)"))
    );
    let condition = format!("#define m0 1\n{}#if m59\n#endif\n", doubling("", |n| format!("m{n} + m{n}")));
    for text in [plain, nested, joined, quoted, condition] {
        let ran = check(&Project::new(&[("a.c", &format!("{text}{BUG}"))]));
        assert_eq!(ran.err.matches("is too long; the macro is not expanded").count(), 1, "{}", ran.err);
    }
}

#[test]
fn includes_without_end() {
    let file = |text: &str| format!("#include \"x.h\"\n{text}");
    for header in
        ["#include \"x.h\"\n", "#include \"x.h\"\n#include \"x.h\"\n", "#include \"y.h\"\n#include \"y.h\"\n"]
    {
        let project =
            Project::new(&[("a.c", &file(BUG)), ("x.h", header), ("y.h", &header.replace('y', "x"))]);
        let ran = check(&project);
        assert_eq!(ran.err.matches("Headers are nested too deeply").count(), 1, "{}", ran.err);
        assert!(
            ran.err.contains("'x.h' is left out") || ran.err.contains("'y.h' is left out"),
            "{}",
            ran.err
        );
    }
    let project = Project::new(&[("a.c", &format!("#include \"a.c\"\n#include __FILE__\n{BUG}"))]);
    assert!(check(&project).err.contains("nested too deeply"));
    let twice = |n: usize| format!("#include \"{0}.h\"\n#include \"{0}.h\"\n", n + 1);
    let project = Project::new(&[("a.c", &format!("#include \"0.h\"\n{BUG}"))]);
    (0..60).for_each(|n| project.write(&format!("{n}.h"), &twice(n)));
    project.write("60.h", "extern int x;\n");
    assert_eq!(check(&project).err.matches("includes too many files").count(), 1);
}

#[test]
fn includes_of_what_is_no_file() {
    let text = "#include \"folder\"\n#include \"pipe\"\n#include \"/dev/zero\"\n#include </dev/stdin>\n#include \"\"\n\
                #include \".\"\n#include \"a.c/b.h\"\n#if __has_include(\"pipe\")\n#error there\n#endif\n";
    let project = Project::new(&[("a.c", &format!("{text}{BUG}")), ("folder/x", "")]);
    pipe(&project, "pipe");
    let ran = check(&project);
    for name in ["folder", "pipe", "/dev/zero", "/dev/stdin", ".", "a.c/b.h"] {
        assert_eq!(ran.err.matches(&format!("Header '{name}' is not found")).count(), 1, "{}", ran.err);
    }
    assert!(!ran.err.contains("there"), "{}", ran.err);
}

#[test]
fn a_name_that_leads_to_no_file() {
    let project = Project::new(&[("folder/a.c", "int a;\n"), ("b.c", BUG)]);
    pipe(&project, "pipe.c");
    for (name, why) in [
        ("pipe.c", "pipe.c: this is a pipe or a device, not a file"),
        ("/dev/zero", "/dev/zero: this is a pipe or a device, not a file"),
        ("gone.c", "gone.c: No such file or directory"),
    ] {
        for args in [vec!["check", name], vec!["expand", name], vec!["explain", &format!("{name}:1")]] {
            let ran = run(&project.path(""), &args);
            assert_eq!(ran.code, Some(3), "{args:?}: {ran:?}");
            assert!(ran.err.contains(&format!("error: {why}")), "{args:?}: {ran:?}");
        }
    }
    let folder = run(&project.path(""), &["expand", "folder"]);
    assert_eq!((folder.code, &*folder.err), (Some(3), "error: folder: this is a directory, not a file\n"));
    // In a folder, entries that are no regular files are skipped.
    let all = run(&project.path(""), &["check", "."]);
    assert_eq!(all.code, Some(1), "{all:?}");
    assert!(!all.err.contains("pipe"), "{all:?}");
}

#[test]
fn descriptions_of_builds_that_are_no_files() {
    for name in ["compile_commands.json", "compile_flags.txt"] {
        let project = Project::new(&[("a.c", BUG)]);
        pipe(&project, name);
        let ran = run(&project.path(""), &["check", "a.c"]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.ends_with(&format!("{name}: this is a pipe or a device, not a file\n")), "{ran:?}");
    }
    let project = Project::new(&[("a.c", BUG)]);
    pipe(&project, "csieve.toml");
    assert_eq!(run(&project.path(""), &["check", "a.c"]).code, Some(1), "what is no file does not count");
    let named = run(&project.path(""), &["check", "a.c", "--config", "csieve.toml"]);
    assert!(named.code == Some(2) && named.err.contains("csieve.toml: this is a pipe"), "{named:?}");
    let project = Project::new(&[
        ("a.c", "#define X 1\nint a(void)\n{\n    return X;\n}\n"),
        ("compile_flags.txt", "@self\n"),
        ("self", "@self\n-DA\n"),
    ]);
    assert_eq!(run(&project.path(""), &["check", "a.c"]).code, Some(0));
    let project =
        Project::new(&[("a.c", BUG), ("compile_flags.txt", "@pipe\n-I/dev/zero\n-include\n/dev/zero\n")]);
    pipe(&project, "pipe");
    assert!(check(&project).err.contains("'/dev/zero' is not found"));
}

/// Makes a named pipe without a writer.
fn pipe(project: &Project, name: &str) {
    let made = Command::new("mkfifo").arg(project.path(name)).status().expect("mkfifo runs");
    assert!(made.success());
}
