//! What a hover shows of a finding: the verdict with its inputs, what happens, and the few steps that matter. Everything
//! else is folded, or left to the views.

use std::fmt::Write;

use csieve_analysis::finding::Conflict;

use crate::{
    lsp::session::Session,
    present::{Located, explanation, key_steps::key_steps, trace},
};

use super::page;

/// The most reasons that a hover gives why a finding is spurious: one for each class of paths.
const MOST_REASONS: usize = 3;

/// Returns the hover of a finding as Markdown, with `links` to its views.
pub(in crate::lsp) fn markdown(located: &Located, links: &str, session: Session) -> String {
    lead(located, session) + &path(located, links, session)
}

/// Returns the hover of a refuted report of another tool as Markdown: `why` it is refuted, and the finding with the proof.
/// A report that only needs its line to be reached has no `rule`.
pub(in crate::lsp) fn judged(
    located: &Located,
    (rule, why): (Option<&str>, &str),
    links: &str,
    session: Session,
) -> String {
    let rule = rule.map_or_else(String::new, |rule| format!(" `{rule}`"));
    let mut out = format!("**refuted**{rule} · {why}\n");
    // The sentence has the first reason.
    if let [first, others @ ..] = located.proofs().as_slice() {
        out.push_str(&nearby(first));
        if !others.is_empty() {
            out.push_str("\nOther paths are not possible either:\n");
            out.push_str(&reasons(others));
        }
    }
    out + &path(located, links, session)
}

/// Returns what comes after the verdict: the steps that matter, links, and what is folded.
fn path(located: &Located, links: &str, session: Session) -> String {
    let finding = located.finding;
    let mut out = String::new();
    if let Some(expansion) = finding.expansion.as_ref().filter(|_| !session.details) {
        let _ = writeln!(out, "\nThe macro expands to:\n```c\n{}\n```", page::cut(expansion));
    }
    out.push_str(if finding.is_refuted() { "\nThe first path that was refuted:\n\n" } else { "\n" });
    let mut shown = 0;
    for (number, step) in key_steps(&finding.witness) {
        let _ = writeln!(out, "{number}. line {}: {}", trace::line(located, step), trace::told(step));
        shown += 1;
    }
    if !session.details && shown < finding.witness.len() {
        let _ = writeln!(out, "\nThese are {shown} of {} steps.", finding.witness.len());
    }
    if !links.is_empty() {
        let _ = writeln!(out, "\n{links}");
    }
    if session.details {
        out.push_str(&details(located));
    }
    out
}

/// Returns the hover of a finding as plain text.
pub(in crate::lsp) fn plain(located: &Located, session: Session) -> String {
    let mut out = lead(located, session).replace(['`', '*'], "");
    out.push('\n');
    for (number, step) in key_steps(&located.finding.witness) {
        let told = trace::told(step).replace('`', "");
        let _ = writeln!(out, "{number}. line {}: {told}", trace::line(located, step));
    }
    out
}

/// Returns what comes first: the verdict with its reason or its inputs, and what happens.
fn lead(located: &Located, session: Session) -> String {
    let finding = located.finding;
    let conclusion = explanation::conclusion(located);
    let (verdict, reason) = conclusion.split_once(": ").unwrap_or((&conclusion, ""));
    let mut out = format!("**{verdict}** `{}` · {reason}\n", finding.id());
    let claim = located.sentence(&finding.message);
    if !finding.is_refuted() {
        // A client that shows the message itself need not show it twice.
        if !session.message_in_hover {
            let _ = writeln!(out, "\n{claim}");
        }
        if let Some(limit) = finding.limit().filter(|limit| !reason.contains(*limit)) {
            let _ = writeln!(out, "\nNo refuter could rule it out: {limit}.");
        }
        let of_callers = located.doubtful_reasons();
        if !of_callers.is_empty() {
            out.push_str("\nNot possible through the callers that are known:\n");
            out.push_str(&listed(&of_callers));
        }
        return out;
    }
    let _ = writeln!(out, "\nThe claim was: {claim}");
    let proofs = located.proofs();
    // The message of a refuted finding has the first reason.
    if let [_] = proofs.as_slice()
        && session.message_in_hover
    {
        out.push_str(&nearby(&proofs[0]));
        return out;
    }
    out.push_str("\nNot possible:\n");
    out.push_str(&reasons(&proofs));
    if let Some(first) = proofs.first() {
        out.push_str(&nearby(first));
    }
    out
}

/// Returns the first reasons why a finding is spurious as a list.
fn reasons(proofs: &[(Located, &Conflict)]) -> String {
    let reasons: Vec<String> = proofs.iter().map(|(at, proof)| at.reason(proof)).collect();
    listed(&reasons)
}

/// Returns the first of some reasons as a list.
fn listed(reasons: &[String]) -> String {
    let mut out = String::new();
    for reason in reasons.iter().take(MOST_REASONS) {
        let _ = writeln!(out, "- {reason}");
    }
    if let Some(more) = reasons.len().checked_sub(MOST_REASONS).filter(|more| *more > 0) {
        let _ = writeln!(out, "- {more} more");
    }
    out
}

/// Returns the weakest change that would make a refuted path feasible, as a paragraph; empty if none is known.
fn nearby((at, proof): &(Located, &Conflict)) -> String {
    proof.nearby.first().map_or_else(String::new, |nearby| format!("\nIt {}.\n", at.sentence(nearby)))
}

/// Returns the whole trace and the equations of all proofs, folded.
fn details(located: &Located) -> String {
    let finding = located.finding;
    let proofs = if finding.is_refuted() { located.proofs() } else { Vec::new() };
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let mut title = format!("All {}", counted(finding.witness.len(), "step"));
    if !proofs.is_empty() {
        let _ = write!(title, ", {}", counted(proofs.len(), "proof"));
    }
    let mut out = format!("\n<details><summary>{title}</summary>\n\n");
    if let Some(expansion) = &finding.expansion {
        let _ = writeln!(out, "The macro expands to:\n```c\n{}\n```\n", page::cut(expansion));
    }
    out.push_str(&trace::markdown(located));
    for (at, proof) in &proofs {
        out.push_str(&equations(at, proof));
    }
    out.push_str("\n</details>\n");
    out
}

/// Returns the reason of a proof with the table of its equations.
fn equations(located: &Located, proof: &Conflict) -> String {
    let mut out = format!("\nNot possible: {}.\n", located.reason(proof));
    out.push_str("\n| line | statement | equation | least solution |\n|--:|:--|:--|:--|\n");
    for row in &proof.equations {
        let _ = writeln!(
            out,
            "| {} | `{}`{} | `{}` | {} |",
            located.line(row.span),
            trace::cell(&row.text),
            if row.assumed { ", assumed" } else { "" },
            trace::cell(&row.equation),
            trace::cell(&row.solution)
        );
    }
    out
}
