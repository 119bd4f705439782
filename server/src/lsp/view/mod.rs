//! Findings for clients: as pages of text, and as data for views of their own.

pub(super) mod hover_page;
mod links;
mod observers;
pub(super) mod page;
mod steps;

pub(super) use links::links;
pub(super) use observers::view;
pub use observers::{ObserverEquation, ObserverState, ObserverTransition, ObserverView};
pub use steps::{TraceStep, TraceValue};
pub(super) use steps::{line_range, steps};
