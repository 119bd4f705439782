//! From graphs to summaries: one function (`function`), all functions of a unit with callees first (`unit`), and
//! what other files may know of them (`export`).

mod asked;
mod cases;
mod conditions;
mod counters;
mod export;
mod function;
mod graph;
mod outs;
mod params;
mod state;
mod step;
mod targets;
mod unit;
mod unseen;

pub use export::exported;
pub use function::summary;
pub use unit::{Cache, NoCache, unit_summaries};
