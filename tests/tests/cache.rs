//! Tests of the cache of results: what is taken from it is what would be computed, whatever changed, and whatever
//! happens to the processes that use it.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use csieve_tests::{Ran, lsp::Project, program, random::Random, run, wrapped};

/// Checks a project with a cache beside it, or with none.
fn check(project: &Project, cache: Option<&str>, more: &[&str]) -> Ran {
    let place = cache.map(|name| project.path(name).display().to_string());
    let place = place.iter().flat_map(|place| ["--cache-dir", place.as_str()]);
    let args = ["check", "src", "--show-refuted", "--show-doubtful", "--format", "json"];
    run(&project.path(""), &args.into_iter().chain(more.iter().copied()).chain(place).collect::<Vec<_>>())
}

/// Checks a project with the cache and without; the outputs must be the same. Returns the output.
#[track_caller]
fn same(project: &Project, more: &[&str]) -> String {
    let (kept, anew) = (check(project, Some("cache"), more), check(project, None, more));
    assert_eq!(kept, anew, "{more:?}");
    assert!(matches!(kept.code, Some(0 | 1 | 3)), "{kept:?}");
    kept.out
}

#[test]
fn an_unchanged_project_has_the_same_results() {
    let project = wrapped();
    let first = same(&project, &[]);
    assert!(first.contains("use-after-free") && first.contains("null-dereference"), "{first}");
    for _ in 0..2 {
        assert_eq!(same(&project, &[]), first);
    }
}

#[test]
fn edits_change_what_they_change_without_the_cache() {
    let project = wrapped();
    let first = same(&project, &[]);
    let edits = [
        // A callee in another file does something else.
        ("src/drop.c", "free(buffer);\n}", "}"),
        ("src/make.c", "    buffer->data = malloc(size);", "    buffer->data = malloc(size + 1);"),
        ("src/make.c", "if (buffer->data == NULL)", "if (0)"),
        // Lines move, in the caller and in the callee.
        ("src/use.c", "size_t of_a_failure", "\n\nsize_t of_a_failure"),
        ("src/drop.c", "void buffer_drop", "\n\nvoid buffer_drop"),
        // A header changes for all files.
        ("src/buffer.h", "size_t size;\n};", "size_t size;\n    int more;\n};"),
        (
            "src/buffer.h",
            "struct buffer *buffer_new",
            "#define buffer_drop(b) ((void) (b))\nstruct buffer *buffer_new",
        ),
        // A comment suppresses a finding.
        ("src/use.c", "buffer->size; // expect", "buffer->size; // NOLINT; expect"),
    ];
    for (name, from, to) in edits {
        let text = fs::read_to_string(project.path(name)).unwrap();
        assert!(text.contains(from), "{name}: {from}");
        project.write(name, &text.replacen(from, to, 1));
        same(&project, &[]);
        project.write(name, &text);
        assert_eq!(same(&project, &[]), first, "after {from} is back");
    }
}

#[test]
fn files_come_and_go() {
    let project = wrapped();
    let first = same(&project, &[]);
    let text = fs::read_to_string(project.path("src/drop.c")).unwrap();
    project.remove("src/drop.c");
    assert_ne!(same(&project, &[]), first);
    project.write("src/drop.c", &text);
    project.write("src/zzz.c", "int zzz(int n) { return 8 / n; }\n");
    same(&project, &[]);
    project.remove("src/zzz.c");
    assert_eq!(same(&project, &[]), first);
}

#[test]
fn what_other_files_define_counts() {
    let project = Project::new(&[
        (
            "src/a.c",
            "extern int mode, size, table[4];\nint f(int *p)\n{\n    if (mode == 7)\n        p = 0;\n    return *p;\n}\n\
             int g(int n) { return 10 / (mode - 1) + table[size] + n; }\n\
             static int start;\nint h(void) { return 10 / start; }\nvoid set(int n) { start = n; }\n",
        ),
        (
            "src/main.c",
            "int f(int *p);\nint g(int n);\nint h(void);\n\
             int main(void)\n{\n    int x = 1;\n    return f(&x) + g(2) + h();\n}\n",
        ),
        ("src/b.c", "int other(void) { return 1; }\n"),
    ]);
    let first = same(&project, &[]);
    let mut seen = vec![first.clone()];
    for more in [
        "int mode = 1;",
        "int mode = 7;",
        "int mode = 7, size = 9, table[4];",
        "int mode = 7, size = 2, table[4];",
        "int mode; void write(void) { mode = 7; }",
        "static int mode = 1; int k(void) { return 1 / mode; }",
        "void set(int n);\n__attribute__((constructor)) static void init(void) { set(5); }\nint mode = 2, size, table[4];",
    ] {
        project.write("src/b.c", &format!("int other(void) {{ return 1; }}\n{more}\n"));
        seen.push(same(&project, &[]));
        let main = fs::read_to_string(project.path("src/main.c")).unwrap();
        project.remove("src/main.c");
        same(&project, &[]);
        project.write("src/main.c", &main);
        same(&project, &[]);
    }
    assert!(seen.iter().any(|other| *other != first), "some of these change what is found");
    project.write("src/b.c", "int other(void) { return 1; }\n");
    assert_eq!(same(&project, &[]), first);
}

#[test]
fn what_callers_in_other_files_do_counts() {
    let project = wrapped();
    let inferred = "is NULL here if `table_get` on line 32 returns NULL, inferred: 4 of 5 uses";
    let first = same(&project, &[]);
    assert!(first.contains(inferred), "{first}");
    let text = fs::read_to_string(project.path("src/held.c")).unwrap();
    for untested in [
        text.replace("    if (!buffer)\n        return;\n", ""),
        text.replace("buffer != NULL && ", ""),
        text.replace("table_get(number)", "table_get(number + 1); buffer = 0"),
    ] {
        assert_ne!(untested, text);
        project.write("src/held.c", &untested);
        let found = same(&project, &[]);
        assert!(!found.contains("inferred: "), "{found}");
        project.write("src/held.c", &text);
        assert_eq!(same(&project, &[]), first);
    }
    // One more test changes the evidence, and another file than that of the finding brings it.
    let more = "\nint is_held(int number)\n{\n    struct buffer *buffer = table_get(number);\n    \
                return buffer ? buffer->size > 0 : 0;\n}\n";
    project.write("src/held.c", &format!("{text}{more}"));
    let found = same(&project, &[]);
    assert!(found.contains("returns NULL, inferred: 5 of 6 uses"), "{found}");
    project.remove("src/held.c");
    assert!(!same(&project, &[]).contains("inferred: "));
}

#[test]
fn a_header_that_is_found_earlier_counts() {
    let project = Project::new(&[
        ("src/a.c", "#include <size.h>\nint f(int n) { return n / SIZE; }\n"),
        ("second/size.h", "#define SIZE 4\n"),
        ("first/other.h", ""),
    ]);
    let include = ["-I", "first", "-I", "second"];
    assert!(!same(&project, &include).contains("division-by-zero"));
    project.write("first/size.h", "#define SIZE 0\n");
    assert!(same(&project, &include).contains("division-by-zero"));
    project.remove("first/size.h");
    assert!(!same(&project, &include).contains("division-by-zero"));
}

#[test]
fn options_are_a_part_of_the_key() {
    let project = wrapped();
    let first = same(&project, &[]);
    for more in
        [&["--checks", "-use-after-free"][..], &["-D", "NDEBUG"], &["--wrapv"], &["--refuters", "-bits"]]
    {
        same(&project, more);
        same(&project, more);
    }
    assert_eq!(same(&project, &[]), first);
}

#[test]
fn a_damaged_cache_is_made_again() {
    let project = wrapped();
    let first = same(&project, &[]);
    let mut random = Random::new(26);
    for round in 0..10 {
        let walk = ignore::WalkBuilder::new(project.path("cache")).standard_filters(false).build();
        let files = walk.flatten().map(ignore::DirEntry::into_path).filter(|path| path.is_file());
        for path in files {
            if random.below(3) != 0 {
                continue;
            }
            let mut bytes = fs::read(&path).unwrap();
            match random.below(5) {
                0 => bytes.truncate(bytes.len() / 2),
                1 => bytes.reverse(),
                2 => bytes.clear(),
                3 => bytes.push(0),
                _ => {
                    let at = random.below(bytes.len().max(1) as u64) as usize;
                    bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8));
                }
            }
            fs::write(&path, bytes).unwrap();
        }
        assert_eq!(same(&project, &[]), first, "round {round}");
    }
}

/// Starts a check with a cache, which goes on in the background.
fn started(project: &Project) -> std::process::Child {
    Command::new(program())
        .args(["check", "src", "--quiet", "--cache-dir", "cache"])
        .current_dir(project.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("csieve runs")
}

#[test]
fn killed_and_concurrent_runs_leave_a_cache_that_is_right() {
    let project = wrapped();
    let first = check(&project, None, &[]);
    let mut random = Random::new(9);
    for _ in 0..10 {
        let mut all: Vec<_> = (0..3).map(|_| started(&project)).collect();
        for child in &mut all {
            thread::sleep(Duration::from_millis(random.below(30)));
            child.kill().expect("it is killed");
            child.wait().expect("it has ended");
        }
        assert_eq!(check(&project, Some("cache"), &[]), first);
        let text = fs::read_to_string(project.path("src/use.c")).unwrap();
        project.write("src/use.c", &format!("\n{text}"));
        let mut both = [started(&project), started(&project)];
        for child in &mut both {
            child.wait().expect("it has ended");
        }
        same(&project, &[]);
        project.write("src/use.c", &text);
    }
    assert_eq!(check(&project, Some("cache"), &[]), first);
}

/// Copies the files of a folder into another one, as a CI job does with what others have made.
fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("its entries too");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&to).expect("a folder");
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("it is copied");
        }
    }
}

#[test]
fn shares_that_several_machines_check_are_the_whole() {
    let project = wrapped();
    let whole = check(&project, None, &[]);
    fs::create_dir(project.path("cache")).unwrap();
    let mut findings = 0;
    for share in 1..=3 {
        let own = format!("cache{share}");
        let ran = check(&project, Some(&own), &["--shard", &format!("{share}/3")]);
        findings += ran.out.matches("\"rule\": \"").count();
        copy(&project.path(&own), &project.path("cache"));
    }
    assert_eq!(findings, whole.out.matches("\"rule\": \"").count());
    // Nothing is left to do: neither is a new result written.
    let results = |project: &Project| fs::read_dir(project.path("cache/v1/results")).unwrap().count();
    let before = results(&project);
    assert_eq!(check(&project, Some("cache"), &[]), whole);
    assert_eq!(results(&project), before);
}

#[test]
fn a_cache_that_cannot_be_used_is_told_and_does_no_harm() {
    let project = wrapped();
    project.write("file", "");
    let (with, without) = (check(&project, Some("file/cache"), &[]), check(&project, None, &[]));
    assert_eq!((with.code, &with.out), (without.code, &without.out));
    assert!(with.err.contains("warning: nothing is kept in the cache"), "{with:?}");
}

#[test]
fn the_command_shows_and_clears() {
    let project = wrapped();
    let cache = |args: &[&str]| {
        let ran = run(&project.path(""), &[&["cache"], args, &["--cache-dir", "cache"]].concat());
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        ran.out
    };
    assert!(cache(&[]).starts_with("cache: 0 entries"));
    same(&project, &[]);
    let shown = cache(&["show"]);
    assert!(!shown.starts_with("cache: 0 entries"), "{shown}");
    assert!(shown.contains("results          6"), "{shown}");
    cache(&["clear"]);
    assert!(cache(&[]).starts_with("cache: 0 entries"));
    assert!(Path::new(&project.path("cache/CACHEDIR.TAG")).exists());
}
