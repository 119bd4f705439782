//! Tests with long, deep and repetitive formulas: each is parsed and checked fast, or refused with a reason.

use csieve_modelcheck::ctl::{Formulas, Kripke, ParseError, counterexample, parse, satisfied, witness};

const MANY: usize = 200_000;

/// Returns a structure of two states: the first leads to the second, which stays for ever. `a` holds in both,
/// `b` only in the second.
fn two_states() -> Kripke {
    let mut kripke = Kripke::new(vec![vec![1], vec![]], 0);
    kripke.label(0, "a");
    kripke.label(1, "a");
    kripke.label(1, "b");
    kripke
}

#[test]
fn nested_untils_share_their_goals() {
    let text = format!("{}b{}", "A[a U ".repeat(150), "]".repeat(150));
    let mut formulas = Formulas::default();
    let formula = parse(&mut formulas, &text).expect("it is a formula");
    assert!(formulas.len() < 10 * 150, "{}", formulas.len());
    assert_eq!(formulas.text(formula), text);
    assert!(satisfied(&two_states(), &formulas, formula).holds(0, formula));
    assert_eq!(counterexample(&two_states(), &formulas, formula), None);
}

#[test]
fn many_terms() {
    let terms = |operator: &str| vec!["a"; MANY].join(operator);
    let prefixes = |operator: &str| format!("{}a", operator.repeat(MANY));
    for text in [terms(" & "), terms(" | "), terms(" -> "), prefixes("!"), prefixes("EX "), prefixes("AG ")] {
        let mut formulas = Formulas::default();
        let formula = parse(&mut formulas, &text).expect("it is a formula");
        let found = witness(&two_states(), &formulas, formula).expect("it holds");
        assert_eq!(found.steps(), if text.starts_with("EX") { MANY } else { 0 });
        assert_eq!(counterexample(&two_states(), &formulas, formula), None);
        assert!(!formulas.text(formula).is_empty());
    }
}

#[test]
fn brackets_are_counted() {
    let nested = |count: usize| format!("{}a{}", "(".repeat(count), ")".repeat(count));
    assert!(parse(&mut Formulas::default(), &nested(200)).is_ok());
    let refused = Err(ParseError { column: 201, expected: "no more than 200 open brackets" });
    assert_eq!(parse(&mut Formulas::default(), &nested(201)), refused);
    assert_eq!(parse(&mut Formulas::default(), &"(".repeat(MANY)), refused);
    let untils = "E[".repeat(MANY);
    assert_eq!(parse(&mut Formulas::default(), &untils).unwrap_err().column, 402);
    assert!(parse(&mut Formulas::default(), &"(a) & ".repeat(MANY)).is_err());
}

/// A formula whose parts are all shared is small, but its text is exponentially long.
#[test]
fn texts_are_cut() {
    let mut formulas = Formulas::default();
    let mut formula = formulas.label("a");
    for _ in 0..1_000 {
        formula = formulas.and(formula, formula);
    }
    assert_eq!(formulas.len(), 1_001);
    let text = formulas.text(formula);
    assert!(text.ends_with("...") && text.len() < 2_000_000, "{}", text.len());
    assert!(satisfied(&two_states(), &formulas, formula).holds(0, formula));
}

/// In one long cycle, every state lies on a cycle. The search must not look for a cycle from each of these
/// states.
#[test]
fn long_cycles() {
    let count = 100_000;
    let mut kripke = Kripke::new((0..count).map(|state| vec![(state + 1) % count]).collect(), 0);
    (0..count).for_each(|state| kripke.label(state, "a"));
    let mut formulas = Formulas::default();
    let formula = parse(&mut formulas, "EG a").expect("it is a formula");
    let found = witness(&kripke, &formulas, formula).expect("it holds");
    assert_eq!((found.steps(), found.loops_to), (count, Some(0)));
}
