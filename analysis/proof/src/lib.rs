//! The proof checker: whether a certificate proves what it claims, from its printed form alone.
//!
//! Nothing here knows the rest of csieve: the reader, the arithmetic and the search for values are written anew, on the
//! standard library only. A mistake in a refuter's solver, in the interval domain or in the encoding of bits therefore shows as
//! a certificate that does not check. What a certificate cannot show is that its equations are those of the path: that
//! is for whoever reads it beside the source.
//!
//! There are three forms, told apart by their first line: equations over intervals ([`intervals`]), heaps ([`heaps`]), and scripts in SMT-LIB 2, each
//! over bit-vectors ([`bits`]) or over integers ([`linear`]). Anything that is not understood is refused, with a plain reason.

mod bits;
mod expression;
mod heaps;
mod intervals;
mod linear;

#[cfg(test)]
mod tests;

use std::fmt;

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line where it fails, counted from 1; none if it is the whole.
    pub line: Option<usize>,
    /// What is wrong.
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

/// Whether a certificate proves that no run takes the path that it was made from.
///
/// # Errors
/// Why it does not, or why that could not be found out.
pub fn check(certificate: &str) -> Result<(), Refused> {
    // What was cut off might have ended in another way.
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

/// What stands between scripts.
const NEXT_SCRIPT: &str = "(reset)\n";

/// Checks one script.
fn script(text: &str) -> Result<(), Refused> {
    if text.lines().next() == Some(linear::HEADER) { linear::check(text) } else { bits::check(text) }
}
