//! Reads expressions in parentheses, and evaluates them on the way. There is no recursion, so their depth is
//! not limited.

/// The tokens of a text: `(`, `)`, and the words between parentheses and white space.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'t> {
    rest: &'t str,
}

impl<'t> Tokens<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self { rest: text }
    }

    /// Skips the next token if it is `token`, and returns whether it was.
    pub(crate) fn accepts(&mut self, token: &str) -> bool {
        let mut ahead = self.clone();
        let is_next = ahead.next() == Some(token);
        if is_next {
            *self = ahead;
        }
        is_next
    }

    /// Skips the next token, which has to be `token`. The error says what is there instead.
    pub(crate) fn expect(&mut self, token: &str) -> Result<(), String> {
        match self.next() {
            Some(found) if found == token => Ok(()),
            found => Err(format!("`{token}` is missing before {}", shown(found))),
        }
    }

    /// Returns the next token, which has to be a name or a number. The error says what is there instead.
    pub(crate) fn word(&mut self) -> Result<&'t str, String> {
        match self.next() {
            Some(word) if !is_parenthesis(word) => Ok(word),
            found => Err(format!("a name is missing before {}", shown(found))),
        }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.rest.trim_start_matches([' ', '\n']);
        let end = match text.find(['(', ')', ' ', '\n']) {
            Some(0) => 1,
            Some(end) => end,
            None => text.len(),
        };
        let (token, rest) = text.split_at(end);
        self.rest = rest;
        (!token.is_empty()).then_some(token)
    }
}

fn is_parenthesis(token: &str) -> bool {
    token == "(" || token == ")"
}

fn shown(token: Option<&str>) -> String {
    token.map_or_else(|| "the end".to_owned(), |token| format!("`{token}`"))
}

/// The meaning of names and operators in expressions.
pub(super) trait Meaning {
    type Value;

    /// Returns the value of a name or a number.
    fn word(&mut self, word: &str) -> Result<Self::Value, String>;

    /// Returns the result of an operator. `head` is `and` for `(and x y)`, and `extract 7 0` for `((_ extract
    /// 7 0) x)`.
    fn apply(&mut self, head: &[&str], operands: Vec<Self::Value>) -> Result<Self::Value, String>;
}

/// Reads one expression, and evaluates it with operands from left to right.
pub(super) fn evaluate<M: Meaning>(tokens: &mut Tokens, meaning: &mut M) -> Result<M::Value, String> {
    let mut open: Vec<(Vec<&str>, Vec<M::Value>)> = Vec::new();
    loop {
        let value = match tokens.next() {
            None => return Err("an expression is not finished".to_owned()),
            Some("(") => {
                open.push((head(tokens)?, Vec::new()));
                continue;
            }
            Some(")") => {
                let Some((head, operands)) = open.pop() else {
                    return Err("`)` closes nothing".to_owned());
                };
                meaning.apply(&head, operands)?
            }
            Some(word) => meaning.word(word)?,
        };
        match open.last_mut() {
            Some((_, operands)) => operands.push(value),
            None => return Ok(value),
        }
    }
}

/// Reads the operator after `(`: a single word, or several words as in `(_ extract 7 0)`.
fn head<'t>(tokens: &mut Tokens<'t>) -> Result<Vec<&'t str>, String> {
    if !tokens.accepts("(") {
        return Ok(vec![tokens.word()?]);
    }
    tokens.expect("_")?;
    let mut words = vec![tokens.word()?];
    while !tokens.accepts(")") {
        words.push(tokens.word()?);
    }
    Ok(words)
}
