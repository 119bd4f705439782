//! Callers as readers see them: their files, and their steps on the way to a misuse.

use std::sync::Arc;

use csieve_base::text::{LineIndex, Span};
use csieve_graph::source;
use csieve_reports::finding::{Callee, Elsewhere, Step, StepKind};

use super::super::{Subject, within::Within};

/// Returns the place of a function of another file than that of the finding.
pub(super) fn elsewhere<'a>(subject: Subject<'a>, function: Within<'a>) -> Option<Elsewhere> {
    let file = subject.around.files.file(function.file?);
    let text = subject.text_of(function);
    let (line, _) = file.source().lines().line_column(function.function.span().start);
    Some(Elsewhere { path: Arc::clone(&file.path), text: text.into(), lines: LineIndex::of_part(text, line) })
}

/// Returns the steps of a caller, and its call, as steps at the beginning of a finding's path.
pub(super) fn steps<'a>(
    subject: Subject<'a>,
    caller: Within<'a>,
    steps: Vec<Step>,
    call: Option<Span>,
) -> Vec<Step> {
    let text = subject.text_of(caller);
    let call = call.map(|span| Step {
        kind: StepKind::Call,
        span,
        text: format!("`{}`", source(text, span)),
        invocation: None,
        values: Vec::new(),
        way: None,
        decisive: true,
        callee: None,
    });
    let place = |span: Span| {
        let file = subject.around.files.file(caller.file?);
        let start = caller.function.span().start + span.start;
        Some((Arc::clone(&file.path), file.source().lines().line_number(start)))
    };
    let of_caller = |step: Step| {
        let callee = Callee { function: caller.name().into(), depth: 0, elsewhere: place(step.span) };
        Step { callee: Some(callee), ..step }
    };
    steps.into_iter().chain(call).map(of_caller).collect()
}
