//! Makes words and proofs readable: steps, equations, sentences, drawings, certificates.

mod certificate;
mod conflict;
mod drawing;
mod nearby;
mod steps;
mod values;
mod way;
mod when;

pub use conflict::{conflict, sentence};
pub use nearby::nearby;
pub use steps::{abstracted, mark_decisions, step, steps};
pub use when::{joined, when};
