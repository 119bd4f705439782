//! Tests that a refuter with a wrong proof is not believed, and that sites share what a function may take.

use std::{
    cell::{OnceCell, RefCell},
    sync::atomic::{AtomicUsize, Ordering},
};

use super::{ENDING, EarlyRuns, NoRuns, Pool, Reduction, early::EARLY_ROUNDS, proofs::is_checked, sites};
use csieve_base::refuter_id::RefuterId;
use csieve_base::{
    budget::Steps,
    cancel::{Cancelled, Never},
    options::Options,
    rule::Rule,
    text::Sentence,
    watch::{Answer, NoWatch, Watch, WatchedQuestion},
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
use csieve_reports::finding::{Conflict, Finding, ObserverGraph, VerdictKind};

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

/// Returns the claim with an observer.
fn spurious<'a>(path: &CounterexamplePath, observer: impl Observer + 'a) -> Refutation<'a> {
    Refutation::Spurious(vec![Proof {
        refuter: Intervals::DECLARATION.id,
        observer: Box::new(observer),
        reasoning: Reasoning::Intervals(claimed(path)),
    }])
}

impl Refuter for Broken {
    fn declaration(&self) -> &'static Declaration {
        &Intervals::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, _: &mut Steps) -> Refutation<'a> {
        spurious(path, RejectsAll)
    }
}

/// A refuter that excludes each path by itself, so that a search goes on as long as it may.
struct OneByOne;

/// An observer that rejects one word. Its state is the number of edges that were as in the word; `OTHER` after another
/// edge.
struct Only(Vec<EdgeId>);

const OTHER: u32 = u32::MAX;

impl Observer for Only {
    fn step(&self, state: &[u32], edge: EdgeId) -> Observation {
        let done = state.first().copied().unwrap_or(0);
        match self.0.get(done as usize) {
            Some(next) if *next == edge && done as usize + 1 == self.0.len() => Observation::Reject,
            Some(next) if *next == edge => Observation::To(Box::new([done + 1])),
            Some(_) => Observation::To(Box::new([OTHER])),
            None => Observation::Stay,
        }
    }

    fn relevant(&self, state: ObserverState, _: Loc) -> ObserverState {
        state
    }
}

impl Refuter for OneByOne {
    fn declaration(&self) -> &'static Declaration {
        &Intervals::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, _: &mut Steps) -> Refutation<'a> {
        spurious(path, Only(path.word.to_vec()))
    }
}

/// Returns the findings of divisions in a function for which only one refuter is asked.
fn divisions(
    text: &str,
    refuter: &'static dyn Refuter,
    (early, watch): (&dyn EarlyRuns, &dyn Watch),
    options: &Options,
) -> Vec<Finding> {
    let unit = Unit::parse(text);
    let definition = unit.functions().pop().expect("a function");
    let cfg = lower_function(&unit, &UnitContext::new(&unit), &definition).expect("it is lowered");
    let function = Function::new(&cfg);
    let automaton = automaton(&cfg, &function.dependencies, false);
    let reduction = Reduction {
        function: &function,
        automaton: &automaton,
        trusting: &OnceCell::new(),
        text,
        ending: &[],
        refuters: vec![refuter],
        early,
        options,
        cancel: &Never,
        watch,
    };
    let check = check(Rule::DivisionByZero).expect("there is the check");
    let sites = sites(&function, check, options.max_states, &Never).expect("nobody cancels");
    reduction.findings(&sites, &mut Pool::default()).expect("nobody cancels")
}

/// Returns the verdicts on the division in a function if only the broken refuter is asked.
fn verdicts(checks_proofs: bool) -> Vec<VerdictKind> {
    let text = "int f(int n)\n{\n    int zero = 0;\n    return n / zero;\n}\n";
    let options = Options { checks_proofs, ..Options::default() };
    let findings = divisions(text, &Broken, (&NoRuns, &NoWatch), &options);
    findings.iter().map(|finding| finding.verdict.kind()).collect()
}

#[test]
fn a_wrong_proof_is_put_back() {
    assert_eq!(verdicts(true), [VerdictKind::Unrefuted]);
    assert_eq!(verdicts(false), [VerdictKind::Refuted]);
}

/// A watch that counts the questions to refuters.
#[derive(Debug, Default)]
struct Asked(AtomicUsize);

impl Watch for Asked {
    fn asks(&self, question: WatchedQuestion) {
        if matches!(question, WatchedQuestion::Path(_)) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn answers(&self, _: WatchedQuestion, _: Answer, _: u32) {}
}

/// Runs that find nothing, and record how many questions were asked before them.
struct Recorded<'a> {
    asked: &'a Asked,
    at: RefCell<Vec<usize>>,
}

impl EarlyRuns for Recorded<'_> {
    fn confirms(&self, _: &mut Finding) -> Result<bool, Cancelled> {
        self.at.borrow_mut().push(self.asked.0.load(Ordering::Relaxed));
        Ok(false)
    }
}

#[test]
fn every_site_gets_its_first_rounds_before_one_gets_more() {
    let text = "\
int f(int n)
{
    int zero = 0, none = 0, a = 0;
    for (int i = 0; i < n; i++)
        a++;
    a += n / zero;
    return a + n / none;
}
";
    let asked = Asked::default();
    let recorded = Recorded { asked: &asked, at: RefCell::default() };
    let options = Options { checks_proofs: false, ..Options::default() };
    let findings = divisions(text, &OneByOne, (&recorded, &asked), &options);
    // Runs are asked after the first rounds of a site. Before those of the second site, the first had no more.
    assert_eq!(recorded.at.into_inner(), [EARLY_ROUNDS, 2 * EARLY_ROUNDS]);
    let most = findings.iter().map(|finding| finding.rounds.len()).max();
    assert!(most > Some(EARLY_ROUNDS), "{most:?}");
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
