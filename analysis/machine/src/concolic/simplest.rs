//! Replaces the numbers that a solver happened to find by plain ones.

use crate::Chosen;

use super::{Assignment, Explorer, Trace};

/// The numbers that readers find plainest, best first.
const PLAIN: [i128; 6] = [0, 1, 2, -1, 3, 10];

/// The largest number of runs that try plain numbers.
const RUNS: u32 = 30;

/// Returns a run that is as good as `found` and has plain numbers for the inputs that allow it, with its inputs. The
/// returned run asks for no more inputs than `found`.
pub fn simplest(
    explorer: &mut Explorer,
    is_as_good: &dyn Fn(&Trace) -> bool,
    mut found: Trace,
    mut assignment: Assignment,
    run_steps: u32,
) -> (Trace, Assignment) {
    let mut runs = 0;
    let mut at = 0;
    while let Some(asked) = found.asked.get(at) {
        at += 1;
        let Chosen::Number(number) = asked.chosen else { continue };
        let source = asked.source.clone();
        // An operation that may fail should succeed unless its failure matters.
        let plain = if source.is_outcome() { &[1][..] } else { &PLAIN };
        for &plain in plain {
            if plain == number || runs == RUNS {
                break;
            }
            runs += 1;
            let mut simpler = assignment.clone();
            simpler.insert(source.clone(), plain as u128);
            let trace = explorer.run(&simpler, run_steps);
            if trace.asked.len() <= found.asked.len() && is_as_good(&trace) {
                (found, assignment) = (trace, simpler);
                break;
            }
        }
    }
    (found, assignment)
}
