//! The rank of a finding: how much it is worth to look at it before the others.
//!
//! It is made of what judged samples say of findings of the same kind, of the evidence, of the harm that the misuse does, and
//! of the place of the code (`docs/ranking.md`). What nobody cares about comes behind what is as likely, and a setting turns
//! it off.

mod minor;
mod shares;

pub use minor::{Minor, minor};

use std::{cmp::Reverse, path::Path};

use csieve_analysis::{
    finding::{CauseKind, Evidence, Finding, StepKind, VerdictKind},
    hints::{is_foreign, is_trial_program},
    rule::Rule,
};

use super::{Danger, Located};

/// The highest rank.
pub const MOST: u8 = 100;

/// The share, in percent, with which findings count that rest on what is only inferred of a function. So few were judged
/// (`docs/infer.md`) that they come behind those whose cause is known.
const OF_INFERRED: u8 = 40;

/// The greatest number of decisions on a path that count.
const MOST_DECISIONS: usize = 10;

/// The greatest value of what is not doubtful, in percent: what is made of it has the ranks from 30 on.
const MOST_VALUE: u32 = 90;

/// What has to fail for a null dereference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fails {
    /// Nothing, or it is another misuse.
    Nothing,
    /// An allocation.
    Allocation,
    /// Another call.
    Call,
}

/// Returns the rank of a finding, from 0 to [`MOST`]. Refuted findings have rank 0.
pub fn rank(located: &Located, path: &Path) -> u8 {
    let finding = located.finding;
    let (low, value) = match finding.doubt() {
        _ if finding.verdict.kind() == VerdictKind::Refuted => return 0,
        Some(doubt) => (5, 5 + 25 * u32::from(shares::of_doubt(doubt.hint)) / 100),
        None => (30, 30 + 70 * worth(finding, &path.to_string_lossy()).min(MOST_VALUE) / MOST_VALUE),
    };
    // Of equally likely findings, the one with the shorter path is understood first.
    let decisions =
        finding.witness.iter().filter(|step| step.decisive && step.kind == StepKind::Branch).count();
    let deep = decisions.min(MOST_DECISIONS) as u32 / 2;
    let value = value.saturating_sub(deep).max(low);
    let value = if minor(located, path).is_some() { value / 2 } else { value };
    u8::try_from(value).unwrap_or(MOST).clamp(1, MOST)
}

/// Returns what a finding that is not doubtful is worth, in percent: how likely people care for it, weighed with the harm of
/// the misuse and the place of the code.
fn worth(finding: &Finding, path: &str) -> u32 {
    let share = if finding.is_inferred() {
        OF_INFERRED
    } else {
        shares::of_kind((finding.rule, fails(finding), finding.is_confirmed()))
    };
    let evidence = match finding.evidence() {
        Some(Evidence::Program | Evidence::Environment) => 10,
        Some(Evidence::Contract) => 5,
        None => 0,
    };
    let harm = match Danger::of(finding.rule) {
        Danger::Critical => 100,
        Danger::High => 75,
        Danger::Medium => 50,
        Danger::Low => 35,
    };
    let reach = match path {
        trial if is_trial_program(trial) => 60,
        foreign if is_foreign(foreign) => 80,
        _ => 100,
    };
    (u32::from(share) + evidence) * harm / 100 * reach / 100
}

/// Sorts what has ranks, the highest first. What has the same rank keeps its order.
pub fn sort_by_rank<T>(all: &mut [T], rank: impl Fn(&T) -> u8) {
    all.sort_by_key(|one| Reverse(rank(one)));
}

/// Returns what has to fail for a finding.
fn fails(finding: &Finding) -> Fails {
    match finding.cause.as_ref().map(|cause| &cause.kind) {
        _ if finding.rule != Rule::NullDereference => Fails::Nothing,
        Some(CauseKind::Failure { allocates: true, .. }) => Fails::Allocation,
        Some(CauseKind::Failure { .. }) => Fails::Call,
        _ => Fails::Nothing,
    }
}
