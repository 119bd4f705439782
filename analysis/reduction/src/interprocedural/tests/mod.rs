//! Tests of findings that larger graphs refute: with the bodies of callees, and in the graphs of callers.

mod variables;

use csieve_base::{cancel::Never, rule::Rule};
use csieve_reports::finding::{Finding, Looked};

use super::{Subject, reconsider};
use crate::tests::File;

/// Returns the null dereferences of the function `f`, the last one of a file, each as its verdict, with the
/// callers through which it is refuted. The functions that were looked at follow.
fn reconsidered(text: &str) -> (Vec<String>, Vec<String>) {
    reconsidered_for(Rule::NullDereference, text)
}

/// Does the same for the findings of any rule.
fn reconsidered_for(rule: Rule, text: &str) -> (Vec<String>, Vec<String>) {
    let file = File::checked(text, rule);
    let (mut findings, _) = file.findings();
    assert!(findings.iter().all(|finding| !finding.is_refuted()), "the function alone must not suffice");
    let cfg = file.cfg();
    let (around, file_text, options) = (file.around(), file.text.as_str(), &file.options);
    let subject = Subject { cfg: &cfg, around, file_text, options, is_strict: false, cancel: &Never };
    let consulted = reconsider(subject, &mut findings).expect("nobody cancels");
    let verdict = |finding: &Finding| {
        let callers = finding.verdict.callers().iter().map(|caller| format!(" from {}", caller.function));
        format!("{}{}", finding.verdict.as_str(), callers.collect::<String>())
    };
    let looked = consulted.iter().map(|one| match one.looked {
        Looked::Body => format!("body of {}", one.function),
        Looked::Effects => format!("effects of {}", one.function),
        Looked::Callers => format!("callers of {}", one.function),
        Looked::Calls => format!("calls of {}", one.function),
        Looked::MemberStores => format!("stores into members by {}", one.function),
        Looked::Definition | Looked::Declarations => unreachable!("the file is alone"),
    });
    (findings.iter().map(verdict).collect(), looked.collect())
}

fn verdicts(text: &str) -> Vec<String> {
    reconsidered(text).0
}

/// A function that has its pointer only if `how` is not 1.
const BODY: &str = "static int f(int *p, int how) { if (how == 1) p = NULL; return *p; }";

#[test]
fn the_body_of_a_callee_says_more_than_its_summary() {
    let text = "static int between(int low, int high) {
            int value = ask();
            if (value < low)
                return low;
            return value > high ? high : value;
        }
        int f(int from, int *p) {
            if (!p || from < 1 || from > 100)
                return 0;
            int to = between(from, from + 10);
            if (to < from)
                p = NULL;
            return *p;
        }";
    let (verdicts, looked) = reconsidered(text);
    assert_eq!(verdicts, ["refuted"]);
    assert_eq!(looked, ["effects of between"]);
    let may_be_equal = text.replace("to < from", "to == from");
    assert_eq!(self::verdicts(&may_be_equal), ["unrefuted"]);
    let another_body = text.replace("return low;", "return low - 1;");
    assert_eq!(self::verdicts(&another_body), ["unrefuted"]);
}

/// Returns a file in which `f` is called by these functions.
fn called(callers: &str) -> String {
    format!("static int f(int *p, int how);\n{callers}\n{BODY}")
}

const ASKS: &str = "int asks(int *p, int how) { return how == 1 || !p ? 0 : f(p, how); }";

#[test]
fn a_caller_that_asks_first_refutes() {
    let (verdicts, looked) = reconsidered(&called(ASKS));
    assert_eq!(verdicts, ["refuted from asks"]);
    assert_eq!(looked, ["callers of f", "effects of asks"]);
}

#[test]
fn a_second_caller_that_does_not_ask_keeps_the_finding() {
    let both = format!("{ASKS}\nint does_not(int *p, int how) {{ return f(p, how); }}");
    assert_eq!(verdicts(&called(&both)), ["unrefuted"]);
    let passes_a_constant = format!("{ASKS}\nint passes_two(int *p) {{ return p ? f(p, 2) : 0; }}");
    assert_eq!(verdicts(&called(&passes_a_constant)), ["refuted from asks from passes_two"]);
}

#[test]
fn the_path_begins_in_the_caller_by_which_it_happens() {
    let both = format!("{ASKS}\nint does_not(int *p, int how) {{ how = 1; return f(p, how); }}");
    let file = File::checked(&called(&both), Rule::NullDereference);
    let (mut findings, _) = file.findings();
    let cfg = file.cfg();
    let (around, file_text, options) = (file.around(), file.text.as_str(), &file.options);
    let subject = Subject { cfg: &cfg, around, file_text, options, is_strict: false, cancel: &Never };
    reconsider(subject, &mut findings).expect("nobody cancels");
    let told = findings[0].witness.iter().map(|step| match &step.callee {
        Some(callee) => format!("{}: {}", callee.function, step.text),
        None => step.text.clone(),
    });
    let told: Vec<String> = told.collect();
    assert_eq!(told[..2], ["does_not: `how = 1`", "does_not: `p = p`"], "{told:?}");
    assert_eq!(told[3..5], ["does_not: `f(p, how)`", "`how == 1`"], "{told:?}");
}

#[test]
fn the_calls_of_an_exported_function_are_looked_at() {
    let (verdicts, looked) = reconsidered(&called(ASKS).replace("static int f", "int f"));
    assert_eq!(verdicts, ["unrefuted"]);
    assert_eq!(looked[..2], ["callers of f", "calls of f"]);
}

#[test]
fn callers_of_the_caller_are_asked_too() {
    let through = "static int between(int *p, int how) { return f(p, how); }";
    let asks = "int asks(int *p, int how) { return how == 1 || !p ? 0 : between(p, how); }";
    assert_eq!(verdicts(&called(&format!("{through}\n{asks}"))), ["refuted from asks"]);
    let known_to_others = through.replace("static ", "");
    assert_eq!(verdicts(&called(&format!("{known_to_others}\n{asks}"))), ["unrefuted"]);
}

#[test]
fn a_function_that_unknown_code_may_call_has_unknown_callers() {
    let exported = called(ASKS).replace("static int f", "int f");
    assert_eq!(verdicts(&exported), ["unrefuted"]);
    let has_an_address = format!("{ASKS}\nint (*const table[])(int *, int) = {{f}};");
    assert_eq!(verdicts(&called(&has_an_address)), ["unrefuted"]);
    assert_eq!(verdicts(BODY), ["unrefuted"], "nobody calls it");
}

#[test]
fn a_function_that_calls_itself_keeps_its_finding() {
    let text = called("int asks(int *p) { return p ? f(p, 5) : 0; }")
        .replace("return *p;", "if (how > 2) return f(p, how - 1); return *p;");
    assert_eq!(verdicts(&text), ["unrefuted"]);
}

#[test]
fn a_function_with_an_alias_has_unknown_callers() {
    // All three come to the body of `f` from outside, or from a caller that does not name it.
    let alias = "extern int g(int *p, int how) __attribute__((alias(\"f\")));";
    assert_eq!(verdicts(&called(&format!("{ASKS}\n{alias}"))), ["unrefuted"]);
    let pragma = "#pragma weak g = f\nextern int g(int *p, int how);";
    assert_eq!(verdicts(&called(&format!("{ASKS}\n{pragma}"))), ["unrefuted"]);
    let label = "extern int g(int *p, int how) __asm__(\"f\");\nint bad(void) { return g(NULL, 1); }";
    assert_eq!(verdicts(&called(&format!("{ASKS}\n{label}"))), ["unrefuted"]);
}

/// Returns the verdicts on the double frees of the function `f`, the last one of a file.
fn freed_twice(text: &str) -> Vec<String> {
    reconsidered_for(Rule::DoubleFree, text).0
}

const FREES: &str = "static void f(char *p, int how) { if (how == 1) free(p); free(p); }";

#[test]
fn the_constants_that_callers_pass_refute_a_sequence() {
    let called =
        |callers: &str| freed_twice(&format!("static void f(char *p, int how);\n{callers}\n{FREES}"));
    let zero = "void zero(char *p) { f(p, 0); }";
    let two = "void two(char *p) { f(p, 2); }";
    assert_eq!(called(zero), ["refuted from zero"]);
    assert_eq!(called(&format!("{zero} {two}")), ["refuted from zero from two"]);
    assert_eq!(called(&format!("{zero} void one(char *p) {{ f(p, 1); }}")), ["unrefuted"]);
    assert_eq!(called(&format!("{zero} void any(char *p, int how) {{ f(p, how); }}")), ["unrefuted"]);
    assert_eq!(called(&format!("{zero} void (*hook)(char *, int) = f;")), ["unrefuted"]);
    assert_eq!(
        called("void g(void (*to)(char *, int)); void zero(char *p) { f(p, 0); g(f); }"),
        ["unrefuted"]
    );
    assert_eq!(called(""), ["unrefuted"], "nobody calls it");
    // 257 is 1 in a parameter of one byte.
    let narrow = FREES.replace("int how", "unsigned char how");
    let header = "static void f(char *p, unsigned char how);";
    let wide =
        |value: u32| freed_twice(&format!("{header} void wide(char *p) {{ f(p, {value}); }} {narrow}"));
    assert_eq!((wide(257), wide(256)), (vec!["unrefuted".to_owned()], vec!["refuted from wide".to_owned()]));
}

#[test]
fn a_parameter_that_changes_is_not_what_callers_pass() {
    let changed = FREES.replace("if (how", "how++; if (how");
    let called = |body: &str| {
        freed_twice(&format!("static void f(char *p, int how); void z(char *p) {{ f(p, 0); }} {body}"))
    };
    assert_eq!(called(&changed), ["unrefuted"]);
    let again = "static void f(char *p, int how) { top: if (how == 1) free(p); else if (ask()) { how = 1; goto top; } free(p); }";
    assert_eq!(called(again), ["unrefuted"], "the jump back skips what callers pass");
    let calls_itself =
        FREES.replace("free(p); }", "free(p); else if (ask()) { f(p, 1); return; } free(p); }");
    assert_eq!(called(&calls_itself.replace("free(p); free(p);", "free(p);")), ["unrefuted"]);
}

#[test]
fn pointers_that_callers_pass_are_null_or_not() {
    let body = "static void f(char *p, int *log) { if (log) free(p); free(p); }";
    let called = |caller: &str| freed_twice(&format!("static void f(char *p, int *log); {caller} {body}"));
    assert_eq!(called("void null(char *p) { f(p, NULL); }"), ["refuted from null"]);
    assert_eq!(called("void some(char *p) { int n; f(p, &n); }"), ["unrefuted"]);
    let otherwise = body.replace("if (log)", "if (!log)");
    let header = "static void f(char *p, int *log);";
    assert_eq!(
        freed_twice(&format!("{header} void some(char *p) {{ int n; f(p, &n); }} {otherwise}")),
        ["refuted from some"]
    );
}

#[test]
fn objects_have_the_values_that_the_file_stores() {
    let text = "static int n;
        void up(void) { if (n < 9) n++; }
        int f(int *p) { int x = 1; p = &x; if (n > 9) p = NULL; return *p; }";
    let (found, looked) = reconsidered(text);
    assert_eq!(found, ["refuted"]);
    assert!(looked.contains(&"callers of n".to_owned()), "the report rests on all that names the object");
    let more = text.replace("if (n < 9) n++", "n++");
    assert_eq!(verdicts(&more), ["unrefuted"], "the file counts farther");
    let addressed = text.replace("int f(", "int *where(void) { return &n; } int f(");
    assert_eq!(verdicts(&addressed), ["unrefuted"], "others may store through the address");
    assert_eq!(verdicts(&text.replace("static int n", "int n")), ["unrefuted"], "other files may store");
}
