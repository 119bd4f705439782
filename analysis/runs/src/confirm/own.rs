//! Runs that break a rule of a user. The machine knows nothing of such rules: the automaton of the rule reads the edges
//! that the run took in the function.

use csieve_base::{own::OwnRules, rule::Rule};
use csieve_graph::{Cfg, EdgeId};
use csieve_machine::concolic::Trace;
use csieve_modelcheck::{
    model::{Function, Move, Property, Tracked},
    own::Own,
};
use csieve_reports::finding::Finding;

/// The rule of a finding, and the function of its run.
pub(super) struct Broken<'a> {
    rule: Own<'a>,
    function: Function<'a>,
    finding: &'a Finding,
}

impl<'a> Broken<'a> {
    /// Returns how to see that a run of a function breaks the rule of a finding. `None` if it is a rule of csieve.
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

    /// Returns whether a run that takes these edges of the function breaks the rule at the place of the finding.
    pub(super) fn is_on(&self, edges: impl Iterator<Item = EdgeId>) -> bool {
        let mut states: Vec<Tracked> = self.rule.at_entry(&self.function);
        for edge in edges {
            let moves = states.iter().map(|state| self.rule.step(&self.function, state, edge));
            let moves = moves.chain(self.rule.start(&self.function, edge));
            let mut next = Vec::new();
            for moved in moves {
                match moved {
                    Move::Misuse { .. } if self.function.cfg.edge(edge).span == self.finding.span => return true,
                    Move::To(state) | Move::Perhaps(state) if !next.contains(&state) => next.push(state),
                    _ => {}
                }
            }
            states = next;
        }
        false
    }
}
