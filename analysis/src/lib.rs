//! The analysis of csieve. Text in, findings with proofs out: no I/O, no threads, no clock.
//!
//! The modules follow the flow: [`text`] → [`syntax`] (tree) → [`lower`] → [`cfg`] → [`model`] (labels,
//! properties, counterexample words) → [`automaton`] and [`refute`] (interval equations, proofs,
//! observers) → [`reduce`] (the loop) → [`finding`].

pub mod automaton;
pub mod bits;
pub mod bitwise;
pub mod bounds;
pub mod budget;
pub mod cancel;
pub mod cfg;
pub mod checks;
pub mod confirm;
pub mod consult;
pub mod cover;
pub mod ctl;
pub mod doubt;
pub mod equations;
pub mod explore;
pub mod finding;
pub mod fixpoint;
pub mod heap;
pub mod inline;
pub mod interval;
pub mod lasso;
pub mod library;
pub mod lower;
pub mod machine;
pub mod model;
pub mod options;
pub mod preprocess;
pub mod program;
pub mod proof;
pub mod proved;
pub mod ranges;
mod reconsider;
pub mod reduce;
pub mod refute;
pub mod refuter_id;
pub mod relations;
pub mod report;
pub mod rule;
pub mod summarise;
pub mod summary;
pub mod suppress;
pub mod syntax;
pub mod termination;
pub mod text;
pub mod translation;
pub mod unit;
pub mod watch;

mod analyse;

pub use analyse::{Found, analyse_function, findings};
pub use consult::Around;
