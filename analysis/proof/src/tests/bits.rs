//! Tests of scripts over bit-vectors: which are refused, and whether the checker agrees with the analysis.

use proptest::prelude::*;

use super::{check, refused};
use csieve_base::budget::Steps;
use csieve_domains::bits::{
    Answer, BinaryOp, Comparison, Model, SymbolId, TermId, Terms, UnaryOp, script, solve,
};

use crate::bits::{Satisfiability, read, search};

const CORE: &str = "\
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(define-fun $7 () (_ BitVec 32) (bvmul x x))
(define-fun $8 () Bool (bvult x #x00000010))
(assert (and $8 (not (= $7 y))))
(assert (= (bvadd $7 #x00000001) (bvadd y #x00000001)))
(check-sat)
";

#[test]
fn cores() {
    assert_eq!(check(CORE), Ok(()));
    let squares = "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (= ((_ extract 1 0) (bvmul x x)) #b10))\n(check-sat)\n";
    assert_eq!(check(squares), Ok(()));
    let division = "(set-logic QF_BV)\n(declare-const n (_ BitVec 32))\n(declare-const d (_ BitVec 32))\n\
        (assert (not (= n (bvadd (bvmul (bvudiv n d) d) (bvurem n d)))))\n(check-sat)\n";
    assert_eq!(check(division), Ok(()));
    let nothing = "(set-logic QF_BV)\n(assert false)\n(check-sat)\n";
    assert_eq!(check(nothing), Ok(()));
}

/// `j <= r` keeps `r - 2 * (l - 1) + 1` from being negative for `j = 2 * l - 2`: two sums are the same bit by bit.
const SUMS: &str = "\
(set-logic QF_BV)
(declare-const r_1 (_ BitVec 32))
(declare-const l_1 (_ BitVec 32))
(declare-const j_1 (_ BitVec 32))
(declare-const l_2 (_ BitVec 32))
(define-fun $203 () (_ BitVec 32) (bvshl l_2 #x00000001))
(define-fun $208 () (_ BitVec 32) (bvsub r_1 $203))
(define-fun $212 () (_ BitVec 33) ((_ sign_extend 1) $208))
(define-fun $214 () (_ BitVec 32) (bvadd $208 #x00000001))
(assert (= (bvadd (bvshl l_1 #x00000001) #xfffffffe) j_1))
(assert (= (bvadd l_1 #xffffffff) l_2))
(assert (bvsle j_1 r_1))
(assert (= (bvsub ((_ sign_extend 1) r_1) ((_ sign_extend 1) $203)) $212))
(assert (= (bvadd $212 #b000000000000000000000000000000001) ((_ sign_extend 1) $214)))
(assert (not (bvsle #x00000000 $214)))
(check-sat)
";

#[test]
fn sums_of_other_forms() {
    assert_eq!(check(SUMS), Ok(()));
}

#[test]
fn something_holds() {
    let why = "all assertions hold for some values";
    assert_eq!(refused(&CORE.replace("(bvadd y #x00000001)", "(bvadd y #x00000002)")), why);
    assert_eq!(refused("(set-logic QF_BV)\n(check-sat)\n"), why);
}

#[test]
fn what_is_not_understood() {
    for (right, wrong, why) in [
        ("bvmul x x", "bvsmod x x", "`bvsmod` is no operator on what it is given"),
        ("bvmul x x", "bvmul x", "`bvmul` is no operator on what it is given"),
        ("bvmul x x", "bvmul x z", "`z` has no meaning"),
        ("bvmul x x", "bvmul x #x1", "`bvmul` is no operator on what it is given"),
        ("bvmul x x", "bvmul x #xg", "`#xg` is no constant"),
        ("bvmul x x", "bvmul x #x+1", "`#x+1` is no constant"),
        ("bvmul x x", "bvult x x", "`$7` has another sort than it says"),
        (
            "(_ BitVec 32))\n(declare-const y",
            "(_ BitVec 129))\n(declare-const y",
            "no bit-vector has 129 bits",
        ),
        ("(_ BitVec 32))\n(declare-const y", "Bool)\n(declare-const y", "only bit-vectors are declared"),
        ("declare-const y", "declare-const x", "`x` has a meaning already"),
        ("declare-const y", "declare-const true", "`true` has a meaning already"),
        ("$8 (not", "x (not", "`and` is no operator on what it is given"),
        ("(assert (and", "(assert (bvand", "`bvand` is no operator on what it is given"),
        ("(assert (and $8 (not (= $7 y))))", "(assert x)", "an assertion is not of sort `Bool`"),
        ("(check-sat)", "(push 1)", "`push` is no command"),
        ("(check-sat)", "", "`(check-sat)` is missing"),
        ("(check-sat)", "(check-sat)\n(assert false)", "nothing may follow `check-sat`"),
        ("(check-sat)", "(check-sat) sat", "`sat` is no command"),
        ("(bvmul x x)", "((_ extract 32 1) x)", "`extract 32 1` is no operator on what it is given"),
        ("(bvmul x x)", "((_ zero_extend 97) x)", "`zero_extend 97` is no operator on what it is given"),
        (
            "(bvmul x x)",
            "((_ zero_extend 18446744073709551615) x)",
            "`zero_extend 18446744073709551615` is no operator on what it is given",
        ),
    ] {
        assert_eq!(refused(&CORE.replace(right, wrong)), why);
    }
    for end in 0..CORE.len() {
        refused(&CORE[..end]);
    }
}

const BINARY: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Udiv,
    BinaryOp::Urem,
    BinaryOp::Sdiv,
    BinaryOp::Srem,
    BinaryOp::Shl,
    BinaryOp::Lshr,
    BinaryOp::Ashr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];
const COMPARISONS: [Comparison; 5] =
    [Comparison::Eq, Comparison::Ult, Comparison::Ule, Comparison::Slt, Comparison::Sle];

/// The recipe of a term: the operator, two earlier terms, and a number.
type Recipe = (u8, u8, u8, u8);

/// Makes symbols of some widths, and terms from recipes. Every term is made of earlier ones.
fn made(terms: &mut Terms, widths: &[u8], recipes: &[Recipe]) -> (Vec<SymbolId>, Vec<TermId>) {
    let (symbols, mut all): (Vec<_>, Vec<_>) = widths.iter().map(|width| terms.symbol(*width)).unzip();
    for &(kind, a, b, number) in recipes {
        let pick = |of: u8| all[usize::from(of) % all.len()];
        let (a, b) = (pick(a), pick(b));
        let width = terms.width(a);
        let same = terms.resize(b, width, number & 1 == 1);
        let term = match kind % 24 {
            kind @ 0..=12 => terms.binary(BINARY[usize::from(kind)], a, same),
            kind @ 13..=17 => terms.compare(COMPARISONS[usize::from(kind) - 13], a, same),
            18 => terms.unary(UnaryOp::Not, a),
            19 => terms.unary(UnaryOp::Neg, a),
            20 => {
                let condition = terms.resize(pick(number), 1, false);
                terms.ite(condition, a, same)
            }
            21 => terms.constant(width, u128::from(number)),
            22 => terms.resize(a, 1 + number % 16, number & 16 == 16),
            _ => {
                let low = number % width;
                terms.extract(a, low, width - low)
            }
        };
        all.push(term);
    }
    (symbols, all)
}

fn recipes() -> impl Strategy<Value = Vec<Recipe>> {
    prop::collection::vec(any::<Recipe>(), 3..14)
}

/// Returns comparisons of the last terms in `all` with numbers.
fn asserted(terms: &mut Terms, all: &[TermId], how: &[(u8, u8)]) -> Vec<TermId> {
    let mut assertions = Vec::new();
    for (&term, (comparison, number)) in all.iter().rev().zip(how) {
        let number = terms.constant(terms.width(term), u128::from(*number));
        assertions.push(terms.compare(COMPARISONS[usize::from(*comparison) % 5], number, term));
    }
    assertions
}

/// Returns values of the symbols that the checker's own search finds. None if the script is unsatisfiable.
fn answer(text: &str) -> Option<Vec<(String, u128)>> {
    let asserted = read(text).expect("the analysis prints what the checker reads");
    match search(asserted.clauses.clone(), asserted.bits, 20_000_000) {
        Satisfiability::Nothing => None,
        Satisfiability::TooLong => panic!("it took too long:\n{text}"),
        Satisfiability::Values(bits) => {
            for clause in &asserted.clauses {
                assert!(clause.iter().any(|lit| bits[lit.variable()] == lit.is_positive()));
            }
            let value = |word: &[_]| {
                word.iter().rev().fold(0, |value, lit: &crate::bits::Lit| {
                    value << 1 | u128::from(bits[lit.variable()] == lit.is_positive())
                })
            };
            Some(asserted.symbols.iter().map(|(name, word)| (name.clone(), value(word))).collect())
        }
    }
}

fn named(symbol: SymbolId) -> String {
    format!("s{}", symbol.0)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 600, ..ProptestConfig::default() })]

    /// A script over few bits is satisfiable if and only if an enumeration of all values says so.
    #[test]
    fn small_scripts(recipes in recipes(), how in prop::collection::vec(any::<(u8, u8)>(), 1..4)) {
        let mut terms = Terms::default();
        let (symbols, all) = made(&mut terms, &[5, 4, 3], &recipes);
        let assertions = asserted(&mut terms, &all, &how);
        let text = script(&terms, &assertions, &named);
        let holds = |values: [u128; 3]| {
            let mut model = Model::default();
            symbols.iter().zip(values).for_each(|(symbol, value)| model.set(*symbol, value));
            model.evaluate_all(&terms, &assertions).iter().all(|value| *value == 1)
        };
        let possible = (0..1_u128 << 12).any(|bits| holds([bits & 31, bits >> 5 & 15, bits >> 9]));
        let found = answer(&text);
        prop_assert_eq!(found.is_some(), possible, "{}", text);
        prop_assert_eq!(check(&text).is_ok(), !possible);
        if let Some(found) = found {
            let value = |name: &str| found.iter().find(|(known, _)| known == name).map_or(0, |(_, value)| *value);
            prop_assert!(holds([value("s0"), value("s1"), value("s2")]), "{}", text);
        }
    }

    /// The checker confirms every UNSAT core that the analysis finds.
    #[test]
    fn random_cores(recipes in recipes(), how in prop::collection::vec(any::<(u8, u8)>(), 2..6)) {
        let mut terms = Terms::default();
        let (_, all) = made(&mut terms, &[16, 8, 32], &recipes);
        let assertions = asserted(&mut terms, &all, &how);
        if let Answer::Unsat(core) = solve(&terms, &assertions, &mut Steps::new(2_000)) {
            let core: Vec<TermId> = core.into_iter().map(|index| assertions[index]).collect();
            let text = script(&terms, &core, &named);
            prop_assert_eq!(check(&text), Ok(()), "{}", text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 100, ..ProptestConfig::default() })]

    /// With fixed operands a term has the same value as in the analysis, at any width.
    #[test]
    fn wide_terms(recipes in recipes(), values in any::<[u128; 3]>(), widths in prop::array::uniform3(1..=80_u8)) {
        let mut terms = Terms::default();
        let (symbols, all) = made(&mut terms, &widths, &recipes);
        let mut model = Model::default();
        let mut assertions = Vec::new();
        for ((symbol, value), width) in symbols.iter().zip(values).zip(widths) {
            let value = value & u128::MAX >> (128 - u32::from(width));
            model.set(*symbol, value);
            let constant = terms.constant(width, value);
            let term = terms.symbol_term(*symbol);
            assertions.push(terms.compare(Comparison::Eq, term, constant));
        }
        let last = all[all.len() - 1];
        let value = terms.constant(terms.width(last), model.evaluate(&terms, last));
        let same = terms.compare(Comparison::Eq, last, value);
        let differs = terms.not(same);
        assertions.push(same);
        prop_assert!(answer(&script(&terms, &assertions, &named)).is_some());
        assertions.pop();
        assertions.push(differs);
        let text = script(&terms, &assertions, &named);
        prop_assert_eq!(check(&text), Ok(()), "{}", text);
    }
}

#[test]
fn equal_symbols_are_one_word() {
    let script = |assertion: &str| {
        format!(
            "(set-logic QF_BV)\n(declare-const a (_ BitVec 32))\n(declare-const b (_ BitVec 32))\n(assert (= a b))\n(assert {assertion})\n(check-sat)\n"
        )
    };
    assert!(check(&script("(not (= (bvmul a a) (bvmul b b)))")).is_ok());
    assert!(check(&script("(not (= (bvmul a a) b))")).is_err());
    assert!(check(&script("(= a b)")).is_err());
}

#[test]
fn every_one_of_several_scripts_is_checked() {
    let script = |assertion: &str| format!("(set-logic QF_BV)\n(assert {assertion})\n(check-sat)\n");
    assert!(check(&[script("false"), script("false")].join("(reset)\n")).is_ok());
    assert!(check(&[script("false"), script("true")].join("(reset)\n")).is_err());
    assert!(check(&[script("false"), String::new()].join("(reset)\n")).is_err());
}
