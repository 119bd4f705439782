//! Tests of the domains against all integer points of small boxes.

mod laws;
mod numbers;
mod octagon;
mod overflow;
mod points;
mod polyhedron;
mod powerset;
mod refinement;
mod zone;

use super::{Constraint, Domain, Integer, Linear, Octagon, Polyhedron, Powerset, Relation, Zone};
