//! What the program says of rules of users and of their findings.

use std::{fs, path::Path};

use csieve_tests::{Ran, lsp::Project, run};
use serde_json::Value;

const RULES: &str = r#"
[[rule]]
id = "kept-lock"
title = "A lock is kept"
message = "`{object}` is still held, from line {line}"
formula = "AG (lock -> AF unlock)"

[rule.labels]
lock = { calls = ["grab"], object = 0 }
unlock = { calls = ["drop"], object = 0 }
"#;

const TEXT: &str = "struct lock;\nvoid grab(struct lock *);\nvoid drop(struct lock *);\n\
    int f(struct lock *l, int n)\n{\n    grab(l);\n    if (n)\n        return 1;\n    drop(l);\n    return 0;\n}\n";

/// The line of the finding in [`TEXT`].
const LINE: usize = 8;

fn project() -> Project {
    Project::new(&[("a.c", TEXT), ("own.toml", RULES)])
}

fn check(project: &Project, args: &[&str]) -> Ran {
    run(&project.path(""), &[&["check", "a.c"], args].concat())
}

#[test]
fn a_finding_has_its_rule_its_message_its_path_and_inputs() {
    let project = project();
    assert_eq!(check(&project, &[]).code, Some(0), "no rule, no finding");
    let ran = check(&project, &["--rules", "own.toml"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for part in [
        "error[kept-lock]: `l` is still held, from line 6, when `n != 0` on line 7\n",
        "--> a.c:8:9",
        "grab(l): lock",
        "it happens with l = a valid pointer and n = 1",
    ] {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    let explained = run(&project.path(""), &["explain", "--rules", "own.toml", "a.c:8"]);
    assert!(explained.out.contains("grab(l): lock"), "{explained:?}");
    let listed = run(&project.path(""), &["rules", "--rules", "own.toml"]);
    let row = listed.out.lines().find(|line| line.starts_with("kept-lock ")).unwrap_or_default();
    assert!(row.ends_with("  A lock is kept"), "{listed:?}");
}

#[test]
fn all_formats_name_the_rule() {
    let project = project();
    for format in ["json", "sarif", "github", "gitlab", "junit", "html"] {
        let ran = check(&project, &["--rules", "own.toml", "--format", format]);
        assert!(ran.out.contains("kept-lock") && !ran.out.contains("own-rule\""), "{format}: {ran:?}");
    }
    let log: Value =
        serde_json::from_str(&check(&project, &["--rules", "own.toml", "--format", "sarif"]).out).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let own = rules.iter().find(|rule| rule["id"] == "kept-lock").expect("the log describes the rule");
    assert_eq!(own["shortDescription"]["text"], "A lock is kept");
}

#[test]
fn a_configuration_names_rules_and_a_comment_suppresses_their_findings() {
    let project = project();
    project.write("csieve.toml", "rules = [\"own.toml\"]\n");
    assert_eq!(check(&project, &[]).code, Some(1));
    assert_eq!(check(&project, &["--checks", "double-free"]).code, Some(1), "rules are not among the checks");
    let mut lines: Vec<String> = TEXT.lines().map(str::to_owned).collect();
    lines[LINE - 1].push_str(" // NOLINT(csieve-kept-lock): the caller drops it");
    project.write("a.c", &lines.join("\n"));
    let suppressed = check(&project, &[]);
    assert!(suppressed.code == Some(0) && suppressed.out.contains("1 finding suppressed"), "{suppressed:?}");
    lines[LINE - 1] = lines[LINE - 1].replace("kept-lock", "other-rule");
    project.write("a.c", &lines.join("\n"));
    assert_eq!(check(&project, &[]).code, Some(1));
}

#[test]
fn the_cache_knows_the_rules() {
    let project = project();
    let cached = |rules: &[&str]| check(&project, &[&["--cache-dir", "cache"], rules].concat());
    assert_eq!(cached(&["--rules", "own.toml"]).code, Some(1));
    assert_eq!(cached(&[]).code, Some(0));
    assert_eq!(cached(&["--rules", "own.toml"]).out, cached(&["--rules", "own.toml"]).out);
    project.write("own.toml", &RULES.replace("still held", "never dropped"));
    assert!(cached(&["--rules", "own.toml"]).out.contains("`l` is never dropped, from line 6"));
}

#[test]
fn a_mistake_is_told_at_its_place() {
    let project = project();
    let wrong = |from: &str, to: &str| {
        project.write("own.toml", &RULES.replace(from, to));
        let ran = check(&project, &["--rules", "own.toml"]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        ran.err
    };
    let key = wrong("calls = [\"grab\"]", "cals = [\"grab\"]");
    assert!(key.contains("own.toml:9:10: there is no key `cals`; did you mean `calls`"), "{key}");
    let label = wrong("AF unlock", "AF unlok");
    assert!(label.contains("own.toml:6:27: in the formula: there is no label `unlok`"), "{label}");
    let missing = check(&project, &["--rules", "none.toml"]);
    assert!(missing.code == Some(2) && missing.err.contains("none.toml: "), "{missing:?}");
}

#[test]
fn steps_of_an_analysis_take_rules() {
    let project = project();
    let step = |args: &[&str]| run(&project.path(""), args);
    assert_eq!(step(&["summarise", "--rules", "own.toml", "a.c", "-o", "a.sum"]).code, Some(0));
    assert_eq!(step(&["link", "--rules", "own.toml", "a.sum", "-o", "all.sum"]).code, Some(0));
    let checked = step(&["check", "a.c", "--rules", "own.toml", "--with", "all.sum"]);
    assert!(checked.out.contains("[kept-lock]"), "{checked:?}");
}

#[test]
fn the_schema_is_that_of_the_documentation_and_accepts_the_examples() {
    let project = Project::new(&[]);
    let printed = run(&project.path(""), &["rules", "--schema"]).out;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known = fs::read_to_string(root.join("../docs/rules.schema.json")).unwrap_or_default();
    assert_eq!(known, printed, "csieve rules --schema > docs/rules.schema.json");
    let validator =
        jsonschema::validator_for(&serde_json::from_str(&printed).unwrap()).expect("it is a schema");
    let valid = |text: &str| {
        let table: toml::Value = toml::from_str(text).expect("it is TOML");
        validator.is_valid(&serde_json::to_value(table).unwrap())
    };
    let page = fs::read_to_string(root.join("../docs/own-rules.md")).expect("the page is there");
    for entry in fs::read_dir(root.join("fixtures/own")).expect("the folder can be read") {
        let path = entry.expect("its entries too").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = fs::read_to_string(&path).expect("a rule file is a text");
            assert!(valid(&text), "{}", path.display());
            assert!(page.contains(text.trim_end()), "docs/own-rules.md has not what {} has", path.display());
        }
    }
    assert!(!valid("[[rule]]\nid = \"a\"\n"));
}
