//! Certificates over intervals: equations with values that no run satisfies.
//!
//! ```text
//! csieve intervals 1
//! q1 in [-2147483648,2147483647] ; n
//! x1 in 10 <- 10 ; x: line 5: x = 10
//! x2 in 10 <- (meet x1 [1,inf]) or (meet x3 [1,inf]) ; x: line 6: x > 0
//! x3 in empty <- (meet x2 1) ; x: line 8: x == 1
//! empty x3
//! ```
//!
//! A line `q` names a quantity that the path reads before any equation gives it a value, and the range that
//! the quantity lies in. A line `x` is an equation. It claims the interval of the value that a statement
//! gives to a quantity. Its right-hand side has one expression for each way in which the path comes to the
//! statement. The last line names the equation with an empty value. The text after `;` is for the reader.
//!
//! **Why nothing has to be solved.** [PR] (section 4.2) rules out a path by the least solution of its
//! equations, which takes some care to find. A check is easier. Suppose that every right-hand side, evaluated
//! on the claimed values, lies inside the value claimed for its equation. Then the claimed values are a
//! post-fixpoint, and the least solution lies inside them. The same can be seen along a run that takes the
//! path. When it comes to a statement of the system, every quantity that is read was given by an earlier
//! equation, and lies in its claimed value, or is a `q` inside its range. Each operator covers all of its
//! results. So the new value lies in the right-hand side for this way, and in the claimed value. No run
//! passes a statement whose claimed value is empty.

mod bitwise;
mod operators;
pub(super) mod range;

#[cfg(test)]
pub(super) use operators::apply;
#[cfg(test)]
pub(super) use range::Bound;

use range::{
    Bound::{Above, At, Below},
    Range,
};

use super::{
    Refused,
    expression::{Meaning, Tokens, evaluate},
};

/// The first line of a certificate over intervals.
pub(super) const HEADER: &str = "csieve intervals 1";

/// An equation: the number of its line, the claimed value, and the right-hand side as text.
struct Equation<'t> {
    line: usize,
    claimed: Range,
    right: Tokens<'t>,
}

/// Checks a certificate over intervals, given without the newline at its end.
pub(super) fn check(text: &str) -> Result<(), Refused> {
    let mut free: Vec<Range> = Vec::new();
    let mut equations: Vec<Equation> = Vec::new();
    let mut emptied: Option<&str> = None;
    for (index, line) in text.lines().enumerate().skip(1) {
        let at = |why: String| Refused::at(index + 1, why);
        if emptied.is_some() {
            return Err(at("nothing may follow `empty`".to_owned()));
        }
        let (line, _) = line.split_once(';').unwrap_or((line, ""));
        let mut tokens = Tokens::of(line);
        let name = tokens.word().map_err(at)?;
        if name == "empty" {
            emptied = Some(tokens.word().map_err(at)?);
            ends(tokens).map_err(at)?;
            continue;
        }
        tokens.expect("in").map_err(at)?;
        let range = tokens.word().and_then(range).map_err(at)?;
        if equations.is_empty() && name == format!("q{}", free.len() + 1) {
            ends(tokens).map_err(at)?;
            if range.is_empty() {
                return Err(at("a quantity that no equation gives must not be empty".to_owned()));
            }
            free.push(range);
        } else if name == format!("x{}", equations.len() + 1) {
            tokens.expect("<-").map_err(at)?;
            equations.push(Equation { line: index + 1, claimed: range, right: tokens });
        } else {
            return Err(at(format!("`{name}` is not the name that comes next")));
        }
    }
    let Some(emptied) = emptied else {
        return Err(Refused::whole("no line says which equation is empty"));
    };
    let values = Values { free, claimed: equations.iter().map(|equation| equation.claimed).collect() };
    for equation in &equations {
        inside(&values, equation).map_err(|why| Refused::at(equation.line, why))?;
    }
    match values.of(emptied, "x") {
        Some(range) if range.is_empty() => Ok(()),
        Some(_) => Err(Refused::whole(format!("the value of `{emptied}` is not empty"))),
        None => Err(Refused::whole(format!("there is no equation `{emptied}`"))),
    }
}

fn ends(mut tokens: Tokens) -> Result<(), String> {
    tokens.next().map_or(Ok(()), |token| Err(format!("`{token}` is too much")))
}

/// The values of all names: ranges of quantities (`q1`), and claimed values of equations (`x1`).
struct Values {
    free: Vec<Range>,
    claimed: Vec<Range>,
}

impl Values {
    fn of(&self, name: &str, kind: &str) -> Option<Range> {
        let all = if kind == "q" { &self.free } else { &self.claimed };
        let index: usize = name.strip_prefix(kind)?.parse().ok()?;
        all.get(index.checked_sub(1)?).copied()
    }
}

/// Checks that the right-hand side of an equation lies in the value claimed for the equation.
fn inside(values: &Values, equation: &Equation) -> Result<(), String> {
    let mut tokens = equation.right.clone();
    loop {
        let value = evaluate(&mut tokens, &mut Occurrence { values, named: Vec::new() })?;
        if !value.is_within(equation.claimed) {
            return Err("the right-hand side gives more than the value claimed".to_owned());
        }
        match tokens.next() {
            None => return Ok(()),
            Some("or") => {}
            Some(token) => return Err(format!("`{token}` is too much")),
        }
    }
}

/// The context in which one expression of a right-hand side is evaluated.
struct Occurrence<'v> {
    values: &'v Values,
    /// The parts that the expression named with `(t1= …)`, with their values.
    named: Vec<(String, Range)>,
}

impl Meaning for Occurrence<'_> {
    type Value = Range;

    fn word(&mut self, word: &str) -> Result<Range, String> {
        let named = || self.named.iter().find(|(name, _)| name == word).map(|(_, value)| *value);
        let known = self.values.of(word, "x").or_else(|| self.values.of(word, "q")).or_else(named);
        known.map_or_else(|| range(word), Ok)
    }

    fn apply(&mut self, head: &[&str], operands: Vec<Range>) -> Result<Range, String> {
        let [name] = head else { return Err("operators here have no numbers".to_owned()) };
        match (name.strip_suffix('=').filter(|name| is_local(name)), &operands[..]) {
            (Some(name), [only]) if self.named.iter().all(|(known, _)| known != name) => {
                self.named.push((name.to_owned(), *only));
                Ok(*only)
            }
            (Some(name), _) => Err(format!("`{name}` cannot be named here")),
            (None, _) => operators::apply(name, &operands),
        }
    }
}

/// Returns whether a name is one for a part of an expression, such as `t1`.
fn is_local(name: &str) -> bool {
    name.strip_prefix('t').is_some_and(|digits| digits.parse::<u32>().is_ok())
}

/// Reads a range: `7`, `[1,inf]`, `empty`.
fn range(text: &str) -> Result<Range, String> {
    let number = |text: &str| {
        text.parse::<i128>()
            .map_err(|_| format!("`{text}` is neither a name nor a number that is not too large"))
    };
    if text == "empty" {
        return Ok(Range::EMPTY);
    }
    let Some(bounds) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
        return number(text).map(Range::point);
    };
    let (low, high) = bounds.split_once(',').ok_or_else(|| format!("`{text}` has not two bounds"))?;
    let low = if low == "-inf" { Below } else { At(number(low)?) };
    let high = if high == "inf" { Above } else { At(number(high)?) };
    if low > high {
        Err(format!("in `{text}` the lower bound comes last"))
    } else {
        Ok(Range::new(low, high))
    }
}
