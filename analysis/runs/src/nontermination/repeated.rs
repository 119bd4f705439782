//! States that occur again: if all values on which decisions depend are the same as some rounds of the loop
//! before, the run repeats these rounds for ever.

use csieve_dataflow::ranges::Loop;
use csieve_graph::{Action, EdgeId, VarId};
use csieve_machine::Known;
use csieve_modelcheck::model::Function;

use super::observe::{Observed, Sight};
use csieve_reduction::termination::{closed, is_call, is_own};

/// Two visits of the head of a loop with equal values of all variables on which decisions depend. The visits
/// are given as positions in the run's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repeated {
    /// The position of the first visit.
    pub from: usize,
    /// The position of the second visit.
    pub to: usize,
    /// The number of rounds between the two visits.
    pub rounds: usize,
    /// The variables on which the decisions between the two visits depend.
    pub vars: Vec<VarId>,
}

impl Repeated {
    /// Returns the last visit of the loop's head and the latest earlier visit with the same values; `None` if
    /// there is no such visit, or if decisions depend on something other than variables.
    pub(super) fn of(function: &Function, one: &Loop, seen: &Observed) -> Option<Self> {
        let heads: Vec<&Sight> = seen.at(one.head).collect();
        let (last, before) = heads.split_last()?;
        let vars = deciding(function, &seen.word[before.first()?.position..last.position])?;
        let is_same = |sight: &Sight| {
            vars.iter().all(|var| {
                let value = seen.variable(sight, *var);
                value != Known::Nothing && value == seen.variable(last, *var)
            })
        };
        let (rounds, first) = before.iter().rev().enumerate().find(|(_, sight)| is_same(sight))?;
        Some(Self { from: first.position, to: last.position, rounds: rounds + 1, vars })
    }
}

/// Returns the variables on which the decisions of the cycle `word` depend. `None` if the decisions also
/// depend on something other than the function's own variables and memory that the cycle does not write.
fn deciding(function: &Function, word: &[EdgeId]) -> Option<Vec<VarId>> {
    let cfg = function.cfg;
    let (mut vars, mut reads_memory, mut writes_memory) = (Vec::new(), false, false);
    for id in word {
        let edge = cfg.edge(*id);
        let asked = match &edge.action {
            Action::Assume { cond, .. } => *cond,
            Action::AssumeNone { value, .. } => *value,
            Action::Assign { value, .. } => {
                // The assigned value matters only if a decision depends on the variable, which is checked
                // below.
                reads_memory |= function.dependencies(*value).memory;
                writes_memory |= edge.assigned().is_some_and(|var| cfg.var(var).exposed);
                continue;
            }
            action => {
                if is_call(action) || matches!(action, Action::Learn { .. }) {
                    return None;
                }
                writes_memory |= edge.writes_memory();
                continue;
            }
        };
        let on = function.dependencies(asked);
        reads_memory |= on.memory;
        vars.extend(&on.vars);
    }
    let vars = closed(function, word, vars);
    let is_plain = |id: &EdgeId| match &cfg.edge(*id).action {
        // A value from memory may come from a list that leads back into itself. Only a caller can build such
        // a list.
        Action::Assign { var, value } => {
            let on = function.dependencies(*value);
            !vars.contains(var) || !on.unstable && !on.memory
        }
        Action::Assume { cond, .. } => !function.dependencies(*cond).unstable,
        Action::AssumeNone { value, .. } => !function.dependencies(*value).unstable,
        _ => cfg.edge(*id).assigned().is_none_or(|var| !vars.contains(&var)),
    };
    let is_closed = vars.iter().all(|var| is_own(cfg, *var)) && word.iter().all(is_plain);
    (is_closed && !(reads_memory && writes_memory)).then_some(vars)
}
