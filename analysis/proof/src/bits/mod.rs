//! Certificates over bits: scripts in SMT-LIB 2 (logic `QF_BV`) whose assertions cannot all hold.
//!
//! A script is read (`script`), its bit-vectors become single bits and clauses (`words`, `gates`), and a SAT
//! solver (`search`) finds that no values satisfy them. Only the part of SMT-LIB that csieve prints is
//! understood. A search that takes too many steps proves nothing.

mod gates;
mod order;
mod script;
mod search;
mod words;

#[cfg(test)]
pub(super) use gates::Lit;
#[cfg(test)]
pub(super) use script::read;
#[cfg(test)]
pub(super) use search::{Satisfiability, search};

use super::Refused;

/// The first line of a certificate over bits.
pub(super) const HEADER: &str = "(set-logic QF_BV)";

/// The largest number of steps of a SAT search. A step is one look at a clause or bit.
pub(super) const MOST_STEPS: u64 = 20_000_000;

/// Checks that a script is unsatisfiable.
pub(super) fn check(text: &str) -> Result<(), Refused> {
    let asserted = script::read(text).map_err(Refused::whole)?;
    match search::search(asserted.clauses, asserted.bits, MOST_STEPS) {
        search::Satisfiability::Nothing => Ok(()),
        search::Satisfiability::Values(_) => Err(Refused::whole("all assertions hold for some values")),
        search::Satisfiability::TooLong => {
            Err(Refused::whole("whether the assertions can hold was not found out in time"))
        }
    }
}
