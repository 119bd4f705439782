//! Makes edges of what can go wrong with sizes: an access outside its object, a size that overflows. Only
//! where the function itself gives a reason to expect it; all other accesses cost nothing.
//!
//! For every use of a size there are conditions under which it goes wrong. They are spelled in the variables
//! of the program, as far as these still have the values they had when the object was made (`facts`), so that
//! the refuters know `i < n` from the loop and `i >= n` from the access as complementary.

mod facts;
mod insert;
mod overflow;
mod question;
mod reason;
mod source;
mod statement;
mod text;
mod weak;
mod wide;
mod write;

use csieve_graph::Cfg;

use crate::automaton::{Constrainer, KeptSums, Quantities, dependencies};

/// The graph with an edge for each misuse of a size that there may be a reason for.
#[must_use]
pub fn guard(mut cfg: Cfg, wrapv: bool) -> Cfg {
    if cfg.sizes.uses.is_empty() {
        return cfg;
    }
    let known = facts::facts(&mut cfg);
    let questions = question::questions(&mut cfg, &known);
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
