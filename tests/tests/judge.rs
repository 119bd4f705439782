//! `csieve judge` on reports that gcc, clang and cppcheck made of the programs in `tests/judge/programs`
//! (`tests/judge/report.sh` makes them anew). A comment `judged: VERDICT` in a program says what becomes of each report
//! on its line. Reports whose rules say nothing about runs may be anywhere.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use csieve_tests::{Ran, lsp::Project, run};
use serde_json::{Value, json};

/// The reports about each program.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("pointers.c", &["pointers.gcc.json", "pointers.plist", "pointers.cppcheck.xml"]),
    ("values.c", &["values.gcc.json", "values.plist", "values.cppcheck.xml", "values.sarif"]),
    ("other.c", &["other.sarif"]),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("judge/programs")
}

fn judged(args: &[&str]) -> Ran {
    run(&folder(), &[&["judge"], args].concat())
}

/// Returns the results of a log that the command wrote.
fn results(ran: &Ran) -> Vec<Value> {
    let log: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.err));
    let runs = log["runs"].as_array().expect("runs").iter();
    runs.flat_map(|run| run["results"].as_array().expect("results").clone()).collect()
}

fn line(result: &Value) -> Option<u64> {
    result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64()
}

fn said<'r>(result: &'r Value, name: &str) -> &'r str {
    result["properties"]["csieve"][name].as_str().unwrap_or_default()
}

#[test]
fn reports_get_the_verdicts_that_the_programs_say() {
    for (program, reports) in PROGRAMS {
        let text = fs::read_to_string(folder().join(program)).expect("a program");
        let mut expected: Vec<(u64, &str)> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let verdict = text.split_once("/* judged: ").and_then(|(_, verdict)| verdict.split_once(' '));
            expected.extend(verdict.map(|(verdict, _)| (line, verdict)));
        }
        let ran = judged(&[reports, ["--format", "sarif"].as_slice()].concat());
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        let mut seen = BTreeSet::new();
        for result in results(&ran) {
            let (verdict, reason) = (said(&result, "verdict"), said(&result, "reason"));
            if reason.contains("not known to say") || line(&result).is_none() {
                assert_eq!(verdict, "unrefuted", "{result}");
                continue;
            }
            let at = line(&result).expect("a line");
            let wanted = expected.iter().find(|(line, _)| *line == at).map(|(_, verdict)| *verdict);
            assert_eq!(Some(verdict), wanted, "{program}:{at}: {}: {reason}", result["message"]["text"]);
            seen.insert(at);
        }
        let without: Vec<_> = expected.iter().filter(|(line, _)| !seen.contains(line)).collect();
        assert!(without.is_empty(), "{program}: no report at {without:?}");
    }
}

/// Returns the claims in the comments of a program: line, rule, variable and verdict.
fn claims(text: &str) -> Vec<(u32, &str, &str, &str)> {
    (1..)
        .zip(text.lines())
        .filter_map(|(line, text)| {
            let (_, claim) = text.split_once("/* claim: ")?;
            let (claim, verdict) = claim.split_once(" */")?.0.split_once(": ")?;
            let (rule, variable) = claim.split_once(' ')?;
            Some((line, rule, variable, verdict))
        })
        .collect()
}

#[test]
fn claims_are_refuted_only_if_they_are_false() {
    let text = fs::read_to_string(folder().join("claims.c")).expect("a program");
    let claims = claims(&text);
    assert!(claims.len() > 20);
    let result = |(line, rule, variable, _): &(u32, &str, &str, &str)| {
        let phrase = match *rule {
            "uninitvar" => "Uninitialized variable",
            "zerodiv" => "Division by zero",
            _ => "Null pointer dereference",
        };
        json!({
            "ruleId": rule,
            "message": { "text": format!("{phrase}: {variable}") },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": "claims.c" }, "region": { "startLine": line },
            } }],
        })
    };
    let results: Vec<Value> = claims.iter().map(result).collect();
    let log = json!({ "runs": [{ "tool": { "driver": { "name": "cppcheck" } }, "results": results }] });
    let scratch = tempfile::TempDir::new().expect("a folder");
    let path = scratch.path().join("log.sarif");
    fs::write(&path, log.to_string()).expect("written");
    let ran = judged(&[path.to_str().expect("a path"), "--format", "sarif"]);
    for ((line, rule, _, verdict), result) in claims.iter().zip(self::results(&ran)) {
        let (got, reason) = (said(&result, "verdict"), said(&result, "reason"));
        let is_right = if *verdict == "kept" { got != "refuted" } else { got == *verdict };
        assert!(is_right, "line {line}: {rule} is {got}: {reason}");
    }
}

#[test]
fn a_log_keeps_all_it_has() {
    let before: Value =
        serde_json::from_str(&fs::read_to_string(folder().join("other.sarif")).expect("a log"))
            .expect("JSON");
    let ran = judged(&["other.sarif", "--format", "sarif"]);
    let mut after: Value = serde_json::from_str(&ran.out).expect("JSON");
    let all = after["runs"][0]["results"].as_array_mut().expect("results");
    for (result, old) in all.iter_mut().zip(before["runs"][0]["results"].as_array().expect("results")) {
        let said = result["properties"]["csieve"].take();
        assert!(said["verdict"].is_string() && said["reason"].is_string(), "{said}");
        if said["verdict"] == "refuted" {
            assert_eq!((&result["kind"], &result["level"]), (&json!("pass"), &json!("none")));
            assert_eq!(said["level"], old["level"], "the level that the tool gave is kept");
            assert!(said["proof"]["equations"].is_array(), "{said}");
        }
        *result = old.clone();
    }
    assert_eq!(after, before);
}

#[test]
fn lines_are_for_people() {
    let ran = judged(&["values.plist"]);
    let refuted = "values.c:34:26: refuted: Division by zero [clang core.DivideZero]: no run does this: ";
    assert!(ran.out.contains(refuted), "{}", ran.out);
    assert!(ran.out.contains("not judged: `deadcode.DeadStores` is not known to say"), "{}", ran.out);
    assert!(ran.err.contains("1 refuted, 2 confirmed, 1 unrefuted (1 not judged"), "{}", ran.err);
    assert_eq!(judged(&["values.plist", "--exit-zero", "-q"]).code, Some(0));
}

#[test]
fn what_cannot_be_read_is_an_error_and_no_result_is_lost() {
    let scratch = tempfile::TempDir::new().expect("a folder");
    let report = scratch.path().join("report");
    for (text, problem) in [
        ("", "neither SARIF"),
        ("{}", "no `runs`"),
        ("<a/>", "no `results`"),
        ("<a", "no XML"),
        ("[{", "not GCC's JSON"),
        ("<plist", "no plist"),
        ("\u{0}\u{0}", "neither SARIF"),
    ] {
        fs::write(&report, text).expect("written");
        let ran = run(scratch.path(), &["judge", "report"]);
        assert_eq!(ran.code, Some(3), "{text}: {}", ran.err);
        assert!(ran.err.contains(problem), "{text}: {}", ran.err);
    }
    let ran = run(scratch.path(), &["judge", folder().join("values.cppcheck.xml").to_str().expect("a path")]);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert!(
        ran.out.lines().all(|line| line.contains("unrefuted") && line.contains("not judged")),
        "{}",
        ran.out
    );
}

#[test]
fn odd_results_are_judged_without_a_panic() {
    let scratch = tempfile::TempDir::new().expect("a folder");
    fs::write(scratch.path().join("a.c"), "int f(int *p) { return *p; }\nint g(void);\n").expect("written");
    let place = |line: &Value| {
        json!([{ "physicalLocation": {
            "artifactLocation": { "uri": "a.c" }, "region": { "startLine": line, "startColumn": 4_000_000_000u64 },
        } }])
    };
    let result = |line: Value| {
        json!({ "ruleId": "nullPointer", "message": {}, "locations": place(&line),
            "codeFlows": [{ "threadFlows": [{ "locations": [{ "location": place(&line)[0], "nestingLevel": -3 }] }] }] })
    };
    let lines = [
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(4_294_967_295_u64),
        json!(-1),
        json!("x"),
        json!(null),
    ];
    let results: Vec<Value> = lines.into_iter().map(result).chain([json!(1), json!({})]).collect();
    let log = json!({ "runs": [{ "results": results }, {}, 7, { "results": 3 }] });
    fs::write(scratch.path().join("log.sarif"), log.to_string()).expect("written");
    let ran = run(scratch.path(), &["judge", "log.sarif", "--format", "sarif"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

/// A report on a dereference of what a function of another file returns, which is never NULL.
const OF_CPPCHECK: &str = r#"<?xml version="1.0"?>
<results version="2"><cppcheck version="2.10"/><errors>
<error id="nullPointer" severity="error" msg="Null pointer dereference: p" cwe="476">
<location file="a.c" line="3" column="43"/><symbol>p</symbol></error>
</errors></results>
"#;

#[test]
fn reports_are_judged_with_the_files_of_the_last_check() {
    let project = Project::new(&[
        (
            "a.c",
            "struct node { int value; };\nstruct node *find(int key);\nint use(void) { struct node *p = find(0); return p->value; }\n",
        ),
        (
            "b.c",
            "struct node { int value; };\nstatic struct node one;\nstruct node *find(int key) { return &one; }\n",
        ),
        ("a.xml", OF_CPPCHECK),
    ]);
    let folder = project.path("");
    let judged =
        |more: &[&str]| run(&folder, &[&["judge", "a.xml", "--cache-dir", "cache"], more].concat()).out;
    assert!(judged(&[]).contains(": unrefuted: "));
    run(&folder, &["check", "-q", "--cache-dir", "cache", "."]);
    let with = judged(&[]);
    assert!(with.contains("a.c:3:43: refuted: "), "{with}");
    // As the reports name it: also by its whole path.
    let absolute = OF_CPPCHECK.replace("a.c", &project.path("a.c").display().to_string());
    fs::write(project.path("a.xml"), absolute).expect("the report is written");
    assert!(judged(&[]).contains(": refuted: "));
    // What the command line says counts.
    assert!(judged(&["--with", "a.c"]).contains(": unrefuted: "));
    assert!(judged(&["--no-cache"]).contains(": unrefuted: "));
}
