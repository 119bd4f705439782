//! The JSON output. Its form has a version number; fields may be added but never change.

use std::{path::Path, ptr};

use csieve_analysis::{
    finding::{Conflict, Evidence, Finding, Input, ShownValue, Step, StepKind},
    refuter_id::RefuterId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::{
    outcome::{Found, Outcome},
    summary::Summary,
};
use crate::present::{
    Cause, Extent, Located,
    rank::{Minor, minor, rank},
};

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    findings: Vec<FindingView<'a>>,
    causes: Vec<CauseView>,
    summary: &'a Summary,
}

/// What several findings have in common.
#[derive(Serialize)]
struct CauseView {
    id: String,
    /// What the cause is: `statement`, `failure`, `omission`, `return`, `mismatch`, `macro` or `allocations`.
    kind: &'static str,
    /// The functions, or the macro.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    rank: u8,
    /// The positions of the findings in `findings`, that of the finding that is told first.
    findings: Vec<usize>,
}

/// A finding with resolved places. Lines and columns count from 1; columns count characters.
#[derive(Serialize)]
pub(super) struct FindingView<'a> {
    id: String,
    rule: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cwe: Option<u16>,
    verdict: &'static str,
    file: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    function: &'a str,
    subject: &'a str,
    message: String,
    path: Vec<StepView<'a>>,
    /// How many steps of the path are left out.
    #[serde(skip_serializing_if = "is_zero")]
    path_left_out: usize,
    rounds: usize,
    proofs: Vec<ProofView<'a>>,
    /// How many proofs are left out.
    #[serde(skip_serializing_if = "is_zero")]
    proofs_left_out: usize,
    abstracted: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<InputView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unconfirmed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'static str>,
    limit: Option<&'a str>,
    doubt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    /// Why no run through a caller reaches a doubtful misuse.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubt_of_callers: Vec<String>,
    rank: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    minor: Option<&'static str>,
}

#[derive(Serialize)]
struct StepView<'a> {
    kind: StepKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u32,
    column: u32,
    text: &'a str,
    values: &'a [ShownValue],
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<&'a str>,
    decisive: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    callee: Option<CalleeView<'a>>,
}

/// The called function in which a step takes place.
#[derive(Serialize)]
struct CalleeView<'a> {
    function: &'a str,
    depth: u32,
}

/// An input with which a confirmed finding happens.
#[derive(Serialize)]
pub(super) struct InputView<'a> {
    what: String,
    value: &'a str,
}

/// Returns the inputs of a finding.
pub(super) fn inputs<'a>(located: &Located<'a>) -> Vec<InputView<'a>> {
    let input = |input: &'a Input| InputView { what: located.sentence(&input.what), value: &input.value };
    located.finding.inputs().iter().map(input).collect()
}

#[derive(Serialize)]
struct ProofView<'a> {
    refuter: RefuterId,
    #[serde(skip_serializing_if = "Option::is_none")]
    caller: Option<&'a str>,
    sentence: String,
    equations: Vec<EquationView<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refinements: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
}

#[derive(Serialize)]
struct EquationView<'a> {
    line: u32,
    statement: &'a str,
    equation: &'a str,
    solution: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    assumed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    always: bool,
}

impl<'a> FindingView<'a> {
    /// Shows a finding. One that is not the first of its cause has no path if it is told briefly: it is much like the first.
    pub(super) fn new(located: &Located<'a>, file: String, extent: Extent, is_first: bool) -> Self {
        let path = Path::new(&file);
        let (rank, minor) = (rank(located, path), minor(located, path).map(Minor::as_str));
        let finding = located.finding;
        let mut path = extent.steps(&finding.witness);
        if !is_first && extent == Extent::Brief {
            path.clear();
        }
        let proofs = extent.proofs(located);
        let span = located.span(finding.span);
        let ((line, column), (end_line, end_column)) =
            (located.line_column(span.start), located.line_column(span.end));
        Self {
            id: located.id(),
            rule: finding.id(),
            cwe: Some(csieve_analysis::checks::declaration(finding.rule).cwe).filter(|cwe| *cwe != 0),
            verdict: finding.verdict.as_str(),
            file,
            line,
            column,
            end_line,
            end_column,
            function: &finding.function,
            subject: &finding.subject,
            message: located.sentence(&finding.message),
            path: path.iter().map(|(_, step)| step_view(located, step)).collect(),
            path_left_out: finding.witness.len() - path.len(),
            rounds: located.rounds().len(),
            proofs_left_out: located.proofs().len() - proofs.len(),
            proofs: proofs.into_iter().map(|(at, proof)| proof_view(&at, proof, extent)).collect(),
            abstracted: &finding.abstracted,
            inputs: inputs(located),
            unconfirmed: finding.verdict.candidate().and_then(|candidate| candidate.unconfirmed.as_deref()),
            evidence: finding.evidence().map(Evidence::as_str),
            limit: finding.limit(),
            doubt: finding.doubt().map(|doubt| located.sentence(&doubt.sentence)),
            hint: finding.doubt().map(|doubt| doubt.hint.as_str()),
            doubt_of_callers: located.doubtful_reasons(),
            rank,
            minor,
        }
    }
}

fn step_view<'a>(located: &Located<'a>, step: &'a Step) -> StepView<'a> {
    let place = located.place(step);
    let (line, column) = place.span.map_or((place.line, 1), |span| located.line_column(span.start));
    let callee = step.callee.as_ref();
    StepView {
        kind: step.kind,
        file: place.file,
        line,
        column,
        text: &step.text,
        values: &step.values,
        branch: step.way.as_deref(),
        decisive: step.decisive,
        callee: callee.map(|callee| CalleeView { function: &callee.function, depth: callee.depth }),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn proof_view<'a>(located: &Located<'a>, proof: &'a Conflict, extent: Extent) -> ProofView<'a> {
    ProofView {
        refuter: proof.refuter,
        caller: located.caller.map(|caller| caller.function.as_str()),
        sentence: located.sentence(&proof.sentence),
        equations: proof
            .equations
            .iter()
            .map(|equation| EquationView {
                line: located.line(equation.span),
                statement: &equation.text,
                equation: &equation.equation,
                solution: &equation.solution,
                assumed: equation.assumed,
                always: equation.always,
            })
            .collect(),
        refinements: proof.refinements.iter().map(|one| located.sentence(one)).collect(),
        certificate: proof
            .certificate
            .as_ref()
            .filter(|certificate| extent.has_certificate(certificate.len()))
            .map(|certificate| located.sentence(certificate)),
    }
}

/// Renders all findings, their causes and the summary as one JSON document.
pub(super) fn render(outcome: &Outcome, extent: Extent) -> String {
    let found: Vec<Found> = outcome.findings().collect();
    let at: FxHashMap<*const Finding, usize> =
        found.iter().enumerate().map(|(at, (_, located))| (ptr::from_ref(located.finding), at)).collect();
    let view = |cause: &Cause<Found>| {
        let (file, located) = &cause.first;
        let (kind, names) = cause.shared.told();
        CauseView {
            id: cause.id.clone(),
            kind,
            names,
            rank: cause.rank(rank(located, &file.path)),
            findings: cause
                .all()
                .filter_map(|(_, one)| at.get(&ptr::from_ref(one.finding)).copied())
                .collect(),
        }
    };
    let causes = outcome.causes();
    let first: FxHashSet<*const Finding> =
        causes.iter().map(|cause| ptr::from_ref(cause.first.1.finding)).collect();
    let causes = causes.iter().map(view).collect();
    let is_first = |located: &Located| first.contains(&ptr::from_ref(located.finding));
    let findings = found
        .iter()
        .map(|(file, located)| {
            FindingView::new(located, file.path.display().to_string(), extent, is_first(located))
        })
        .collect();
    pretty(&Document { version: 1, findings, causes, summary: &outcome.summary })
}

/// Returns a value as indented JSON with a line break at the end.
pub(super) fn pretty(value: &impl Serialize) -> String {
    let mut text =
        serde_json::to_string_pretty(value).unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"));
    text.push('\n');
    text
}
