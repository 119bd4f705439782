//! Compares csieve's bit-vector solver with z3 on random conditions of 32 and 64 bits. Where both have an
//! answer, it must be the same. z3 also confirms that the values which csieve finds are models, and that its
//! UNSAT cores are contradictions.

mod conditions;

use std::{fmt::Write, fs, process::Command};

use conditions::conditions;
use csieve_base::budget::Steps;
use csieve_domains::bits::{Answer, Model, TermId, Terms, minimal_core, script, solve};
use csieve_tests::programs::Random;
use tempfile::TempDir;

/// The number of queries of each width.
const QUERIES: u64 = 200;
/// The budget of csieve's solver for a query, in steps; enough for most queries.
const STEPS: u32 = 2_000;
/// The resource limit of z3 for a script, in its own steps, so that the load of the machine does not matter.
const RESOURCES: u32 = 400_000;

fn text(terms: &Terms, assertions: &[TermId]) -> String {
    let script = script(terms, assertions, &|symbol| format!("s{}", symbol.0));
    format!("(reset)\n(set-option :rlimit {RESOURCES})\n{script}")
}

/// Returns the z3 script for assertions with all symbols fixed to the values of a model.
fn with_values(terms: &Terms, assertions: &[TermId], model: &Model) -> String {
    let mut text = text(terms, assertions).replace("(check-sat)\n", "");
    for symbol in terms.symbols_of(assertions) {
        let digits = usize::from(terms.width(terms.symbol_term(symbol)));
        let value = model.value(symbol).unwrap_or(0);
        let _ = writeln!(text, "(assert (= s{} #b{value:0digits$b}))", symbol.0);
    }
    text + "(check-sat)\n"
}

/// Returns z3's answer to each script, in order.
fn z3(scripts: &[String]) -> Vec<String> {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("all.smt2");
    fs::write(&file, scripts.concat()).expect("written");
    let output = Command::new("z3").arg(&file).output().expect("the tests need z3");
    let text = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<String> = text.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), scripts.len(), "{text}");
    answers
}

/// The numbers of queries on which csieve and z3 agreed on sat or on unsat, and of queries without an answer.
#[derive(Default, Debug)]
struct Tally {
    sat: u32,
    unsat: u32,
    open: u32,
}

fn compare(width: u8) -> Tally {
    let (mut expected, mut scripts) = (Vec::new(), Vec::new());
    let mut tally = Tally::default();
    for seed in 0..QUERIES {
        let mut terms = Terms::default();
        let assertions = conditions(&mut terms, width, &mut Random::new(seed + 1_000 * u64::from(width)));
        let mut expect = |answer, script| {
            expected.push(answer);
            scripts.push(script);
        };
        match solve(&terms, &assertions, &mut Steps::new(STEPS)) {
            Answer::Sat(model) => {
                expect("sat", text(&terms, &assertions));
                expect("sat", with_values(&terms, &assertions, &model));
            }
            Answer::Unsat(core) => {
                let core = minimal_core(&terms, &assertions, core, &mut Steps::new(STEPS));
                let core: Vec<TermId> = core.into_iter().map(|index| assertions[index]).collect();
                expect("unsat", text(&terms, &assertions));
                expect("unsat", text(&terms, &core));
            }
            Answer::Unknown => tally.open += 1,
        }
    }
    for (place, answer) in z3(&scripts).iter().enumerate() {
        match answer.as_str() {
            "unknown" => tally.open += 1,
            answer => assert_eq!(answer, expected[place], "{}", scripts[place]),
        }
        tally.sat += u32::from(answer == "sat");
        tally.unsat += u32::from(answer == "unsat");
    }
    println!("{width} bits: {tally:?}");
    tally
}

#[test]
fn the_answers_are_those_of_z3() {
    for width in [32, 64] {
        let tally = compare(width);
        // The test would mean little if all queries were easy, or too hard.
        assert!(tally.sat >= 100 && tally.unsat >= 100, "{width} bits: {tally:?}");
    }
}
