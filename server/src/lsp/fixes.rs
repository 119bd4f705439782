//! Quick fixes of the findings of a document, made when a client asks for them.

use std::sync::Arc;

use csieve_analysis::{
    Around,
    cancel::{Cancel, Cancelled},
    finding::FunctionReport,
    fixes::Edit,
    project::Surroundings,
    summary::Summaries,
    text::SourceText,
    unit::UnitFunction,
};
use dashmap::DashMap;
use tokio::sync::oneshot;
use tower_lsp::lsp_types::Range;

use super::{
    cache::Cache,
    epoch::{Epoch, Wanted},
    schedule::Scheduler,
    snapshot::{Basis, Entry, Snapshot},
    units::Units,
};
use crate::{
    fix::{Fix, Reports, State, Target, Workshop},
    project::FunctionKey,
};

/// The most fixes that are offered for one finding.
const MOST: usize = 2;

/// The most findings of one question for which fixes are looked for.
const MOST_FINDINGS: usize = 4;

/// The most findings whose fixes are remembered.
const CAPACITY: usize = 2_000;

/// The fixes of a finding, with places from the start of the finding's function.
type OfFinding = Arc<Vec<Fix>>;

/// A question for the fixes of the findings that a range touches.
#[derive(Debug)]
pub(crate) struct Question {
    /// The results for the current text of the document.
    pub snapshot: Arc<Snapshot>,
    /// The range.
    pub range: Range,
    /// The channel for the answer: the ids of findings, each with its fixes.
    pub reply: oneshot::Sender<Vec<(String, Vec<Fix>)>>,
}

/// The fixes that were found, by the function of the finding and the finding's id.
#[derive(Debug, Default)]
pub(crate) struct KnownFixes(DashMap<(FunctionKey, String), OfFinding>);

impl Reports for Cache {
    fn get(
        &self,
        key: &FunctionKey,
        files: Surroundings,
        summaries: &Summaries,
    ) -> Option<Arc<FunctionReport>> {
        Self::get(self, key, files, summaries)
    }

    fn put(&self, key: FunctionKey, report: Arc<FunctionReport>) {
        self.insert(key, &report);
    }
}

impl KnownFixes {
    /// Answers a question, on the threads of the current pool. `epoch` ends when the text changes; then there
    /// is no answer.
    pub(super) fn answer(&self, question: Question, units: &Units, scheduler: &Scheduler, epoch: &Epoch) {
        let Question { snapshot, range, reply } = question;
        let found = self.found(&snapshot, range, (units, scheduler), &Wanted { epoch, reply: &reply });
        drop(reply.send(found.unwrap_or_default()));
    }

    fn found(
        &self,
        snapshot: &Snapshot,
        range: Range,
        (units, scheduler): (&Units, &Scheduler),
        cancel: &(dyn Cancel + Sync),
    ) -> Result<Vec<(String, Vec<Fix>)>, Cancelled> {
        let Some(Basis { others, build, .. }) = &snapshot.basis else { return Ok(Vec::new()) };
        let reports: Option<Vec<Arc<FunctionReport>>> =
            snapshot.functions.iter().map(|(_, report)| report.clone()).collect();
        let Some(reports) = reports else { return Ok(Vec::new()) };
        let options = snapshot.settings.options.of_build(build.flags.wrapv);
        let path = snapshot.uri.to_file_path().unwrap_or_default();
        let translate = |text: &SourceText| units.trial(&snapshot.uri, text);
        let analyse = |text: &str, around: Around, function: &UnitFunction, cancel: &(dyn Cancel + Sync)| {
            scheduler.report(text, &options, around, function, cancel)
        };
        let workshop = Workshop {
            path: &path.to_string_lossy(),
            others,
            known: &**scheduler.known(),
            options: &options,
            translate: &translate,
            analyse: &analyse,
            reports: scheduler.cache(),
        };
        let Some(state) = workshop.begin(snapshot.source.clone(), &reports, cancel)? else {
            return Ok(Vec::new());
        };
        let entries = snapshot.touched(range);
        let entries = entries.filter(|entry| !entry.is_refuted() && snapshot.held_because(entry).is_none());
        let mut all = Vec::new();
        for entry in entries.take(MOST_FINDINGS) {
            let fixes = self.of_finding(&workshop, &state, &entry, cancel)?;
            all.push((entry.id, fixes));
        }
        Ok(all)
    }

    /// Returns the fixes of a finding, which are remembered as long as its function stays the same.
    fn of_finding(
        &self,
        workshop: &Workshop,
        state: &State,
        entry: &Entry,
        cancel: &(dyn Cancel + Sync),
    ) -> Result<Vec<Fix>, Cancelled> {
        let base = entry.located.base;
        let Some(key) = state.key_at(base) else { return Ok(Vec::new()) };
        let key = (key, entry.id.clone());
        if let Some(known) = self.0.get(&key) {
            return Ok(known.iter().map(|fix| moved(fix, |at| at + base)).collect());
        }
        let target = Target { finding: entry.finding(), base };
        let found = workshop.fixes(state, target, MOST, cancel)?;
        let fixes: Vec<Fix> = found.into_iter().map(|(fix, _)| fix).collect();
        if self.0.len() >= CAPACITY {
            self.0.clear();
        }
        self.0.insert(key, Arc::new(fixes.iter().map(|fix| moved(fix, |at| at - base)).collect()));
        Ok(fixes)
    }
}

fn moved(fix: &Fix, to: impl Fn(u32) -> u32) -> Fix {
    let edit = |edit: &Edit| {
        let mut edit = edit.clone();
        (edit.span.start, edit.span.end) = (to(edit.span.start), to(edit.span.end));
        edit
    };
    Fix { title: fix.title.clone(), edits: fix.edits.iter().map(edit).collect(), is_safe: fix.is_safe }
}
