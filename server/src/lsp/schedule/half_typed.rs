//! Functions in which somebody types: what is known of them around their syntax errors.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use csieve_analysis::{
    Around, analyse_half_typed,
    cancel::{Cancel, Cancelled},
    finding::FunctionReport,
    has_syntax_error,
    options::Options,
    project::Surroundings,
    summary::Summaries,
    unit::UnitFunction,
};

use super::Scheduler;
use crate::project::FunctionKey;

impl Scheduler {
    /// Returns known reports, of functions with syntax errors only those that have what is known around these.
    pub(super) fn with_half_typed(
        &self,
        known: Vec<Option<Arc<FunctionReport>>>,
        keys: &[FunctionKey],
        files: Surroundings,
        summaries: &Summaries,
    ) -> Vec<Option<Arc<FunctionReport>>> {
        let more = |(known, key): (Option<Arc<FunctionReport>>, &FunctionKey)| {
            let known = known?;
            if has_syntax_error(&known) { self.half_typed.get(key, files, summaries) } else { Some(known) }
        };
        known.into_iter().zip(keys).map(more).collect()
    }
}

/// Returns the report of a function with what is known around its syntax errors, if it has any.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub(super) fn around_errors(
    text: &str,
    options: &Options,
    around: Around,
    function: &UnitFunction,
    report: Arc<FunctionReport>,
    cancel: &dyn Cancel,
) -> Result<Arc<FunctionReport>, Cancelled> {
    if !has_syntax_error(&report) {
        return Ok(report);
    }
    let plain = FunctionReport::clone(&report);
    let more = || analyse_half_typed(text, around, function, options, plain, cancel).map(Arc::new);
    catch_unwind(AssertUnwindSafe(more)).unwrap_or_else(|_| {
        tracing::error!(function = function.text.name, "the analysis around syntax errors panicked");
        Ok(report)
    })
}

/// Returns a report without what is known around syntax errors, as other programs may see it.
pub(super) fn plain(report: Arc<FunctionReport>) -> Arc<FunctionReport> {
    if report.half_typed.is_none() {
        return report;
    }
    let (function, skipped) = (report.function.clone(), report.skipped.clone());
    Arc::new(FunctionReport { function, skipped, ..FunctionReport::default() })
}
