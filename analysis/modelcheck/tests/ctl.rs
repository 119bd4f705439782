//! Tests of the CTL checker: it agrees with the definition of CTL on random structures, no shorter path than
//! the one that it finds shows a formula, and it finds the counterexample of [PR].

#[path = "ctl/functions.rs"]
mod functions;
#[path = "ctl/limits.rs"]
mod limits;
#[path = "ctl/shape.rs"]
mod shape;
#[path = "ctl/shortest.rs"]
mod shortest;
#[path = "ctl/words.rs"]
mod words;

use csieve_modelcheck::ctl::{Evidence, Formulas, Kripke, counterexample, parse, satisfied, witness};
use proptest::prelude::*;
use shape::{Shape, shapes, structures};
use words::paths;

/// Checks the path that was found to show that a formula holds, or fails if `holds` is false. There is a path
/// exactly if the formula does so; the path shows it, and no shorter path does.
fn check_word(kripke: &Kripke, shape: &Shape, holds: bool, found: Option<&Evidence>) {
    let text = shape.text();
    assert_eq!(found.is_some(), shape.truth(kripke)[kripke.initial()] == holds, "{text}");
    let Some(found) = found else { return };
    let is_path = found.states.windows(2).all(|pair| kripke.successors(pair[0]).contains(&pair[1]));
    assert!(is_path && found.states[0] == kripke.initial(), "{found:?} is no path for {text}");
    let all = paths(shape, holds, kripke);
    assert!(all.have(found, 0, false, kripke), "{found:?} does not show {text}");
    assert!(!found.complete || all.have(found, 0, true, kripke), "{found:?} is not complete for {text}");
    let shorter = (0..found.steps()).find(|steps| all.any_of(*steps, kripke.initial(), kripke));
    assert_eq!(shorter, None, "{found:?} is not shortest for {text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_checker_agrees_with_the_definition(kripke in structures(), shape in shapes()) {
        let mut formulas = Formulas::default();
        let formula = shape.formula(&mut formulas);
        let known = satisfied(&kripke, &formulas, formula);
        let holds: Vec<bool> = (0..kripke.len()).map(|state| known.holds(state, formula)).collect();
        prop_assert_eq!(holds, shape.truth(&kripke), "{}", shape.text());
    }

    #[test]
    fn words_show_what_they_claim_and_none_is_shorter(kripke in structures(), shape in shapes()) {
        let mut formulas = Formulas::default();
        let formula = shape.formula(&mut formulas);
        check_word(&kripke, &shape, true, witness(&kripke, &formulas, formula).as_ref());
        check_word(&kripke, &shape, false, counterexample(&kripke, &formulas, formula).as_ref());
    }

    #[test]
    fn formulas_survive_reading_and_printing(shape in shapes()) {
        let mut formulas = Formulas::default();
        let formula = shape.formula(&mut formulas);
        prop_assert_eq!(parse(&mut formulas, &shape.text()), Ok(formula));
        let text = formulas.text(formula);
        prop_assert_eq!(parse(&mut formulas, &text), Ok(formula), "{}", text);
    }
}

#[test]
fn errors_name_the_column() {
    let error = |text: &str| parse(&mut Formulas::default(), text).unwrap_err().to_string();
    assert_eq!(error("AG (a -> )"), "column 10: expected a formula");
    assert_eq!(error("E[a b]"), "column 5: expected `U`");
    assert_eq!(error("a b"), "column 3: expected the end of the formula");
}
