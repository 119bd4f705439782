//! Relational numeric domains: sets of integer points, described by linear constraints between variables.
//!
//! A domain computes with mathematical integers and knows nothing of machine integers; its users have to say
//! where a value may wrap. From cheap to precise, the domains are [`Zone`] (`x - y <= c`), [`Octagon`]
//! (`±x ± y <= c`), [`Polyhedron`] (any linear constraints), and [`Powerset`] (a few elements of one of
//! these). [`refined`] is abstract interpretation with refinement by hints ([GR], sections 2 to 4). It is
//! made of [`Domain::join`], [`Domain::connect`], [`Domain::widen`] and [`Domain::meet_all`].

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
