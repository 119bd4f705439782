//! Relations between variables as abstract domains: which linear constraints hold, over the mathematical integers.
//!
//! A domain knows nothing of machine integers; whoever uses it says where a value may wrap. From cheap to precise:
//! [`Zone`] (`x - y <= c`), [`Octagon`] (`±x ± y <= c`), [`Polyhedron`] (any linear constraints), and [`Powerset`], a few
//! elements of one of these. The operators that an iteration with refinement by hints needs (Gulavani & Rajamani,
//! "Counterexample Driven Refinement for Abstract Interpretation", sections 2 to 4) are [`Domain::join`],
//! [`Domain::connect`], [`Domain::widen`] and [`Domain::meet_all`]; the iteration itself is [`refined`].

mod constraint;
mod domain;
mod integer;
mod linear;
mod named;
mod octagon;
mod polyhedron;
mod powerset;
mod refinement;
mod weakly_relational;
mod zone;

#[cfg(test)]
mod tests;

pub use constraint::{Constraint, Relation};
pub use domain::Domain;
pub use integer::Integer;
pub use linear::Linear;
pub use named::Named;
pub use octagon::Octagon;
pub use polyhedron::{Polyhedron, contradiction};
pub use powerset::Powerset;
pub use refinement::{
    Hint, Instead, Loss, Plan, Refined, Run, Statement, Transition, Transitions, iterate, refined, weakest,
};
pub use zone::Zone;
