//! Reaching a place at all, for checks whose findings are proofs that nothing does.

use csieve_graph::EdgeId;

use crate::model::{Function, Move, Property, Tracked};

use super::Rule;

/// Any edge that is searched for counts.
#[derive(Clone, Copy, Debug)]
pub struct Reach(pub Rule);

impl Property for Reach {
    fn rule(&self) -> Rule {
        self.0
    }

    fn start(&self, _function: &Function, _edge: EdgeId) -> Option<Move> {
        Some(Move::Misuse { definite: true })
    }

    fn step(&self, _function: &Function, _tracked: &Tracked, _edge: EdgeId) -> Move {
        Move::Gone
    }
}
