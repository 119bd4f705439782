//! The printer for formulas of CTL.

use super::{Formula, FormulaId, Formulas, tokens::is_plain};

/// Approximate bound on the length of the text of a formula, in bytes. The text of a formula with shared
/// parts can be exponentially long.
const MAX_LENGTH: usize = 1 << 20;

/// A part of the text that is still to be written.
#[derive(Clone, Copy)]
enum Piece {
    Text(&'static str),
    Formula(FormulaId),
    /// The negation of a formula.
    Not(FormulaId),
}

use Piece::{Not, Text};

impl Formulas {
    /// Returns the text of a formula with all operators of CTL. It is cut after about a million bytes, and
    /// ends in `...` then. [`parse`](super::parse) reads the same formula back, unless the text was cut or
    /// needs too many brackets, or a label has a double quote.
    pub fn text(&self, formula: FormulaId) -> String {
        let mut text = String::new();
        let mut pending = vec![Piece::Formula(formula)];
        while let Some(piece) = pending.pop() {
            if text.len() > MAX_LENGTH {
                text.push_str("...");
                break;
            }
            let pieces = match piece {
                Text(plain) => {
                    text.push_str(plain);
                    continue;
                }
                Piece::Formula(id) => self.spelled(id, &mut text),
                Not(id) => self.negation(id),
            };
            pending.extend(pieces.into_iter().rev());
        }
        text
    }

    fn spelled(&self, id: FormulaId, text: &mut String) -> Vec<Piece> {
        match *self.get(id) {
            Formula::True => vec![Text("true")],
            Formula::Label(ref name) => {
                let quote = if is_plain(name) { "" } else { "\"" };
                text.extend([quote, name, quote]);
                Vec::new()
            }
            Formula::Not(inner) => self.negation(inner),
            Formula::And(a, b) => match self.always_until(a, b) {
                Some((not_before, not_goal)) => {
                    vec![Text("A["), Not(not_before), Text(" U "), Not(not_goal), Text("]")]
                }
                None => {
                    let parts: Vec<Piece> = self.conjuncts(id).into_iter().map(Piece::Formula).collect();
                    in_brackets(&parts, " & ")
                }
            },
            Formula::Ex(inner) => vec![Text("EX "), Piece::Formula(inner)],
            Formula::Eu(before, goal) if *self.get(before) == Formula::True => {
                vec![Text("EF "), Piece::Formula(goal)]
            }
            Formula::Eu(before, goal) => {
                vec![Text("E["), Piece::Formula(before), Text(" U "), Piece::Formula(goal), Text("]")]
            }
            Formula::Eg(inner) => vec![Text("EG "), Piece::Formula(inner)],
        }
    }

    fn negation(&self, id: FormulaId) -> Vec<Piece> {
        match *self.get(id) {
            Formula::True => vec![Text("false")],
            Formula::Not(inner) => vec![Piece::Formula(inner)],
            Formula::And(a, b) if self.always_until(a, b).is_none() => {
                let parts = self.conjuncts(id);
                if parts.iter().all(|part| matches!(self.get(*part), Formula::Not(_))) {
                    let parts: Vec<Piece> = parts.into_iter().map(Not).collect();
                    return in_brackets(&parts, " | ");
                }
                vec![Text("("), Piece::Formula(a), Text(" -> "), Not(b), Text(")")]
            }
            Formula::Ex(inner) => vec![Text("AX "), Not(inner)],
            Formula::Eg(inner) => vec![Text("AF "), Not(inner)],
            Formula::Eu(before, goal) if *self.get(before) == Formula::True => vec![Text("AG "), Not(goal)],
            Formula::Label(_) | Formula::And(..) | Formula::Eu(..) => vec![Text("!"), Piece::Formula(id)],
        }
    }

    /// Returns the parts of `a & b & c`, which is `(a & b) & c`.
    fn conjuncts(&self, mut id: FormulaId) -> Vec<FormulaId> {
        let mut parts = Vec::new();
        while let Formula::And(a, b) = *self.get(id)
            && self.always_until(a, b).is_none()
        {
            parts.push(b);
            id = a;
        }
        parts.push(id);
        parts.reverse();
        parts
    }

    /// Returns the operands of `A[a U b]`, if the two sides of a conjunction are the formulas that
    /// [`Formulas::au`] makes. `None` if they are not.
    fn always_until(&self, a: FormulaId, b: FormulaId) -> Option<(FormulaId, FormulaId)> {
        let (Formula::Not(a), Formula::Not(b)) = (self.get(a), self.get(b)) else { return None };
        let (Formula::Eu(not_yet, broken), Formula::Eg(misses)) = (self.get(*a), self.get(*b)) else {
            return None;
        };
        let Formula::And(not_before, not_goal) = *self.get(*broken) else { return None };
        (not_yet == misses && not_goal == *not_yet).then_some((not_before, not_goal))
    }
}

fn in_brackets(parts: &[Piece], between: &'static str) -> Vec<Piece> {
    let mut pieces = vec![Text("(")];
    for (position, part) in parts.iter().enumerate() {
        pieces.extend((position > 0).then_some(Text(between)));
        pieces.push(*part);
    }
    pieces.push(Text(")"));
    pieces
}
