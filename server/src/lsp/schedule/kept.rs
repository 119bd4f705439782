//! Reports that are known already: from this session, and from earlier ones on disk.

use std::{path::Path, sync::Arc};

use csieve_analysis::{
    finding::FunctionReport, project::Surroundings, summary::Summaries, unit::TranslationUnit,
};

use super::{Round, Scheduler, half_typed::plain};
use crate::project::{Earlier, FileResults, FunctionKey, Reading, Store};

impl Scheduler {
    /// Keeps the reports of all functions of a text on disk.
    pub(super) fn keep(
        &self,
        round: &Round,
        unit: &TranslationUnit,
        reading: &Reading,
        (keys, reports): (&[FunctionKey], Vec<Option<Arc<FunctionReport>>>),
    ) {
        let reports: Option<Vec<_>> = reports.into_iter().map(|report| report.map(plain)).collect();
        let (Some(store), Some(reports)) = (self.store(round), reports) else { return };
        let outlines = unit.function_outlines(Some(round.source.text()));
        let all = outlines.iter().zip(keys).zip(&reports);
        let all = all.map(|((function, key), report)| (function, *key, report));
        store.keep_results(Path::new(&round.path), &FileResults::new((reading, unit.uses()), all));
    }

    /// Returns the cache on disk, for the options of a round.
    pub(super) fn store(&self, round: &Round) -> Option<Store<'_>> {
        self.disk().map(|disk| Store::new(disk, &round.options, None))
    }

    /// Returns the reports of the functions with these keys that are known. If most are not, the text is probably new to
    /// this session, and what an `earlier` one left on disk is looked at.
    pub(in crate::lsp) fn known_reports(
        &self,
        keys: &[FunctionKey],
        files: Surroundings,
        summaries: &Summaries,
        earlier: impl FnOnce() -> Earlier,
    ) -> Vec<Option<Arc<FunctionReport>>> {
        let known = || keys.iter().map(|key| self.cache.get(key, files, summaries)).collect();
        let first: Vec<Option<Arc<FunctionReport>>> = known();
        if first.iter().flatten().count() * 2 >= keys.len() {
            return first;
        }
        let earlier = earlier();
        for (key, _) in keys.iter().zip(&first).filter(|(_, known)| known.is_none()) {
            if let Some(report) = earlier.get(key) {
                self.cache.insert(*key, report);
            }
        }
        known()
    }
}
