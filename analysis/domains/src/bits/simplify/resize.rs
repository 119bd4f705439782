//! Simplification of extensions and extractions.

use crate::bits::{Term, TermId, Terms, value};

/// Simplifies the extension of a term to `width` bits.
pub(in crate::bits) fn extend(terms: &mut Terms, of: TermId, width: u8, signed: bool) -> Option<TermId> {
    let narrow = terms.width(of);
    match *terms.get(of) {
        _ if narrow == width => Some(of),
        Term::Const(number) if signed => Some(terms.constant(width, value::signed(narrow, number) as u128)),
        Term::Const(number) => Some(terms.constant(width, number)),
        // The sign bit of a zero extension is 0, so copies of it are zeros as well.
        Term::ZeroExtend(inner) => Some(terms.extend(inner, width, false)),
        Term::SignExtend(inner) if signed => Some(terms.extend(inner, width, true)),
        Term::Ite(condition, yes, no) if are_constants(terms, yes, no) => {
            let (yes, no) = (terms.extend(yes, width, signed), terms.extend(no, width, signed));
            Some(terms.ite(condition, yes, no))
        }
        _ => None,
    }
}

/// Simplifies the extraction of `width` bits, beginning at bit `low`.
pub(in crate::bits) fn extract(terms: &mut Terms, of: TermId, low: u8, width: u8) -> Option<TermId> {
    match *terms.get(of) {
        _ if terms.width(of) == width => Some(of),
        Term::Const(number) => Some(terms.constant(width, number >> low)),
        Term::Extract { of: inner, low: skipped } => Some(terms.extract(inner, skipped + low, width)),
        Term::ZeroExtend(inner) => Some(extract_of_extended(terms, inner, low, width, false)),
        Term::SignExtend(inner) => Some(extract_of_extended(terms, inner, low, width, true)),
        Term::Ite(condition, yes, no) if are_constants(terms, yes, no) => {
            let (yes, no) = (terms.extract(yes, low, width), terms.extract(no, low, width));
            Some(terms.ite(condition, yes, no))
        }
        _ => None,
    }
}

/// Extracts bits from an extension of `inner`: bits of `inner`, an extension of some of these, or only bits
/// that the extension added.
fn extract_of_extended(terms: &mut Terms, inner: TermId, low: u8, width: u8, signed: bool) -> TermId {
    let narrow = terms.width(inner);
    match narrow.saturating_sub(low) {
        0 if signed => {
            let sign = terms.extract(inner, narrow - 1, 1);
            terms.extend(sign, width, true)
        }
        0 => terms.constant(width, 0),
        there if there >= width => terms.extract(inner, low, width),
        there => {
            let part = terms.extract(inner, low, there);
            terms.extend(part, width, signed)
        }
    }
}

fn are_constants(terms: &Terms, yes: TermId, no: TermId) -> bool {
    terms.as_constant(yes).is_some() && terms.as_constant(no).is_some()
}
