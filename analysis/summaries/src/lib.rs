//! Procedure summaries: what callers may know of a function, computed from its control-flow graph.
//!
//! The result is a [`csieve_lowering::summary::Summary`]. Each of its cases is one way of returning: what is
//! returned, freed and written, and the conditions under which that happens.
//!
//! - [`summary`] summarises one function. It first looks at all edges, whatever their order: where the values
//!   of parameters go, how their objects are written, what is freed, which conditions are asked. A forward
//!   analysis over intervals then computes states for each location. It keeps states apart that callers can
//!   tell apart (property simulation, [ESP]). The states at the returns become cases.
//! - [`unit_summaries`] summarises all functions of a unit, callees first. Functions that call each other are
//!   brought to a fixpoint together. A [`Cache`] keeps summaries by what they were made of.
//! - [`ProjectSummaries`] does the same for all functions of files that are checked together. What other files get
//!   to know is changed so that they may use it.
//!
//! What must always hold:
//! - The cases of a summary cover every way in which the function returns. Callers may not rely on anything
//!   that no case says.
//! - A function without a summary may do anything. If a fixpoint is not reached, the functions are summarised
//!   as if their calls of each other were unknown.
//! - The same input gives the same summary. Budgets count steps, never time.

mod asked;
mod at_returns;
mod case;
mod cases;
mod conditions;
mod counters;
mod events;
mod export;
mod function;
mod graph;
mod locks;
mod outs;
mod params;
mod project;
mod state;
mod step;
mod targets;
mod unit;
mod unseen;

pub use function::summary;
pub use project::{Apart, File, Made, Place, ProjectSummaries};
pub use unit::{Cache, Missing, Needed, NoCache, file_summaries, some_summaries, unit_summaries};
