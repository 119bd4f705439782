//! Tests that misuses and edges that a run reaches are neither refuted nor called unreachable. Functions of
//! random programs are lowered, and the machine runs them on random inputs. The machine uses no intervals,
//! observers or properties. The tests need no C compiler.

mod random;

use std::collections::BTreeSet;

use csieve_analysis::findings;
use csieve_base::{budget::Steps, cancel::Never, options::Options, rule::Rule, watch::NoWatch};
use csieve_dataflow::bounds::guard;
use csieve_frontend::syntax::Unit;
use csieve_graph::{Cfg, EdgeId, dump};
use csieve_lowering::lower::{UnitContext, lower_function};
use csieve_machine::{Callee, Graphs, run};
use csieve_reports::finding::Finding;
use csieve_runs::cover::{Cover, Criterion, cover};
use csieve_tests::{
    programs::{Random, program},
    setting,
};
use random::Chance;

/// The number of programs that the test generates, unless `CSIEVE_REACHED_PROGRAMS` gives another one.
/// `CSIEVE_REACHED_FIRST` is the first seed.
const PROGRAMS: u64 = 6;
/// The number of functions in a program (`FUNCTIONS`), and of runs of each function (`RUNS`).
const FUNCTIONS: u32 = 4;
const RUNS: u64 = 1_000;
/// The budget of each run, in steps.
const STEPS: u32 = 600;

/// The functions of a program, each with its text and its graph.
struct File(Vec<(String, Cfg)>);

impl File {
    fn of(text: &str) -> Self {
        let unit = Unit::parse(text);
        let context = UnitContext::new(&unit);
        let lowered = unit.functions().into_iter().map(|item| {
            let cfg =
                lower_function(&unit, &context, &item).expect("the generator writes what is understood");
            (unit.text()[item.span.range()].to_owned(), guard(cfg, false))
        });
        Self(lowered.collect())
    }
}

impl Graphs for File {
    fn graph(&self, name: &str) -> Callee<'_> {
        let found = self.0.iter().find(|(_, cfg)| cfg.function == name);
        found.map_or(Callee::Unknown, |(_, cfg)| Callee::Graph(cfg))
    }
}

/// The misuses and edges that runs of a function reach in the function itself, not in callees.
#[derive(Default)]
struct Reached {
    misuses: BTreeSet<(EdgeId, Rule)>,
    edges: BTreeSet<EdgeId>,
}

impl Reached {
    fn by_runs(file: &File, function: &str) -> Self {
        let mut reached = Self::default();
        for seed in 0..RUNS {
            let mut chance = Chance::new(Random::new(seed));
            let run = run(file, function, &mut chance, false, &mut Steps::new(STEPS));
            reached.edges.extend(chance.taken);
            for misuse in run.misuses {
                if let [(_, edge)] = misuse.frames.as_slice() {
                    reached.misuses.insert((*edge, misuse.rule));
                }
            }
        }
        reached
    }
}

/// Returns the programs that the test generates, each with its seed.
fn programs() -> impl Iterator<Item = (u64, File)> {
    let first = setting("CSIEVE_REACHED_FIRST").unwrap_or(0);
    let end = first + setting("CSIEVE_REACHED_PROGRAMS").unwrap_or(PROGRAMS);
    (first..end).map(|seed| (seed, File::of(&program(seed, FUNCTIONS, 0).plain)))
}

#[test]
fn what_runs_reach_was_not_refuted() {
    let (mut seen, mut silent, mut refuted) = (0, 0, 0);
    for (seed, file) in programs() {
        for (text, cfg) in &file.0 {
            let found =
                findings(cfg, text, &Options::default(), &Never, &NoWatch).expect("nothing cancels").findings;
            refuted += found.iter().filter(|finding| finding.is_refuted()).count();
            for (edge, rule) in Reached::by_runs(&file, &cfg.function).misuses {
                seen += 1;
                let span = cfg.edge(edge).span;
                let here = found.iter().find(|finding| finding.span == span && finding.rule == rule);
                silent += usize::from(here.is_none());
                let is_wrong = here.is_some_and(Finding::is_refuted);
                assert!(
                    !is_wrong,
                    "seed {seed}: {} was refuted at `{}`\n{text}\n{}",
                    rule.id(),
                    &text[span.range()],
                    dump(cfg)
                );
            }
        }
    }
    println!("{seen} misuses reached, {silent} of them without a finding; {refuted} refuted");
    assert!(seen > 50 && refuted > 20, "the programs do too little: {seen} misuses, {refuted} refuted");
}

#[test]
fn what_runs_reach_was_not_called_unreachable() {
    let mut options = Options::default();
    // The search may do only a few runs, so that proofs have to decide about most edges.
    options.search.runs = 2;
    let (mut covered, mut unreachable, mut left) = (0, 0, 0);
    for (seed, file) in programs() {
        for (text, cfg) in &file.0 {
            let found = cover(&file, &cfg.function, text, Criterion::Edges, &options, &Never);
            let found: Cover = found.expect("nothing cancels").expect("the function has a graph");
            covered += found.goals.len() - found.unreachable.len() - found.missed.len();
            left += found.missed.len();
            unreachable += found.unreachable.len();
            let reached = Reached::by_runs(&file, &cfg.function);
            for one in &found.unreachable {
                let goal = &found.goals[one.goal];
                let is_wrong = goal.edges.iter().any(|edge| reached.edges.contains(edge));
                assert!(
                    !is_wrong,
                    "seed {seed}: a run passes `{}`, of which {:?} is said\n{text}\n{}",
                    goal.text,
                    one.reason,
                    dump(cfg)
                );
            }
        }
    }
    println!("{covered} edges covered, {unreachable} unreachable, {left} left");
    assert!(unreachable > 5, "the programs have too little dead code: {unreachable} edges");
}
