//! The whole analysis of one function, from its tree to its report.

use std::cell::OnceCell;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    rule::Rule,
    text::Span,
    watch::{Stage, Watch},
};
use csieve_dataflow::{automaton::automaton, bounds::guard, ranges::Ranges};
use csieve_frontend::translation::{FunctionText, readable};
use csieve_graph::Cfg;
use csieve_lowering::unit::{START, UnitFunction, lowered};
use csieve_modelcheck::{checks::check, model::Function, own::Own};
use csieve_reduction::{
    consult::{self, Around},
    interprocedural::{Subject, reconsider},
    proved::{is_proved, proved},
    reduce::{ENDING, EarlyRuns, NoRuns, Pool, Reduction, sites},
    termination::Suspect,
};
use csieve_reports::{
    finding::{Consulted, Finding, FunctionReport, Looked},
    report::name_what_comes_first,
};
use csieve_runs::{
    confirm::{Confirming, LongRun, UnitGraphs},
    nontermination, program,
};

use crate::uncalled::Uncalled;

/// The budget of the pass over value ranges of one function, in steps.
const MAX_RANGE_STEPS: u32 = 4_000_000;

/// Analyses one function of a unit. `file_text` is the text of the unit's file. A function that cannot be
/// lowered gives a report that says why it was skipped.
///
/// # Errors
/// [`Cancelled`] if `cancel` asked to stop before the end.
pub fn analyse_function(
    file_text: &str,
    around: Around,
    function: &UnitFunction,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<FunctionReport, Cancelled> {
    cancel.go_on()?;
    let FunctionText { name, positions, .. } = &*function.text;
    let report = |found: FunctionFindings, skipped, remarks| FunctionReport {
        function: name.clone(),
        findings: found.findings,
        withheld: found.withheld,
        skipped,
        half_typed: None,
        remarks,
        consulted: Vec::new(),
    };
    let begins = |stage| around.watch.begins(stage);
    begins(Stage::Graph);
    match lowered(&around.unit().context, &options.library, around.summaries, function) {
        Ok(cfg) => {
            let cfg = guard(cfg, options.wrapv);
            cancel.go_on()?;
            let text = file_text.get(function.span().range()).unwrap_or_default();
            let graphs = UnitGraphs::new(around.files, &options.library, around.summaries, options.wrapv);
            let graphs = graphs.begun_in(name);
            let confirming = Confirming::new(&graphs, (name, text), options, cancel, around.watch);
            let mut found = with_runs(&cfg, text, &confirming, options, cancel, around.watch)?;
            let subject = Subject { cfg: &cfg, around, file_text, options, is_strict: false, cancel };
            begins(Stage::Callers);
            let mut consulted = Vec::new();
            let uncalled = Uncalled::new(around, name, options);
            uncalled.doubt(&mut found.findings, &mut consulted);
            consulted.extend(reconsider(subject, &mut found.findings)?);
            if !found.suspects.is_empty() {
                begins(Stage::Endlessness);
                let (own, suspects) = ((name.as_str(), text), &found.suspects);
                let more = nontermination::endless(&graphs, own, suspects, options, cancel, around.watch)?;
                found.findings.extend(more);
                found.findings.sort_by_key(|finding| (finding.span, finding.rule));
                uncalled.doubt(&mut found.findings, &mut consulted);
            }
            for finding in &mut found.findings {
                finding.expansion = expansion(&function.text, finding.span);
            }
            // Assumptions are not executed, so a misuse inside one is no finding.
            found.findings.retain(|finding| !cfg.is_assumed(finding.span));
            begins(Stage::Confirmation);
            confirming.confirm(&mut found.findings)?;
            begins(Stage::Runs);
            if !uncalled.is_known() && is_entered(around, &cfg, &mut consulted) {
                let from = (&graphs, name.as_str(), confirming.usual());
                run(&mut found.findings, around, from, file_text, options, cancel)?;
                uncalled.doubt(&mut found.findings, &mut consulted);
            }
            name_what_comes_first(&mut found.findings);
            consulted.extend(graphs.consulted(name));
            Ok(FunctionReport { consulted, ..report(found, None, cfg.remarks) })
        }
        Err(mut skipped) => {
            skipped.at = skipped.at.map(|at| positions.origin(Span { start: at, end: at }).span.start);
            Ok(report(FunctionFindings::default(), Some(skipped.reason()), Vec::new()))
        }
    }
}

/// Returns whether runs begin in a function: in `main`, in functions that other files can call, and in those that
/// may be called through a pointer. Runs of these enter the other functions. Adds to `consulted` on what the
/// result rests.
fn is_entered(around: Around, cfg: &Cfg, consulted: &mut Vec<Consulted>) -> bool {
    let name = cfg.function.as_str();
    if cfg.is_program || name == START || around.unit().context.is_exported(name) {
        return cfg.is_program || name != START;
    }
    consulted.push(consult::consulted(around.files, around.summaries, (None, name), Looked::Callers));
    around.unit().callers(name).is_none()
}

/// Adds the findings of runs from a function.
fn run(
    findings: &mut Vec<Finding>,
    around: Around,
    (graphs, start, usual): (&UnitGraphs, &str, Option<&LongRun>),
    text: &str,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<(), Cancelled> {
    let file = program::File { files: around.files, text };
    let known = program::Known { findings, usual };
    let mut more = program::findings(file, (graphs, start), known, options, cancel, around.watch)?;
    for finding in &mut more {
        let function = file.function(&finding.function);
        finding.expansion = function.and_then(|function| expansion(&function.text, finding.span));
    }
    findings.extend(more);
    Ok(())
}

/// Returns the text that the macro invocation at a range expands to; `None` if the range is no macro
/// invocation.
pub(crate) fn expansion(function: &FunctionText, invocation: Span) -> Option<String> {
    let became = function.positions.expansion(invocation, function.text.len() as u32)?;
    let is_expanded = function.positions.origin(became).is_expanded;
    is_expanded.then(|| readable(function.text.get(became.range()).unwrap_or_default()))
}

/// The findings in a function, with what its search left open.
#[derive(Clone, Debug, Default)]
pub struct FunctionFindings {
    /// All findings, ordered by position, then by rule.
    pub findings: Vec<Finding>,
    /// The rules of withheld places, in order: there the cause that the check names was refuted, but not the
    /// misuse for any reason.
    pub withheld: Vec<Rule>,
    /// Loops whose graphs do not show that they end. Runs have to decide whether they do.
    pub suspects: Vec<Suspect>,
}

/// Returns all findings in a lowered function that need no run. `text` is the source of the function.
///
/// # Errors
/// [`Cancelled`] if `cancel` asked to stop before the end.
pub fn findings(
    cfg: &Cfg,
    text: &str,
    options: &Options,
    cancel: &dyn Cancel,
    watch: &dyn Watch,
) -> Result<FunctionFindings, Cancelled> {
    with_runs(cfg, text, &NoRuns, options, cancel, watch)
}

/// Returns all findings in a lowered function. Runs may confirm some of them before their search is at its end.
fn with_runs(
    cfg: &Cfg,
    text: &str,
    early: &dyn EarlyRuns,
    options: &Options,
    cancel: &dyn Cancel,
    watch: &dyn Watch,
) -> Result<FunctionFindings, Cancelled> {
    watch.begins(Stage::Candidates);
    let function = Function::new(cfg);
    let mut all_sites = Vec::new();
    for check in options.rules.iter().filter_map(|rule| check(*rule)) {
        all_sites.extend(sites(&function, check, options.max_states, cancel)?);
    }
    let own = Own::all_in(cfg, options.library.own());
    for rule in &own {
        all_sites.extend(sites(&function, rule, options.max_states, cancel)?);
    }
    let proves = options.rules.iter().any(|rule| is_proved(*rule));
    if all_sites.is_empty() && !proves {
        return Ok(FunctionFindings::default());
    }
    watch.begins(Stage::Equations);
    let automaton = automaton(cfg, &function.dependencies, options.wrapv);
    cancel.go_on()?;
    let trusting = OnceCell::new();
    let reduction = Reduction {
        function: &function,
        automaton: &automaton,
        trusting: &trusting,
        text,
        ending: ENDING,
        refuters: csieve_refuters::chosen(options.refuters),
        early,
        options,
        cancel,
        watch,
    };
    watch.begins(Stage::Reduction);
    let mut pool = Pool::default();
    let mut suspects = Vec::new();
    let mut findings = reduction.findings(&all_sites, &mut pool)?;
    watch.begins(Stage::Proofs);
    if proves && let Some(ranges) = Ranges::of(cfg, &automaton, MAX_RANGE_STEPS) {
        cancel.go_on()?;
        findings.extend(proved(&reduction, &ranges, &mut pool, &mut suspects)?);
    }
    findings.sort_by_key(|finding| (finding.span, finding.rule));
    Ok(FunctionFindings { findings, withheld: pool.withheld, suspects })
}
