//! The CTL checker against another one, its words against the definition, and the paper's formula.

use csieve_analysis::{
    ctl::{Formula, Kripke, counterexample, of_function, parse, satisfied, witness},
    lower::{UnitContext, lower_function},
    syntax::Unit,
};
use proptest::prelude::*;

fn formulas() -> impl Strategy<Value = Formula> {
    let leaf =
        prop_oneof![Just(Formula::True), prop::sample::select(vec!["a", "b"]).prop_map(Formula::label),];
    leaf.prop_recursive(4, 20, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(Formula::negated),
            (inner.clone(), inner.clone()).prop_map(|(x, y)| x.and(y)),
            inner.clone().prop_map(Formula::ex),
            inner.clone().prop_map(Formula::ax),
            inner.clone().prop_map(Formula::af),
            inner.clone().prop_map(Formula::eg),
            (inner.clone(), inner.clone()).prop_map(|(x, y)| x.eu(y)),
            (inner.clone(), inner).prop_map(|(x, y)| x.au(&y)),
        ]
    })
}

fn structures() -> impl Strategy<Value = Kripke> {
    (1_usize..7).prop_flat_map(|count| {
        let successors = prop::collection::vec(prop::collection::vec(0..count, 0..3), count);
        let labels = prop::collection::vec((any::<bool>(), any::<bool>()), count);
        (successors, labels).prop_map(|(successors, labels)| {
            let mut kripke = Kripke::new(successors, 0);
            for (state, (a, b)) in labels.into_iter().enumerate() {
                for (name, _) in [("a", a), ("b", b)].into_iter().filter(|(_, has)| *has) {
                    kripke.label(state, name);
                }
            }
            kripke
        })
    })
}

/// The definition, state by state: what takes a path looks for one of at most as many steps as there are states.
fn naive(kripke: &Kripke, state: usize, formula: &Formula) -> bool {
    match formula {
        Formula::True => true,
        Formula::Label(name) => kripke.labelled(name).contains(state),
        Formula::Not(inner) => !naive(kripke, state, inner),
        Formula::And(a, b) => naive(kripke, state, a) && naive(kripke, state, b),
        Formula::Ex(inner) => kripke.successors(state).iter().any(|next| naive(kripke, *next, inner)),
        Formula::Eu(a, b) => {
            let (a, b): (Vec<bool>, Vec<bool>) =
                (0..kripke.len()).map(|s| (naive(kripke, s, a), naive(kripke, s, b))).unzip();
            reaches(kripke, state, &a, &b, kripke.len())
        }
        Formula::Eg(inner) => {
            let inside: Vec<bool> = (0..kripke.len()).map(|s| naive(kripke, s, inner)).collect();
            stays(kripke, state, &inside, kripke.len() + 1)
        }
    }
}

fn reaches(kripke: &Kripke, state: usize, a: &[bool], b: &[bool], steps: usize) -> bool {
    b[state]
        || steps > 0
            && a[state]
            && kripke.successors(state).iter().any(|s| reaches(kripke, *s, a, b, steps - 1))
}

/// A path of more states than there are has a loop.
fn stays(kripke: &Kripke, state: usize, inside: &[bool], steps: usize) -> bool {
    inside[state]
        && (steps == 0 || kripke.successors(state).iter().any(|s| stays(kripke, *s, inside, steps - 1)))
}

fn is_path(kripke: &Kripke, states: &[usize]) -> bool {
    states[0] == kripke.initial()
        && states.windows(2).all(|pair| kripke.successors(pair[0]).contains(&pair[1]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_checker_agrees_with_the_definition(kripke in structures(), formula in formulas()) {
        let known = satisfied(&kripke, &formula);
        for state in 0..kripke.len() {
            prop_assert_eq!(known.holds(state, &formula), naive(&kripke, state, &formula), "state {}: {}", state, formula);
        }
    }

    #[test]
    fn formulas_survive_printing(formula in formulas()) {
        prop_assert_eq!(parse(&formula.to_string()), Ok(formula));
    }

    #[test]
    fn words_are_paths_and_shortest(kripke in structures()) {
        let (a, b) = (kripke.labelled("a"), kripke.labelled("b"));
        let until = Formula::label("a").eu(Formula::label("b"));
        if let Some(found) = witness(&kripke, &until) {
            let (last, before) = found.states.split_last().expect("a path has a state");
            prop_assert!(is_path(&kripke, &found.states));
            prop_assert!(b.contains(*last) && before.iter().all(|state| a.contains(*state)));
            let ab: (Vec<bool>, Vec<bool>) = (0..kripke.len()).map(|s| (a.contains(s), b.contains(s))).unzip();
            prop_assert!(before.is_empty() || !reaches(&kripke, 0, &ab.0, &ab.1, before.len() - 1), "not shortest");
        } else {
            prop_assert!(!naive(&kripke, 0, &until));
        }
        if let Some(found) = counterexample(&kripke, &Formula::label("a").af()) {
            prop_assert!(is_path(&kripke, &found.states));
            prop_assert!(found.states.iter().all(|state| !a.contains(*state)));
            let back = found.states[found.loops_to.expect("it goes on for ever")];
            prop_assert!(kripke.successors(found.states[found.states.len() - 1]).contains(&back));
        }
    }
}

const PAPER: &str = "void f(void) {\n  int x, *p = malloc(sizeof(int));\n  if (!p) return;\n  \
    for (x = 10; x > 0; x--) {\n    *p = x;\n    if (x == 1)\n      free(p);\n  }\n}\n";

/// The paper, section 2.1: the formula fails on the syntax alone, with the path that path reduction then removes.
#[test]
fn the_papers_formula() {
    let unit = Unit::parse(PAPER);
    let function = &unit.functions()[0];
    let cfg = lower_function(&unit, &UnitContext::new(&unit), function).expect("it is lowered");
    let kripke = of_function(&cfg);
    let formula = parse("AG (malloc_p -> AG (free_p -> !EF used_p))").expect("it is a formula");
    let found = counterexample(&kripke, &formula).expect("the syntax alone violates it");
    let at = |label: &str| found.states.iter().rposition(|state| kripke.labelled(label).contains(*state));
    let (malloc, free, used) = (at("malloc_p"), at("free_p"), at("used_p"));
    assert!(
        malloc < free && free < used && used == Some(found.states.len() - 1),
        "{malloc:?} {free:?} {used:?}"
    );
    let without_loop = parse("AG (free_p -> !EF malloc_p)").expect("it is a formula");
    assert_eq!(counterexample(&kripke, &without_loop), None);
}

#[test]
fn errors_name_the_column() {
    assert_eq!(parse("AG (a -> )").unwrap_err().to_string(), "column 10: expected a formula");
    assert_eq!(parse("E[a b]").unwrap_err().to_string(), "column 5: expected `U`");
    assert_eq!(parse("a b").unwrap_err().to_string(), "column 3: expected the end of the formula");
    assert!(parse(&"(".repeat(10_000)).is_err());
}
