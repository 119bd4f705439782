//! What somebody looks at of a long text is analysed before most of it is summarised.

use std::sync::{Arc, atomic::Ordering};

use csieve_analysis::{
    Around, cancel::Cancel, finding::FunctionReport, options::Options, project::Surroundings,
    unit::TranslationUnit, watch::NoWatch,
};
use rayon::prelude::*;

use super::{Round, Scheduler, half_typed::around_errors, is_long};
use crate::{
    lsp::{attention::Lined, snapshot::Functions},
    project::KeptForFile,
};

impl Scheduler {
    /// Analyses the functions of a unit that come first, with the summaries of just the functions that they call. Returns
    /// all functions of the unit, those with their reports. `None` if no
    /// function comes first, or if the text is soon done anyway.
    pub(super) fn early(
        &self,
        round: &Round,
        unit: &TranslationUnit,
        options: &Options,
        (files, lined): (Surroundings, &Lined),
    ) -> Option<Functions> {
        let is_worth_it = is_long(unit) && !round.is_summarised.load(Ordering::Relaxed);
        let first = if is_worth_it { round.attention.first(lined) } else { Vec::new() };
        if first.is_empty() {
            return None;
        }
        let is_first = |name: &str| first.iter().any(|index| unit.functions[*index].text.name == name);
        let summaries = self.summaries(round, unit, options, is_first).ok()?;
        let kept = KeptForFile::default();
        let around = Around { files: files.keeping(&kept), summaries: &summaries, watch: &NoWatch };
        let text = round.source.text();
        let reports = first.par_iter().map(|index| {
            let function = &unit.functions[*index];
            let report = self.report(text, options, around, function, round).map(Arc::new);
            let report =
                report.and_then(|report| around_errors(text, options, around, function, report, round));
            (*index, report.ok())
        });
        let reports: Vec<(usize, Option<Arc<FunctionReport>>)> = reports.collect();
        let mut functions: Functions =
            unit.functions.iter().map(|function| (function.item(), None)).collect();
        for (index, report) in reports {
            functions[index].1 = report;
        }
        (!round.is_cancelled()).then_some(functions)
    }
}
