//! Keeps the findings of a function while somebody types in it and it cannot be read, so that they do not flash.

use std::sync::Arc;

use csieve_analysis::{
    finding::{Finding, FunctionReport},
    rule::Rule,
    syntax::FunctionItem,
    text::{Change, Span},
};
use rustc_hash::FxHashMap;

use super::snapshot::Snapshot;

/// Returns the reports of the functions of `known` that cannot be read, with the findings that they have in `shown`, the
/// results of an older text, at their places in the newer text. Findings that rest on text which is gone are left out.
/// The functions are given by their indices.
pub(super) fn held(shown: &Snapshot, known: &Snapshot) -> Vec<(usize, Arc<FunctionReport>)> {
    let broken = known.functions.iter().enumerate().filter_map(|(at, (item, report))| {
        let report = report.as_deref().filter(|report| report.skipped.is_some())?;
        Some((at, item, report))
    });
    let mut broken = broken.peekable();
    if broken.peek().is_none() {
        return Vec::new();
    }
    let change = Change::between(shown.source.text(), known.source.text());
    let mut before: FxHashMap<&str, Vec<_>> = FxHashMap::default();
    for (item, report) in &shown.functions {
        before.entry(&item.name).or_default().push((item, report));
    }
    broken
        .filter_map(|(at, item, report)| {
            // Of several functions of one name it is not known which is which.
            let [(old, Some(older))] = before.get(item.name.as_str())?.as_slice() else { return None };
            let older =
                older.findings.iter().filter_map(|finding| moved(finding, old, item, change)).collect();
            let findings = merged(report, older);
            let report = FunctionReport { findings, ..report.clone() };
            (!report.findings.is_empty()).then(|| (at, Arc::new(report)))
        })
        .collect()
}

/// Returns the findings of a function that cannot be read, in order: those of the text as it is, and those of an `older`
/// text, at their new places, about which it does not say anything. No place has both.
fn merged(report: &FunctionReport, mut older: Vec<Finding>) -> Vec<Finding> {
    let Some(known) = &report.half_typed else { return older };
    let mut findings: Vec<Finding> =
        report.findings.iter().filter(|finding| known.has(finding)).cloned().collect();
    let is_it = |older: &Finding, fresh: &Finding| older.id() == fresh.id() && older.is_same_place(fresh);
    // Inputs that lead to a misuse stay while it does: there are no runs of half a function.
    let is_seen =
        |older: &Finding, fresh: &Finding| older.is_confirmed() && !fresh.is_refuted() && is_it(older, fresh);
    older.retain(|older| {
        let is_own = older.function == report.function && older.program().is_none();
        let needs_runs = !is_own || older.rule == Rule::InfiniteLoop;
        needs_runs || !known.settles(older) || findings.iter().any(|fresh| is_seen(older, fresh))
    });
    findings.retain(|fresh| !older.iter().any(|older| is_seen(older, fresh)));
    older.retain(|older| {
        let is_there = |fresh: &Finding| {
            let is_shown = !fresh.is_refuted() && fresh.function == older.function;
            is_shown && fresh.span == older.span || is_it(older, fresh)
        };
        !findings.iter().any(is_there)
    });
    findings.extend(older);
    findings.sort_by_key(|finding| (finding.span, finding.rule));
    findings
}

/// Returns a finding of the function `old` at its places in the newer text, where the function is `new`.
fn moved(
    finding: &Finding,
    old: &FunctionItem,
    new: &FunctionItem,
    change: Option<Change>,
) -> Option<Finding> {
    if finding.function != old.name {
        return Some(finding.clone());
    }
    let place = |offset: u32| {
        let at = offset + old.span.start;
        let at = change.map_or(Some(at), |change| change.place(at))?;
        at.checked_sub(new.span.start)
    };
    let stays = |at: u32| place(at).is_some();
    let rests = finding.grounds().all(|span| stays(span.start) && stays(last(span)));
    rests.then(|| {
        let mut finding = finding.clone();
        let length = new.span.end - new.span.start;
        let nearest = |at: u32| (0..at).rev().find_map(place).unwrap_or_default();
        finding.move_places(&|at| place(at).unwrap_or_else(|| nearest(at)).min(length));
        finding
    })
}

/// Returns the offset of the last byte of a place.
fn last(span: Span) -> u32 {
    span.end.saturating_sub(1).max(span.start)
}
