//! Executes random loops over two numbers of four bits from every start. A loop that csieve confirms to be
//! endless must not end from the start that the finding gives. A loop whose lassos csieve refutes must end
//! from every start.

mod random;

use csieve::project::analyse_text;
use csieve_base::{options::Options, rule::Rule, watch::NoWatch};
use csieve_machine::{Chosen, Source};
use csieve_reports::finding::{Finding, VerdictKind};
use csieve_tests::{builds, random::Random, setting};
use random::{Loop, NUMBERS, State};

/// The number of loops that the test generates, unless `CSIEVE_LASSOS` gives another one.
const LOOPS: u64 = 150;

/// Returns the values of the two variables that the inputs of a finding give. A variable that the inputs do
/// not mention does not matter, and is 0.
fn start(finding: &Finding) -> State {
    let mut state = [0; 2];
    for input in finding.inputs() {
        if let (Source::Param(index), Chosen::Number(number)) = (&input.source, &input.chosen) {
            state[*index as usize] = number.rem_euclid(i128::from(NUMBERS)) as u8;
        }
    }
    state
}

fn starts() -> impl Iterator<Item = State> {
    (0..NUMBERS).flat_map(|a| (0..NUMBERS).map(move |b| [a, b]))
}

#[test]
fn what_is_said_of_loops_is_what_they_do() {
    let loops = setting("CSIEVE_LASSOS").unwrap_or(LOOPS);
    let options = Options { rules: vec![Rule::InfiniteLoop], ..Options::default() };
    let (mut endless, mut ending, mut confirmed, mut refuted) = (0, 0, 0, 0);
    for seed in 0..loops {
        let one = Loop::random(&mut Random::new(seed));
        let text = one.function("loops");
        if starts().all(|start| one.ends(start)) {
            ending += 1;
        } else {
            endless += 1;
        }
        let file = analyse_text("loops.c".into(), text.clone(), None, &builds(), &options, &NoWatch);
        for (_, located) in file.findings() {
            let finding = located.finding;
            match finding.verdict.kind() {
                VerdictKind::Confirmed => {
                    confirmed += 1;
                    let start = start(finding);
                    assert!(!one.ends(start), "seed {seed}: ends from {start:?}\n{text}\n{finding:#?}");
                }
                VerdictKind::Refuted => {
                    refuted += 1;
                    let start = starts().find(|start| !one.ends(*start));
                    assert_eq!(start, None, "seed {seed}: does not end\n{text}\n{finding:#?}");
                }
                // Even if the finding is unrefuted, no run may leave the loop from at least one start.
                VerdictKind::Unrefuted => {
                    assert!(starts().any(|start| !one.ends(start)), "seed {seed}: ends\n{text}");
                }
            }
        }
    }
    println!(
        "{endless} loops without end for some start, {confirmed} confirmed; {ending} others, {refuted} refuted"
    );
    assert!(
        confirmed > 10 && refuted > 3,
        "{confirmed} confirmed, {refuted} refuted: the loops do too little"
    );
}
