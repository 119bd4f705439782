//! The property of reaching a place. Checks whose findings are proofs use it to show that no run reaches the
//! place.

use csieve_graph::EdgeId;

use crate::model::{Function, Move, Property, Tracked};

use super::Rule;

/// The property for which every edge is a misuse, so that a search finds the first of its target edges on a
/// path.
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
