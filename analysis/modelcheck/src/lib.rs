//! Model checking: finds counterexamples, which are words (paths in the control-flow graph) to a misuse.
//!
//! - [`model`] has the machinery. A [`model::Property`] is an automaton that follows one object or value from
//!   its origin to a misuse; its state is a [`model::Tracked`]. A [`model::Search`] explores the product of
//!   the graph, one property and a set of observers, breadth first. The search returns a shortest
//!   [`model::Counterexample`], or the result that there is none.
//! - [`checks`] has one file for each check: its declaration, its property and its messages. It also has the
//!   any-reason properties, which accept the same misuses whatever their cause.
//! - [`own`] makes properties and checks of the rules of users.
//! - [`ctl`] is an independent checker for formulas of CTL. Only tests use this checker, to compare it with
//!   the automata.
//!
//! A search ignores values: conditions only matter for the few facts that a property reads off them. Refuters
//! (`csieve-refuters`) decide later whether a run can follow a word, and their observers leave infeasible
//! words out of the next search.
//!
//! What must always hold: the same function, property, observers and limits give the same word. An observer
//! rejects only words that no run follows. A search that runs out of states says so and never reports that
//! there is no counterexample.

pub mod checks;
pub mod ctl;
pub mod model;
pub mod own;
