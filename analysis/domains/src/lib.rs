//! Abstract domains and decision procedures: intervals and their equations, bit-vectors, relational numeric
//! domains, and heap graphs.
//!
//! - [`interval`]: [`interval::Interval`], a set of integers between two bounds, with the operators of C.
//! - [`equations`]: systems of interval equations and their exact least solutions, found by iteration with
//!   certified jumps instead of widening.
//! - [`bits`]: bit-vector terms in an arena ([`bits::Terms`]), which are simplified, bit-blasted and given to
//!   a SAT solver. The answer is a model, an UNSAT core or unknown.
//! - [`bitwise`]: the operators of C as bit-vector terms, with the conditions under which their results are
//!   defined.
//! - [`relations`]: zones, octagons, polyhedra and powersets behind the trait [`relations::Domain`], and
//!   abstract interpretation refined by counterexamples.
//! - [`heap`]: heap graphs with summary nodes, and the effect of commands on them.
//!
//! The crates above translate graphs and paths into equations, terms, constraints, transition systems or
//! commands. This crate solves them, and returns intervals, answers, states or factors of a contradiction.
//! The crates above turn these results into proofs.
//!
//! Every operation of an abstract domain over-approximates: a result may have too many values, never too few.
//! Work is bounded, by limits or by [`csieve_base::budget::Steps`]. A search that ends early says that the
//! answer is unknown, never that something is infeasible. There is no I/O, clock or randomness, so equal
//! input gives equal results. Intervals and relational domains compute with mathematical integers; only terms
//! and explicit conversions wrap.

pub mod bits;
pub mod bitwise;
pub mod equations;
pub mod heap;
pub mod interval;
pub mod relations;
