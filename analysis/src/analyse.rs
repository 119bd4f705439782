//! The whole flow for one function.

use std::sync::Arc;

use crate::{
    automaton::automaton,
    cancel::{Cancel, Cancelled},
    cfg::Cfg,
    checks::{DoubleFree, InvalidFree, UninitializedRead, UseAfterFree, check},
    finding::{Finding, FunctionReport},
    lower::{Skipped, UnitContext, lower_with},
    model::{Function, Property},
    options::Options,
    reduce::{Pool, Reduction, sites},
    text::Span,
    translation::{FunctionText, readable},
    unit::UnitFunction,
};

/// Properties whose definite misuses end a run, so that nothing is reported behind them.
const ENDING: &[&dyn Property] = &[&UninitializedRead, &UseAfterFree, &DoubleFree, &InvalidFree];

/// Analyses one function of a unit whose file has this `text`.
///
/// # Errors
/// [`Cancelled`] if `cancel` said so before the end.
pub fn analyse_function(
    text: &str,
    context: &UnitContext,
    function: &UnitFunction,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<FunctionReport, Cancelled> {
    if cancel.is_cancelled() {
        return Err(Cancelled);
    }
    let FunctionText { name, positions, .. } = &*function.text;
    let report = |findings, skipped| FunctionReport { function: name.clone(), findings, skipped };
    let lowered = match function.tree.functions().as_slice() {
        [item] => lower_with(&function.tree, context, &options.library, item),
        _ => Err(Skipped { what: "syntax error".to_owned(), at: Some(0) }),
    };
    match lowered {
        Ok(mut cfg) => {
            cfg.relocate(|span| relocated(&function.text, span));
            cfg.rename_temporaries(readable);
            let text = text.get(function.span().range()).unwrap_or_default();
            let mut findings = findings(&cfg, text, options, cancel)?;
            for finding in &mut findings {
                finding.expansion = expansion(&function.text, finding.span);
            }
            Ok(report(findings, None))
        }
        Err(mut skipped) => {
            skipped.at = skipped.at.map(|at| positions.origin(Span { start: at, end: at }).span.start);
            Ok(report(Vec::new(), Some(skipped.reason())))
        }
    }
}

/// The range of the file that a range of the expanded text stands for, and the text if it is another one.
fn relocated(function: &FunctionText, span: Span) -> (Span, Option<Arc<str>>) {
    let origin = function.positions.origin(span);
    let text =
        origin.is_expanded.then(|| readable(function.text.get(span.range()).unwrap_or_default()).into());
    (origin.span, text)
}

/// What the macro invocation at a range became.
fn expansion(function: &FunctionText, invocation: Span) -> Option<String> {
    let became = function.positions.expansion(invocation, function.text.len() as u32)?;
    let is_expanded = function.positions.origin(became).is_expanded;
    is_expanded.then(|| readable(function.text.get(became.range()).unwrap_or_default()))
}

/// All findings in a lowered function, by position, then rule.
///
/// # Errors
/// [`Cancelled`] if `cancel` said so before the end.
pub fn findings(
    cfg: &Cfg,
    text: &str,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<Vec<Finding>, Cancelled> {
    let function = Function::new(cfg);
    let mut all_sites = Vec::new();
    for rule in &options.rules {
        all_sites.extend(sites(&function, check(*rule), options.max_states, cancel)?);
    }
    if all_sites.is_empty() {
        return Ok(Vec::new());
    }
    let automaton = automaton(cfg, &function.dependencies, options.wrapv);
    let reduction =
        Reduction { function: &function, automaton: &automaton, text, ending: ENDING, options, cancel };
    let mut pool = Pool::default();
    let mut findings = Vec::new();
    for site in &all_sites {
        findings.extend(reduction.finding(site, &mut pool)?);
    }
    findings.sort_by_key(|finding| (finding.span, finding.rule));
    Ok(findings)
}
