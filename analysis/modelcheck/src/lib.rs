//! Model checking: properties as automata, the checks, the product of graph, property and observers.

pub mod checks;
pub mod ctl;
pub mod model;
