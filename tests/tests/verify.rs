//! `csieve verify` on whole programs in `tests/verify/tasks`. Comments at the head of a program say what is answered:
//! `// PROPERTY: true`, `false` or `unknown`. Every answer comes with a witness of the right form, and every violation
//! witness shows the violation when it is run.

use std::{fs, path::Path};

use csieve_tests::{Ran, run};
use serde_json::Value;
use tempfile::TempDir;

/// Steps for each search. The programs need few; those that need a proof get to it sooner.
const STEPS: &str = "200000";

fn tasks() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("verify/tasks")
}

fn verify(folder: &Path, args: &[&str]) -> Ran {
    run(folder, &[&["verify", "-q", "--steps", STEPS], args].concat())
}

/// Returns the properties with their answers that the head of a program names.
fn expected(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().map_while(|line| line.strip_prefix("// "));
    lines.filter_map(|line| line.split_once(": ")).map(|(of, is)| (of.to_owned(), is.to_owned())).collect()
}

/// Returns a witness as JSON.
fn read(path: &Path) -> Value {
    serde_saphyr::from_str(&fs::read_to_string(path).expect("a witness")).expect("the witness is YAML")
}

fn validator() -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/witness-2.0.json");
    let schema = serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("it is JSON");
    jsonschema::validator_for(&schema).expect("it is a schema")
}

#[test]
fn programs_get_the_answers_that_they_name() {
    let (folder, validator) = (TempDir::new().expect("a folder"), validator());
    let witness = folder.path().join("witness.yml");
    let mut names: Vec<_> =
        fs::read_dir(tasks()).expect("tasks").flatten().map(|entry| entry.path()).collect();
    names.sort();
    assert!(names.len() >= 20);
    for path in names {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let expected = expected(&fs::read_to_string(&path).expect("a program"));
        assert!(!expected.is_empty(), "{name}");
        for (property, answer) in expected {
            fs::remove_file(&witness).ok();
            let to = witness.to_string_lossy();
            let ran = verify(&tasks(), &[&name, "--property", &property, "--witness-output", &to]);
            let said = format!("{name} {property}: {} {}", ran.out, ran.err);
            assert!(ran.out.starts_with(&answer), "{said}");
            let code = [("true", 0), ("false", 1), ("unknown", 3)].into_iter().find(|(of, _)| *of == answer);
            assert_eq!(ran.code, code.map(|(_, code)| code), "{said}");
            assert_eq!(witness.exists(), answer != "unknown", "{said}");
            if !witness.exists() {
                continue;
            }
            let problems: Vec<String> =
                validator.iter_errors(&read(&witness)).map(|error| error.to_string()).collect();
            assert!(problems.is_empty(), "{said}: {problems:?}");
            if answer == "false" {
                let again = verify(&tasks(), &[&name, "--property", &property, "--witness", &to]);
                assert_eq!(again.code, Some(1), "{said}: {}", again.err);
            }
        }
    }
}

/// A program whose error call needs both of two numbers.
const TWO: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
    int main(void)\n{\n    int x = __VERIFIER_nondet_int();\n    int y = (__VERIFIER_nondet_int());\n    \
    if (x == 7 && y == -x)\n        reach_error();\n    return 0;\n}\n";

#[test]
fn a_violation_witness_has_the_numbers_at_their_calls() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("two.c"), TWO).expect("a file");
    let ran = verify(folder.path(), &["two.c", "--witness-output", "w.yml"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), "false\n"), "{}", ran.err);
    let witness = read(&folder.path().join("w.yml"));
    let points: Vec<(String, u64, u64)> = witness[0]["content"]
        .as_array()
        .expect("segments")
        .iter()
        .map(|step| {
            let point = &step["segment"][0]["waypoint"];
            let value = point["constraint"]["value"].as_str().unwrap_or("target").to_owned();
            let place = &point["location"];
            (value, place["line"].as_u64().unwrap_or(0), place["column"].as_u64().unwrap_or(0))
        })
        .collect();
    let expected = [
        ("\\result == 7".to_owned(), 5, 35),
        ("\\result == -7".to_owned(), 6, 36),
        ("target".to_owned(), 8, 9),
    ];
    assert_eq!(points, expected);
    let first = fs::read(folder.path().join("w.yml")).expect("a witness");
    verify(folder.path(), &["two.c", "--witness-output", "again.yml"]);
    assert_eq!(first, fs::read(folder.path().join("again.yml")).expect("a witness"));
}

#[test]
fn a_witness_that_does_not_hold_is_no_evidence() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("two.c"), TWO).expect("a file");
    verify(folder.path(), &["two.c", "--witness-output", "w.yml"]);
    let witness = fs::read_to_string(file("w.yml")).expect("a witness");
    let wrong = [
        (witness.replace("== 7", "== 8"), "does not violate"),
        (witness.replace("column: 35", "column: 34"), "no call ends at 5:34"),
        (witness.replace("column: 35", "column: 4294967295"), "no call ends at 5:4294967295"),
        (witness.replace("format_version: \"2.0\"", "format_version: \"0.1\""), "another format version"),
        (witness.replace("call(reach_error())", "overflow"), "another property"),
        ("- 1\n".to_owned(), "this is no witness"),
        (String::new(), "this is no witness"),
    ];
    for (text, said) in wrong {
        fs::write(file("wrong.yml"), &text).expect("a file");
        let ran = verify(folder.path(), &["two.c", "--witness", "wrong.yml"]);
        assert_eq!(ran.code, Some(3), "{said}: {}", ran.out);
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    fs::write(file("two.c"), TWO.replace("== 7", "== 9")).expect("a file");
    let ran = verify(folder.path(), &["two.c", "--witness", "w.yml"]);
    assert!(ran.err.contains("the hash of the file differs"), "{}", ran.err);
}

#[test]
fn the_sizes_of_types_are_those_of_the_data_model() {
    let folder = TempDir::new().expect("a folder");
    let program = |ty: &str| {
        format!(
            "extern void reach_error(void);\nint main(void)\n{{\n    {ty} x = 1;\n    x = x << 20 << 20;\n    \
             if (x == 0)\n        reach_error();\n    return 0;\n}}\n"
        )
    };
    for (ty, model, answer) in [
        ("long", "LP64", "true\n"),
        ("long", "ILP32", "false\n"),
        ("long long", "ILP32", "true\n"),
        ("__SIZE_TYPE__", "ILP32", "false\n"),
        ("__SIZE_TYPE__", "LP64", "true\n"),
        ("unsigned", "ILP32", "false\n"),
        ("unsigned", "LP64", "false\n"),
    ] {
        fs::write(folder.path().join("a.c"), program(ty)).expect("a file");
        let ran = verify(folder.path(), &["a.c", "--data-model", model]);
        assert_eq!(ran.out, answer, "{ty} {model}: {}", ran.err);
    }
}

#[test]
fn other_functions_may_be_the_errors() {
    let folder = TempDir::new().expect("a folder");
    let program = "#include <assert.h>\nint main(void)\n{\n    assert(2 < 1);\n    return 0;\n}\n";
    fs::write(folder.path().join("a.c"), program).expect("a file");
    assert_eq!(verify(folder.path(), &["a.c"]).out, "true\n");
    assert_eq!(verify(folder.path(), &["a.c", "--error-function", "__assert_fail"]).out, "false\n");
}
