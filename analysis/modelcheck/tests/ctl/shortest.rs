//! Tests in which a greedy search, for the nearest state or along the first edge, misses the shortest word.

use csieve_modelcheck::ctl::{Evidence, Formulas, Kripke, counterexample, parse, witness};

fn structure(successors: &[&[usize]], labels: &[(&str, &[usize])]) -> Kripke {
    let mut kripke = Kripke::new(successors.iter().map(|next| next.to_vec()).collect(), 0);
    for (name, states) in labels {
        states.iter().for_each(|state| kripke.label(*state, *name));
    }
    kripke
}

fn found(kripke: &Kripke, text: &str) -> (Vec<usize>, Option<usize>, bool) {
    let mut formulas = Formulas::default();
    let formula = parse(&mut formulas, text).expect("it is a formula");
    let Evidence { states, loops_to, complete } =
        witness(kripke, &formulas, formula).expect("the initial state satisfies it");
    let negated = formulas.not(formula);
    assert_eq!(
        counterexample(kripke, &formulas, negated).map(|found| (found.states, found.loops_to)),
        Some((states.clone(), loops_to)),
        "the counterexample of the negation is the same"
    );
    (states, loops_to, complete)
}

/// The search finds the cycle 0 → 1 → 2 → 3 → 0 first. The path 0 → 4 with the cycle 4 → 4 is shorter. The
/// cycle 0 → 0, if there is one, is shorter still.
#[test]
fn the_nearest_cycle_need_not_be_the_first() {
    let all: &[usize] = &[0, 1, 2, 3, 4];
    let kripke = structure(&[&[1, 4], &[2], &[3], &[0], &[4]], &[("a", all)]);
    assert_eq!(found(&kripke, "EG a"), (vec![0, 4], Some(1), true));
    let kripke = structure(&[&[1, 4, 0], &[2], &[3], &[0], &[4]], &[("a", all)]);
    assert_eq!(found(&kripke, "EG a"), (vec![0], Some(0), true));
}

/// The nearest `a` is state 1, six steps from `c`; the `a` in state 8 is one step further from the start, but
/// next to `c`.
#[test]
fn the_nearest_goal_need_not_be_on_the_shortest_way() {
    let kripke = structure(
        &[&[1, 7], &[2], &[3], &[4], &[5], &[6], &[9], &[8], &[9], &[]],
        &[("a", &[1, 8]), ("c", &[9])],
    );
    assert_eq!(found(&kripke, "EF (a & EF c)"), (vec![0, 7, 8, 9], None, true));
    assert_eq!(found(&kripke, "EF (a & (c | EX c))"), (vec![0, 7, 8, 9], None, true));
}

/// A short path leads into a long cycle, and a longer path into a short cycle.
#[test]
fn ways_and_cycles_count_together() {
    let kripke = structure(
        &[&[1, 5], &[2], &[3], &[4], &[1], &[6], &[6]],
        &[("a", &[1, 5]), ("b", &[1, 2, 3, 4, 5, 6])],
    );
    assert_eq!(found(&kripke, "EF (a & EG b)"), (vec![0, 5, 6], Some(2), true));
}

#[test]
fn what_a_path_cannot_show_is_said() {
    let kripke = structure(&[&[1], &[2], &[]], &[("a", &[1]), ("b", &[2]), ("c", &[1, 2])]);
    assert_eq!(found(&kripke, "AF b"), (vec![0], None, false));
    assert_eq!(found(&kripke, "EF (a & AG c)"), (vec![0, 1], None, false));
    assert_eq!(found(&kripke, "EF a & EF b"), (vec![0, 1], None, false));
    assert_eq!(found(&kripke, "!a & EF b"), (vec![0, 1, 2], None, true));
    assert_eq!(found(&kripke, "E[EF a U EX c]"), (vec![0, 1], None, true));
}
