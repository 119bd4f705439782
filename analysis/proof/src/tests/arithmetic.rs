//! Tests the operators on ranges by enumeration, and against the interval domain of the analysis.

use proptest::prelude::*;

use csieve_dataflow::automaton::{Op, Program};
use csieve_domains::{equations::Silent, interval::Interval};
use csieve_graph::{BinaryOp, IntType};

use crate::intervals::{Bound, apply, range::Range};

/// Returns the result of an operator on two integers: None if there is no result, `Err` if it may be any
/// value.
fn plain(name: &str, a: i128, b: i128) -> Result<Option<i128>, ()> {
    Ok(Some(match name {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" | "%" if b == 0 => return Ok(None),
        "/" => a / b,
        "%" => a % b,
        "<<" | ">>" if b < 0 => return Err(()),
        "<<" => a * (1 << b),
        ">>" => a.div_euclid(1 << b),
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        "==" => i128::from(a == b),
        "!=" => i128::from(a != b),
        "<" => i128::from(a < b),
        "<=" => i128::from(a <= b),
        ">" => i128::from(a > b),
        ">=" => i128::from(a >= b),
        "meet" => return Ok((a == b).then_some(a)),
        "inward" => return Ok((b != 0 && a % b == 0).then(|| a / b)),
        _ => unreachable!("{name} is in the list"),
    }))
}

const BINARY: [&str; 18] =
    ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "meet", "inward"];

/// Returns all ranges between two numbers, the empty one included.
fn ranges(low: i128, high: i128) -> Vec<Range> {
    let all = (low..=high).flat_map(|from| (from..=high).map(move |to| Range::between(from, to)));
    all.chain([Range::EMPTY]).collect()
}

fn members(of: Range, least: i128, most: i128) -> impl Iterator<Item = i128> {
    (least..=most).filter(move |value| of.contains(*value))
}

#[test]
fn binary_operators_cover_all_results() {
    for name in BINARY {
        for a in ranges(-5, 4) {
            for b in
                ranges(-5, 4).into_iter().filter(|b| name != "inward" || b.as_point().is_some_and(|b| b != 0))
            {
                covers(name, a, b);
            }
        }
    }
}

#[test]
fn binary_operators_cover_all_results_without_bounds() {
    let ends = [Bound::Below, Bound::At(-3), Bound::At(0), Bound::At(2), Bound::Above];
    let pairs = ends.iter().flat_map(|low| ends.iter().map(move |high| (*low, *high)));
    let all: Vec<Range> = pairs
        .filter(|(low, high)| low <= high && *low != Bound::Above && *high != Bound::Below)
        .map(|(low, high)| Range::new(low, high))
        .collect();
    for name in BINARY.into_iter().filter(|name| *name != "inward") {
        for &a in &all {
            for &b in &all {
                covers(name, a, b);
            }
        }
    }
}

fn covers(name: &str, a: Range, b: Range) {
    let result = apply(name, &[a, b]).expect("an operator");
    let mut some = false;
    for x in members(a, -20, 20) {
        for y in members(b, -20, 20) {
            match plain(name, x, y) {
                Ok(Some(value)) => {
                    assert!(
                        result.contains(value),
                        "{x} {name} {y} is in {a:?} {name} {b:?}, not in {result:?}"
                    );
                    some = true;
                }
                Ok(None) => {}
                Err(()) => assert_eq!(result, Range::ALL, "{x} {name} {y} is anything"),
            }
        }
    }
    // An operator with an empty operand has no result.
    assert!(some || result.is_empty() || !(a.is_empty() || b.is_empty()), "{a:?} {name} {b:?} is {result:?}");
}

#[test]
fn bits_are_exact() {
    for name in ["&", "|", "^"] {
        for a in ranges(-9, 8).into_iter().filter(|a| !a.is_empty()).step_by(3) {
            for b in ranges(-9, 8).into_iter().filter(|b| !b.is_empty()).step_by(5) {
                let values = members(a, -9, 8)
                    .flat_map(|x| members(b, -9, 8).filter_map(move |y| plain(name, x, y).ok().flatten()));
                let hull = values.fold(Range::EMPTY, |all, value| all.union(Range::point(value)));
                assert_eq!(apply(name, &[a, b]), Ok(hull), "{a:?} {name} {b:?}");
            }
        }
    }
}

#[test]
fn unary_operators_cover_all_results() {
    let converted = |bits: u32, signed: bool, value: i128| {
        let low = value.rem_euclid(1 << bits);
        if signed && low >= 1 << (bits - 1) { low - (1 << bits) } else { low }
    };
    for of in ranges(-20, 20) {
        for value in members(of, -20, 20) {
            for (name, expected) in [
                ("~", !value),
                ("bool", i128::from(value != 0)),
                ("u3", converted(3, false, value)),
                ("i3", converted(3, true, value)),
                ("i1", converted(1, true, value)),
                ("u4", converted(4, false, value)),
                ("i64", value),
            ] {
                let result = apply(name, &[of]).expect("an operator");
                assert!(result.contains(expected), "{name} {value} is {expected}, not in {result:?}");
            }
            for bits in 1..5 {
                let by = apply("<<", &[of, Range::point(value), Range::point(bits)]).expect("an operator");
                let fits = (0..bits).contains(&value);
                assert!(members(of, -20, 20).all(|x| by.contains(if fits { x << value } else { 99 })));
            }
            let within = apply("within-u3", &[of, Range::between(2, 5)]).expect("an operator");
            assert!(within.contains(value) || ((0..8).contains(&value) && !(2..=5).contains(&value)));
            let without = apply("without", &[of, Range::point(-20), Range::point(-19), Range::point(3)])
                .expect("an operator");
            assert!(without.contains(value) || [-20, -19, 3].contains(&value));
        }
    }
}

/// Returns the same range as an interval of the analysis.
fn interval(of: Range) -> Interval {
    if of.is_empty() {
        return Interval::EMPTY;
    }
    let number = |bound: Bound| match bound {
        Bound::Below => Interval::NEG_INFINITY,
        Bound::At(value) => value,
        Bound::Above => Interval::POS_INFINITY,
    };
    Interval::new(number(of.low()), number(of.high()))
}

fn range(of: Interval) -> Range {
    let low = |bound| if bound == Interval::NEG_INFINITY { Bound::Below } else { Bound::At(bound) };
    let high = |bound| if bound == Interval::POS_INFINITY { Bound::Above } else { Bound::At(bound) };
    of.bounds().map_or(Range::EMPTY, |(from, to)| Range::new(low(from), high(to)))
}

fn bounds() -> impl Strategy<Value = i128> {
    let edges = prop::sample::select(vec![0, 1, -1, 7, 8, 31, 32, 63, 64, 65, 127, 255, 256]);
    let powers = (0..126_u32, -2..3_i128, any::<bool>()).prop_map(|(power, off, negative)| {
        let value = (1_i128 << power) + off;
        if negative { -value } else { value }
    });
    prop_oneof![3 => edges, 3 => powers, 1 => -40..40_i128, 1 => Just(i128::MAX - 1), 1 => Just(i128::MIN + 1)]
}

fn any_range() -> impl Strategy<Value = Range> {
    let ends = (bounds(), bounds(), 0..10_u8);
    ends.prop_map(|(a, b, open)| {
        let (low, high) = (a.min(b), a.max(b));
        match open {
            0 => Range::new(Bound::Below, Bound::At(high)),
            1 => Range::new(Bound::At(low), Bound::Above),
            2 => Range::ALL,
            3 => Range::EMPTY,
            4..=5 => Range::point(low),
            _ => Range::between(low, high),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 3000, ..ProptestConfig::default() })]

    /// A less precise checker might refuse valid proofs of the analysis.
    #[test]
    fn never_less_precise_than_the_analysis(a in any_range(), b in any_range(), number in bounds(), bits in 1..65_u8) {
        use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Rem, Shl, Shr, Sub};
        let named = [
            ("+", Add), ("-", Sub), ("*", Mul), ("/", Div), ("%", Rem), ("<<", Shl), (">>", Shr), ("&", BitAnd), ("|", BitOr),
            ("^", BitXor), ("==", Eq), ("!=", Ne), ("<", Lt), ("<=", Le), (">", Gt), (">=", Ge),
        ];
        let mut cases: Vec<(String, Vec<Range>, Op)> = Vec::new();
        for (name, op) in named {
            cases.push((name.to_owned(), vec![a, b], Op::Binary(op, 0, 1)));
        }
        let point = Range::point(number);
        for (name, op) in [("<<", Shl), (">>", Shr)] {
            cases.push((name.to_owned(), vec![a, b, Range::point(i128::from(bits))], Op::Shift(op, 0, 1, bits)));
        }
        for signed in [true, false] {
            let ty = IntType { bits, signed };
            let name = format!("{}{bits}", if signed { "i" } else { "u" });
            let convert = if ty == IntType::BOOL { "bool".to_owned() } else { name.clone() };
            cases.push((convert, vec![a], Op::Wrap(0, ty)));
            cases.push((format!("within-{name}"), vec![a, b], Op::WithinType { value: 0, ty, image: 1 }));
        }
        cases.push(("~".to_owned(), vec![a], Op::BitNot(0)));
        cases.push(("meet".to_owned(), vec![a, b], Op::Meet(0, 1)));
        cases.push(("*".to_owned(), vec![a, point], Op::Scale(0, number)));
        cases.push(("without".to_owned(), vec![a, point], Op::Trim(0, vec![number])));
        cases.push(("inside".to_owned(), vec![a], Op::Derived(0)));
        cases.push(("any".to_owned(), vec![a], Op::Obscure(0)));
        if number != 0 {
            cases.push(("inward".to_owned(), vec![a, point], Op::DivideInward(0, number)));
        }
        for (name, operands, op) in cases {
            let mut program = Program::default();
            program.push(Op::Const(interval(a)));
            program.push(Op::Const(interval(b)));
            program.push(op);
            let theirs = program.evaluate(&|_| Interval::TOP, &mut Silent);
            let ours = apply(&name, &operands).expect("an operator");
            prop_assert!(ours.is_within(range(theirs)), "{name} {operands:?}: {ours:?} against {theirs}");
        }
    }
}
