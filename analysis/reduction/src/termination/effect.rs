//! What a round of a loop does to a sum of variables, as far as the edges show it without a solver.

use csieve_graph::{Edge, VarId};
use csieve_modelcheck::model::Function;

use super::{
    ranking::Sum,
    rounds::RoundWord,
    slice::{KeptEdge, SymbolSubject, writes},
    suspect::distance,
};

/// The effect of a round on a sum of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The round adds this constant, unless a variable wraps.
    Adds(i128),
    /// The round gives the sum a value about which nothing else in the round says anything.
    Any,
    /// The effect takes a solver to find out.
    Unknown,
}

impl Effect {
    /// Returns the effect of a round on a sum.
    pub(super) fn of(function: &Function, word: &RoundWord, sum: &Sum) -> Self {
        let mut total = 0_i128;
        let mut is_any = false;
        for (var, factor) in sum {
            let mut is_lost = false;
            for kept in word {
                let (KeptEdge::Whole(id) | KeptEdge::Write(id)) = *kept;
                let edge = function.cfg.edge(id);
                let is_written = writes(function, edge, SymbolSubject::Var(*var));
                match kept {
                    KeptEdge::Write(_) => is_lost |= is_written,
                    KeptEdge::Whole(_) if is_written && !is_lost => match distance(function.cfg, id) {
                        Some(by) => total += by * i128::from(*factor),
                        None => return Self::Unknown,
                    },
                    KeptEdge::Whole(_) if is_lost && (is_written || reads(function, edge, *var)) => {
                        return Self::Unknown;
                    }
                    KeptEdge::Whole(_) => {}
                }
            }
            is_any |= is_lost;
        }
        if is_any { Self::Any } else { Self::Adds(total) }
    }

    /// Returns whether a round with this effect may make the sum smaller.
    pub(super) fn may_lower(self) -> bool {
        match self {
            Self::Adds(by) => by < 0,
            Self::Any => false,
            Self::Unknown => true,
        }
    }

    /// Returns whether a round with this effect may keep the sum from growing.
    pub(super) fn may_keep(self) -> bool {
        self.may_lower() || self == Self::Adds(0)
    }
}

/// Returns whether an edge reads a variable.
fn reads(function: &Function, edge: &Edge, var: VarId) -> bool {
    edge.reads().any(|read| function.dependencies(read).vars.contains(&var))
}
