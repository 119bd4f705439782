//! Explains how a verdict came about, round by round.

use std::fmt::Write;

use csieve_analysis::{
    finding::{Conflict, Finding, Round, Verdict},
    refuter_id::RefuterId,
};

use super::{Located, inputs, observer, trace};

/// Returns all rounds of a finding as plain text, ending with the verdict.
pub fn text(located: &Located) -> String {
    let finding = located.finding;
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", finding.rule.id(), located.sentence(&finding.message));
    let _ = writeln!(
        out,
        "in {}, line {}: {}",
        finding.function,
        located.line(finding.span),
        located.source_line(finding.span)
    );
    if let Some(suppression) = located.suppressed {
        let line = located.lines.line_number(suppression.span.start);
        let _ = writeln!(out, "suppressed on line {line}");
    }
    let mut shown: Vec<&Conflict> = Vec::new();
    for (index, (at, round)) in located.rounds().into_iter().enumerate() {
        let through = at.caller.map_or_else(String::new, |caller| format!(" through {caller}"));
        let _ = writeln!(out, "\nround {}: a path{through} to the {}", index + 1, goal(finding));
        out.push_str(&trace::plain(&at, &round.path));
        out.push_str(&refutation(&at, round, &mut shown));
        out.push_str(&others(round));
    }
    if let Some(program) = &finding.program {
        let _ = writeln!(out, "\na run of {program} to the misuse");
        out.push_str(&trace::plain(located, &finding.witness));
    }
    let _ = writeln!(out, "\nverdict: {}", conclusion(located));
    if let Some(why) = &finding.unconfirmed {
        let _ = writeln!(out, "not confirmed by inputs: {}", why.replace('`', ""));
    }
    out
}

fn goal(finding: &Finding) -> &'static str {
    if finding.is_proved() { "place" } else { "misuse" }
}

fn refutation<'a>(located: &Located, round: &'a Round, shown: &mut Vec<&'a Conflict>) -> String {
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
        for row in &conflict.equations {
            let _ = writeln!(
                out,
                "  {:<width$}  {:<31} {}line {}: {}",
                row.equation,
                row.solved(),
                if row.assumed { "assumed on " } else { "" },
                located.line(row.span),
                row.text
            );
        }
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
        for line in observer::text(located, &conflict.observer).lines() {
            let _ = writeln!(out, "  {line}");
        }
    }
    out
}

/// Returns a line with the opinions of the refuters that did not prove anything in a round; empty if there
/// are none.
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

/// Returns the result of a round as a sentence: why no run follows its path, or that some run may.
pub fn summary(located: &Located, round: &Round) -> String {
    match round.conflicts.as_slice() {
        [] => "No refuter can rule this path out.".to_owned(),
        [first] => format!("Not possible: {}.", located.reason(first)),
        [first, others @ ..] => {
            format!("Not possible for {} reasons: {}.", others.len() + 1, located.reason(first))
        }
    }
}

/// Returns the verdict on a finding with its reason.
pub fn conclusion(located: &Located) -> String {
    let finding = located.finding;
    if let (Some(doubt), None) = (&finding.doubt, &finding.limit) {
        return format!("unrefuted, but doubtful: {}", located.sentence(doubt));
    }
    match (finding.verdict, &finding.limit) {
        (Verdict::Refuted, _) if finding.callers.is_empty() => {
            "refuted: no path is left, the finding is spurious".to_owned()
        }
        (Verdict::Refuted, _) => {
            let callers: Vec<String> =
                finding.callers.iter().map(|caller| format!("`{}`", caller.function)).collect();
            format!("refuted: no path is left through {}, the finding is spurious", callers.join(" and "))
        }
        (Verdict::Confirmed, _) => {
            format!("confirmed: {}", inputs::sentence(located).unwrap_or_default())
        }
        (Verdict::Unrefuted, Some(limit)) => format!("unrefuted: {limit}"),
        (Verdict::Unrefuted, None) if finding.is_proved() => {
            "unrefuted: the finding is what the conflicts prove, no path is left".to_owned()
        }
        (Verdict::Unrefuted, None) if finding.abstracted.is_empty() => {
            "unrefuted: no refuter could rule the last path out".to_owned()
        }
        (Verdict::Unrefuted, None) => format!(
            "unrefuted: no refuter could rule the last path out; taken as any value: {}",
            finding.abstracted.join(", ")
        ),
    }
}
