//! Counterexample guided path reduction: search, refute, observe, search again.

pub mod consult;
pub mod interprocedural;
pub mod plausibility;
pub mod proved;
pub mod reduce;
pub mod termination;
