//! Tests of the forms of the output that are for other programs: they keep to their schemas, and nothing in a source breaks
//! them.

use std::{fs, path::Path, process::Command};

use csieve_tests::{Ran, lsp::Project, run};
use serde_json::Value;

/// A confirmed misuse, a skipped function, one without findings, and texts that would end a command, a tag or a string.
const TEXT: &str = "#include <stdlib.h>\n/* 100% ]]> <b> \u{1} */\nint f(int *p)\n{\n    free(p); /* ::, \" */\n    \
    return *p; /* </code> & % */\n}\nint odd(int a) { return a +* ; }\nint fine(int a)\n{\n    return a;\n}\n";

fn project() -> Project {
    Project::new(&[("src/a.c", TEXT), ("src/odd name, 1%.c", TEXT)])
}

fn check(project: &Project, format: &str, args: &[&str]) -> Ran {
    run(&project.path(""), &[&["check", "-q", ".", "--format", format], args].concat())
}

fn schema(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas").join(name)
}

#[track_caller]
fn assert_valid(name: &str, instance: &Value) {
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema(name)).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    let errors: Vec<String> = validator.iter_errors(instance).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0]);
}

#[test]
fn gitlab_gets_a_code_quality_report() {
    let ran = check(&project(), "gitlab", &[]);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_valid("gitlab-code-quality.json", &report);
    let first = &report[0];
    assert_eq!(first["location"]["path"], "src/a.c");
    assert_eq!((&first["severity"], &first["location"]["lines"]["begin"]), (&"blocker".into(), &6.into()));
    assert_ne!(first["fingerprint"], report[1]["fingerprint"], "files are told apart");
    assert!(first["description"].as_str().unwrap().starts_with("p is used after it was freed"));
    let none = check(&Project::new(&[("a.c", "int f(void) { return 0; }\n")]), "gitlab", &[]);
    assert_eq!((none.out.as_str(), none.code), ("[]\n", Some(0)));
}

#[test]
fn junit_has_a_test_for_each_function() {
    let project = project();
    let ran = check(&project, "junit", &["-o", "report.xml"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let text = fs::read_to_string(project.path("report.xml")).unwrap();
    assert!(text.contains("<testsuites name=\"csieve\" tests=\"6\" failures=\"2\" errors=\"0\">"), "{text}");
    assert!(
        text.contains("<failure type=\"use-after-free\" message=\"p is used after it was freed"),
        "{text}"
    );
    assert!(text.contains("<testcase name=\"fine\" classname=\"src/a.c\"/>"), "{text}");
    assert_eq!(text.matches("<skipped message=").count(), 2, "{text}");
    let valid = Command::new("xmllint")
        .args(["--noout", "--schema"])
        .arg(schema("junit.xsd"))
        .arg(project.path("report.xml"))
        .output()
        .expect("xmllint runs (libxml2-utils)");
    assert!(valid.status.success(), "{}{text}", String::from_utf8_lossy(&valid.stderr));
    // What does not make the check fail is no failure of a test.
    let noted = check(&project, "junit", &["--fail-on", "never"]);
    assert!(noted.code == Some(0) && noted.out.contains("failures=\"0\""), "{noted:?}");
    assert!(noted.out.contains("<system-out>") && !noted.out.contains("<failure"), "{noted:?}");
}

#[test]
fn github_gets_commands_that_nothing_in_a_source_ends() {
    let ran = check(&project(), "github", &[]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 2, "{ran:?}");
    let start =
        "::error file=src/a.c,line=6,endLine=6,col=12,endColumn=13,title=csieve%3A use-after-free::p is used";
    assert!(lines[0].starts_with(start), "{}", lines[0]);
    assert!(lines[1].starts_with("::error file=src/odd name%2C 1%25.c,line=6,"), "{}", lines[1]);
    assert!(lines[0].contains("%0A   it happens with p = a valid pointer"), "{}", lines[0]);
}

#[test]
fn sarif_has_what_code_scanning_shows() {
    let project = project();
    let ran = check(&project, "sarif", &["--category", "nightly"]);
    let log: Value = serde_json::from_str(&ran.out).unwrap();
    assert_valid("sarif-2.1.0.json", &log);
    let one = &log["runs"][0];
    assert_eq!(one["automationDetails"]["id"], "csieve/nightly/");
    assert!(one["originalUriBaseIds"]["SRCROOT"]["uri"].is_null(), "no path of this machine");
    let result = &one["results"][0];
    let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!((&place["uri"], &place["uriBaseId"]), (&"src/a.c".into(), &"SRCROOT".into()));
    assert!(result["rank"].as_f64().is_some_and(|rank| rank > 50.0));
    let rule = one["tool"]["driver"]["rules"].as_array().unwrap().iter();
    let rule = rule.clone().find(|rule| rule["id"] == "use-after-free").unwrap();
    assert_eq!(rule["properties"]["security-severity"], "9.1");
    assert_eq!(rule["properties"]["precision"], "high");
    assert!(
        ran.out.contains("\"automationDetails\"") && !ran.out.contains(&*project.path("").to_string_lossy())
    );
}

#[test]
fn the_page_stands_alone_and_shows_sources_as_they_are() {
    let project = project();
    let ran = check(&project, "html", &["--show-refuted", "--show-doubtful", "--checks=-infinite-loop"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let page = &ran.out;
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
    for outside in ["src=\"", "@import", "url(", "<link", "fetch("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("return *p; /* &lt;/code&gt; &amp; % */"), "{page}");
    assert!(page.contains("id=\"f1-1\"") && page.contains("<span class=\"step\">1</span>"), "{page}");
    assert_eq!(
        check(&project, "html", &["--show-refuted", "--show-doubtful", "--checks=-infinite-loop"]),
        ran
    );
    let coverage = check(&project, "html", &["--coverage"]);
    assert!(
        coverage.code == Some(2) && coverage.err.contains("--coverage is told as text or json"),
        "{coverage:?}"
    );
}
