//! Tests of causes: what one change mends is told once, in every form of the output.

use std::fs;

use csieve_tests::{lsp::Project, run};
use serde_json::Value;

/// A leak at three returns.
const LEAK: &str = "\
#include <stdlib.h>
int many(int k)
{
    char *u = malloc(4);
    if (!u)
        return 0;
    if (k == 1)
        return 1;
    if (k == 2)
        return 2;
    free(u);
    return 4;
}
";

/// A function that may return NULL; nobody tests what it returns.
const MAKER: &str = "\
#include <stdlib.h>
struct log { int level; };
struct log *get(int level)
{
    struct log *l = malloc(sizeof *l);
    if (!l)
        return NULL;
    l->level = level;
    return l;
}
";

/// Two uses of the function in another file.
const USES: &str = "\
#include <stdlib.h>
struct log { int level; };
struct log *get(int level);
int one(void) { struct log *l = get(1); int n = l->level; free(l); return n; }
int two(void) { struct log *l = get(2); int n = l->level; free(l); return n; }
";

/// A function that may leave a variable without a value; nobody tests whether it does.
const OMISSION: &str = "\
extern int ready(void);
static int get(int *out) { if (!ready()) return -1; *out = 3; return 0; }
int one(void) { int n; get(&n); return n; }
int two(void) { int n; get(&n); return n + 1; }
";

/// A macro that loses what it allocates.
const MACRO: &str = "\
#include <stdlib.h>
#include <string.h>
#define NOTE(text) do { char *copy = malloc(9); if (copy) memcpy(copy, text, 2); } while (0)
int one(int k) { NOTE(\"a\"); return k; }
int two(int k) { NOTE(\"b\"); return k; }
";

fn told(project: &Project, arguments: &[&str]) -> String {
    run(&project.path(""), &[&["check", "-q", "--no-cache", "."], arguments].concat()).out
}

fn json(project: &Project, arguments: &[&str]) -> Value {
    serde_json::from_str(&told(project, &[&["--format", "json"], arguments].concat())).expect("it is JSON")
}

/// Returns kind, names and number of findings of each cause.
fn causes(document: &Value) -> Vec<(String, Vec<String>, usize)> {
    let all = document["causes"].as_array().expect("there are causes").iter();
    all.map(|cause| {
        let names = cause["names"].as_array().into_iter().flatten();
        let names = names.map(|name| name.as_str().unwrap_or_default().to_owned()).collect();
        let count = cause["findings"].as_array().map_or(0, Vec::len);
        (cause["kind"].as_str().unwrap_or_default().to_owned(), names, count)
    })
    .collect()
}

fn of(kind: &str, names: &[&str], count: usize) -> (String, Vec<String>, usize) {
    (kind.to_owned(), names.iter().map(ToString::to_string).collect(), count)
}

#[test]
fn one_leak_is_told_once_with_its_returns() {
    let project = Project::new(&[("a.c", LEAK)]);
    let text = told(&project, &[]);
    assert_eq!(text.matches("[memory-leak]").count(), 1, "{text}");
    assert!(text.contains("   the same on line 10\n"), "{text}");
    assert!(text.contains("\n2 findings (2 confirmed) of 1 cause in 1 file; analysed"), "{text}");
    assert_eq!(causes(&json(&project, &[])), [of("statement", &[], 2)]);
}

#[test]
fn a_function_that_nobody_tests_is_one_cause_in_all_files() {
    let project = Project::new(&[("a.c", MAKER), ("b.c", USES)]);
    let all = ["--allocations", "all"];
    assert_eq!(causes(&json(&project, &all)), [of("failure", &["get"], 2)]);
    let text = told(&project, &all);
    let said = "   get may also fail unnoticed on line 5; 0 of 2 uses of get test its result\n";
    assert!(text.contains(said), "{text}");
    assert_eq!(causes(&json(&Project::new(&[("a.c", OMISSION)]), &[])), [of("omission", &["get"], 2)]);
}

/// One use of the function in a file whose other uses test what they get.
const CAREFUL: &str = "\
#include <stdlib.h>
struct log { int level; };
struct log *get(int level);
int one(void) { struct log *l = get(1); if (!l) return 0; int n = l->level; free(l); return n; }
int two(void) { struct log *l = get(2); if (!l) return 0; int n = l->level; free(l); return n; }
int three(void) { struct log *l = get(2); int n = l->level; free(l); return n; }
";

#[test]
fn of_a_function_that_others_test_it_is_said_how_many_do() {
    let project = Project::new(&[("a.c", MAKER), ("b.c", CAREFUL)]);
    let folder = project.path("");
    let check = ["check", "-q", "--cache-dir", "cache", "--allocations", "all"];
    let text = run(&folder, &[&check[..], &["."]].concat()).out;
    assert!(text.contains("\n   2 of 3 uses of get test its result\n"), "{text}");
    // Nothing has changed: the results are those of the cache.
    assert_eq!(run(&folder, &[&check[..], &["."]].concat()).out, text);
    let page = run(&folder, &[&check[..], &["--format", "html", "."]].concat()).out;
    assert!(page.contains("2 of 3 uses of get test its result"), "{page}");
}

#[test]
fn what_a_macro_does_is_told_once() {
    let project = Project::new(&[("a.c", MACRO)]);
    assert_eq!(causes(&json(&project, &[])), [of("macro", &["NOTE"], 2)]);
    assert!(told(&project, &[]).contains("   the macro NOTE does the same on line 5\n"));
}

#[test]
fn allocations_are_folded_told_or_left_out() {
    let own = "#include <stdlib.h>\nchar *f(void) { char *p = malloc(2); p[0] = 1; return p; }\n";
    let project = Project::new(&[("a.c", MAKER), ("b.c", USES), ("c.c", own)]);
    let folded = told(&project, &[]);
    assert!(!folded.contains("[null-dereference]"), "{folded}");
    let said = "3 allocations in 2 files are used unchecked; --allocations all tells each\n   b.c: lines 4, 5\n   c.c: line 2\n";
    assert!(folded.contains(said), "{folded}");
    assert_eq!(causes(&json(&project, &[])), [of("allocations", &[], 2), of("allocations", &[], 1)]);
    let all = told(&project, &["--allocations", "all"]);
    assert_eq!(all.matches("[null-dereference]").count(), 2, "{all}");
    let off = run(&project.path(""), &["check", "-q", "--no-cache", ".", "--allocations", "off"]);
    assert_eq!((off.code, off.out.contains("unchecked")), (Some(0), false), "{off:?}");
    fs::write(project.path("csieve.toml"), "[[override]]\nfiles = [\"b.c\"]\nallocations = \"off\"\n")
        .unwrap();
    let some = told(&project, &[]);
    assert!(some.contains("[null-dereference]") && some.contains("c.c:2"), "a single one is told: {some}");
}

#[test]
fn sarif_has_a_result_for_each_cause() {
    let project = Project::new(&[("a.c", LEAK), ("b.c", OMISSION)]);
    let log: Value = serde_json::from_str(&told(&project, &["--format", "sarif"])).expect("it is JSON");
    let results = log["runs"][0]["results"].as_array().expect("there are results");
    let counts: Vec<_> = results
        .iter()
        .map(|result| (result["ruleId"].as_str(), result["occurrenceCount"].as_i64()))
        .collect();
    assert_eq!(counts, [(Some("memory-leak"), Some(2)), (Some("uninitialized-read"), Some(2))]);
    let related = &results[0]["relatedLocations"][0];
    assert_eq!(related["message"]["text"], "the same cause, in many");
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 10);
    assert!(results[0]["partialFingerprints"]["csieveCause/v1"].is_string());
}

#[test]
fn the_page_lists_the_other_places() {
    let page = told(&Project::new(&[("a.c", LEAK)]), &["--format", "html"]);
    assert!(page.contains("<title>csieve: 2 findings of 1 cause</title>"), "{page}");
    assert!(
        page.contains("Other places of the same cause (1)") && page.contains("<b>2 places</b>"),
        "{page}"
    );
}

#[tokio::test]
async fn editors_show_one_of_a_cause_and_hints_at_the_others() {
    let project = Project::new(&[("a.c", LEAK)]);
    let mut client = project.client().await;
    let published = project.open(&mut client, "a.c").await;
    let told: Vec<_> =
        published.iter().map(|one| (one["severity"].as_i64(), one["message"].as_str())).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].1.is_some_and(|text| text.ends_with("; the same on line 10")), "{told:?}");
    assert!(
        told[1].0 == Some(4) && told[1].1.is_some_and(|text| text.ends_with("(as on line 8)")),
        "{told:?}"
    );
}

#[test]
fn findings_have_names_that_the_next_command_knows() {
    let project = Project::new(&[("a.c", LEAK), ("b.c", OMISSION)]);
    let csieve =
        |arguments: &[&str]| run(&project.path(""), &[arguments, &["--cache-dir", "cache"]].concat());
    let text = csieve(&["check", "-q", "a.c", "b.c"]).out;
    let names: Vec<&str> = text.lines().filter_map(|line| line.split("csieve explain ").nth(1)).collect();
    assert_eq!(names.len(), 2, "{text}");
    let explained = csieve(&["explain", names[0]]);
    assert!(
        explained.out.contains("without freeing `u`") && explained.out.contains("line 8"),
        "{explained:?}"
    );
    assert!(
        csieve(&["explain", &names[1][..6]]).out.contains("`n`, declared on line 3"),
        "its beginning is enough"
    );
    project.write("a.c", &format!("/* moved */\n\n{LEAK}"));
    let moved = csieve(&["explain", names[0]]);
    assert!(moved.out.contains("without freeing `u`") && moved.out.contains("line 10"), "{moved:?}");
    project.write("a.c", "int many(int k) { return k; }\n");
    let gone = csieve(&["explain", names[0]]);
    assert!(gone.err.contains("no longer; the file has changed since it was checked"), "{gone:?}");
    let unknown = csieve(&["explain", "0000000"]);
    assert!(unknown.err.contains("have no finding `0000000`; FILE:LINE names one"), "{unknown:?}");
    assert!(csieve(&["explain", "a.b"]).err.contains("is neither FILE:LINE"));
}

#[test]
fn many_notes_are_one_line_behind_the_findings() {
    let text = "#include \"one.h\"\n#include \"two.h\"\n#include \"three.h\"\n#include \"four.h\"\n#if 0\nint x;\n#endif\nint f(void) { return 0; }\n";
    let project = Project::new(&[("a.c", text)]);
    let told = run(&project.path(""), &["check", "--no-cache", "a.c"]);
    assert_eq!(
        told.err,
        "note: 4 headers were not found and 1 line is left out by #if: --notes tells each\n"
    );
    let each = run(&project.path(""), &["check", "--no-cache", "--notes", "a.c"]);
    assert_eq!(each.err.matches("note: a.c: Header '").count(), 4, "{each:?}");
}

#[test]
fn long_paths_are_cut_with_a_way_to_the_rest() {
    let steps = (0..150).map(|at| format!("    a[{at} % 8] = {at};")).collect::<Vec<_>>().join("\n");
    let text = format!(
        "int f(int *p)\n{{\n    int a[8];\n    if (p)\n        a[0] = 1;\n{steps}\n    return *p + a[0];\n}}\n"
    );
    let project = Project::new(&[("a.c", &text)]);
    let brief = json(&project, &[]);
    let whole = json(&project, &["--all-steps"]);
    let steps = |document: &Value| document["findings"][0]["path"].as_array().map_or(0, Vec::len);
    assert!(steps(&whole) > 150 && steps(&brief) < 80, "{} of {}", steps(&brief), steps(&whole));
    let left_out = brief["findings"][0]["path_left_out"].as_u64().map_or(0, |count| count as usize);
    assert_eq!(steps(&brief) + left_out, steps(&whole));
    assert!(whole["findings"][0].get("path_left_out").is_none());
    let explained = |arguments: &[&str]| {
        run(&project.path(""), &[&["explain", "--no-cache", "a.c:156"], arguments].concat()).out
    };
    let told = explained(&[]);
    assert!(
        told.contains(" steps\n") && told.lines().nth(2).is_some_and(|line| line.starts_with("verdict: ")),
        "{told}"
    );
    assert!(!explained(&["--all"]).contains("… "));
}
