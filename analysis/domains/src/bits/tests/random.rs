//! Tests on random terms: the answers of the solver agree with trying all values.

use proptest::prelude::*;

use super::{BINARY, COMPARISONS, UNARY, answer, differ, is_unsat, tree::Tree};
use csieve_base::budget::Steps;

use crate::bits::{Answer, BinaryOp, TermId, Terms, UnaryOp, contradiction, minimal_core, solve};

/// Generates trees of up to 16 bits over symbols of these widths.
fn trees(symbols: &'static [u8]) -> impl Strategy<Value = Tree> {
    let symbol = (0..symbols.len()).prop_map(|symbol| Tree::Symbol(symbol, symbols[symbol]));
    let constant =
        (1..=8_u8, any::<u64>()).prop_map(|(width, value)| Tree::Const(width, value % (1 << width)));
    let leaf = prop_oneof![3 => symbol, 1 => constant];
    leaf.prop_recursive(4, 12, 3, |inner| {
        let pair = (inner.clone(), inner.clone(), any::<bool>()).prop_map(|(a, b, signed)| {
            let width = a.width();
            (Box::new(a), Box::new(b.resized(width, signed)))
        });
        let choice = (inner.clone(), pair.clone()).prop_map(|(condition, (yes, no))| {
            Tree::Ite(Box::new(condition.resized(1, false)), yes, no)
        });
        let operators = (proptest::sample::select(&BINARY), pair.clone());
        let comparisons = (proptest::sample::select(&COMPARISONS), pair);
        prop_oneof![
            6 => operators.prop_map(|(op, (a, b))| Tree::Binary(op, a, b)),
            2 => comparisons.prop_map(|(op, (a, b))| Tree::Compare(op, a, b)),
            1 => (proptest::sample::select(&UNARY), inner.clone()).prop_map(|(op, a)| Tree::Unary(op, Box::new(a))),
            1 => choice,
            1 => (inner.clone(), 1..=16_u8, any::<bool>()).prop_map(|(a, width, signed)| a.resized(width, signed)),
            1 => (inner, any::<u8>()).prop_map(|(a, low)| {
                let low = low % a.width();
                let width = a.width() - low;
                Tree::Extract(Box::new(a), low, width)
            }),
        ]
    })
}

/// Generates lists of one to five random comparisons, which hold with different probability.
fn conditions(symbols: &'static [u8]) -> impl Strategy<Value = Vec<Tree>> {
    let condition = (trees(symbols), trees(symbols), proptest::sample::select(&COMPARISONS)).prop_map(
        |(left, right, comparison)| {
            let width = left.width().max(right.width());
            Tree::Compare(
                comparison,
                Box::new(left.resized(width, true)),
                Box::new(right.resized(width, false)),
            )
        },
    );
    proptest::collection::vec(condition, 1..6)
}

/// Generates trees of one of the three small symbols, moved, mirrored and extended.
fn moved(symbol: usize) -> BoxedStrategy<Tree> {
    let leaf = Just(Tree::Symbol(symbol, SMALL[symbol]));
    let tree = leaf.prop_recursive(4, 5, 1, |inner| {
        let constant = any::<u64>();
        prop_oneof![
            2 => (proptest::sample::select(&[BinaryOp::Add, BinaryOp::Sub]), inner.clone(), constant).prop_map(|(op, of, by)| {
                let by = Tree::Const(of.width(), by % (1 << of.width()));
                Tree::Binary(op, Box::new(of), Box::new(by))
            }),
            1 => (proptest::sample::select(&UNARY), inner.clone()).prop_map(|(op, of)| Tree::Unary(op, Box::new(of))),
            1 => (inner, 0..4_u8, any::<bool>()).prop_map(|(of, more, signed)| {
                let width = of.width() + more;
                of.resized(width, signed)
            }),
        ]
    });
    tree.boxed()
}

/// Generates conditions that restrict one symbol to ranges of values.
fn restriction(symbol: usize) -> BoxedStrategy<Tree> {
    let compared = (moved(symbol), any::<u64>(), proptest::sample::select(&COMPARISONS), any::<bool>());
    let leaf = compared.prop_map(|(of, bound, comparison, swapped)| {
        let bound = Box::new(Tree::Const(of.width(), bound % (1 << of.width())));
        let of = Box::new(of);
        if swapped { Tree::Compare(comparison, bound, of) } else { Tree::Compare(comparison, of, bound) }
    });
    let tree = leaf.prop_recursive(3, 8, 3, |inner| {
        let three = (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| (Box::new(a), Box::new(b), Box::new(c)));
        prop_oneof![
            2 => (proptest::sample::select(&[BinaryOp::And, BinaryOp::Or]), three.clone()).prop_map(|(op, (a, b, _))| Tree::Binary(op, a, b)),
            1 => inner.prop_map(|of| Tree::Unary(UnaryOp::Not, Box::new(of))),
            1 => three.prop_map(|(a, b, c)| Tree::Ite(a, b, c)),
        ]
    });
    tree.boxed()
}

fn restrictions() -> impl Strategy<Value = Vec<Tree>> {
    proptest::collection::vec((0..SMALL.len()).prop_flat_map(restriction), 1..8)
}

/// The widths in bits of three symbols, 12 bits together.
const SMALL: &[u8] = &[5, 4, 3];

/// Returns whether some values of the symbols make all trees true, by trying all values.
fn is_possible(trees: &[Tree]) -> bool {
    (0..1_u64 << 12).any(|bits| {
        let values = [bits & 31, bits >> 5 & 15, bits >> 9];
        trees.iter().all(|tree| tree.value(&values) == 1)
    })
}

fn symbols(terms: &mut Terms, widths: &[u8]) -> Vec<TermId> {
    widths.iter().map(|&width| terms.symbol(width).1).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Tests that the clauses of a term and of its simplification are equivalent.
    #[test]
    fn simplified_terms_are_equal(tree in trees(&[16, 8, 3])) {
        let mut terms = Terms::default();
        let symbols = symbols(&mut terms, &[16, 8, 3]);
        let (raw, simplified) = (tree.raw(&mut terms, &symbols), tree.simplified(&mut terms, &symbols));
        let wrong = differ(&mut terms, raw, simplified);
        let answer = solve(&terms, &[wrong], &mut Steps::new(3_000));
        prop_assert!(!matches!(answer, Answer::Sat(_)), "{:?}", answer);
    }

    #[test]
    fn answers_are_those_of_trying_all_values(trees in conditions(SMALL), simplify in any::<bool>()) {
        agrees_with_all_values(&trees, simplify)?;
    }

    #[test]
    fn restrictions_of_single_symbols_are_decided(trees in restrictions(), simplify in any::<bool>()) {
        agrees_with_all_values(&trees, simplify)?;
    }

    /// Tests that the solver finds values of the symbols for every value that a term can have.
    #[test]
    fn values_are_found(tree in trees(&[16, 8, 3]), at in any::<[u64; 3]>()) {
        let mut terms = Terms::default();
        let symbols = symbols(&mut terms, &[16, 8, 3]);
        let value = tree.value(&[at[0] % (1 << 16), at[1] % (1 << 8), at[2] % (1 << 3)]);
        let term = tree.simplified(&mut terms, &symbols);
        let same = super::is(&mut terms, term, value.into());
        prop_assert!(!is_unsat(&terms, &[same]));
    }
}

/// Tests that the answer for some conditions, and its core, are those of trying all values.
fn agrees_with_all_values(trees: &[Tree], simplify: bool) -> Result<(), TestCaseError> {
    let mut terms = Terms::default();
    let symbols = symbols(&mut terms, SMALL);
    let make = |tree: &Tree| {
        if simplify { tree.simplified(&mut terms, &symbols) } else { tree.raw(&mut terms, &symbols) }
    };
    let assertions: Vec<TermId> = trees.iter().map(make).collect();
    let answer = answer(&terms, &assertions);
    prop_assert_eq!(&answer, &super::answer(&terms, &assertions), "the same again");
    let contradicts = contradiction(&terms, &assertions, &mut Steps::new(100_000)).is_some();
    prop_assert_eq!(contradicts, matches!(answer, Answer::Unsat(_)), "a guess only saves work");
    match answer {
        Answer::Sat(model) => {
            let value = |place: u32| model.value(crate::bits::SymbolId(place)).unwrap_or(0) as u64;
            let values = [value(0), value(1), value(2)];
            prop_assert!(trees.iter().all(|tree| tree.value(&values) == 1), "{:?}", values);
        }
        Answer::Unsat(core) => {
            let of: Vec<Tree> = core.iter().map(|&index| trees[index].clone()).collect();
            prop_assert!(!is_possible(&of));
            let minimal = minimal_core(&terms, &assertions, core, &mut Steps::new(100_000));
            for dropped in &minimal {
                let others = minimal.iter().filter(|&index| index != dropped);
                let others: Vec<Tree> = others.map(|&index| trees[index].clone()).collect();
                prop_assert!(is_possible(&others), "{} is not needed", dropped);
            }
            let of: Vec<Tree> = minimal.iter().map(|&index| trees[index].clone()).collect();
            prop_assert!(!is_possible(&of));
        }
        Answer::Unknown => prop_assert!(false, "so little is always known"),
    }
    Ok(())
}
