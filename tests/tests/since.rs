//! Tests of `--changed-since`: what was there at a revision is not shown, wherever it has moved, and what a change does to
//! files that did not change is.

use std::{fs, process::Command};

use csieve_tests::{Ran, lsp::Project, run, wrapped};

/// Runs git in the folder of a project.
fn git(project: &Project, args: &[&str]) {
    let settings = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"];
    let run = Command::new("git")
        .args(settings)
        .args(args)
        .current_dir(project.path(""))
        .output()
        .expect("git runs");
    assert!(run.status.success(), "{args:?}: {run:?}");
}

/// Returns the project with wrappers as a repository with one commit, in which the wrapper of `free` does nothing.
fn committed() -> Project {
    let project = wrapped();
    edit(&project, "src/drop.c", "free(buffer);\n}", "}");
    git(&project, &["init", "-q"]);
    git(&project, &["add", "src"]);
    git(&project, &["commit", "-q", "-m", "first"]);
    project
}

#[track_caller]
fn edit(project: &Project, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(project.path(name)).unwrap();
    assert!(text.contains(from), "{name}: {from}");
    project.write(name, &text.replacen(from, to, 1));
}

/// Checks what changed since the last commit, without the cache and twice with it. The outputs must be the same, but for the
/// names of findings, which only checks that are kept have.
#[track_caller]
fn since(project: &Project, more: &[&str]) -> Ran {
    let args = [&["check", "src", "--changed-since", "HEAD"], more].concat();
    let nameless = |ran: Ran| {
        let lines = ran.out.lines().map(|line| line.split("csieve explain").next().unwrap_or_default());
        Ran { out: lines.fold(String::new(), |text, line| text + line + "\n"), ..ran }
    };
    let first = nameless(run(&project.path(""), &args));
    for _ in 0..2 {
        let again = run(&project.path(""), &[&*args, &["--cache-dir", "cache"]].concat());
        assert_eq!(nameless(again), first);
    }
    first
}

#[test]
fn nothing_is_new_without_a_change() {
    let project = committed();
    let ran = since(&project, &[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.out.starts_with("analysed 14 functions") && ran.out.contains("left out that were there before"),
        "{ran:?}"
    );
}

#[test]
fn a_change_of_a_callee_is_seen_in_its_callers() {
    let project = committed();
    edit(&project, "src/drop.c", "free(buffer->data);\n", "free(buffer->data);\n    free(buffer);\n");
    let ran = since(&project, &[]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("error[use-after-free]") && ran.out.contains("src/use.c"), "{ran:?}");
    assert_eq!(ran.out.matches("error[").count(), 1, "{ran:?}");
    let json = since(&project, &["--format", "json", "--show-refuted", "--show-doubtful"]);
    assert_eq!(json.out.matches("\"rule\":").count(), 1, "{json:?}");
}

#[test]
fn what_moves_is_not_new() {
    let project = committed();
    edit(&project, "src/use.c", "#include", "\n\n/* more lines */\n#include");
    assert_eq!(since(&project, &[]).code, Some(0));
    fs::rename(project.path("src/use.c"), project.path("src/uses.c")).unwrap();
    assert_eq!(since(&project, &[]).code, Some(0));
}

#[test]
fn headers_count_as_they_were() {
    let project = committed();
    edit(&project, "src/buffer.h", "size_t size;", "size_t size;\n#include \"more.h\"");
    project.write("src/more.h", "int more;\n");
    assert_eq!(since(&project, &[]).code, Some(0));
    project.write("src/new.c", "#include \"buffer.h\"\nint f(void)\n{\n    int *p = 0;\n    return *p;\n}\n");
    let ran = since(&project, &[]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_eq!(ran.out.matches("error[").count(), 1, "{ran:?}");
}

#[test]
fn what_git_cannot_tell_is_an_error() {
    let project = committed();
    let told = |args: &[&str], message: &str| {
        let ran = run(&project.path(""), args);
        assert!(ran.code == Some(2) && ran.err.contains(message), "{ran:?}");
    };
    told(&["check", "src", "--changed-since", "nowhere"], "there is no revision `nowhere`");
    told(&["check", "src", "--changed-since=--all"], "there is no revision `--all`");
    told(&["check", "-", "--changed-since", "HEAD"], "not standard input");
    fs::remove_dir_all(project.path(".git")).unwrap();
    let ran = run(&project.path(""), &["check", "src", "--changed-since", "HEAD"]);
    assert!(ran.code == Some(2) && ran.err.contains("--changed-since"), "{ran:?}");
}
