//! A finding as one page: in Markdown, and as plain text for editors that show only text.

use std::fmt::Write;

use csieve_analysis::finding::Conflict;

use crate::present::{Extent, Located, inputs, observer, trace};

/// The most sentences that a page shows about weakest changes that would make a refuted path feasible.
const MOST_NEARBY: usize = 2;

/// The most characters of a macro expansion that are shown.
const LONGEST_EXPANSION: usize = 400;

/// Returns a finding with its whole trace as Markdown. Proofs are given as sentences, so that the trace is
/// the only table.
pub(in crate::lsp) fn trace_markdown(located: &Located) -> String {
    let finding = located.finding;
    let mut out = format!("**{}** · {}\n\n{}\n", finding.id(), finding.verdict.as_str(), claim(located));
    if let Some(note) = note(located) {
        let _ = writeln!(out, "\n{note}");
    }
    if let Some(inputs) = inputs::sentence(located) {
        let _ = writeln!(out, "\nConfirmed by a run: {inputs}.");
    }
    if let Some(expansion) = &finding.expansion {
        let _ = writeln!(out, "\nThe macro expands to:\n```c\n{}\n```", cut(expansion));
    }
    if finding.is_refuted() {
        out.extend(located.proofs().into_iter().map(|(at, proof)| refutation(&at, proof)));
        out.push_str("\nThe first path that was refuted:\n");
    }
    out.push('\n');
    out.push_str(&trace::markdown(located));
    out
}

/// Cuts the text of a long macro expansion at a space and appends an ellipsis.
pub(super) fn cut(expansion: &str) -> String {
    let Some((end, _)) = expansion.char_indices().nth(LONGEST_EXPANSION) else { return expansion.to_owned() };
    let end = expansion[..end].rfind(' ').unwrap_or(end);
    format!("{} …", &expansion[..end])
}

fn refutation(located: &Located, proof: &Conflict) -> String {
    let mut out = format!("\nRefuted as spurious, not possible: {}.\n", located.reason(proof));
    for nearby in proof.nearby.iter().take(MOST_NEARBY) {
        let _ = writeln!(out, "\nIt {}.", located.sentence(nearby));
    }
    out
}

/// Returns the title of a view of a finding.
pub(in crate::lsp) fn title(located: &Located, view: &str) -> String {
    format!("{view}: {} in {}", located.finding.id(), located.finding.function)
}

/// Returns the trace of a finding as plain text.
pub(in crate::lsp) fn trace_text(located: &Located) -> String {
    let finding = located.finding;
    let mut out = heading(located);
    if let Some(note) = note(located) {
        let _ = writeln!(out, "{note}");
    }
    if let Some(inputs) = inputs::sentence(located) {
        let _ = writeln!(out, "confirmed by a run: {}", inputs.replace('`', ""));
    }
    out.push('\n');
    out.push_str(&trace::plain(located, &finding.witness, Extent::Brief));
    for (at, proof) in located.proofs().into_iter().filter(|_| finding.is_refuted()) {
        let _ = writeln!(out, "\nrefuted as spurious, not possible: {}", at.reason(proof));
    }
    out
}

/// Returns the observers of a finding with their proofs as plain text; `None` if the finding has none.
pub(in crate::lsp) fn observers_text(located: &Located) -> Option<String> {
    let mut out = heading(located);
    let proofs = located.proofs();
    for (located, proof) in &proofs {
        let _ = writeln!(out, "\nconflict ({}): {}", proof.refuter, proof.set());
        for row in &proof.equations {
            let (equation, line) = (&row.equation, located.line(row.span));
            let assumed = if row.assumed { ", assumed" } else { "" };
            let row = format!("  line {line:<5} {equation}{assumed}  {}", row.solved());
            let _ = writeln!(out, "{}", row.trim_end());
        }
        let _ = writeln!(out, "  {}", located.reason(proof));
        out.push_str("observer:\n");
        for line in observer::text(located, &proof.observer).lines() {
            let _ = writeln!(out, "  {line}");
        }
    }
    (!proofs.is_empty()).then_some(out)
}

fn heading(located: &Located) -> String {
    let finding = located.finding;
    let line = located.line(finding.span);
    format!(
        "{}: {}\nin {}, line {line}: {}\nverdict: {}\n",
        finding.id(),
        claim(located),
        finding.function,
        located.source_line(finding.span),
        finding.verdict.as_str()
    )
}

/// Returns the finding's message, whatever its verdict.
fn claim(located: &Located) -> String {
    located.sentence(&located.finding.message)
}

/// Returns a sentence about what limits an unrefuted finding: the reason for doubt, a limit that the search
/// reached, or values that were taken as any value.
fn note(located: &Located) -> Option<String> {
    let finding = located.finding;
    finding.verdict.candidate()?;
    if let (Some(doubt), None) = (finding.doubt(), finding.limit()) {
        return Some(format!("Doubtful: {}.", located.sentence(&doubt.sentence)));
    }
    if let Some(limit) = finding.limit() {
        return Some(format!("No refuter could rule it out: {limit}."));
    }
    let abstracted = &finding.abstracted;
    (!abstracted.is_empty()).then(|| format!("Taken as any value: {}.", abstracted.join(", ")))
}
