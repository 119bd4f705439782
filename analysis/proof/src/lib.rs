//! The proof checker. [`check`] decides from the printed form of a certificate alone whether it proves that
//! no run takes a path. If not, a [`Refused`] says which line is wrong, and why.
//!
//! The first line of a certificate names its form:
//!
//! - equations over intervals (`intervals`): the claimed values have to be a post-fixpoint, with an empty
//!   value at the end;
//! - abstract heaps (`heaps`): every command is executed again on the claimed graphs;
//! - scripts in SMT-LIB 2 over bit-vectors (`bits`): a SAT solver has to find them unsatisfiable;
//! - scripts in SMT-LIB 2 over integers (`linear`): the assertions have to add up to a contradiction.
//!
//! A text goes through a reader (`expression` for nested expressions) to the arithmetic of its form, and ends
//! as accepted or refused.
//!
//! Invariants:
//!
//! - The checker shares no code with the rest of csieve: reader, arithmetic and SAT solver are written anew,
//!   on the standard library only. A mistake in a refuter, in the interval domain or in the encoding of bits
//!   therefore shows as a certificate that is refused.
//! - A certificate that is not understood, is cut off or takes too many steps is refused. None is accepted on
//!   trust.
//! - That the equations of a certificate are those of the path is not checked. A reader can compare them with
//!   the source.

mod bits;
mod expression;
mod heaps;
mod intervals;
mod linear;

#[cfg(test)]
mod tests;

use std::fmt;

/// The reason why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line that is wrong, counted from 1. None if the certificate as a whole is refused.
    pub line: Option<usize>,
    /// The mistake in the certificate, in words.
    pub why: String,
}

impl Refused {
    fn whole(why: impl Into<String>) -> Self {
        Self { line: None, why: why.into() }
    }

    fn at(line: usize, why: impl Into<String>) -> Self {
        Self { line: Some(line), why: why.into() }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for Refused {}

/// Checks whether a certificate proves that no run takes the path from which it was made.
///
/// # Errors
/// A [`Refused`] with the reason if it does not, or if the checker cannot find out.
pub fn check(certificate: &str) -> Result<(), Refused> {
    // A certificate that was cut off might have had another end.
    let Some(text) = certificate.strip_suffix('\n') else {
        return Err(Refused::whole("the text does not end with the end of a line"));
    };
    match text.lines().next() {
        Some(heaps::HEADER) => heaps::check(text),
        Some(intervals::HEADER) => intervals::check(text),
        Some(bits::HEADER | linear::HEADER) => text.split(NEXT_SCRIPT).try_for_each(script),
        _ => Err(Refused::whole("the first line names no form of proof that is known")),
    }
}

/// The line between two scripts of a certificate.
const NEXT_SCRIPT: &str = "(reset)\n";

/// Checks one script in SMT-LIB 2.
fn script(text: &str) -> Result<(), Refused> {
    if text.lines().next() == Some(linear::HEADER) { linear::check(text) } else { bits::check(text) }
}
