//! Tests that simplified terms keep their value.

use super::{BINARY, COMPARISONS, UNARY, tree::Tree};
use crate::bits::{BinaryOp, Comparison, Model, Term, Terms, UnaryOp};

/// Checks that a simplified tree has the value of the tree for all values of two symbols.
fn check(tree: &Tree, widths: [u8; 2]) {
    let mut terms = Terms::default();
    let (first, second) = (terms.symbol(widths[0]), terms.symbol(widths[1]));
    let term = tree.simplified(&mut terms, &[first.1, second.1]);
    assert_eq!(terms.width(term), tree.width(), "{tree:?}");
    for (a, b) in (0..1 << widths[0]).flat_map(|a| (0..1 << widths[1]).map(move |b| (a, b))) {
        let mut model = Model::default();
        model.set(first.0, a.into());
        model.set(second.0, b.into());
        assert_eq!(model.evaluate(&terms, term), tree.value(&[a, b]).into(), "{tree:?} of {a} and {b}");
    }
}

/// Returns the trees without operators: one or two symbols, and the constants that rules treat specially.
fn leaves(width: u8) -> Vec<Tree> {
    let top = 1 << (width - 1);
    let mut numbers = vec![0, 1, top - 1, top, top + 1, (1 << width) - 1];
    numbers.retain(|&number| number < 1 << width);
    numbers.sort_unstable();
    numbers.dedup();
    let constants = numbers.into_iter().map(|number| Tree::Const(width, number));
    (0..symbols(width)).map(|symbol| Tree::Symbol(symbol, width)).chain(constants).collect()
}

fn symbols(width: u8) -> usize {
    if width < 3 { 2 } else { 1 }
}

/// Returns all trees with at most one operator.
fn small(width: u8) -> Vec<Tree> {
    let leaves = leaves(width);
    let unary = UNARY.iter().flat_map(|&op| leaves.iter().map(move |a| Tree::Unary(op, Box::new(a.clone()))));
    let pairs =
        leaves.iter().flat_map(|a| leaves.iter().map(move |b| (Box::new(a.clone()), Box::new(b.clone()))));
    let binary = pairs.flat_map(|(a, b)| BINARY.map(|op| Tree::Binary(op, a.clone(), b.clone())));
    leaves.iter().cloned().chain(unary).chain(binary).collect()
}

/// Returns all comparisons of two leaves.
fn conditions(width: u8) -> Vec<Tree> {
    let leaves = leaves(width);
    let pairs =
        leaves.iter().flat_map(|a| leaves.iter().map(move |b| (Box::new(a.clone()), Box::new(b.clone()))));
    pairs.flat_map(|(a, b)| COMPARISONS.map(|op| Tree::Compare(op, a.clone(), b.clone()))).collect()
}

/// Tests all trees that apply an operator to a leaf and a tree with at most one operator.
#[test]
fn two_operators() {
    for width in 1..=3 {
        // A second symbol that is not used has only one bit.
        let widths = [width, if symbols(width) == 2 { width } else { 1 }];
        for inner in small(width) {
            let inner = Box::new(inner);
            for op in UNARY {
                check(&Tree::Unary(op, inner.clone()), widths);
            }
            for leaf in leaves(width).into_iter().map(Box::new) {
                for op in BINARY {
                    check(&Tree::Binary(op, inner.clone(), leaf.clone()), widths);
                    check(&Tree::Binary(op, leaf.clone(), inner.clone()), widths);
                }
                for op in COMPARISONS {
                    check(&Tree::Compare(op, inner.clone(), leaf.clone()), widths);
                    check(&Tree::Compare(op, leaf.clone(), inner.clone()), widths);
                }
            }
        }
    }
}

#[test]
fn choices() {
    for width in 1..=2 {
        for condition in conditions(width).into_iter().map(Box::new) {
            for yes in leaves(width).into_iter().map(Box::new) {
                for no in leaves(width).into_iter().map(Box::new) {
                    let choice = Box::new(Tree::Ite(condition.clone(), yes.clone(), no.clone()));
                    check(&choice, [width; 2]);
                    for number in [0, 1, (1 << width) - 1] {
                        let number = Box::new(Tree::Const(width, number));
                        check(&Tree::Compare(Comparison::Eq, choice.clone(), number), [width; 2]);
                    }
                    check(&Tree::Ite(condition.clone(), choice.clone(), no.clone()), [width; 2]);
                    check(&Tree::Ite(condition.clone(), yes.clone(), choice.clone()), [width; 2]);
                    let opposite = Box::new(Tree::Unary(UnaryOp::Not, condition.clone()));
                    check(&Tree::Ite(opposite, yes.clone(), choice.clone()), [width; 2]);
                    for signed in [false, true] {
                        check(&choice.clone().resized(width + 1, signed), [width; 2]);
                    }
                    check(&choice.resized(1, false), [width; 2]);
                }
            }
        }
    }
}

#[test]
fn extensions() {
    let extended = |symbol, width, signed| Tree::Symbol(symbol, width).resized(4, signed);
    for (narrow, signed, other_signed) in [1, 2, 3]
        .into_iter()
        .flat_map(|n| [(n, false, false), (n, false, true), (n, true, true), (n, true, false)])
    {
        let tree = Box::new(extended(0, narrow, signed));
        check(&Tree::Extend(tree.clone(), 6, other_signed), [narrow; 2]);
        for low in 0..4 {
            for width in 1..=4 - low {
                let part = Box::new(Tree::Extract(tree.clone(), low, width));
                check(&part, [narrow; 2]);
                (0..width)
                    .for_each(|more| check(&Tree::Extract(part.clone(), more, width - more), [narrow; 2]));
            }
        }
        for comparison in COMPARISONS {
            for other in [1, 2, 3] {
                let other_tree = Box::new(extended(1, other, other_signed));
                check(&Tree::Compare(comparison, tree.clone(), other_tree), [narrow, other]);
            }
            for number in (0..16).map(|number| Box::new(Tree::Const(4, number))) {
                check(&Tree::Compare(comparison, tree.clone(), number.clone()), [narrow; 2]);
                check(&Tree::Compare(comparison, number, tree.clone()), [narrow; 2]);
            }
        }
    }
}

/// Tests that the rules find the simple terms that they are meant to find.
#[test]
fn what_becomes_simpler() {
    let mut terms = Terms::default();
    let ((_, x), (_, y)) = (terms.symbol(32), terms.symbol(32));
    let [zero, one, eight] = [0, 1, 8].map(|value| terms.constant(32, value));
    let (yes, no) = (terms.truth(true), terms.truth(false));
    for (op, left, right, expected) in [
        (BinaryOp::Add, zero, x, x),
        (BinaryOp::Sub, x, x, zero),
        (BinaryOp::Mul, one, x, x),
        (BinaryOp::Mul, x, zero, zero),
        (BinaryOp::And, zero, x, zero),
        (BinaryOp::Or, x, x, x),
        (BinaryOp::Xor, x, x, zero),
        (BinaryOp::Urem, x, one, zero),
        (BinaryOp::Srem, x, x, zero),
    ] {
        assert_eq!(terms.binary(op, left, right), expected, "{op:?}");
    }
    assert_eq!(terms.binary(BinaryOp::Add, x, y), terms.binary(BinaryOp::Add, y, x));
    for divides in [BinaryOp::Udiv, BinaryOp::Urem, BinaryOp::Sdiv, BinaryOp::Srem] {
        let id = terms.binary(divides, x, eight);
        let left = terms
            .parts_of(&[id])
            .into_iter()
            .any(|part| matches!(terms.get(part), Term::Binary(op, ..) if *op == divides));
        assert!(!left, "{divides:?} by 8 needs no division");
    }
    // A comparison that C turns into a number and compares with 0 becomes the comparison again.
    let below = terms.compare(Comparison::Slt, x, y);
    let number = terms.ite(below, one, zero);
    let is_zero = terms.compare(Comparison::Eq, number, zero);
    let opposite = terms.not(below);
    assert_eq!(is_zero, opposite);
    assert_eq!(terms.ite(is_zero, zero, one), number);
    let wide = terms.extend(x, 64, false);
    let large = terms.constant(64, 1 << 32);
    assert_eq!(terms.compare(Comparison::Ult, wide, large), yes);
    assert_eq!(terms.compare(Comparison::Eq, wide, large), no);
    assert_eq!(terms.resize(wide, 32, true), x);
}
