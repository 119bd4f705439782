//! Runs that break a rule of a user. The machine knows nothing of such rules: the automaton of the rule reads
//! the edges that the run took in the function.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::{
    own::{Automaton, OwnRules},
    rule::Rule,
};
use csieve_graph::{Cfg, EdgeId, ExprId, Loc, MarkedObject};
use csieve_machine::{Known, concolic::Trace};
use csieve_modelcheck::{
    model::{Function, Move, Property, Tracked},
    own::Own,
};
use csieve_reports::finding::Finding;

use super::replay::Passed;

/// An event of the rule that happened in a run.
struct Happened {
    label: usize,
    object: Option<Known>,
    edge: EdgeId,
    /// The number of edges that the run took before.
    at: usize,
}

/// The rule of a finding, and the function of its run.
pub(super) struct Broken<'a> {
    rule: Own<'a>,
    function: Function<'a>,
    finding: &'a Finding,
}

impl<'a> Broken<'a> {
    /// Returns how to see that a run of a function breaks the rule of a finding. `None` if it is a rule of
    /// csieve.
    pub(super) fn by(cfg: &'a Cfg, rules: &'a OwnRules, finding: &'a Finding) -> Option<Self> {
        let Rule::Own(index) = finding.rule else { return None };
        let rule = Own::new(rules, index)?;
        Some(Self { rule, function: Function::new(cfg), finding })
    }

    /// Returns whether a run breaks the rule at the place of the finding, if its record has all its steps.
    pub(super) fn is_in(&self, trace: &Trace) -> bool {
        let is_whole = trace.taken.len() == trace.run.steps as usize;
        let own = trace.taken.iter().filter(|taken| taken.depth == 0);
        is_whole && self.is_on(own.map(|taken| taken.edge))
    }

    /// Returns the expressions of the objects of events on the edges that leave each location.
    pub(super) fn objects(&self) -> FxHashMap<Loc, Vec<ExprId>> {
        let mut objects: FxHashMap<Loc, Vec<ExprId>> = FxHashMap::default();
        for edge in self.function.cfg.edge_ids() {
            for (_, object) in self.rule.labels_at(&self.function, edge) {
                if let MarkedObject::Is(object) = object {
                    objects.entry(self.function.cfg.edge(edge).from).or_default().push(object);
                }
            }
        }
        objects
    }

    /// Returns whether a run that takes these edges breaks the rule at the place of the finding, for objects
    /// that are the same in this run and not only by name.
    pub(super) fn happens(&self, passed: &[Passed]) -> bool {
        if !self.is_on(passed.iter().map(|passed| passed.edge)) {
            return false;
        }
        if self.rule.follows_values() {
            return true;
        }
        let events: Option<Vec<Happened>> =
            passed.iter().enumerate().flat_map(|at| self.events(at)).collect();
        let Some(events) = events else { return false };
        let objects: FxHashSet<Known> = events.iter().filter_map(|event| event.object).collect();
        if objects.is_empty() {
            return true;
        }
        objects.iter().any(|object| {
            let own = events.iter().filter(|event| event.object.is_none_or(|of| of == *object));
            self.is_broken_by(&own.collect::<Vec<_>>())
        })
    }

    /// Returns the events of the rule on an edge; `None` for one about an object that is not known.
    fn events(&self, (at, passed): (usize, &Passed)) -> Vec<Option<Happened>> {
        let labels = self.rule.labels_at(&self.function, passed.edge);
        let event = |(label, object)| {
            let object = match object {
                MarkedObject::None => None,
                MarkedObject::Unknown => return None,
                MarkedObject::Is(expr) => {
                    let known = passed.objects.iter().find(|(of, _)| *of == expr)?.1;
                    Some(known)
                        .filter(|known| !matches!(known, Known::Nothing | Known::NotZero { .. }))?
                        .into()
                }
            };
            Some(Happened { label, object, edge: passed.edge, at })
        };
        labels.into_iter().map(event).collect()
    }

    /// Returns whether the automaton comes to a misuse at the place of the finding on events about one
    /// object.
    fn is_broken_by(&self, events: &[&Happened]) -> bool {
        let automaton = self.rule.automaton();
        let starts = if automaton.may_begin_again() { events.len() } else { 1 };
        (0..starts).any(|start| {
            let mut states = Automaton::FIRST;
            events[start..].chunk_by(|one, other| one.at == other.at).any(|at| {
                let (next, misuse) =
                    automaton.after(states, &|label| at.iter().any(|event| event.label == label));
                states = next;
                misuse && self.function.cfg.edge(at[0].edge).span == self.finding.span
            })
        })
    }

    /// Returns whether a run that takes these edges of the function breaks the rule at the place of the
    /// finding.
    fn is_on(&self, edges: impl Iterator<Item = EdgeId>) -> bool {
        let mut states: Vec<Tracked> = self.rule.at_entry(&self.function);
        for edge in edges {
            let moves = states.iter().map(|state| self.rule.step(&self.function, state, edge));
            let moves = moves.chain(self.rule.start(&self.function, edge));
            let mut next = Vec::new();
            for moved in moves {
                match moved {
                    Move::Misuse { .. } if self.function.cfg.edge(edge).span == self.finding.span => {
                        return true;
                    }
                    Move::To(state) | Move::Perhaps(state) if !next.contains(&state) => next.push(state),
                    _ => {}
                }
            }
            states = next;
        }
        false
    }
}
