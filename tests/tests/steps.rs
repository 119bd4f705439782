//! Tests of the steps of an analysis, whose inputs and outputs are files: whatever their order, the last one says what one
//! process says that checks all files.

use std::{fs, path::Path};

use csieve_tests::{Ran, lsp::Project, run, wrapped};

/// The C files of the project with wrappers.
const FILES: [&str; 6] = ["drop", "held", "lock", "make", "table", "use"];

/// Runs one step in the folder of a project.
fn step(project: &Project, args: &[&str]) -> Ran {
    run(&project.path(""), args)
}

/// Runs a step that must end with one of some exit codes. Returns what it printed.
#[track_caller]
fn done(project: &Project, args: &[&str], codes: &[i32]) -> String {
    let ran = step(project, args);
    assert!(ran.code.is_some_and(|code| codes.contains(&code)), "{args:?}: {ran:?}");
    ran.out
}

/// Summarises each file of the project alone, in the order of `names`.
fn summarised(project: &Project, names: &[&str]) -> Vec<String> {
    let one = |name: &&str| {
        let output = format!("{name}.csum");
        done(project, &["summarise", &format!("src/{name}.c"), "-o", &output], &[0]);
        output
    };
    names.iter().map(one).collect()
}

/// Links summary files, and summarises again what must be, until nothing is left. Returns the last summary file and the
/// number of rounds. Files are summarised again from their summary files, without their sources.
fn linked(project: &Project, mut files: Vec<String>) -> (String, usize) {
    for round in 0..9 {
        let all = format!("all{round}.csum");
        let args: Vec<&str> =
            ["link", "-o", &all].into_iter().chain(files.iter().map(String::as_str)).collect();
        let groups = done(project, &args, &[0, 4]);
        if groups.is_empty() {
            return (all, round);
        }
        files = vec![all.clone()];
        for (number, group) in groups.lines().enumerate() {
            let of_path =
                |path: &str| format!("{}.csum", Path::new(path).file_stem().unwrap().to_str().unwrap());
            let own: Vec<String> = group.split('\t').map(of_path).collect();
            let output = format!("again{round}-{number}.csum");
            let args = ["summarise", "--with", &all, "-o", &output];
            let args: Vec<&str> = args.into_iter().chain(own.iter().map(String::as_str)).collect();
            done(project, &args, &[0]);
            files.push(output);
        }
    }
    panic!("the summaries are not known after nine rounds");
}

/// Checks each unit alone, with what `all` has of the others, and merges the logs.
fn merged(project: &Project, names: &[&str], all: &str) -> String {
    let logs: Vec<String> = names.iter().map(|name| format!("{name}.sarif")).collect();
    for (name, log) in names.iter().zip(&logs) {
        let args = ["check", &format!("{name}.csum"), "--with", all, "--format", "sarif", "-o", log];
        done(project, &args, &[0, 1]);
    }
    done(project, &["merge"].into_iter().chain(logs.iter().map(String::as_str)).collect::<Vec<_>>(), &[1])
}

#[test]
fn steps_say_what_one_process_says() {
    let project = wrapped();
    let whole = step(&project, &["check", "src", "--format", "sarif"]);
    assert!(whole.out.contains("use-after-free") && whole.out.contains("null-dereference"), "{whole:?}");
    for names in [FILES, ["use", "table", "make", "lock", "held", "drop"]] {
        let files = summarised(&project, &names);
        let (all, rounds) = linked(&project, files);
        assert!(rounds >= 1, "functions of one file call those of another");
        assert_eq!(merged(&project, &names, &all), whole.out);
    }
}

#[test]
fn no_step_needs_sources_but_the_first() {
    let project = wrapped();
    let whole = step(&project, &["check", "src", "--format", "sarif"]).out;
    let files = summarised(&project, &FILES);
    let paths: Vec<String> = FILES.iter().map(|name| format!("src/{name}.c\n")).collect();
    assert_eq!(done(&project, &["summarise", "--list", "src"], &[0]), paths.concat());
    fs::remove_dir_all(project.path("src")).unwrap();
    let (all, _) = linked(&project, files);
    assert_eq!(merged(&project, &FILES, &all), whole);
    // One step for all of them says the same, as text too.
    assert_eq!(done(&project, &["check", &all, "--format", "sarif"], &[1]), whole);
    let text = done(&project, &["check", &all], &[1]);
    assert!(text.contains("src/use.c:9") && text.contains("14 functions in 6 files"), "{text}");
}

#[test]
fn callees_first_needs_no_second_round() {
    let project = wrapped();
    let mut known: Vec<String> = Vec::new();
    for name in ["drop", "lock", "make", "table", "held", "use"] {
        let output = format!("{name}.csum");
        let source = format!("src/{name}.c");
        let mut args = vec!["summarise", &source, "-o", &output];
        if !known.is_empty() {
            args.push("--with");
            args.extend(known.iter().map(String::as_str));
        }
        done(&project, &args, &[0]);
        known.push(output);
    }
    assert_eq!(linked(&project, known).1, 0);
}

#[test]
fn functions_that_call_each_other_across_files_are_summarised_together() {
    let project = Project::new(&[
        ("src/even.c", "int odd(int n);\nint even(int n)\n{\n    return n == 0 ? 1 : odd(n - 1);\n}\n"),
        ("src/even/odd.c", "int even(int n);\nint odd(int n)\n{\n    return n == 0 ? 0 : even(n - 1);\n}\n"),
        (
            "src/use.c",
            "#include <stdlib.h>\nint even(int n);\nint use(int n)\n{\n    int *p = NULL;\n    return even(n) > 1 ? *p : 0;\n}\n",
        ),
    ]);
    // As a text, `src/even.c` stands before `src/even/odd.c`; as a path, behind it.
    let one = |name: &str, output: &str| {
        done(&project, &["summarise", &format!("src/{name}.c"), "-o", output], &[0]);
        output.to_owned()
    };
    let files = vec![one("even", "even.csum"), one("even/odd", "odd.csum"), one("use", "use.csum")];
    let first: Vec<&str> = files.iter().map(String::as_str).collect();
    let groups = done(&project, &[&["link", "-o", "all.csum"], &*first].concat(), &[4]);
    assert_eq!(groups, "src/even/odd.c\tsrc/even.c\n");
    let (all, _) = linked(&project, files);
    let whole = step(&project, &["check", "src", "--format", "sarif", "--show-refuted"]);
    let steps = step(&project, &["check", &all, "--format", "sarif", "--show-refuted"]);
    assert_eq!(steps.out, whole.out);
}

#[test]
fn equal_inputs_give_equal_bytes_and_keys_in_any_folder() {
    let (one, other) = (wrapped(), wrapped());
    let bytes = |project: &Project| {
        summarised(project, &["use"]);
        fs::read(project.path("use.csum")).unwrap()
    };
    assert_eq!(bytes(&one), bytes(&other));
    let key = |project: &Project, args: &[&str]| done(project, &[args, &["--key"]].concat(), &[0]);
    let steps: [&[&str]; 3] = [&["summarise", "src/use.c"], &["link", "use.csum"], &["check", "use.csum"]];
    for args in steps {
        assert_eq!(key(&one, args), key(&other, args), "{args:?}");
    }
    for project in [&one, &other] {
        done(project, &["check", "use.csum", "--format", "sarif", "-o", "use.sarif"], &[0, 1]);
    }
    let merge: &[&str] = &["merge", "use.sarif"];
    assert_eq!(key(&one, merge), key(&other, merge));
    let before = key(&one, steps[0]);
    one.write(
        "src/buffer.h",
        &fs::read_to_string(one.path("src/buffer.h")).unwrap().replace("size_t size;", "int size;"),
    );
    assert_ne!(key(&one, steps[0]), before, "a header is read too");
}

#[test]
fn what_could_not_be_read_is_told_by_every_step() {
    let project = wrapped();
    let files = ["src", "gone.c"];
    let whole = step(&project, &["check", "src", "gone.c", "--format", "sarif"]);
    assert_eq!(whole.code, Some(3));
    let first = step(&project, &["summarise", files[0], files[1], "-o", "all.csum"]);
    assert_eq!(first.code, Some(3), "{first:?}");
    assert_eq!(done(&project, &["link", "all.csum", "-o", "linked.csum"], &[0]), "");
    let log = done(&project, &["check", "linked.csum", "--format", "sarif"], &[3]);
    assert_eq!(log, whole.out);
    project.write("all.sarif", &log);
    assert_eq!(done(&project, &["merge", "all.sarif"], &[3]), whole.out);
}

#[test]
fn findings_are_no_failure_for_those_who_ask() {
    let project = wrapped();
    let log = done(&project, &["check", "src", "--format", "sarif", "--exit-zero"], &[0]);
    project.write("all.sarif", &log);
    done(&project, &["merge", "all.sarif", "--exit-zero"], &[0]);
    done(&project, &["merge", "all.sarif"], &[1]);
    done(&project, &["merge", "all.sarif", "--fail-on", "rank=100"], &[0]);
    done(&project, &["merge", "all.sarif", "--fail-on", "confirmed,severity=critical"], &[1]);
    let named = done(&project, &["merge", "all.sarif", "--fail-on", "never", "--category", "all"], &[0]);
    assert!(named.contains("\"csieve/all/\""), "{named}");
    let empty = done(&project, &["merge"], &[0]);
    assert!(empty.contains("\"results\": []"), "{empty}");
}

#[test]
fn what_is_no_summary_file_is_told() {
    let project = wrapped();
    summarised(&project, &["use"]);
    let whole = fs::read(project.path("use.csum")).unwrap();
    let told = |bytes: &[u8], message: &str| {
        fs::write(project.path("bad.csum"), bytes).unwrap();
        let ran = step(&project, &["check", "bad.csum"]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.err.contains(message), "{message}: {ran:?}");
    };
    told(b"", "this is no summary file");
    told(b"int main(void) { return 0; } // long enough", "this is no summary file");
    let mut other = whole.clone();
    other[9] ^= 1;
    told(&other, "another build of csieve");
    for at in (32..whole.len()).step_by(whole.len() / 23) {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        told(&damaged, "damaged");
    }
    for length in (32..whole.len()).step_by(whole.len() / 23) {
        told(&whole[..length], "damaged");
    }
    project.write("bad.sarif", "{\"version\": \"2.1.0\"");
    let ran = step(&project, &["merge", "bad.sarif"]);
    assert!(ran.code == Some(3) && ran.err.contains("bad.sarif"), "{ran:?}");
}

#[test]
fn arguments_may_stand_in_a_file() {
    let project = wrapped();
    project.write("arguments", "summarise\nsrc/use.c\n--only-flags\n--flag=-DX=1\n-o\nuse.csum\n");
    done(&project, &["@arguments"], &[0]);
    done(&project, &["check", "use.csum"], &[0, 1]);
    let ran = step(&project, &["@nowhere"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn only_the_given_flags_count() {
    let project = Project::new(&[
        (
            "a.c",
            "#ifdef FOUND\nint *f(void) { int *p = 0; *p = 1; return p; }\n#endif\nint g(void) { return 0; }\n",
        ),
        ("compile_flags.txt", "-DFOUND\n"),
    ]);
    done(&project, &["check", "a.c"], &[1]);
    done(&project, &["check", "a.c", "--only-flags"], &[0]);
    done(&project, &["check", "a.c", "--only-flags", "--flag=-DFOUND"], &[1]);
}
