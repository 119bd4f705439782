//! Simplification of comparisons of extensions to comparisons of the narrower terms.

use crate::bits::{Comparison, Term, TermId, Terms, value};

/// Simplifies the comparison of an extension with a constant, or with another extension of the same kind from
/// the same width.
pub(super) fn compare(
    terms: &mut Terms,
    comparison: Comparison,
    left: TermId,
    right: TermId,
) -> Option<TermId> {
    match (extension(terms, left), extension(terms, right)) {
        (Some(first), Some(second)) => {
            let alike = first.signed == second.signed && first.width == second.width;
            alike.then(|| terms.compare(first.narrowed(comparison), first.of, second.of))
        }
        (Some(extension), None) => {
            let number = terms.as_constant(right)?;
            Some(match extension.place(comparison, terms.width(left), number)? {
                Place::Same(narrow) => {
                    let constant = terms.constant(extension.width, narrow);
                    terms.compare(extension.narrowed(comparison), extension.of, constant)
                }
                Place::Above => terms.truth(comparison != Comparison::Eq),
                Place::Below => terms.truth(false),
            })
        }
        (None, Some(extension)) => {
            let number = terms.as_constant(left)?;
            Some(match extension.place(comparison, terms.width(right), number)? {
                Place::Same(narrow) => {
                    let constant = terms.constant(extension.width, narrow);
                    terms.compare(extension.narrowed(comparison), constant, extension.of)
                }
                Place::Above => terms.truth(false),
                Place::Below => terms.truth(comparison != Comparison::Eq),
            })
        }
        (None, None) => None,
    }
}

/// The parts of an extension: the narrower term, its width in bits, and whether its sign was copied.
struct Extension {
    of: TermId,
    width: u8,
    signed: bool,
}

fn extension(terms: &Terms, id: TermId) -> Option<Extension> {
    match *terms.get(id) {
        Term::ZeroExtend(of) => Some(Extension { of, width: terms.width(of), signed: false }),
        Term::SignExtend(of) => Some(Extension { of, width: terms.width(of), signed: true }),
        _ => None,
    }
}

/// The position of a constant among the values that an extension can have.
enum Place {
    /// The constant is the extension of this narrower value.
    Same(u128),
    Above,
    Below,
}

impl Extension {
    /// Returns the comparison to use on the narrower terms. A zero extension is never negative, so that
    /// signed comparisons of it become unsigned.
    fn narrowed(&self, comparison: Comparison) -> Comparison {
        match comparison {
            Comparison::Slt if !self.signed => Comparison::Ult,
            Comparison::Sle if !self.signed => Comparison::Ule,
            other => other,
        }
    }

    /// Returns the position of a constant of `wide` bits among the values of this extension. None if the
    /// constant lies between these values, which can happen for unsigned comparisons of sign extensions.
    fn place(&self, comparison: Comparison, wide: u8, number: u128) -> Option<Place> {
        let narrow = number & value::ones(self.width);
        let extended = if self.signed { value::signed(self.width, narrow) as u128 } else { narrow };
        let signed = matches!(comparison, Comparison::Slt | Comparison::Sle);
        match comparison {
            _ if extended & value::ones(wide) == number => Some(Place::Same(narrow)),
            Comparison::Ult | Comparison::Ule if self.signed => None,
            _ if signed && value::signed(wide, number) < 0 => Some(Place::Below),
            _ => Some(Place::Above),
        }
    }
}
