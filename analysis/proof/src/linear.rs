//! Certificates over integers: scripts in SMT-LIB 2 (logic `QF_LIA`) whose assertions cannot all hold.
//!
//! Every assertion is `sum <= 0`, followed by its factor in a comment. The assertions contradict each other
//! if no factor is negative, and the sums multiplied by their factors add up to a positive constant
//! ([Farkas]). Such a check needs no search.

use std::collections::BTreeMap;

use super::Refused;

/// The first line of a certificate over integers.
pub(super) const HEADER: &str = "(set-logic QF_LIA)";

/// Checks one script of a certificate over integers.
pub(super) fn check(text: &str) -> Result<(), Refused> {
    let mut total = Sum::default();
    let mut names: Vec<&str> = Vec::new();
    let mut is_asked = false;
    for (index, line) in text.lines().enumerate().skip(1) {
        let refused = |why: &str| Refused::at(index + 1, why);
        if is_asked {
            return Err(refused("something stands behind `(check-sat)`"));
        }
        if line == "(check-sat)" {
            is_asked = true;
        } else if let Some(name) = inside(line, "(declare-const ", " Int)") {
            names.push(name);
        } else {
            let (sum, number) = assertion(line).ok_or_else(|| refused("this is no assertion of a sum"))?;
            if number < 0 {
                return Err(refused("the number of an assertion is negative"));
            }
            if !sum.terms.keys().all(|name| names.contains(&name.as_str())) {
                return Err(refused("a name is not declared"));
            }
            total.add(&sum, number).ok_or_else(|| refused("a number is too large"))?;
        }
    }
    match (is_asked, total.terms.values().all(|by| *by == 0), total.constant > 0) {
        (true, true, true) => Ok(()),
        _ => Err(Refused::whole("the assertions do not add up to a contradiction")),
    }
}

/// A linear sum: names with their factors, and a constant.
#[derive(Default)]
struct Sum {
    terms: BTreeMap<String, i128>,
    constant: i128,
}

impl Sum {
    /// Adds `number` times another sum. None if a number of the result does not fit 128 bits.
    fn add(&mut self, other: &Self, number: i128) -> Option<()> {
        for (name, by) in &other.terms {
            let known = self.terms.entry(name.clone()).or_default();
            *known = known.checked_add(by.checked_mul(number)?)?;
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(number)?)?;
        Some(())
    }
}

/// Reads an assertion with its factor: `(assert (<= (+ (* 2 x) (* (- 1) y) 5) 0)) ; 3`. None if the line is
/// malformed.
fn assertion(line: &str) -> Option<(Sum, i128)> {
    let (asserted, number) = line.rsplit_once(" ; ")?;
    let mut rest = inside(asserted, "(assert (<= (+ ", ") 0))")?;
    let mut sum = Sum::default();
    while let Some(product) = rest.strip_prefix("(* ") {
        let (by, behind) = integer(product)?;
        let (name, behind) = behind.strip_prefix(' ')?.split_once(')')?;
        let known = sum.terms.entry(name.to_owned()).or_default();
        *known = known.checked_add(by)?;
        rest = behind.strip_prefix(' ')?;
    }
    // A sum without products is printed as `0` plus the constant.
    let (constant, behind) = integer(rest.strip_prefix("0 ").unwrap_or(rest))?;
    sum.constant = constant;
    behind.is_empty().then_some((sum, number.parse().ok()?))
}

/// Reads `5` or `(- 5)`. Returns the integer and the rest of the text, or None if there is no integer.
fn integer(text: &str) -> Option<(i128, &str)> {
    if let Some(negative) = text.strip_prefix("(- ") {
        let (digits, behind) = negative.split_once(')')?;
        return Some((natural(digits)?.checked_neg()?, behind));
    }
    let end = text.find(|byte: char| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, behind) = text.split_at(end);
    Some((natural(digits)?, behind))
}

fn natural(digits: &str) -> Option<i128> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

fn inside<'t>(text: &'t str, before: &str, behind: &str) -> Option<&'t str> {
    text.strip_prefix(before)?.strip_suffix(behind)
}
