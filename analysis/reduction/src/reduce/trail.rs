//! The trail of a counterexample, which guides the search for inputs.

use csieve_graph::{Action, Edge, Type, VarId, VarKind};
use csieve_modelcheck::model::{Counterexample, trail};
use csieve_refuters::Seed;
use csieve_reports::finding::Trail;

use super::Reduction;

impl Reduction<'_> {
    /// Returns the facts about a counterexample that the search for inputs needs.
    pub(super) fn trail(&self, found: &Counterexample, seed: Option<&Seed>) -> Trail {
        let cfg = self.function.cfg;
        let is_made = |edge: &Edge| matches!(edge.action, Action::Alloc { .. } | Action::Open { .. });
        let made = found.origin().map(|origin| cfg.edge(origin)).filter(|edge| is_made(edge));
        let position = |var: VarId| cfg.params.as_ref()?.iter().position(|param| *param == Some(var));
        let values = || seed.into_iter().flat_map(|seed| &seed.values);
        let params = values().filter_map(|(var, bits)| Some((position(*var)? as u32, *bits)));
        let globals = values().filter(|(var, _)| cfg.var(*var).kind == VarKind::Global);
        // Values of pointers other than NULL are left out, because a run cannot begin with such an address.
        let is_pointer = |var: VarId| cfg.var(var).ty == Type::Pointer;
        Trail {
            decisions: trail(cfg, &found.word),
            made: made.map(|edge| edge.span),
            params: params
                .filter(|(index, bits)| {
                    *bits == 0
                        || !cfg
                            .params
                            .as_ref()
                            .and_then(|params| params[*index as usize])
                            .is_some_and(is_pointer)
                })
                .collect(),
            globals: globals
                .filter(|(var, bits)| *bits == 0 || !is_pointer(*var))
                .map(|(var, bits)| (cfg.var(*var).name.clone(), *bits))
                .collect(),
        }
    }
}
