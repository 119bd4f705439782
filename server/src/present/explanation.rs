//! Explains how a verdict came about, round by round of path reduction.

use std::fmt::Write;

use csieve_analysis::{
    finding::{Caller, Conflict, Finding, Round, Verdict},
    refuter_id::RefuterId,
};

use super::{Extent, Located, inputs, observer, trace};

/// The most lines of a table or an observer that are told briefly, and how many of a longer one, at its beginning and at its
/// end.
const LONG: usize = 40;
const ENDS: (usize, usize) = (12, 12);

/// The number of rounds at the beginning that are always told. The last round is, too.
const FIRST_ROUNDS: usize = 3;

/// Returns what is known of a finding as plain text: the verdict, and the rounds of path reduction that led to it.
pub fn text(located: &Located, extent: Extent) -> String {
    let finding = located.finding;
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", finding.id(), located.sentence(&finding.message));
    let _ = writeln!(
        out,
        "in {}, line {}: {}",
        finding.function,
        located.line(finding.span),
        located.source_line(finding.span)
    );
    let _ = writeln!(out, "verdict: {}", conclusion(located));
    if let Some(evidence) = finding.evidence() {
        let _ = writeln!(out, "evidence: confirmed {}", evidence.said());
    }
    if let Some(why) = finding.verdict.candidate().and_then(|candidate| candidate.unconfirmed.as_ref()) {
        let _ = writeln!(out, "not confirmed by inputs: {}", why.replace('`', ""));
    }
    if let Some(suppression) = located.suppressed {
        let line = located.lines.line_number(suppression.span.start);
        let _ = writeln!(out, "suppressed on line {line}");
    }
    out.push_str(&rounds(located, extent));
    if let Some(program) = &finding.program() {
        let _ = writeln!(out, "\na run of {program} to the misuse");
        out.push_str(&trace::plain(located, &finding.witness, extent));
    }
    out
}

fn rounds(located: &Located, extent: Extent) -> String {
    let mut out = String::new();
    let mut shown: Vec<&Conflict> = Vec::new();
    let rounds: Vec<(Located, &Round)> =
        located.rounds().into_iter().chain(located.doubtful_rounds()).collect();
    let last = rounds.len().saturating_sub(1);
    for (index, (at, round)) in rounds.iter().enumerate() {
        // One round would take no more room than what is said in its place.
        if extent == Extent::Brief && (FIRST_ROUNDS..last).contains(&index) && last > FIRST_ROUNDS + 1 {
            if index == FIRST_ROUNDS {
                let _ = writeln!(
                    out,
                    "\n… {} other paths, each ruled out: --all tells them",
                    last - FIRST_ROUNDS
                );
            }
            continue;
        }
        let through = at.through().map_or_else(String::new, |caller| format!(" through {caller}"));
        let _ = writeln!(out, "\nround {}: a path{through} to the {}", index + 1, goal(located.finding));
        out.push_str(&trace::plain(at, &round.path, extent));
        out.push_str(&refutation(at, round, extent, &mut shown));
        out.push_str(&others(round));
    }
    out
}

fn goal(finding: &Finding) -> &'static str {
    if finding.is_proved() { "place" } else { "misuse" }
}

fn refutation<'a>(
    located: &Located,
    round: &'a Round,
    extent: Extent,
    shown: &mut Vec<&'a Conflict>,
) -> String {
    let mut out = String::new();
    for conflict in &round.conflicts {
        let _ = writeln!(out, "conflict ({}): {}", conflict.refuter, conflict.set());
        if shown.contains(&conflict) {
            out.push_str("  as above\n");
            continue;
        }
        shown.push(conflict);
        let width =
            conflict.equations.iter().map(|row| row.equation.chars().count()).max().unwrap_or(0).min(60);
        let rows = conflict.equations.iter().map(|row| {
            format!(
                "  {:<width$}  {:<31} {}line {}: {}",
                row.equation,
                row.solved(),
                if row.assumed { "assumed on " } else { "" },
                located.line(row.span),
                row.text
            )
        });
        out.push_str(&cut(&rows.collect::<Vec<_>>(), extent));
        let _ = writeln!(out, "  {}", located.sentence(&conflict.sentence));
        if !conflict.refinements.is_empty() {
            let times = match conflict.refinements.len() {
                1 => "once".to_owned(),
                times => format!("{times} times"),
            };
            let steps: Vec<String> = conflict.refinements.iter().map(|one| located.sentence(one)).collect();
            let _ = writeln!(out, "  refined {times}: {}", steps.join(", "));
        }
        for nearby in &conflict.nearby {
            let _ = writeln!(out, "  {}", located.sentence(nearby).replace('`', ""));
        }
        let _ = writeln!(out, "observer:");
        let lines = observer::text(located, &conflict.observer);
        out.push_str(&cut(&lines.lines().map(|line| format!("  {line}")).collect::<Vec<_>>(), extent));
    }
    out
}

/// Returns lines, of many briefly only those at both ends.
fn cut(lines: &[String], extent: Extent) -> String {
    let (first, last) = ENDS;
    let is_cut = extent == Extent::Brief && lines.len() > LONG;
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        if is_cut && (first..lines.len() - last).contains(&at) {
            if at == first {
                let _ = writeln!(out, "  … {} more: --all tells them", lines.len() - first - last);
            }
            continue;
        }
        let _ = writeln!(out, "{line}");
    }
    out
}

/// Returns a line with the opinions of the refuters that did not prove anything in a round; empty if there
/// are no such refuters.
fn others(round: &Round) -> String {
    let proved = |id: RefuterId| round.conflicts.iter().any(|conflict| conflict.refuter == id);
    let of = |is_feasible: bool| -> Vec<&str> {
        let said = round.opinions.iter().filter(|opinion| opinion.is_feasible == is_feasible);
        said.map(|opinion| opinion.refuter).filter(|id| !proved(*id)).map(RefuterId::as_str).collect()
    };
    let mut said = Vec::new();
    let unsure = of(false);
    if !unsure.is_empty() {
        said.push(format!("{} cannot tell", unsure.join(", ")));
    }
    said.extend(of(true).first().map(|name| format!("as far as {name} sees, a run may take this path")));
    if said.is_empty() { String::new() } else { format!("others: {}\n", said.join("; ")) }
}

/// Returns the result of a round of path reduction as a sentence: why no run follows the round's path, or
/// that some run may.
pub fn summary(located: &Located, round: &Round) -> String {
    match round.conflicts.as_slice() {
        [] => "No refuter can rule this path out.".to_owned(),
        [first] => format!("Not possible: {}.", located.reason(first)),
        [first, others @ ..] => {
            format!("Not possible for {} reasons: {}.", others.len() + 1, located.reason(first))
        }
    }
}

/// Returns the verdict on a finding with the reason for the verdict.
pub fn conclusion(located: &Located) -> String {
    let finding = located.finding;
    let word = finding.verdict.as_str();
    if let (Some(doubt), None) = (finding.doubt(), finding.limit()) {
        return format!("{word}, but doubtful: {}", located.sentence(&doubt.sentence));
    }
    let reason = match &finding.verdict {
        Verdict::Confirmed(_) => inputs::sentence(located).unwrap_or_default(),
        Verdict::Unrefuted(candidate) => match &candidate.limit {
            Some(limit) => limit.clone(),
            None => unrefuted(finding),
        },
        Verdict::Refuted(refuted) => spurious(&refuted.callers),
    };
    format!("{word}: {reason}")
}

/// Says why a finding stays unrefuted although its search was not cut short.
fn unrefuted(finding: &Finding) -> String {
    if finding.is_proved() {
        return "the conflicts prove the finding, so no path is left to refute".to_owned();
    }
    let reason = "no refuter could rule the last path out";
    match finding.abstracted.as_slice() {
        [] => reason.to_owned(),
        abstracted => format!("{reason}; taken as any value: {}", abstracted.join(", ")),
    }
}

/// Says that no run reaches a misuse, and through which callers if the callers were needed to refute it.
fn spurious(callers: &[Caller]) -> String {
    let names: Vec<String> = callers.iter().map(|caller| format!("`{}`", caller.function)).collect();
    let through = if names.is_empty() { String::new() } else { format!(" through {}", names.join(" and ")) };
    format!("no path is left{through}, the finding is spurious")
}
