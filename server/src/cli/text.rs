//! The text output: findings with source snippets.

use std::fmt::Write;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use csieve_analysis::{
    finding::{Conflict, Finding, Step, StepKind, VerdictKind},
    text::Span,
};

use super::{
    outcome::{Found, Outcome, allocations},
    output::{counted, width, wrapped},
    places::{by_file, others},
};
use crate::present::{Cause, Located, Severity, Shared, inputs, numbers, slashed, trace};

/// The most files whose unchecked allocations have a line each, and the most lines that are listed for one.
const MOST_FOLDED: (usize, usize) = (10, 12);

/// Renders all findings with styles, those of one cause together. The writer removes the styles if the output is not a
/// terminal; `to_terminal` says that it may be one, whose width counts.
pub(super) fn render(outcome: &Outcome, to_terminal: bool) -> String {
    let width = width().filter(|_| to_terminal);
    let renderer = width.map_or_else(Renderer::styled, |width| Renderer::styled().term_width(width));
    let names = outcome.names();
    let causes = outcome.causes();
    let (folded, told): (Vec<&Cause<Found>>, Vec<&Cause<Found>>) =
        causes.iter().partition(|cause| cause.shared == Shared::Allocations);
    let mut out = String::new();
    for cause in told {
        let (file, located) = &cause.first;
        let path = file.path.display().to_string();
        let group = snippet(located, &path);
        let _ = writeln!(out, "{}", renderer.render(&[group]));
        out.push_str(&wrapped(&details(located, &names.of(&cause.first)), width));
        if let Some(others) = others(cause) {
            let _ = writeln!(out, "{}", wrapped(&format!("   {others}"), width));
        }
        out.push('\n');
    }
    if !folded.is_empty() {
        out.push_str(&wrapped(&unchecked(&folded), width));
    }
    out
}

/// Returns what is said of allocations that are used unchecked, with a line for each of the files that have most of them.
fn unchecked(folded: &[&Cause<Found>]) -> String {
    let mut files: Vec<(String, Vec<u32>, usize)> = Vec::new();
    for cause in folded {
        let mut lines: Vec<u32> = by_file(cause.all()).into_values().flatten().collect();
        lines.sort_unstable();
        files.push((slashed(&cause.first.0.path), lines, allocations(cause.all())));
    }
    let all: usize = files.iter().map(|(.., allocations)| allocations).sum();
    let mut out = format!(
        "{} in {} are used unchecked; --allocations all tells each\n",
        counted(all, "allocation"),
        counted(files.len(), "file")
    );
    files.sort_by_key(|(.., allocations)| std::cmp::Reverse(*allocations));
    let (most_files, most_lines) = MOST_FOLDED;
    for (path, lines, _) in files.iter().take(most_files) {
        let _ = writeln!(out, "   {path}: {}", numbers(lines, most_lines));
    }
    if let Some(rest) = files.get(most_files..).filter(|rest| !rest.is_empty()) {
        let left: usize = rest.iter().map(|(.., allocations)| allocations).sum();
        let _ = writeln!(out, "   and {left} more in {}", counted(rest.len(), "other file"));
    }
    out.push('\n');
    out
}

fn snippet<'a>(located: &Located<'a>, path: &str) -> Group<'a> {
    let finding = located.finding;
    let marks: Vec<(Span, String)> = match finding.verdict.kind() {
        _ if finding.is_proved() => proof_marks(located),
        VerdictKind::Refuted => proof_marks(located),
        VerdictKind::Confirmed | VerdictKind::Unrefuted => path_marks(finding),
    };
    let (source, first_line, start) = excerpt(located, &marks);
    let range = |span: Span| {
        let span = located.span(span);
        let clamp = |offset: u32| (offset as usize - start).min(source.len());
        clamp(span.start)..clamp(span.end)
    };
    let contexts = marks
        .iter()
        .filter(|(span, _)| *span != finding.span)
        .map(|(span, label)| AnnotationKind::Context.span(range(*span)).label(label.clone()));
    let primary: Annotation = AnnotationKind::Primary.span(range(finding.span));
    let level = match Severity::of(finding) {
        Severity::Hint => Level::NOTE,
        Severity::Information => Level::INFO,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let snippet = Snippet::source(source)
        .path(path.to_owned())
        .line_start(first_line as usize)
        .fold(true)
        .annotation(primary)
        .annotations(contexts);
    level.primary_title(located.message()).id(finding.id()).element(snippet)
}

/// Returns the spans and texts of the path's steps that matter to the misused value, without branches and
/// steps in callees.
fn path_marks(finding: &Finding) -> Vec<(Span, String)> {
    let counts = |step: &&Step| step.decisive && step.kind != StepKind::Branch && step.callee.is_none();
    let mut marks: Vec<(Span, String)> = Vec::new();
    for step in finding.witness.iter().filter(counts) {
        if !marks.iter().any(|(span, _)| *span == step.span) {
            marks.push((step.span, step.text.replace('`', "")));
        }
    }
    marks
}

/// Returns the spans and texts of the statements whose equations contradict each other in the first proof.
fn proof_marks(located: &Located) -> Vec<(Span, String)> {
    let mut marks: Vec<(Span, String)> = Vec::new();
    let proof = located.proof().filter(|(at, _)| at.caller.is_none());
    for equation in proof.iter().flat_map(|(_, proof)| &proof.equations) {
        if !marks.iter().any(|(span, _)| *span == equation.span) {
            marks.push((equation.span, equation.text.clone()));
        }
    }
    marks
}

/// Returns the source from the first marked line to the last, the number of the first marked line (from 1),
/// and that line's offset in the file, in bytes.
fn excerpt<'a>(located: &Located<'a>, marks: &[(Span, String)]) -> (&'a str, u32, usize) {
    let spans = marks.iter().map(|(span, _)| *span).chain([located.finding.span]);
    let (mut first, mut last) = (u32::MAX, 0);
    for span in spans.map(|span| located.span(span)) {
        first = first.min(located.lines.line_column(span.start).0);
        last = last.max(located.lines.line_column(span.end).0);
    }
    let start = located.lines.line_start(first).unwrap_or(0) as usize;
    let end = located.lines.line_start(last + 1).map_or(located.text.len(), |end| end as usize);
    (&located.text[start..end], first + 1, start)
}

/// Returns the lines below a snippet, for what a snippet cannot show: the branches on the path, the reason
/// for doubt and the inputs, or the proofs. `name` is what `csieve explain` takes for the finding.
pub(super) fn details(located: &Located, name: &str) -> String {
    let finding = located.finding;
    let mut out = String::new();
    if finding.is_refuted() {
        let _ = writeln!(out, "   would be: {}", located.sentence(&finding.message));
        out.push_str(&proofs(located));
        return out;
    }
    if finding.is_proved() {
        out.push_str(&proofs(located));
        return out;
    }
    let branches: Vec<String> = finding
        .witness
        .iter()
        .filter(|step| step.decisive && (step.kind == StepKind::Branch || step.callee.is_some()))
        .map(|step| {
            let values = trace::values(step);
            let values = if values.is_empty() { values } else { format!("  ({values})") };
            let text = trace::text(step).replace('`', "");
            format!("      line {}: {}{values}", trace::line(located, step), text.trim_start())
        })
        .collect();
    if !branches.is_empty() {
        let _ = writeln!(out, "   on the path where\n{}", branches.join("\n"));
    }
    if !finding.abstracted.is_empty() {
        let _ = writeln!(out, "   taken as any value: {}", finding.abstracted.join(", "));
    }
    if let Some(limit) = finding.limit() {
        let _ = writeln!(out, "   {limit}");
    }
    if let Some(doubt) = finding.doubt().filter(|_| finding.limit().is_none()) {
        let _ = writeln!(out, "   doubtful: {}", located.sentence(&doubt.sentence));
    }
    if let Some(inputs) = inputs::sentence(located) {
        let _ = writeln!(out, "   {}", inputs.replace('`', ""));
    }
    let evidence = finding.evidence().map_or_else(String::new, |evidence| format!(" {}", evidence.said()));
    let _ = writeln!(out, "   {}{evidence}; all steps: csieve explain {name}", finding.verdict.as_str());
    out
}

/// Returns all proofs of a finding, one per line.
fn proofs(located: &Located) -> String {
    let line = |(at, proof): (Located, &Conflict)| {
        let through = at.through().map_or_else(String::new, |caller| format!("through {caller}, "));
        format!("   {through}proof by {}: {} has no solution\n", proof.refuter, proof.set())
    };
    located.proofs().into_iter().map(line).collect()
}
