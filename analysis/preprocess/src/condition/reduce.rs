//! Applies the operators on the operator stack of an `#if` expression whose operands are complete.

use super::IfValue;
use super::expression::{Evaluation, Kind, Waiting};
use super::operators::{binary, precedence, unary};
use crate::Name;
use crate::known as k;

impl Evaluation<'_> {
    pub(super) fn wait(&mut self, kind: Kind, operator: Name) {
        self.waiting.push(Waiting { kind, operator, left: self.value, skipping: self.skipping });
    }

    pub(super) fn reduce_to_question(&mut self) -> Result<(), &'static str> {
        while self
            .waiting
            .last()
            .is_some_and(|top| top.kind != Kind::Question && top.kind != Kind::Parenthesis)
        {
            self.apply()?;
        }
        Ok(())
    }

    /// Applies the operators on the stack, from the top, down to one of a precedence lower than `level`, a
    /// `?` or an open parenthesis.
    pub(super) fn reduce(&mut self, level: u8) -> Result<(), &'static str> {
        while let Some(top) = self.waiting.last() {
            let binds = match top.kind {
                Kind::Parenthesis => return Ok(()),
                Kind::Question if level == 0 => return Err("'?' without ':' in #if"),
                Kind::Question => return Ok(()),
                Kind::Unary => u8::MAX,
                Kind::Binary | Kind::Colon(_) => precedence(top.operator).unwrap_or(0),
            };
            if binds < level {
                return Ok(());
            }
            self.apply()?;
        }
        Ok(())
    }

    fn apply(&mut self) -> Result<(), &'static str> {
        let Some(top) = self.waiting.pop() else { return Ok(()) };
        let (left, right) = (top.left, self.value);
        let (value, overflow) = match (top.kind, top.operator) {
            (Kind::Unary, operator) => unary(operator, right),
            (Kind::Colon(holds), _) => {
                let unsigned = left.unsigned || right.unsigned;
                (IfValue { unsigned, ..if holds { left } else { right } }, false)
            }
            (_, k::AND_AND) => (IfValue::truth(left.is_true() && right.is_true()), false),
            (_, k::OR_OR) => (IfValue::truth(left.is_true() || right.is_true()), false),
            (_, operator) => match binary(operator, left, right) {
                Ok(outcome) => outcome,
                Err(_) if self.skipping => (IfValue::ZERO, false),
                Err(message) => return Err(message),
            },
        };
        self.remark(overflow, "Overflow in #if");
        self.value = value;
        self.skipping = top.skipping;
        Ok(())
    }

    pub(super) fn remark(&mut self, applies: bool, message: &'static str) {
        if applies && !self.skipping && !self.remarks.contains(&message) {
            self.remarks.push(message);
        }
    }
}
