//! Makes words and proofs readable: steps, equations, sentences, drawings, certificates.

mod arguments;
mod cause;
mod certificate;
mod clash;
mod conflict;
mod drawing;
mod first;
mod nearby;
mod rounds;
mod steps;
mod values;
mod way;
mod when;

pub use cause::{cause, failure};
pub use conflict::{conflict, sentence};
pub use first::name_what_comes_first;
pub use nearby::nearby;
pub use rounds::folded;
pub use steps::{abstracted, mark_decisions, step, steps, steps_from};
pub use when::{joined, when};
