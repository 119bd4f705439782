//! Finds the conditions that a function tests on its arguments and on memory at entry, and which of these
//! conditions held on all runs.

use rustc_hash::FxHashMap;

use csieve_dataflow::automaton::{Automaton, Event, Quantity, QuantityId};
use csieve_domains::interval::Interval;
use csieve_graph::{Action, Cfg, EdgeId, ExprId};
use csieve_lowering::summary::Condition;
use csieve_modelcheck::model::Function;

use super::{asked::asked, params::Flow, state::Facts, targets::is_as_at_entry};

/// The largest number of conditions on arguments that are followed.
const MAX_OF_ARGUMENTS: usize = 24;
/// The largest number of conditions on memory that are followed. If a function tests at most [`MAX_APART`] of
/// them, their answers keep states apart.
const MAX_OF_MEMORY: usize = 8;
/// The largest number of conditions on memory whose answers keep states apart.
const MAX_APART: usize = 4;
/// The largest number of conditions of a summary case.
const MAX_OF_CASE: usize = 8;

/// The answers that all runs gave to the questions `value == constant` in [`Conditions`]: two bits for each
/// question, one for "equal" and one for "not equal". The questions are about values at entry, so an answer
/// stays true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Held(u64);

impl Held {
    /// Returns the answers that are in both sets.
    pub(crate) fn joined(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns whether two sets of answers differ in one question only, for which each set has one of the two
    /// answers.
    pub(crate) fn is_both_answers(self, other: Self) -> bool {
        let differs = self.0 ^ other.0;
        let question = differs.trailing_zeros() & !1;
        differs != 0 && differs == 0b11 << question && (self.0 & differs).is_power_of_two()
    }

    fn add(&mut self, question: usize, is_equal: bool) {
        self.0 |= 1 << (2 * question + usize::from(is_equal));
    }

    fn has(self, question: usize, is_equal: bool) -> bool {
        self.0 & (1 << (2 * question + usize::from(is_equal))) != 0
    }
}

/// The questions `value == constant` that a function asks about its arguments and memory at entry.
#[derive(Debug)]
pub(crate) struct Conditions {
    all: Vec<EqualityQuestion>,
    /// The questions that an edge may answer, as indices into `all`.
    by_edge: FxHashMap<EdgeId, Vec<usize>>,
    /// The bits of [`Held`] that belong to questions about memory.
    of_memory: u64,
}

/// The question whether a value equals a constant.
#[derive(Debug)]
struct EqualityQuestion {
    /// The condition that the value equals the constant.
    equal: Condition,
    /// The automaton's quantity for the value that the question is about.
    subject: QuantityId,
    /// The automaton's quantity that is 1 if the value equals the constant, and 0 if not.
    is_equal: QuantityId,
    /// The expression that the question is about, if the expression reads memory.
    loaded: Option<ExprId>,
}

impl Conditions {
    /// Collects, for the edges with a condition, the quantities that the conditions compare with constants.
    pub(crate) fn new(function: &Function, automaton: &Automaton, flow: &Flow) -> Self {
        let mut conditions = Self { all: Vec::new(), by_edge: FxHashMap::default(), of_memory: 0 };
        let cfg = function.cfg;
        let mut answered: Vec<(EdgeId, Vec<QuantityId>)> = Vec::new();
        for id in cfg.edge_ids() {
            let action = &cfg.edge(id).action;
            if !matches!(action, Action::Assume { .. } | Action::AssumeNone { .. } | Action::Learn { .. }) {
                continue;
            }
            let targets: Vec<QuantityId> = automaton.events[id.index()]
                .iter()
                .filter_map(|event| match event {
                    Event::Update(update) => Some(automaton.update(*update).target),
                    Event::Kill(_) => None,
                })
                .collect();
            for &target in &targets {
                conditions.ask(cfg, automaton, flow, target);
            }
            answered.push((id, targets));
        }
        for (id, targets) in answered {
            let is_answered = |question: &EqualityQuestion| {
                [question.subject, question.is_equal].iter().any(|of| targets.contains(of))
            };
            let all = conditions.all.iter().enumerate();
            let answers: Vec<usize> =
                all.filter(|(_, question)| is_answered(question)).map(|(index, _)| index).collect();
            if !answers.is_empty() {
                conditions.by_edge.insert(id, answers);
            }
        }
        conditions
    }

    /// Adds the question that the quantity `is_equal` answers, if it answers one that callers understand.
    fn ask(&mut self, cfg: &Cfg, automaton: &Automaton, flow: &Flow, is_equal: QuantityId) {
        let Quantity::IsZero(sum) = automaton.quantities.get(is_equal) else { return };
        let ([(subject, 1)], Some(offset)) = (sum.terms.as_slice(), sum.offset.as_point()) else { return };
        if self.all.iter().any(|question| question.is_equal == is_equal)
            || !automaton.range(*subject).contains(-offset)
        {
            return;
        }
        let Some((path, through, loaded)) = asked(cfg, flow, automaton.quantities.get(*subject)) else {
            return;
        };
        let same_kind = self.all.iter().filter(|question| question.loaded.is_some() == loaded.is_some());
        let most = if loaded.is_some() { MAX_OF_MEMORY } else { MAX_OF_ARGUMENTS };
        if same_kind.count() >= most {
            return;
        }
        if loaded.is_some() {
            self.of_memory |= 0b11 << (2 * self.all.len());
        }
        let equal = Condition { path, through, constant: -offset, is_equal: true };
        self.all.push(EqualityQuestion { equal, subject: *subject, is_equal, loaded });
    }

    /// Records in `facts`, which hold after an edge, the answers that they give to questions about values at
    /// entry.
    pub(crate) fn hold(&self, function: &Function, automaton: &Automaton, edge: EdgeId, facts: &mut Facts) {
        for &index in self.by_edge.get(&edge).into_iter().flatten() {
            let question = &self.all[index];
            let is_known = question.loaded.is_none_or(|loaded| {
                !facts.writes_shared && is_as_at_entry(function.cfg, loaded, &facts.dirty)
            });
            if !is_known {
                continue;
            }
            let (value, constant) = (facts.value(automaton, question.subject), question.equal.constant);
            let answer = facts.value(automaton, question.is_equal);
            if value.as_point() == Some(constant) || answer == Interval::ONE {
                facts.held.add(index, true);
            } else if !value.contains(constant) || answer == Interval::ZERO {
                facts.held.add(index, false);
            }
        }
    }

    /// Returns whether there are questions about memory, but so few that their answers can keep states apart.
    pub(crate) fn keep_apart(&self) -> bool {
        (1..=MAX_APART).contains(&(self.of_memory.count_ones() as usize / 2))
    }

    /// Returns those of the answers that keep states apart: the ones about memory.
    pub(crate) fn apart(&self, held: Held) -> Held {
        Held(held.0 & self.of_memory)
    }

    /// Returns the conditions that held on all runs of a summary case, without those that the ranges of the
    /// arguments, `args`, imply.
    pub(crate) fn of_case(&self, held: Held, args: &[Interval], nonzero: &[usize]) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for (index, question) in self.all.iter().enumerate() {
            let equal = &question.equal;
            let is_plain = equal.is_of_argument() && equal.through.is_empty();
            let param = equal.path.param;
            let range = args.get(param).copied().unwrap_or(Interval::TOP);
            let is_told = |is_equal: bool| {
                is_plain
                    && (is_equal
                        || !range.contains(equal.constant)
                        || equal.constant == 0 && nonzero.contains(&param))
            };
            for is_equal in [true, false] {
                if held.has(index, is_equal) && !is_told(is_equal) && conditions.len() < MAX_OF_CASE {
                    conditions.push(Condition { is_equal, ..equal.clone() });
                }
            }
        }
        conditions
    }
}
