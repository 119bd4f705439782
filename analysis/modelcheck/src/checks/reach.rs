//! The property of reaching a place. Checks whose findings are proofs need it to show that no run does.

use csieve_graph::EdgeId;

use crate::model::{Function, Move, Property, Tracked};

use super::Rule;

/// The property with every edge as a misuse, so that the first target edge on a path counts.
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
