//! The rank of a finding: how much it is worth to look at it before the others.
//!
//! Confirmed findings come first, then what judged samples say of findings of the same kind: how many of them were
//! true (`docs/ranking.md`). What nobody cares about comes behind what is as likely, and a setting turns it off.

mod minor;
mod shares;

pub use minor::{Minor, minor};

use std::{cmp::Reverse, path::Path};

use csieve_analysis::{
    finding::{Finding, StepKind, VerdictKind},
    rule::Rule,
};

use super::Located;

/// The highest rank.
pub const MOST: u8 = 100;

/// The share, in percent, with which findings count that rest on what is only inferred of a function. So few were judged
/// (`docs/infer.md`) that they come behind those whose cause is known.
const OF_INFERRED: u8 = 40;

/// The greatest number of decisions on a path that count.
const MOST_DECISIONS: usize = 10;

/// Returns the rank of a finding, from 0 to [`MOST`]. Refuted findings have rank 0.
pub fn rank(located: &Located, path: &Path) -> u8 {
    let finding = located.finding;
    let (low, high) = match (finding.verdict.kind(), finding.doubt()) {
        (VerdictKind::Refuted, _) => return 0,
        (_, Some(_)) => (5, 30),
        (VerdictKind::Unrefuted, _) => (30, 75),
        (VerdictKind::Confirmed, _) => (75, 100),
    };
    let share = match finding.doubt() {
        Some(doubt) => shares::of_doubt(doubt.hint),
        None if finding.is_inferred() => OF_INFERRED,
        None => shares::of_kind(kind(finding)),
    };
    let likely = low + (high - low) * u32::from(share) / 100;
    // Of equally likely findings, the one with the shorter path is understood first.
    let decisions =
        finding.witness.iter().filter(|step| step.decisive && step.kind == StepKind::Branch).count();
    let deep = decisions.min(MOST_DECISIONS) as u32 / 2;
    let value = likely.saturating_sub(deep).max(low);
    let value = if minor(located, path).is_some() { value / 2 } else { value };
    u8::try_from(value).unwrap_or(MOST).clamp(1, MOST)
}

/// Sorts what has ranks, the highest first. What has the same rank keeps its order.
pub fn sort_by_rank<T>(all: &mut [T], rank: impl Fn(&T) -> u8) {
    all.sort_by_key(|one| Reverse(rank(one)));
}

/// Returns the kind of a finding under which samples count it: its rule, and whether an allocation or another call
/// has to fail for it.
fn kind(finding: &Finding) -> (Rule, bool) {
    let fails = finding.witness.iter().any(|step| step.decisive && step.kind == StepKind::Alloc);
    (finding.rule, finding.rule == Rule::NullDereference && fails)
}
