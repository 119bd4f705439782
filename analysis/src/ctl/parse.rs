//! Formulas from text: `AG (malloc_p -> AG (free_p -> !EF used_p))`.

use std::fmt;

use super::Formula;

/// How deep formulas may be nested.
const MAX_DEPTH: u32 = 200;

/// Why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// One-based column in characters.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}", self.column, self.expected)
    }
}

/// Reads a formula: `! EX EF EG AX AF AG` bind tightest, then `&`, `|` and `->` (to the right); `E[a U b]`
/// and `A[a U b]`; `true`, `false`; any other word is a label.
///
/// # Errors
/// If the text is no formula, or nested too deeply.
pub fn parse(text: &str) -> Result<Formula, ParseError> {
    let mut parser = Parser { tokens: tokens(text), at: 0, depth: 0, end: text.chars().count() + 1 };
    let formula = parser.implication()?;
    if parser.at < parser.tokens.len() {
        return Err(parser.error("the end of the formula"));
    }
    Ok(formula)
}

struct Parser {
    tokens: Vec<(usize, String)>,
    at: usize,
    depth: u32,
    end: usize,
}

/// Words and operators with their columns.
fn tokens(text: &str) -> Vec<(usize, String)> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if chars[at].is_whitespace() {
            at += 1;
            continue;
        }
        if is_word(chars[at]) {
            while at < chars.len() && is_word(chars[at]) {
                at += 1;
            }
        } else {
            at += if chars[at] == '-' && chars.get(at + 1) == Some(&'>') { 2 } else { 1 };
        }
        tokens.push((start + 1, chars[start..at].iter().collect()));
    }
    tokens
}

impl Parser {
    fn error(&self, expected: &'static str) -> ParseError {
        ParseError { column: self.tokens.get(self.at).map_or(self.end, |token| token.0), expected }
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|next| next.1 == token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str, expected: &'static str) -> Result<(), ParseError> {
        if self.take(token) { Ok(()) } else { Err(self.error(expected)) }
    }

    fn implication(&mut self) -> Result<Formula, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("a formula that is nested less deeply"));
        }
        let left = self.disjunction()?;
        let formula = if self.take("->") { left.implies(self.implication()?) } else { left };
        self.depth -= 1;
        Ok(formula)
    }

    fn disjunction(&mut self) -> Result<Formula, ParseError> {
        let mut formula = self.conjunction()?;
        while self.take("|") {
            formula = formula.or(self.conjunction()?);
        }
        Ok(formula)
    }

    fn conjunction(&mut self) -> Result<Formula, ParseError> {
        let mut formula = self.unary()?;
        while self.take("&") {
            formula = formula.and(self.unary()?);
        }
        Ok(formula)
    }

    fn unary(&mut self) -> Result<Formula, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("a formula that is nested less deeply"));
        }
        let Some((_, token)) = self.tokens.get(self.at).cloned() else {
            return Err(self.error("a formula"));
        };
        self.at += 1;
        let formula = match token.as_str() {
            "!" => self.unary()?.negated(),
            "EX" => self.unary()?.ex(),
            "AX" => self.unary()?.ax(),
            "EF" => self.unary()?.ef(),
            "AF" => self.unary()?.af(),
            "EG" => self.unary()?.eg(),
            "AG" => self.unary()?.ag(),
            "E" | "A" => self.until(token == "A")?,
            "(" => {
                let formula = self.implication()?;
                self.expect(")", "`)`")?;
                formula
            }
            "true" => Formula::True,
            "false" => Formula::True.negated(),
            word if word.starts_with(|c: char| c.is_alphanumeric() || c == '_') => Formula::label(word),
            _ => {
                self.at -= 1;
                return Err(self.error("a formula"));
            }
        };
        self.depth -= 1;
        Ok(formula)
    }

    fn until(&mut self, always: bool) -> Result<Formula, ParseError> {
        self.expect("[", "`[`")?;
        let before = self.implication()?;
        self.expect("U", "`U`")?;
        let goal = self.implication()?;
        self.expect("]", "`]`")?;
        Ok(if always { before.au(&goal) } else { before.eu(goal) })
    }
}
