//! States that come again: a run that decides on nothing but what it has decided on before goes round for ever.

use csieve_dataflow::ranges::Loop;
use csieve_graph::{Action, EdgeId, VarId};
use csieve_machine::Known;
use csieve_modelcheck::model::Function;

use super::observe::{Observed, Sight};
use csieve_reduction::termination::{closed, is_call, is_own};

/// Two times at the head between which nothing changed that matters, as positions of the run's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repeated {
    /// The first time.
    pub from: usize,
    /// The second.
    pub to: usize,
    /// Rounds between.
    pub rounds: usize,
    /// What matters: everything that the decisions in between rest on.
    pub vars: Vec<VarId>,
}

impl Repeated {
    /// The last time at the head and the next before it that was the same.
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

/// The variables that the decisions of a cycle rest on; none if they rest on more than the function's own variables and memory
/// that the cycle does not write.
fn deciding(function: &Function, word: &[EdgeId]) -> Option<Vec<VarId>> {
    let cfg = function.cfg;
    let (mut vars, mut reads_memory, mut writes_memory) = (Vec::new(), false, false);
    for id in word {
        let edge = cfg.edge(*id);
        let asked = match &edge.action {
            Action::Assume { cond, .. } => *cond,
            Action::AssumeNone { value, .. } => *value,
            Action::Assign { value, .. } => {
                // What it says is looked at where it matters.
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
        // A list that leads back into itself is the caller's doing.
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
