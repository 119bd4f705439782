//! Paths through small functions of C for the tests of this crate. A path ends with the last condition before
//! a call of `reached`.

use std::collections::VecDeque;

use csieve_base::budget::Steps;
use csieve_dataflow::automaton::automaton;
use csieve_frontend::syntax::Unit;
use csieve_graph::{Action, CallTarget, Cfg, EdgeId, edge_text};
use csieve_lowering::lower::{UnitContext, lower_function};
use csieve_modelcheck::model::{Function, rejects};

use crate::{CounterexamplePath, Proof, Refutation, Refuter, Seed};

/// The declarations with which every text begins.
const HEAD: &str = "void *malloc(unsigned long size); void free(void *object);
    int ask(void); void use(void *object); void reached(void);
    struct item { struct item *next; int value; };\n";

/// More steps than any test needs.
const STEPS: u32 = 1_000_000;

/// The answer of a refuter about a path, as text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// The path is refuted: what the test tells of the proof, and for the words to the end of the path with
    /// at most two rounds, shortest first, whether the observer rejects them.
    Refuted(Vec<String>, Vec<bool>),
    /// Some run takes the path, with these values at the start.
    Feasible(String),
    /// No answer.
    Unknown,
}

/// Asks a refuter about the shortest path to the last condition that goes round loops this number of times.
/// `tell` turns a proof into text; it is given the path and the text of the function.
pub(crate) fn asked(
    refuter: &dyn Refuter,
    (text, rounds, wrapv): (&str, usize, bool),
    tell: impl Fn(&CounterexamplePath, &Proof, &str) -> Vec<String>,
) -> Said {
    on_path((text, rounds, wrapv), |path, words, own| match refuter.refute(path, &mut Steps::new(STEPS)) {
        Refutation::Spurious(proofs) => {
            let [proof] = proofs.as_slice() else { panic!("one proof is expected") };
            assert!(rejects(proof.observer.as_ref(), path.word), "its own path is rejected");
            let rejected = words.iter().map(|word| rejects(proof.observer.as_ref(), word)).collect();
            Said::Refuted(tell(path, proof, own), rejected)
        }
        Refutation::Feasible(seed) => Said::Feasible(values(path.function.cfg, &seed)),
        Refutation::Unknown => Said::Unknown,
    })
}

/// Does something with the shortest path to the last condition that goes round loops this number of times, all words with
/// at most two rounds, and the text of the function.
pub(crate) fn on_path<T>(
    (text, rounds, wrapv): (&str, usize, bool),
    act: impl FnOnce(&CounterexamplePath, &[Vec<EdgeId>], &str) -> T,
) -> T {
    let text = format!("{HEAD}{text}");
    let unit = Unit::parse(text.as_str());
    let definition = unit.functions().pop().expect("the text has a function");
    let own = &text[definition.span.range()];
    let cfg = lower_function(&unit, &UnitContext::new(&unit), &definition).expect("it is understood");
    let function = Function::new(&cfg);
    let automaton = automaton(&cfg, &function.dependencies, wrapv);
    let words = words(&cfg, rounds.max(2));
    let goes_round = |word: &&Vec<EdgeId>| most_visits(&cfg, word) == rounds + 1;
    let word = words.iter().find(goes_round).expect("there is such a path");
    let path = CounterexamplePath {
        function: &function,
        automaton: &automaton,
        ending: &[],
        wrapv,
        word,
        moves: &[],
    };
    act(&path, &words, own)
}

/// Returns a statement or condition of a path as it stands in the source; of a loop only its head.
pub(crate) fn statement(path: &CounterexamplePath, text: &str, edge: EdgeId) -> String {
    let text = edge_text(path.function.cfg, text, edge);
    text.split(" {").next().unwrap_or_default().to_owned()
}

/// Returns all words that end with the last condition before `reached` and come to no location more than
/// `rounds + 1` times, shortest first.
fn words(cfg: &Cfg, rounds: usize) -> Vec<Vec<EdgeId>> {
    let is_goal = |edge: EdgeId| {
        let Action::Call { target: CallTarget::Named(name), .. } = &cfg.edge(edge).action else {
            return false;
        };
        name == "reached"
    };
    let is_condition = |edge: &EdgeId| matches!(cfg.edge(*edge).action, Action::Assume { .. });
    let mut found: Vec<Vec<EdgeId>> = Vec::new();
    let mut open = VecDeque::from([Vec::new()]);
    while let Some(word) = open.pop_front() {
        let at = word.last().map_or(cfg.entry, |edge| cfg.edge(*edge).to);
        for &edge in &cfg.successors[at.index()] {
            let mut next = word.clone();
            next.push(edge);
            if is_goal(edge) {
                let last = next.iter().rposition(is_condition).expect("a condition decides");
                next.truncate(last + 1);
                found.push(next);
            } else if most_visits(cfg, &next) <= rounds + 1 {
                open.push_back(next);
            }
        }
    }
    found
}

/// Returns how often a word comes to the location to which it comes most often.
fn most_visits(cfg: &Cfg, word: &[EdgeId]) -> usize {
    let ends = word.iter().map(|edge| cfg.edge(*edge).to);
    let locations: Vec<_> = std::iter::once(cfg.entry).chain(ends).collect();
    let visits = |one| locations.iter().filter(|other| **other == one).count();
    locations.iter().map(|one| visits(*one)).max().unwrap_or(0)
}

/// Returns the numbers of a seed: "n = 3, m = -1".
fn values(cfg: &Cfg, seed: &Seed) -> String {
    let value = |(var, bits): &(csieve_graph::VarId, u128)| {
        let var = cfg.var(*var);
        let negative = var.ty.as_int().filter(|int| int.signed && *bits > int.max() as u128);
        let number = negative.map_or(*bits as i128, |int| *bits as i128 - (1 << int.bits));
        format!("{} = {number}", var.name)
    };
    seed.values.iter().map(value).collect::<Vec<_>>().join(", ")
}
