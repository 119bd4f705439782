//! What runs of the machine show about a program: inputs for findings, inputs for coverage, endless loops,
//! and misuses in runs from `main`.
//!
//! - [`confirm`] takes findings that no refuter could refute. It searches for inputs with which a run reaches
//!   the misuse, guided by the path of the finding, and marks the finding as confirmed.
//! - [`cover`] searches for inputs that together take all edges of a function, and proves of the rest, where
//!   possible, that no run takes it.
//! - [`nontermination`] takes loops whose shape does not show that they end. It searches for a run that stays
//!   in the loop and proves from its last rounds that it stays there for ever.
//! - [`program`] runs `main` with all that a program may get from outside, and reports what goes wrong.
//!
//! All of them use [`csieve_machine::concolic::Explorer`] to search and [`confirm::UnitGraphs`] for the
//! graphs of a file. Their results are [`csieve_reports::finding::Finding`]s, or a [`cover::Cover`].
//!
//! What must always hold:
//! - `confirmed` means that the machine saw the misuse, or for an endless loop, that a run provably stays in
//!   it.
//! - A finding is confirmed by its inputs alone: the run was repeated on nothing else.
//! - A search that ends without a result proves nothing; it only says what kept its runs from going on.

pub mod confirm;
pub mod cover;
pub mod nontermination;
pub mod program;

#[cfg(test)]
mod tests;
