//! The whole flow for one function.

use crate::{
    automaton::automaton,
    cancel::{Cancel, Cancelled},
    cfg::Cfg,
    checks::{DoubleFree, InvalidFree, UninitializedRead, UseAfterFree, check},
    finding::{Finding, FunctionReport},
    lower::{UnitContext, lower_function},
    model::{Function, Property},
    options::Options,
    reduce::{Pool, Reduction, sites},
    syntax::{FunctionItem, Unit},
};

/// Properties whose definite misuses end a run, so that nothing is reported behind them.
const ENDING: &[&dyn Property] = &[&UninitializedRead, &UseAfterFree, &DoubleFree, &InvalidFree];

/// Analyses one function of a unit.
///
/// # Errors
/// [`Cancelled`] if `cancel` said so before the end.
pub fn analyse_function(
    unit: &Unit,
    context: &UnitContext,
    function: &FunctionItem,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<FunctionReport, Cancelled> {
    if cancel.is_cancelled() {
        return Err(Cancelled);
    }
    let report = |findings, skipped| FunctionReport { function: function.name.clone(), findings, skipped };
    match lower_function(unit, context, function) {
        Ok(cfg) => {
            let text = &unit.text()[function.span.range()];
            Ok(report(findings(&cfg, text, options, cancel)?, None))
        }
        Err(skipped) => Ok(report(Vec::new(), Some(skipped.reason))),
    }
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
