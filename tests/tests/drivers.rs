//! Tests that drivers, the C programs that `csieve driver` writes, compile, run, and fail with the report
//! that they predict.
//!
//! In `drivers/*.c`, `// fails: RULE` says that a driver for the finding on this line fails with a report
//! that it predicts. `// no driver: RULE` says that there is a finding on this line, but no driver.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use csieve_tests::{Ran, run};
use tempfile::TempDir;

/// The longest time that a driver may run.
const PATIENCE: Duration = Duration::from_secs(60);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers")
}

/// Returns the numbers of the lines that contain a word, each with the text after the word.
fn marked<'a>(text: &'a str, word: &str) -> Vec<(usize, &'a str)> {
    let lines = text.lines().enumerate();
    lines.filter_map(|(index, line)| Some((index + 1, line.split_once(word)?.1.trim()))).collect()
}

fn driver(file: &Path, line: usize, rule: &str) -> Ran {
    let place = format!("{}:{line}", file.display());
    run(&folder(), &["driver", "-q", "--checks", "+assertion-failure", "--rule", rule, &place])
}

fn has_compiler() -> bool {
    let found = Command::new("cc").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// Returns the sanitizer reports that a driver's comment predicts, and the place of the misuse that it names.
fn predicted(text: &str) -> (Vec<&str>, Option<&str>) {
    let expected = text.lines().find_map(|line| line.strip_prefix(" * Expected: it fails and reports "));
    let reports = expected.unwrap_or_default().split('"').skip(1).step_by(2).collect();
    (reports, text.lines().find_map(|line| line.strip_prefix(" * Where: ")))
}

/// Returns the command of a driver's comment that compiles and runs it, and the name that it gives to the
/// file.
fn build_line(text: &str) -> (&str, &str) {
    let mut lines = text.lines().skip_while(|line| *line != " * Compile and run:");
    let line = lines.nth(1).unwrap_or_default().trim_start_matches(" *").trim();
    let name = line.split(' ').find(|word| word.starts_with("csieve_driver_")).unwrap_or_default();
    (line, name)
}

/// Compiles and runs a driver with the command of its comment. Returns the problem as an error if the driver
/// does not fail as it predicts.
fn tried(text: &str, folder: &Path) -> Result<(), String> {
    let (line, name) = build_line(text);
    fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    let (compile, program) = line.split_once(" && ").ok_or("has no command")?;
    let compiler = Command::new("sh").args(["-c", compile]).current_dir(folder).output();
    let compiled = compiler.map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        return Err(format!("does not compile: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let said = folder.join("said");
    let stderr = fs::File::create(&said).map_err(|error| error.to_string())?;
    let mut child = Command::new(folder.join(program))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(stderr)
        .spawn()
        .map_err(|error| error.to_string())?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            return Err("does not end".to_owned());
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let said = fs::read(&said).map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&said);
    let (reports, place) = predicted(text);
    if status.success() {
        return Err("passes".to_owned());
    }
    if !reports.iter().any(|report| said.contains(report)) {
        return Err(format!("does not report {reports:?} but: {said}"));
    }
    match place {
        Some(place) if !said.contains(place) => Err(format!("does not name {place} but: {said}")),
        _ => Ok(()),
    }
}

#[test]
fn drivers_fail_as_they_say() {
    if !has_compiler() {
        eprintln!("there is no C compiler: drivers are written but not run");
    }
    let scratch = TempDir::new().expect("a temporary folder");
    let mut files: Vec<PathBuf> = fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    let (mut problems, mut count) = (Vec::new(), 0);
    for file in &files {
        let text = fs::read_to_string(file).expect("a text");
        for (line, rule) in marked(&text, "// fails: ") {
            let Ran { code, out, err } = driver(file, line, rule);
            let result = match code {
                Some(0) if has_compiler() => tried(&out, scratch.path()),
                Some(0) => Ok(()),
                _ => Err(err),
            };
            count += 1;
            problems
                .extend(result.err().map(|problem| format!("{}:{line}: {rule} {problem}", file.display())));
        }
        for (line, rule) in marked(&text, "// no driver: ") {
            let Ran { code, err, .. } = driver(file, line, rule);
            if code != Some(2) || !err.contains("there is no driver") {
                problems.push(format!("{}:{line}: {rule} {err}", file.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{} of {count}:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn a_run_through_another_file_has_no_driver() {
    let scratch = TempDir::new().expect("a temporary folder");
    let main =
        "void set(int *at, int n);\nint main(void)\n{\n    int b[4];\n    set(b, 5);\n    return 0;\n}\n";
    fs::write(scratch.path().join("main.c"), main).expect("a file is written");
    fs::write(scratch.path().join("set.c"), "void set(int *at, int n)\n{\n    at[n] = 1;\n}\n")
        .expect("a file is written");
    let ran = run(scratch.path(), &["driver", "-q", "main.c:5", "--with", "set.c"]);
    assert_eq!(ran.code, Some(2));
    let reason = "its run goes through set.c, and a driver has the text of one file";
    assert!(ran.err.contains(reason), "{}", ran.err);
}

#[test]
fn what_has_no_driver_is_said_plainly() {
    let scratch = TempDir::new().expect("a temporary folder");
    let text =
        "int f(int n)\n{\n    int *p = 0;\n    if (n > 3 && n < 3)\n        return *p;\n    return 0;\n}\n";
    fs::write(scratch.path().join("a.c"), text).expect("a file is written");
    let refuted = run(scratch.path(), &["driver", "-q", "a.c:5"]);
    assert_eq!(refuted.code, Some(2));
    assert!(refuted.err.contains("null-dereference in `f` is refuted"), "{}", refuted.err);
    let nothing = run(scratch.path(), &["driver", "-q", "a.c:1"]);
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.err.contains("line 1 of a.c has no finding"), "{}", nothing.err);
}

#[test]
fn a_driver_can_be_written_to_a_file() {
    let file = folder().join("numbers.c");
    let scratch = TempDir::new().expect("a temporary folder");
    let place = format!("{}:11", file.display());
    let written = run(scratch.path(), &["driver", "-q", &place, "--output", "out.c"]);
    assert_eq!((written.code, written.out.as_str()), (Some(0), ""));
    let shown = driver(&file, 11, "division-by-zero");
    assert_eq!(fs::read_to_string(scratch.path().join("out.c")).expect("a file"), shown.out);
}

/// A project with a header, a macro of the command, and more than the run of its finding needs.
fn project(folder: &Path) {
    let files = [
        ("compile_flags.txt", "-DLIMIT=7\n-DNAME=\"a b\"\n-std=gnu99\n"),
        ("shape.h", "struct shape;\nint area(struct shape *);\nstruct shape { int width, height; };\n"),
        (
            "shape.c",
            "#include \"shape.h\"\n#include <stdio.h>\n\nstatic int unused[3];\n\
             static int half(int n) { return n / 2; }\n\
             static int other(int n) { return unused[n] + half(n); }\n\
             int area(struct shape *s)\n{\n    int *p = 0;\n    if (s->width == LIMIT)\n        return *p;\n    \
             return other(s->height);\n}\nint main(void) { puts(NAME); return 0; }\n",
        ),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file is written");
    }
}

#[test]
fn a_driver_has_only_what_its_run_needs() {
    let scratch = TempDir::new().expect("a temporary folder");
    project(scratch.path());
    let Ran { code, out, err } = run(scratch.path(), &["driver", "-q", "shape.c:11"]);
    assert_eq!(code, Some(0), "{err}");
    for needed in ["struct shape {", "int area(struct shape *s)", "static int other(int n) { /* The run does"]
    {
        assert!(out.contains(needed), "no {needed} in:\n{out}");
    }
    for left_out in ["half", "unused[3]", "puts(", "FILE"] {
        assert!(!out.contains(left_out), "{left_out} in:\n{out}");
    }
    let (line, name) = build_line(&out);
    assert_eq!(name, "csieve_driver_area_null_dereference_11.c");
    assert!(line.contains(" -std=gnu99 ") && !line.contains("-D"), "{line}");
    if has_compiler() {
        tried(&out, scratch.path()).expect("it fails as it says");
    }
}

#[test]
fn a_text_that_stays_as_it_is_written_takes_the_macros_of_its_command() {
    let scratch = TempDir::new().expect("a temporary folder");
    fs::write(scratch.path().join("compile_flags.txt"), "-DLIMIT=(3 + 4)\n-DUNUSED=1\n").expect("a file");
    let text = "#include <stdio.h>\n/* Says it. */\nvoid say(void) { puts(\"\"); }\n/* Counts. */\n\
                int count(int n)\n{\n    int *p = 0;\n    return n == LIMIT ? *p : 0; // here\n}\n";
    fs::write(scratch.path().join("a.c"), text).expect("a file is written");
    let Ran { code, out, err } = run(scratch.path(), &["driver", "-q", "a.c:8"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("/* Counts. */") && out.contains("LIMIT ? *p : 0; // here"), "{out}");
    assert!(!out.contains("say") && !out.contains("Says it"), "{out}");
    let (line, _) = build_line(&out);
    assert!(line.contains("'-DLIMIT=(3 + 4)'") && !line.contains("UNUSED"), "{line}");
    if has_compiler() {
        tried(&out, scratch.path()).expect("it fails as it says");
    }
}

#[test]
fn a_driver_is_not_analysed_itself() {
    let scratch = TempDir::new().expect("a temporary folder");
    project(scratch.path());
    let written = run(scratch.path(), &["driver", "-q", "shape.c:11", "-o", "csieve_driver.c"]);
    assert_eq!(written.code, Some(0), "{}", written.err);
    let folder = run(scratch.path(), &["check", "--exit-zero", "."]);
    assert_eq!(folder.code, Some(0), "{}", folder.err);
    let left_out = "csieve_driver.c is left out: it is a driver that csieve wrote";
    assert!(folder.err.contains(left_out) && !folder.out.contains("csieve_driver"), "{}", folder.err);
    let named = run(scratch.path(), &["check", "csieve_driver.c"]);
    assert_eq!(named.code, Some(3));
    assert!(named.err.contains("csieve_driver.c: it is a driver that csieve wrote"), "{}", named.err);
}
