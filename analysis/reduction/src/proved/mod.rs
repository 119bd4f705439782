//! Findings that are proofs themselves: no run reaches some code, or no run leaves a loop.
//!
//! The pass that computes ranges of values finds the candidates. The refuters then have to rule out every
//! path to the code, or out of the loop.

mod builds;
mod infinite_loop;
mod sides;
mod unreachable_code;

#[cfg(test)]
mod tests;

pub use infinite_loop::InfiniteLoop;
pub use unreachable_code::UnreachableCode;

use csieve_base::{cancel::Cancelled, rule::Rule};
use csieve_dataflow::ranges::Ranges;
use csieve_modelcheck::checks::{Detection, Proof, declaration};
use csieve_reports::finding::Finding;

use crate::reduce::{Pool, Reduction};
use crate::termination::Suspect;

/// Returns whether the findings of a rule are proofs: no run reaches some code, or no run leaves a loop.
pub fn is_proved(rule: Rule) -> bool {
    matches!(declaration(rule).detection, Detection::Proof(_))
}

/// Returns the findings of a function that are proofs. Loops that are not shown to end are added to
/// `suspects`.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn proved<'a>(
    reduction: &Reduction<'a>,
    ranges: &Ranges,
    pool: &mut Pool<'a>,
    suspects: &mut Vec<Suspect>,
) -> Result<Vec<Finding>, Cancelled> {
    let mut findings = Vec::new();
    for rule in &reduction.options.rules {
        let Detection::Proof(proof) = declaration(*rule).detection else { continue };
        findings.extend(match proof {
            Proof::UnreachableCode => UnreachableCode::findings(reduction, ranges, pool)?,
            Proof::InfiniteLoop => InfiniteLoop::findings(reduction, ranges, pool, suspects)?,
        });
    }
    Ok(findings)
}
