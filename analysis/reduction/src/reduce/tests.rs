//! Tests that a refuter with a wrong proof is not believed.

use std::cell::OnceCell;

use super::{ENDING, NoRuns, Pool, Reduction, proofs::is_checked, sites};
use csieve_base::refuter_id::RefuterId;
use csieve_base::{
    budget::Steps, cancel::Never, options::Options, rule::Rule, text::Sentence, watch::NoWatch,
};
use csieve_dataflow::automaton::{UpdateId, automaton};
use csieve_domains::interval::Interval;
use csieve_frontend::syntax::Unit;
use csieve_graph::{EdgeId, Loc};
use csieve_lowering::lower::{UnitContext, lower_function};
use csieve_modelcheck::{
    checks::{check, declaration},
    model::{Function, Observation, Observer, ObserverState},
};
use csieve_refuters::{
    CounterexamplePath, Declaration, Equation, IntervalConflict, Intervals, Proof, Reasoning, Refutation,
    Refuter,
};
use csieve_reports::finding::{Conflict, ObserverGraph, VerdictKind};

/// A refuter that claims of every path that its first update leaves no value.
struct Broken;

struct RejectsAll;

impl Observer for RejectsAll {
    fn step(&self, _: &[u32], _: EdgeId) -> Observation {
        Observation::Reject
    }

    fn relevant(&self, state: ObserverState, _: Loc) -> ObserverState {
        state
    }
}

fn claimed(path: &CounterexamplePath) -> IntervalConflict {
    let update = path.automaton.update(UpdateId(0));
    let occurrences = vec![vec![None; update.reads.len()]];
    IntervalConflict {
        equations: vec![Equation { update: update.id, position: 0, occurrences }],
        values: vec![Interval::EMPTY],
        updates: vec![update.id],
    }
}

impl Refuter for Broken {
    fn declaration(&self) -> &'static Declaration {
        &Intervals::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, _: &mut Steps) -> Refutation<'a> {
        Refutation::Spurious(vec![Proof {
            refuter: self.id(),
            observer: Box::new(RejectsAll),
            reasoning: Reasoning::Intervals(claimed(path)),
        }])
    }
}

/// Returns the verdicts on the division in a function if only the broken refuter is asked.
fn verdicts(checks_proofs: bool) -> Vec<VerdictKind> {
    let text = "int f(int n)\n{\n    int zero = 0;\n    return n / zero;\n}\n";
    let unit = Unit::parse(text);
    let definition = unit.functions().pop().expect("a function");
    let cfg = lower_function(&unit, &UnitContext::new(&unit), &definition).expect("it is lowered");
    let function = Function::new(&cfg);
    let options = Options { checks_proofs, ..Options::default() };
    let automaton = automaton(&cfg, &function.dependencies, false);
    let reduction = Reduction {
        function: &function,
        automaton: &automaton,
        trusting: &OnceCell::new(),
        text,
        ending: &[],
        refuters: vec![&Broken],
        early: &NoRuns,
        options: &options,
        cancel: &Never,
        watch: &NoWatch,
    };
    let check = check(Rule::DivisionByZero).expect("there is the check");
    let mut pool = Pool::default();
    let sites = sites(&function, check, options.max_states, &Never).expect("nobody cancels");
    let findings = sites.iter().map(|site| reduction.finding(site, &mut pool).expect("nobody cancels"));
    findings.flatten().map(|finding| finding.verdict.kind()).collect()
}

#[test]
fn a_wrong_proof_is_put_back() {
    assert_eq!(verdicts(true), [VerdictKind::Unrefuted]);
    assert_eq!(verdicts(false), [VerdictKind::Refuted]);
}

#[test]
fn a_proof_without_a_form_that_can_be_checked_does_not_count() {
    let reasoning = Reasoning::Intervals(IntervalConflict {
        equations: Vec::new(),
        values: Vec::new(),
        updates: Vec::new(),
    });
    let printed = |certificate: Option<&str>| Conflict {
        refuter: RefuterId::Intervals,
        equations: Vec::new(),
        sentence: Sentence::default(),
        observer: ObserverGraph { states: Vec::new(), edges: Vec::new() },
        nearby: Vec::new(),
        refinements: Vec::new(),
        certificate: certificate.map(Sentence::from),
    };
    assert!(!is_checked(&reasoning, &printed(None)));
    assert!(!is_checked(&reasoning, &printed(Some("csieve intervals 1\nx1 in empty <- 1\nempty x1\n"))));
    assert!(is_checked(&reasoning, &printed(Some("csieve intervals 1\nx1 in empty <- empty\nempty x1\n"))));
}

#[test]
fn the_properties_that_end_runs_are_the_declared_ones() {
    let mut ending: Vec<Rule> = ENDING.iter().map(|property| property.rule()).collect();
    ending.sort_unstable();
    let declared: Vec<Rule> = Rule::ALL.iter().copied().filter(|rule| declaration(*rule).ends_runs).collect();
    assert_eq!(ending, declared);
}
