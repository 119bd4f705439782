//! Tests of the misuses that runs of small programs reach.

use std::sync::Arc;

use super::{File, Known, findings};
use csieve_base::{
    cancel::Never,
    options::{Options, ProgramLimits},
    rule::Rule,
    watch::NoWatch,
};
use csieve_lowering::{project::Surroundings, summary::Summaries, unit::Version};
use csieve_preprocess::{Header, Headers, Include, Lexed, PreprocessOptions, Source};
use csieve_reports::finding::Finding;

use crate::confirm::UnitGraphs;

/// A source of headers that finds no header.
struct NoHeaders;

impl Headers for NoHeaders {
    fn find(&self, _: &Include<'_>) -> Option<Header> {
        None
    }
}

/// The declarations with which every program begins.
const HEAD: &str = "void *malloc(unsigned long size); void free(void *p); void exit(int code); int rand(void);\n\
                    extern int ask(void); struct node { struct node *next; int value; };\n";

fn found(text: &str, options: &Options) -> Vec<Finding> {
    let text = format!("{HEAD}{text}");
    let main = Source::main("main.c".into(), Arc::new(Lexed::new(text.as_str().into())));
    let unit = Version::new(main, &NoHeaders, &PreprocessOptions::default(), None).unit;
    let elsewhere = Summaries::default();
    let graphs = UnitGraphs::new(Surroundings::alone(&unit), &options.library, &elsewhere, options.wrapv);
    let file = File { files: graphs.files(), text: &text };
    findings(file, (&graphs, "main"), Known::default(), options, &Never, &NoWatch).expect("nobody cancels")
}

/// Returns the findings of runs of a program as "RULE in FUNCTION of SUBJECT: INPUTS". Allocations that
/// succeed are left out.
fn seen(text: &str) -> Vec<String> {
    let options = Options { rules: Rule::ALL.to_vec(), ..Options::default() };
    let told = |finding: Finding| {
        assert_eq!((finding.is_confirmed(), finding.program()), (true, Some("main")));
        assert!(
            finding.witness.last().is_some_and(|step| step.decisive && step.callee.is_none()),
            "{finding:?}"
        );
        let inputs = finding.inputs().iter().map(|input| input.value.as_str());
        let inputs: Vec<&str> = inputs.filter(|value| *value != "succeeds").collect();
        let Finding { rule, function, subject, .. } = &finding;
        format!("{} in {function} of {subject}: {}", rule.id(), inputs.join(", "))
    };
    found(text, &options).into_iter().map(told).collect()
}

#[test]
fn the_simplest_run_is_told() {
    let text = "int main(void) { struct node *n = 0; if (ask() > 5 && ask()) return n->value; return 0; }";
    assert_eq!(seen(text), ["null-dereference in main of n: 10, 1"]);
}

#[test]
fn runs_go_through_calls_and_lists() {
    let text = "
        static struct node *put(struct node *all) {
            struct node *one = malloc(sizeof *one);
            if (!one) exit(1);
            one->next = all;
            return one;
        }
        static struct node *third(struct node *all) { return all->next->next; }
        int main(void) {
            struct node *all = 0;
            while (ask()) all = put(all);
            third(all);
            return 0;
        }";
    let all = seen(text);
    assert_eq!(all, ["null-dereference in third of all: 0", "null-dereference in third of all->next: 1, 0"]);
}

#[test]
fn a_failure_is_a_run_too() {
    let text = "int main(void) { struct node *n = malloc(sizeof *n); n->value = 1; return 0; }";
    assert_eq!(seen(text), ["null-dereference in main of n: fails"]);
}

#[test]
fn what_is_left_at_the_end_is_given_back() {
    let lost = "int main(void) { struct node *n = malloc(sizeof *n); n = 0; return 0; }";
    assert_eq!(seen(lost), ["memory-leak in main of the memory: "]);
    let kept = "int main(void) { struct node *n = malloc(sizeof *n); return n == 0; }";
    assert_eq!(seen(kept), [""; 0]);
    let ended = "int main(void) { struct node *n = malloc(sizeof *n); n = 0; exit(2); }";
    assert_eq!(seen(ended), [""; 0]);
}

#[test]
fn objects_have_their_first_values() {
    let zeros = "static struct node *all; static int n[3];\n\
        int main(void) { if (n[2] == 0 && !all) all = malloc(sizeof *all); return all->value; }";
    let found =
        ["uninitialized-read in main of return all->value: ", "null-dereference in main of all: fails"];
    assert_eq!(seen(zeros), found);
    let number = "static int n = 3; static int set(void) { n = n + 1; return n; }\n\
        int main(void) { return 1 / (set() - 4); }";
    assert_eq!(seen(number), ["division-by-zero in main of set() - 4: "]);
    let shared = "int n; int main(void) { ask(); return 1 / n; }";
    assert_eq!(seen(shared), [""; 0], "the other file may have set it");
    let constructed = "static int n; __attribute__((constructor)) static void set(void) { n = 1; }\n\
        int main(void) { return 1 / n; }";
    assert_eq!(seen(constructed), [""; 0]);
}

#[test]
fn what_only_other_files_decide_is_no_fact() {
    let head = "extern struct node *get(void); extern void claim(int holds); extern int fill(struct node **place);\n";
    for body in [
        "return get()->value;",
        "struct node *n = 0; fill(&n); return n->value;",
        "struct node *n = 0; claim(n != 0); return n->value;",
    ] {
        assert_eq!(seen(&format!("{head}int main(void) {{ {body} }}")), [""; 0], "{body}");
    }
    let arguments =
        "int main(int argc, char **argv) { return argv[0][0] == 'a' ? 1 / (argc - argc) : 1 / argc; }";
    assert_eq!(seen(arguments), [""; 0]);
    let answers = "extern int getpid(void); int main(void) { return 1 / (getpid() == getpid()); }";
    assert_eq!(seen(answers), [""; 0]);
}

#[test]
fn a_function_that_is_no_program_is_not_run() {
    assert_eq!(seen("int start(void) { struct node *n = 0; return n->value; }"), [""; 0]);
}

#[test]
fn every_budget_ends_the_search() {
    let text = "int main(void) { int n = 0; while (ask()) n++; return 1 / (n - 3); }";
    assert_eq!(seen(text).len(), 1);
    let usual = Options::default().program;
    for program in [
        ProgramLimits { runs: 3, ..usual },
        ProgramLimits { run_steps: 5, ..usual },
        ProgramLimits { steps: 40, ..usual },
        ProgramLimits { solver_steps: 0, ..usual },
    ] {
        let options = Options { program, ..Options::default() };
        assert_eq!(found(text, &options), [], "{program:?}");
    }
}

#[test]
fn only_what_is_enabled_is_told() {
    let text = "int main(void) { struct node *n = 0; return n->value; }";
    let options = Options { rules: vec![Rule::MemoryLeak], ..Options::default() };
    assert_eq!(found(text, &options), []);
}
