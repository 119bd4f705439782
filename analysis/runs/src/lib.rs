//! What runs of the machine show: confirmed findings, coverage, endless loops, whole programs.

pub mod confirm;
pub mod cover;
pub mod nontermination;
pub mod program;
