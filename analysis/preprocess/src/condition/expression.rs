//! Evaluates `#if` expressions with an explicit stack of operators, so that nested expressions need no
//! recursion.

use super::IfValue;
use super::character::character;
use super::number::number;
use super::operators::precedence;
use crate::known as k;
use crate::{Name, Names, Token, TokenKind};

/// The result of an `#if` expression.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    /// Whether the expression is not 0. False for an expression that is not valid.
    pub holds: bool,
    pub remarks: Vec<&'static str>,
}

/// An operator of an `#if` expression, on the operator stack until its right operand is read.
pub(super) struct Waiting {
    pub kind: Kind,
    pub operator: Name,
    pub left: IfValue,
    /// The value of [`Evaluation::skipping`] before the operator was read.
    pub skipping: bool,
}

/// The kind of an entry on the operator stack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Parenthesis,
    Unary,
    Binary,
    /// The operator `?` of `condition ? a : b`. The left operand of the stack entry is the condition.
    Question,
    /// The operator `:` of `condition ? a : b`. The left operand of the stack entry is `a`. The field states
    /// whether the condition is not 0.
    Colon(bool),
}

/// The state of the evaluation of an `#if` expression.
pub(super) struct Evaluation<'a> {
    names: &'a Names,
    unsigned_char: bool,
    pub waiting: Vec<Waiting>,
    pub value: IfValue,
    /// Whether the value of the current operand is not used, because the operand before `&&`, `||`, `?` or
    /// `:` has decided so. Overflow and division by 0 are then not reported.
    pub skipping: bool,
    pub remarks: Vec<&'static str>,
}

/// Evaluates the tokens of an `#if` expression, in which macros are expanded and `defined` is replaced
/// already.
pub(crate) fn evaluate(tokens: &[Token], names: &Names, unsigned_char: bool) -> Condition {
    let waiting = Vec::new();
    let (value, skipping, remarks) = (IfValue::ZERO, false, Vec::new());
    let mut evaluation = Evaluation { names, unsigned_char, waiting, value, skipping, remarks };
    let result = evaluation.run(tokens);
    let mut remarks = evaluation.remarks;
    if let Err(message) = result {
        remarks.push(message);
    }
    Condition { holds: result.is_ok() && evaluation.value.is_true(), remarks }
}

impl Evaluation<'_> {
    fn run(&mut self, tokens: &[Token]) -> Result<(), &'static str> {
        if tokens.is_empty() {
            return Err("#if has no expression");
        }
        let mut operand = true;
        for token in tokens {
            operand = if operand { self.operand(token)? } else { self.operator(token)? };
        }
        if operand {
            return Err("An operand is missing at the end of #if");
        }
        self.reduce(0)?;
        if self.waiting.is_empty() { Ok(()) } else { Err("A closing parenthesis or ':' is missing in #if") }
    }

    /// Reads a token where an operand is expected. Returns whether an operand is still expected after the
    /// token, as after `-` or `(`.
    fn operand(&mut self, token: &Token) -> Result<bool, &'static str> {
        let text = self.names.text(token.name);
        match (token.kind, token.name) {
            (TokenKind::Number, _) => {
                let (value, large) = number(text)?;
                self.value = value;
                self.remark(large, "A constant in #if is too large");
            }
            (TokenKind::Character, _) => self.value = character(text, self.unsigned_char)?,
            (TokenKind::Identifier, k::DEFINED) => return Err("'defined' needs a macro's name"),
            (TokenKind::Identifier, _) => self.value = IfValue::ZERO,
            (_, k::PLUS | k::MINUS | k::TILDE | k::NOT) => {
                self.wait(Kind::Unary, token.name);
                return Ok(true);
            }
            (_, k::LEFT_PAREN) => {
                self.wait(Kind::Parenthesis, token.name);
                return Ok(true);
            }
            _ => return Err("An operand is expected in #if"),
        }
        Ok(false)
    }

    /// Reads a token where an operator is expected. Returns whether an operand is expected after the token:
    /// always, except after `)`.
    fn operator(&mut self, token: &Token) -> Result<bool, &'static str> {
        if token.name == k::RIGHT_PAREN {
            self.reduce(0)?;
            let open = self.waiting.pop().filter(|top| top.kind == Kind::Parenthesis);
            return if open.is_some() { Ok(false) } else { Err("'(' is missing in #if") };
        }
        let level = precedence(token.name).filter(|_| token.kind == TokenKind::Punctuator);
        let level = level.ok_or("An operator is expected in #if")?;
        match token.name {
            k::QUESTION => {
                self.reduce(level + 1)?;
                let holds = self.value.is_true();
                self.wait(Kind::Question, token.name);
                self.skipping |= !holds;
            }
            k::COLON => {
                // The tokens between `?` and `:` are a complete expression, so operators of any precedence
                // are applied.
                self.reduce_to_question()?;
                let question = self.waiting.pop().filter(|top| top.kind == Kind::Question);
                let question = question.ok_or("':' without '?' in #if")?;
                let holds = question.left.is_true();
                self.skipping = question.skipping;
                self.wait(Kind::Colon(holds), token.name);
                self.skipping |= holds;
            }
            _ => {
                self.reduce(level)?;
                let holds = self.value.is_true();
                self.wait(Kind::Binary, token.name);
                self.skipping |= match token.name {
                    k::AND_AND => !holds,
                    k::OR_OR => holds,
                    _ => false,
                };
            }
        }
        Ok(true)
    }
}
