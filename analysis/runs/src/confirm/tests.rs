//! Tests of the inputs that are found along the path of a finding, and of what is said if there are none.

use csieve_base::{
    cancel::{Cancel, Never},
    options::Options,
    rule::Rule,
    watch::NoWatch,
};
use csieve_machine::{
    End,
    concolic::{Assignment, Explorer},
};
use csieve_reports::finding::{Finding, Verdict};

use super::{Confirming, replayed, unreached::Unreached};
use crate::tests::File;

/// Returns how the search for inputs ends for the findings of a rule in a function: "INPUT = VALUE, ..." if
/// it finds any, else the reason or, if there is no search, the verdict.
fn searched(text: &str, rule: Rule) -> Vec<String> {
    let file = File::with(text, Options { rules: vec![rule], ..Options::default() });
    let (mut findings, _) = file.findings();
    let graphs = file.graphs();
    let confirming = Confirming::new(&graphs, file.own(), &file.options, &Never, &NoWatch);
    confirming.confirm(&mut findings).expect("nobody cancels");
    let told = |finding: &Finding| match &finding.verdict {
        Verdict::Confirmed(found) => {
            let inputs = found.inputs.iter();
            let inputs: Vec<String> =
                inputs.map(|input| format!("{} = {}", file.told(&input.what), input.value)).collect();
            inputs.join(", ").replace('`', "")
        }
        Verdict::Unrefuted(candidate) => match &candidate.unconfirmed {
            Some(why) => why.clone(),
            None => "doubtful".to_owned(),
        },
        Verdict::Refuted(_) => "refuted".to_owned(),
    };
    findings.iter().map(told).collect()
}

fn null(text: &str) -> Vec<String> {
    searched(text, Rule::NullDereference)
}

fn zero(text: &str) -> Vec<String> {
    searched(text, Rule::DivisionByZero)
}

#[test]
fn conditions_along_the_path_become_inputs() {
    let text = "int f(int n, int m) {
            int d = 5;
            if (n > 10 && n < 12 && m == n * 3)
                d = 0;
            return m / d;
        }";
    assert_eq!(zero(text), ["n = 11, m = 33"]);
    assert_eq!(zero(&text.replace("n < 12", "n < 11")), ["refuted"], "no inputs are looked for");
}

#[test]
fn memory_and_results_of_calls_are_inputs_too() {
    let text = "int f(struct node *n) {
            int d = 5;
            if (n && n->next && n->next->value == 3 && ask() > 8)
                d = 0;
            return 10 / d;
        }";
    let inputs = "n = a valid pointer, n->next = a valid pointer, n->next->value = 3, \
                  the result of ask = 10";
    assert_eq!(zero(text), [inputs]);
}

#[test]
fn a_failure_of_an_allocation_is_an_input() {
    let text = "int f(void) {
            struct node *n = malloc(sizeof *n);
            n->value = 1;
            free(n);
            return 0;
        }";
    assert_eq!(null(text), ["malloc on line 2 = fails"]);
}

#[test]
fn a_run_enters_callees() {
    let text = "static int twice(int n) { return n * 2; }
        int f(int n) {
            int d = 5;
            if (twice(n) == 8)
                d = 0;
            return 100 / d;
        }";
    assert_eq!(zero(text), ["n = 4"]);
    assert_eq!(zero(&text.replace("== 8", "== 7")), ["the only run went another way"], "7 is odd");
}

#[test]
fn a_run_goes_round_a_loop_as_often_as_the_misuse_needs() {
    let text = "int f(int n) {
            int i = 0;
            while (i < n && i < 10)
                i++;
            int d = 5;
            if (i == 3)
                d = 0;
            return 100 / d;
        }";
    assert_eq!(zero(text), ["n = 3"]);
}

#[test]
fn a_doubtful_finding_is_not_searched_for_inputs() {
    let text = "int f(struct node *n) {
            int *p = NULL;
            if (n->next)
                p = &n->value;
            return *p;
        }";
    assert_eq!(null(text), ["doubtful"]);
}

#[test]
fn only_the_listed_inputs_take_part_in_a_replay() {
    let file = File::with("int f(int n) { return n > 3 ? ask() : 0; }", Options::default());
    let graphs = file.graphs();
    let given: Assignment = [(csieve_machine::Source::Param(0), 5)].into_iter().collect();
    let trace = Explorer::new(&graphs, "f", false).run(&given, 100);
    let [n, _] = trace.asked.as_slice() else { panic!("the run asks for `n` and a result") };
    let again = replayed(&graphs, "f", &trace.asked, false, 100, &Never).expect("all inputs are listed");
    assert_eq!(again.end, End::Returned);
    let without_the_result = replayed(&graphs, "f", std::slice::from_ref(n), false, 100, &Never);
    assert!(without_the_result.is_none());
}

#[test]
fn a_replay_that_is_cancelled_ends_early() {
    let text = "int f(void) { int n = 0; for (int i = 0; i < 1000000; i++) n ^= i; return n; }";
    let file = File::with(text, Options::default());
    let graphs = file.graphs();
    let again =
        |cancel: &dyn Cancel| replayed(&graphs, "f", &[], false, 20_000_000, cancel).expect("no inputs");
    let (whole, part) = (again(&Never), again(&|| true));
    assert_eq!(whole.end, End::Returned);
    assert!(part.end != End::Returned && part.steps < whole.steps / 10, "{} steps", part.steps);
}

#[test]
fn the_reason_that_stopped_most_runs_is_told() {
    let mut unreached = Unreached::default();
    let told = |unreached: &mut Unreached, end: End| {
        unreached.note(&end);
        unreached.sentence()
    };
    assert_eq!(told(&mut unreached, End::Returned), "the only run went another way");
    assert_eq!(told(&mut unreached, End::NeverReturns), "2 runs went another way");
    assert_eq!(told(&mut unreached, End::Steps), "1 of 3 runs was stopped because of its length");
    let lost = End::Unknown("a union".to_owned());
    assert_eq!(told(&mut unreached, lost), "1 of 4 runs could not be followed to the end: a union");
}

/// What a function of the program does with a count that must be 0, and with one for which it asks.
const COUNTED: &str = "static int last(const int *list, int n);
    int sum(const struct lists *l) { return last(l->first, l->count); }
    static int last(const int *list, int n) {
        int d = 0;
        for (int i = 0; i < n; i++)
            d = list[i] | 1;
        return 10 / d;
    }";

#[test]
fn a_special_value_that_only_callers_choose_is_no_evidence() {
    let said = "runs need `n` = 0, which depends on the callers of the function";
    assert_eq!(zero(COUNTED), [said]);
    let exported = COUNTED.replace("static ", "");
    assert_eq!(zero(&exported), [said], "the function asks only when the loop ends");
    let small = exported.replace("int d = 0;", "int d = 1; if (n < 1) d = 0;");
    assert_eq!(zero(&small), ["list = a valid pointer, n = 0"], "anybody may call it, and it asks");
    let asked = COUNTED.replace("int d = 0;", "int d = 1; if (n == 0) d = 0;");
    assert_eq!(zero(&asked), ["list = a valid pointer, n = 0"], "the function expects it");
    let many = COUNTED.replace("list[i] | 1", "0");
    assert_eq!(zero(&many), ["list = a valid pointer, n = 0"], "other numbers do it as well");
}
