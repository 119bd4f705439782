//! Adds edges to a graph for misuses of sizes: an access outside its object, a size that overflows. An edge
//! is added only where the function itself gives a reason to expect the misuse. All other accesses cost
//! nothing.
//!
//! Every use of a size has conditions under which it goes wrong (`question`). A condition is written in the
//! variables of the program, as long as these still have the values with which the object was made (`facts`).
//! The refuters then recognise `i < n` of the loop and `i >= n` of the access as complementary.

mod arithmetic;
mod computed;
mod facts;
mod insert;
mod lengths;
mod outside;
mod overflow;
mod question;
mod reason;
mod remainder;
mod shift;
mod source;
mod starts;
mod statement;
#[cfg(test)]
mod tests;
mod text;
mod weak;
mod wide;
mod write;

use csieve_base::text::Span;
use csieve_graph::Cfg;

pub use outside::{Brought, brought};

use crate::automaton::{Constrainer, KeptSums, Quantities, dependencies};
use question::SizeQuestion;

/// Returns the graph with an edge for each misuse of a size at some places, whether or not the function gives a reason to expect
/// it: another graph of the function did. With `wrapv`, signed overflow wraps.
#[must_use]
pub fn guard_at(mut cfg: Cfg, wrapv: bool, places: &[Span]) -> Cfg {
    let questions = questions(&mut cfg, wrapv);
    if questions.is_empty() {
        return cfg;
    }
    let asked = questions.iter().map(|question| places.contains(&cfg.edge(question.edge).span)).collect();
    insert::insert(cfg, reason::SelectedQuestions { questions, asked, drafts: Vec::new() })
}

/// Returns the graph with an edge for each misuse of a size that the function gives a reason to expect. With
/// `wrapv`, signed overflow wraps.
#[must_use]
pub fn guard(mut cfg: Cfg, wrapv: bool) -> Cfg {
    let questions = questions(&mut cfg, wrapv);
    if questions.is_empty() {
        return cfg;
    }
    let dependencies = dependencies(&cfg);
    let quantities = Quantities::new(&cfg);
    let kept = KeptSums::default();
    let mut constrainer = Constrainer { cfg: &cfg, dependencies: &dependencies, quantities, wrapv, kept };
    let found = reason::reasons(&mut constrainer, questions);
    match found {
        Some(found) => insert::insert(cfg, found),
        None => cfg,
    }
}

/// Returns the questions about the sizes that a graph uses.
fn questions(cfg: &mut Cfg, wrapv: bool) -> Vec<SizeQuestion> {
    if cfg.sizes.uses.is_empty() {
        return Vec::new();
    }
    let known = facts::facts(cfg);
    question::questions(cfg, &known, wrapv)
}
