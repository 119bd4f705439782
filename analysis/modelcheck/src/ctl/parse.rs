//! The parser for formulas such as `AG (malloc_p -> AG (free_p -> !EF used_p))`.

use std::fmt;

use super::{
    FormulaId, Formulas,
    tokens::{Kind, Token, is_keyword, tokens},
};

/// The largest number of brackets that may be open at once. Only brackets nest the parser, so the number of
/// operators has no bound.
const MAX_DEPTH: u32 = 200;

/// The error if a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The column of the error in characters, counted from 1.
    pub column: usize,
    /// The token or part of a formula that was expected at `column`.
    pub expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}", self.column, self.expected)
    }
}

impl std::error::Error for ParseError {}

/// Reads a formula: `! EX EF EG AX AF AG` bind tightest, then `&`, `|` and `->` (to the right); `E[a U b]`,
/// `A[a U b]` and the weak `A[a W b]`; `true`, `false`; any other word is a label, and so is anything in double quotes.
///
/// # Errors
/// If the text is no formula, or more than 200 brackets are open at once.
pub fn parse(formulas: &mut Formulas, text: &str) -> Result<FormulaId, ParseError> {
    let end = text.chars().count() + 1;
    let mut parser = Parser { formulas, tokens: tokens(text), at: 0, depth: 0, end };
    let formula = parser.implication()?;
    if parser.at < parser.tokens.len() {
        return Err(parser.error("the end of the formula"));
    }
    Ok(formula)
}

struct Parser<'a> {
    formulas: &'a mut Formulas,
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: u32,
    end: usize,
}

impl Parser<'_> {
    fn error(&self, expected: &'static str) -> ParseError {
        ParseError { column: self.tokens.get(self.at).map_or(self.end, |token| token.column), expected }
    }

    fn take(&mut self, text: &str) -> bool {
        let found =
            self.tokens.get(self.at).is_some_and(|next| next.text == text && next.kind != Kind::Quoted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str, expected: &'static str) -> Result<(), ParseError> {
        if self.take(text) { Ok(()) } else { Err(self.error(expected)) }
    }

    fn implication(&mut self) -> Result<FormulaId, ParseError> {
        let mut sides = vec![self.disjunction()?];
        while self.take("->") {
            sides.push(self.disjunction()?);
        }
        let folded = sides.into_iter().rev().reduce(|right, left| self.formulas.implies(left, right));
        folded.ok_or_else(|| self.error("a formula"))
    }

    fn disjunction(&mut self) -> Result<FormulaId, ParseError> {
        let mut formula = self.conjunction()?;
        while self.take("|") {
            let right = self.conjunction()?;
            formula = self.formulas.or(formula, right);
        }
        Ok(formula)
    }

    fn conjunction(&mut self) -> Result<FormulaId, ParseError> {
        let mut formula = self.unary()?;
        while self.take("&") {
            let right = self.unary()?;
            formula = self.formulas.and(formula, right);
        }
        Ok(formula)
    }

    /// Reads any number of unary operators and their operand.
    fn unary(&mut self) -> Result<FormulaId, ParseError> {
        let first = self.at;
        while ["!", "EX", "AX", "EF", "AF", "EG", "AG"].iter().any(|operator| self.take(operator)) {}
        let last = self.at;
        let mut formula = self.operand()?;
        for at in (first..last).rev() {
            formula = match self.tokens[at].text {
                "EX" => self.formulas.ex(formula),
                "AX" => self.formulas.ax(formula),
                "EF" => self.formulas.ef(formula),
                "AF" => self.formulas.af(formula),
                "EG" => self.formulas.eg(formula),
                "AG" => self.formulas.ag(formula),
                _ => self.formulas.not(formula),
            };
        }
        Ok(formula)
    }

    fn operand(&mut self) -> Result<FormulaId, ParseError> {
        let Some(&token) = self.tokens.get(self.at) else { return Err(self.error("a formula")) };
        if token.kind == Kind::Quoted || (token.kind == Kind::Word && !is_keyword(token.text)) {
            self.at += 1;
            return Ok(self.formulas.label(token.text));
        }
        match token.text {
            "(" => {
                self.open()?;
                let formula = self.implication()?;
                self.close(")", "`)`")?;
                Ok(formula)
            }
            "E" | "A" => self.until(token.text == "A"),
            "true" | "false" => {
                self.at += 1;
                let truth = self.formulas.truth();
                Ok(if token.text == "true" { truth } else { self.formulas.not(truth) })
            }
            _ => Err(self.error("a formula")),
        }
    }

    fn until(&mut self, always: bool) -> Result<FormulaId, ParseError> {
        self.at += 1;
        if self.tokens.get(self.at).is_none_or(|token| token.text != "[" || token.kind == Kind::Quoted) {
            return Err(self.error("`[`"));
        }
        self.open()?;
        let before = self.implication()?;
        let is_weak = always && self.take("W");
        if !is_weak {
            self.expect("U", if always { "`U` or `W`" } else { "`U`" })?;
        }
        let goal = self.implication()?;
        self.close("]", "`]`")?;
        Ok(match (always, is_weak) {
            (true, true) => self.formulas.aw(before, goal),
            (true, false) => self.formulas.au(before, goal),
            (false, _) => self.formulas.eu(before, goal),
        })
    }

    /// Goes past an opening bracket. Fails if too many are open.
    fn open(&mut self) -> Result<(), ParseError> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error("no more than 200 open brackets"));
        }
        (self.depth, self.at) = (self.depth + 1, self.at + 1);
        Ok(())
    }

    fn close(&mut self, text: &str, expected: &'static str) -> Result<(), ParseError> {
        self.depth -= 1;
        self.expect(text, expected)
    }
}
