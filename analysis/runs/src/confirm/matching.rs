//! Decides whether the machine saw the misuse of a finding.

use csieve_graph::Cfg;
use csieve_machine::{Misuse, Run, Subject};
use csieve_reports::finding::{Finding, Trail};

/// Returns the misuse of a finding in the function with the graph `cfg`, if a run of this function reaches
/// it.
pub fn reached<'r>(cfg: &Cfg, run: &'r Run, finding: &Finding, trail: &Trail) -> Option<&'r Misuse> {
    run.misuses.iter().find(|misuse| is_it(cfg, misuse, finding, trail))
}

fn is_it(cfg: &Cfg, misuse: &Misuse, finding: &Finding, trail: &Trail) -> bool {
    let Some((_, edge)) = misuse.frames.first() else { return false };
    let span = cfg.edge(*edge).span;
    let is_there = span == finding.span || span.contains(finding.span) || finding.span.contains(span);
    misuse.rule == finding.rule && is_there && is_about(cfg, misuse, trail)
}

/// Returns whether a misuse is about the object that the finding follows: several objects may leak at one
/// place.
fn is_about(cfg: &Cfg, misuse: &Misuse, trail: &Trail) -> bool {
    let (Subject::Made(frames), Some(origin)) = (&misuse.subject, trail.made) else { return true };
    frames.first().is_none_or(|(_, edge)| {
        let span = cfg.edge(*edge).span;
        span == origin || span.contains(origin) || origin.contains(span)
    })
}
