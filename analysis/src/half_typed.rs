//! The analysis of a function in which somebody types, as far as the graph around its syntax errors is certain.

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    rule::Rule,
    text::Span,
};
use csieve_dataflow::bounds::guard;
use csieve_graph::Cfg;
use csieve_lowering::{
    lower::SYNTAX_ERROR,
    unit::{UnitFunction, half_typed},
};
use csieve_reduction::{
    consult::Around,
    interprocedural::{Subject, reconsider},
    proved::is_proved,
};
use csieve_reports::{
    finding::{Consulted, Finding, FunctionReport, HalfTyped},
    report::name_what_comes_first,
};

use crate::analyse::{FunctionFindings, expansion, findings};

/// Returns whether a report is of a function that may be analysed around its syntax errors.
pub fn has_syntax_error(report: &FunctionReport) -> bool {
    report.skipped.as_ref().is_some_and(|reason| reason.text().starts_with(SYNTAX_ERROR))
}

/// Adds to the report of a function with syntax errors what is known around them. `file_text` is the text of the unit's
/// file.
///
/// - Findings have paths that no error is on. Runs confirm none of them.
/// - A place is decided ([`HalfTyped::decides`]) if control cannot come there from an error. What is refuted there is
///   so whatever the errors hide. Other functions, and the file's objects, count as they are known to `around`.
///
/// # Errors
/// [`Cancelled`] if `cancel` asked to stop before the end.
pub fn analyse_half_typed(
    file_text: &str,
    around: Around,
    function: &UnitFunction,
    options: &Options,
    report: FunctionReport,
    cancel: &dyn Cancel,
) -> Result<FunctionReport, Cancelled> {
    let length = function.text.length;
    let lowered = half_typed(&around.unit().context, &options.library, around.summaries, function);
    let cfg = match lowered {
        Ok(cfg) if !cfg.gaps.all.is_empty() => guard(cfg, options.wrapv),
        _ => return Ok(FunctionReport { half_typed: Some(HalfTyped::nothing(length)), ..report }),
    };
    let text = file_text.get(function.span().range()).unwrap_or_default();
    let mut known = HalfTyped { open: cfg.left_open(length), fresh: Vec::new() };
    let found = findings(&cfg, text, options, cancel, around.watch)?;
    let subject = Subject { cfg: &cfg, around, file_text, options, is_strict: false, cancel };
    let (mut found, consulted) = certain(subject, found, &mut known)?;
    for finding in &mut found {
        finding.expansion = expansion(&function.text, finding.span);
    }
    name_what_comes_first(&mut found);
    known.fresh = found.iter().map(|finding| (finding.id().to_owned(), finding.span)).collect();
    Ok(FunctionReport { findings: found, half_typed: Some(known), consulted, ..report })
}

/// Returns the findings that are certain, and on what they rest. Places of others are added to those that are open.
fn certain(
    subject: Subject,
    found: FunctionFindings,
    known: &mut HalfTyped,
) -> Result<(Vec<Finding>, Vec<Consulted>), Cancelled> {
    let cfg: &Cfg = subject.cfg;
    let FunctionFindings { mut findings, suspects, .. } = found;
    let is_certain = |finding: &Finding| {
        let is_proof = finding.is_refuted() || is_proved(finding.rule);
        !is_proof || known.settles(finding)
    };
    // Assumptions are not executed, so a misuse inside one is no finding.
    findings.retain(|finding| is_certain(finding) && !cfg.is_assumed(finding.span));
    let refuted: Vec<(Rule, Span)> = findings
        .iter()
        .filter(|finding| finding.is_refuted())
        .map(|finding| (finding.rule, finding.span))
        .collect();
    let consulted = reconsider(subject, &mut findings)?;
    // The callers are those of the function that could be read.
    let is_theirs =
        |finding: &Finding| finding.is_refuted() && !refuted.contains(&(finding.rule, finding.span));
    let theirs: Vec<Span> =
        findings.iter().filter(|finding| is_theirs(finding)).map(|finding| finding.span).collect();
    findings.retain(|finding| !is_theirs(finding));
    known.leave_open(theirs.into_iter().chain(suspects.iter().map(|suspect| suspect.condition)));
    Ok((findings, consulted))
}
