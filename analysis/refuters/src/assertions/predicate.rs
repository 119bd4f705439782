//! Predicates: the conditions that may hold at a location.

use csieve_domains::{
    bits::{BinaryOp, Comparison, TermId},
    bitwise::{is_signed, is_true, width},
};
use csieve_graph::{Cfg, ExprId, Type, expr_text};

use crate::bits::{Encoder, SymbolSubject, place_text};

/// Index of a [`Predicate`] in its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PredicateId(pub u32);

impl PredicateId {
    /// Returns the id as an index into the list of predicates.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The relation of a sum to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// The sum is 0.
    Zero,
    /// The sum is 0 or less.
    AtMostZero,
}

/// A condition on the values of places that may hold at a location.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Predicate {
    /// A sum over mathematical integers.
    Linear {
        /// Places with their coefficients, none 0, ascending.
        terms: Vec<(SymbolSubject, i64)>,
        /// The constant that is added to the sum.
        constant: i128,
        /// The relation of the sum to 0.
        relation: Relation,
    },
    /// A condition of the program, or its opposite.
    Condition {
        /// The condition, an expression that is true if it is not 0.
        expr: ExprId,
        /// Whether the condition holds, rather than its opposite.
        holds: bool,
    },
    /// One of several conjunctions holds.
    Cases(Vec<Vec<Predicate>>),
}

impl Predicate {
    /// Returns the predicate that a place has a value. `None` if the value has no negative in 128 bits.
    pub fn equals(place: SymbolSubject, value: i128) -> Option<Self> {
        let constant = value.checked_neg()?;
        Some(Self::Linear { terms: vec![(place, 1)], constant, relation: Relation::Zero })
    }

    /// Encodes the predicate over the current values of places as a term of width 1. `None` if it has no
    /// encoding over bit-vectors.
    pub(super) fn term(&self, encoder: &mut Encoder) -> Option<TermId> {
        match self {
            Self::Condition { expr, holds } => {
                let value = encoder.imagined(*expr)?;
                let terms = encoder.terms();
                let truth = is_true(terms, value);
                Some(if *holds { truth } else { terms.not(truth) })
            }
            Self::Linear { terms: sum, constant, relation } => linear(encoder, sum, *constant, *relation),
            Self::Cases(cases) => {
                let mut any = encoder.terms().truth(false);
                for case in cases {
                    let mut all = encoder.terms().truth(true);
                    for part in case {
                        let part = part.term(encoder)?;
                        all = encoder.terms().and(all, part);
                    }
                    any = encoder.terms().or(any, all);
                }
                Some(any)
            }
        }
    }

    /// Returns the predicate in the syntax of C: `x == y + 1`.
    pub fn text(&self, cfg: &Cfg) -> String {
        match self {
            Self::Condition { expr, holds: true } => expr_text(cfg, *expr),
            Self::Condition { expr, holds: false } => format!("!({})", expr_text(cfg, *expr)),
            Self::Linear { terms, constant, relation } => linear_text(cfg, terms, *constant, *relation),
            Self::Cases(cases) => {
                let all = |case: &Vec<Self>| {
                    case.iter().map(|part| part.text(cfg)).collect::<Vec<_>>().join(" && ")
                };
                cases.iter().map(all).collect::<Vec<_>>().join(" || ")
            }
        }
    }

    /// Returns the places that the predicate reads.
    pub(super) fn places(&self) -> Vec<SymbolSubject> {
        match self {
            Self::Linear { terms, .. } => terms.iter().map(|(place, _)| *place).collect(),
            Self::Condition { expr, .. } => vec![SymbolSubject::Value(*expr)],
            Self::Cases(cases) => cases.iter().flatten().flat_map(Self::places).collect(),
        }
    }
}

/// Returns the type of a place.
pub(super) fn place_type(cfg: &Cfg, place: SymbolSubject) -> Type {
    match place {
        SymbolSubject::Var(var) => cfg.var(var).ty,
        SymbolSubject::Value(expr) => cfg.expr(expr).ty,
    }
}

/// Encodes the relation of a sum to 0 in as many bits as the sum needs, so that nothing wraps. `None` if the
/// sum needs more than 128 bits, or if the type of a place has no bits.
fn linear(
    encoder: &mut Encoder,
    sum: &[(SymbolSubject, i64)],
    constant: i128,
    relation: Relation,
) -> Option<TermId> {
    let mut widest = 128 - constant.unsigned_abs().leading_zeros();
    let mut known = Vec::with_capacity(sum.len());
    for &(place, coefficient) in sum {
        let ty = place_type(encoder.cfg(), place);
        let own = width(ty)?;
        widest = widest.max(u32::from(own) + 64 - coefficient.unsigned_abs().leading_zeros());
        known.push((encoder.place(place, own), is_signed(ty), coefficient));
    }
    // The extra bits are for the signs and for the carries of the sum.
    let bits = u8::try_from(widest + 2 + (sum.len() as u32 + 1).ilog2()).ok().filter(|bits| *bits <= 128)?;
    // Negative terms are added on the other side, because negative factors make formulas hard for SAT
    // solvers.
    let terms = encoder.terms();
    let (mut left, mut right) = (terms.constant(bits, 0), terms.constant(bits, 0));
    for (value, signed, coefficient) in known {
        let value = terms.extend(value, bits, signed);
        let factor = terms.constant(bits, u128::from(coefficient.unsigned_abs()));
        let scaled = terms.binary(BinaryOp::Mul, value, factor);
        let side = if coefficient > 0 { &mut left } else { &mut right };
        *side = terms.binary(BinaryOp::Add, *side, scaled);
    }
    let offset = terms.constant(bits, constant.unsigned_abs());
    let side = if constant > 0 { &mut left } else { &mut right };
    *side = terms.binary(BinaryOp::Add, *side, offset);
    let comparison = match relation {
        Relation::Zero => Comparison::Eq,
        Relation::AtMostZero => Comparison::Sle,
    };
    Some(terms.compare(comparison, left, right))
}

/// Prints the relation of a sum to 0, with positive terms on the left and negative ones on the right.
fn linear_text(cfg: &Cfg, terms: &[(SymbolSubject, i64)], constant: i128, relation: Relation) -> String {
    let (mut left, mut right): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for &(place, coefficient) in terms {
        let factor = coefficient.unsigned_abs();
        let text = if factor == 1 {
            place_text(cfg, place)
        } else {
            format!("{factor} * {}", place_text(cfg, place))
        };
        if coefficient > 0 { left.push(text) } else { right.push(text) }
    }
    // If all terms are negative, the sides change places so that the left one is not empty.
    let is_turned = left.is_empty();
    let (mut constant, relation) = match (relation, is_turned) {
        (Relation::Zero, _) => (constant, "=="),
        (Relation::AtMostZero, false) => (constant, "<="),
        (Relation::AtMostZero, true) => (constant, ">="),
    };
    if is_turned {
        std::mem::swap(&mut left, &mut right);
        constant = -constant;
    }
    let sum = |parts: Vec<String>| parts.join(" + ");
    if left.is_empty() {
        return "no run comes here".to_owned();
    }
    let (left, right) = (sum(left), sum(right));
    match (right.is_empty(), -constant) {
        (true, value) => format!("{left} {relation} {value}"),
        (false, 0) => format!("{left} {relation} {right}"),
        (false, value) if value > 0 => format!("{left} {relation} {right} + {value}"),
        (false, value) => format!("{left} {relation} {right} - {}", -value),
    }
}
