//! Changes valid certificates at random. A changed certificate that is still accepted must still be true.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::check;
use crate::{
    expression::{Meaning, Tokens, evaluate},
    intervals::{Bound, HEADER, range::Range},
};

/// The box: all integers that enumeration tries as values of quantities and equations.
const BOX: std::ops::RangeInclusive<i128> = -24..=24;

/// The meaning of names for enumeration: the integers within [`BOX`] that every quantity and every equation
/// can have.
struct Sets<'s> {
    free: &'s [BTreeSet<i128>],
    equations: &'s [BTreeSet<i128>],
}

fn each(
    a: &BTreeSet<i128>,
    b: &BTreeSet<i128>,
    operator: impl Fn(i128, i128) -> Option<i128>,
) -> BTreeSet<i128> {
    a.iter().flat_map(|x| b.iter().filter_map(|y| operator(*x, *y)).collect::<Vec<_>>()).collect()
}

impl Meaning for Sets<'_> {
    type Value = BTreeSet<i128>;

    fn word(&mut self, word: &str) -> Result<Self::Value, String> {
        let index = |kind: &str| Some(word.strip_prefix(kind)?.parse::<usize>().ok()? - 1);
        if let Some(index) = index("x") {
            return Ok(self.equations[index].clone());
        }
        Ok(index("q").map_or_else(|| members(word), |index| self.free[index].clone()))
    }

    fn apply(&mut self, head: &[&str], operands: Vec<Self::Value>) -> Result<Self::Value, String> {
        let low_bits = |value: i128, signed: bool| {
            let low = value.rem_euclid(8);
            if signed && low > 3 { low - 8 } else { low }
        };
        let wrapped = |signed: bool| operands[0].iter().map(|value| low_bits(*value, signed)).collect();
        let pairs = |operator: fn(i128, i128) -> Option<i128>| each(&operands[0], &operands[1], operator);
        Ok(match head[0] {
            "i3" => wrapped(true),
            "u3" => wrapped(false),
            "bool" => operands[0].iter().map(|value| i128::from(*value != 0)).collect(),
            "~" => operands[0].iter().map(|value| !value).collect(),
            "+" => pairs(|a, b| Some(a + b)),
            "-" => pairs(|a, b| Some(a - b)),
            "*" => pairs(|a, b| Some(a * b)),
            "/" => pairs(i128::checked_div),
            "%" => pairs(i128::checked_rem),
            "&" => pairs(|a, b| Some(a & b)),
            "|" => pairs(|a, b| Some(a | b)),
            "^" => pairs(|a, b| Some(a ^ b)),
            "<" => pairs(|a, b| Some(i128::from(a < b))),
            "==" => pairs(|a, b| Some(i128::from(a == b))),
            "meet" => pairs(|a, b| (a == b).then_some(a)),
            "without" => operands[0].difference(&operands[1]).copied().collect(),
            "inward" => pairs(|a, b| (b != 0 && a % b == 0).then(|| a / b)),
            // A value that fits the type is kept only if the second operand contains it. A value that does
            // not fit is always kept.
            "within-i3" => {
                let is_there = |value: &&i128| !(-4..4).contains(*value) || operands[1].contains(value);
                operands[0].iter().filter(is_there).copied().collect()
            }
            other => panic!("{other} is not among the operators"),
        })
    }
}

/// Returns the integers within [`BOX`] that a printed range such as `[1,inf]` contains.
fn members(text: &str) -> BTreeSet<i128> {
    if text == "empty" {
        return BTreeSet::new();
    }
    let bounds = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let (low, high) = bounds.split_once(',').unwrap_or((bounds, bounds));
    let low = low.parse().unwrap_or(i128::MIN);
    let high = high.parse().unwrap_or(i128::MAX);
    BOX.filter(|value| (low..=high).contains(value)).collect()
}

/// Returns whether enumeration within [`BOX`] finds no value for the equation that the certificate claims to
/// be empty.
fn is_true(certificate: &str) -> bool {
    let lines: Vec<&str> = certificate.lines().collect();
    let words = |line: &&str| line.split(' ').nth(2).map(str::to_owned);
    let free: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with('q'))
        .map(|line| members(&words(line).unwrap_or_default()))
        .collect();
    let sides: Vec<&str> = lines
        .iter()
        .filter(|line| line.starts_with('x'))
        .filter_map(|line| Some(line.split_once("<- ")?.1))
        .collect();
    let mut sets = vec![BTreeSet::new(); sides.len()];
    loop {
        let before = sets.clone();
        for (index, side) in sides.iter().enumerate() {
            let mut tokens = Tokens::of(side);
            loop {
                let set = evaluate(&mut tokens, &mut Sets { free: &free, equations: &sets })
                    .expect("it was accepted");
                sets[index].extend(set.into_iter().filter(|value| BOX.contains(value)));
                if tokens.next().is_none() {
                    break;
                }
            }
        }
        if sets == before {
            break;
        }
    }
    let empty =
        certificate.trim_end().rsplit_once("empty x").and_then(|(_, number)| number.parse::<usize>().ok());
    empty.is_some_and(|number| sets[number - 1].is_empty())
}

const OPERATORS: [&str; 12] = ["+", "-", "*", "/", "%", "&", "|", "^", "<", "==", "meet", "within-i3"];
const UNARY: [&str; 4] = ["~", "i3", "u3", "bool"];

/// Returns random expressions over two quantities and some equations.
fn side(equations: usize) -> impl Strategy<Value = String> {
    let number = prop_oneof![
        (-6..=6_i32).prop_map(|number| number.to_string()),
        (-6..=0_i32, 1..=6_i32).prop_map(|(low, high)| format!("[{low},{high}]"))
    ];
    let leaf = prop_oneof![
        2 => (1..=equations).prop_map(|index| format!("x{index}")),
        1 => (1..=2_u8).prop_map(|index| format!("q{index}")),
        2 => number,
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            4 => (prop::sample::select(&OPERATORS[..]), inner.clone(), inner.clone()).prop_map(|(op, a, b)| format!("({op} {a} {b})")),
            1 => (prop::sample::select(&UNARY[..]), inner.clone()).prop_map(|(op, a)| format!("({op} {a})")),
            1 => (inner.clone(), -4..=4_i32).prop_map(|(a, number)| format!("(without {a} {number})")),
            1 => (inner, 1..=3_i32).prop_map(|(a, number)| format!("(inward {a} {number})")),
        ]
    })
}

/// Returns random certificates that are valid: equations with a post-fixpoint, the last of them empty.
fn systems() -> impl Strategy<Value = String> {
    let sides = prop::collection::vec(prop::collection::vec(side(4), 1..3), 3);
    (sides, side(3), -9..=9_i32).prop_filter_map("nothing is empty", |(mut sides, last, number)| {
        sides.push(vec![format!("(meet {last} {number})")]);
        let text = |values: &[Range]| {
            let shown = |value: &Range| match (value.is_empty(), value.low(), value.high()) {
                (true, ..) => "empty".to_owned(),
                (_, low, high) => format!("[{},{}]", bound(low), bound(high)),
            };
            let lines = sides.iter().zip(values).enumerate().map(|(index, (sides, value))| {
                format!("x{} in {} <- {}\n", index + 1, shown(value), sides.join(" or "))
            });
            format!(
                "csieve intervals 1\nq1 in [-7,7]\nq2 in [0,5]\n{}empty x4\n",
                lines.collect::<Vec<_>>().concat()
            )
        };
        solution(&sides).map(|values| text(&values)).filter(|text| check(text).is_ok())
    })
}

fn bound(bound: Bound) -> String {
    match bound {
        Bound::Below => "-inf".to_owned(),
        Bound::At(value) => value.to_string(),
        Bound::Above => "inf".to_owned(),
    }
}

/// Returns a post-fixpoint of equations, found by iteration with widening. None if the last equation is not
/// empty.
fn solution(sides: &[Vec<String>]) -> Option<Vec<Range>> {
    let mut values = vec![Range::EMPTY; sides.len()];
    for round in 0..40 {
        let before = values.clone();
        for (index, sides) in sides.iter().enumerate() {
            for side in sides {
                let value = evaluate(&mut Tokens::of(side), &mut Ranges { values: &values }).ok()?;
                let all = values[index].union(value);
                values[index] = if round > 20 && all != values[index] { Range::ALL } else { all };
            }
        }
        if values == before {
            return values[sides.len() - 1].is_empty().then_some(values);
        }
    }
    None
}

/// The meaning of names for iteration: the range of every equation so far.
struct Ranges<'r> {
    values: &'r [Range],
}

impl Meaning for Ranges<'_> {
    type Value = Range;

    fn word(&mut self, word: &str) -> Result<Range, String> {
        Ok(match word {
            "q1" => Range::between(-7, 7),
            "q2" => Range::between(0, 5),
            _ => match word.strip_prefix('x') {
                Some(index) => self.values[index.parse::<usize>().map_err(|error| error.to_string())? - 1],
                None => {
                    members(word).into_iter().fold(Range::EMPTY, |all, value| all.union(Range::point(value)))
                }
            },
        })
    }

    fn apply(&mut self, head: &[&str], operands: Vec<Range>) -> Result<Range, String> {
        crate::intervals::apply(head[0], &operands)
    }
}

/// Returns a certificate with one line dropped, or one operator or digit replaced.
fn corrupted(text: &str, at: usize, how: u8, other: i32) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if how == 0 {
        let dropped = at % lines.len();
        let kept = lines.iter().enumerate().filter(|(index, _)| *index != dropped);
        return kept.flat_map(|(_, line)| [*line, "\n"]).collect();
    }
    // The digits in the first line and those of types stay as they are.
    let is_number = |place: &usize| *place > HEADER.len() && !text[..*place].ends_with(['i', 'u']);
    let digits = text.match_indices(|c: char| c.is_ascii_digit());
    let places: Vec<usize> = digits.map(|(place, _)| place).filter(is_number).collect();
    let operators: Vec<(usize, &str)> = OPERATORS
        .iter()
        .flat_map(|op| {
            text.match_indices(&format!("({op} ")).map(|(place, _)| (place + 1, *op)).collect::<Vec<_>>()
        })
        .collect();
    match (how, operators.is_empty()) {
        (1, false) => {
            let (place, operator) = operators[at % operators.len()];
            let other = OPERATORS[other.unsigned_abs() as usize % OPERATORS.len()];
            format!("{}{other}{}", &text[..place], &text[place + operator.len()..])
        }
        _ => {
            let place = places[at % places.len()];
            format!("{}{}{}", &text[..place], other.unsigned_abs() % 10, &text[place + 1..])
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1500, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_accepted_is_true(text in systems(), at in any::<usize>(), how in 0..4_u8, other in any::<i32>()) {
        prop_assert!(is_true(&text), "not corrupted:\n{text}");
        let corrupted = corrupted(&text, at, how, other);
        if check(&corrupted).is_ok() {
            prop_assert!(is_true(&corrupted), "accepted:\n{corrupted}");
        }
    }
}
