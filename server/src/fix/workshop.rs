//! Tries candidates.

use std::{fmt, path::PathBuf, sync::Arc};

use csieve_analysis::{
    Around,
    cancel::{Cancel, Cancelled},
    finding::FunctionReport,
    fixes::{Candidate, Edit, Subject, applied, candidates, composed},
    habits::FileUses,
    options::Options,
    project::Surroundings,
    summarise::{Cache, unit_summaries},
    summary::Summaries,
    suppress::Suppressions,
    text::SourceText,
    unit::{UnitFunction, lowered},
    watch::NoWatch,
};
use rayon::prelude::*;

use super::{
    Fix, State, Target, Translated,
    compare::{Outcome, is_sound, is_still_there, loss_at, outcome},
};
use crate::project::{AnalysedFile, FunctionKey, KeptForFile, Others, Reading, function_keys};

/// The most releases that are added to an edit which leaves the function.
const MOST_RELEASES: usize = 2;

/// The means with which the versions of a file are analysed.
pub struct Workshop<'a> {
    /// The path by which other files know the file.
    pub path: &'a str,
    /// What is known of other files.
    pub others: &'a Others,
    /// The summaries of functions that are known.
    pub known: &'a (dyn Cache + Sync),
    /// The options of the analysis, for the build of the file.
    pub options: &'a Options,
    /// Makes a unit of a text.
    pub translate: &'a (dyn Fn(&SourceText) -> Translated + Sync),
    /// Analyses one function; the text is that of the file.
    pub analyse: &'a Analyse<'a>,
    /// The reports that are known.
    pub reports: &'a dyn Reports,
}

/// Analyses one function of a text.
type Analyse<'a> = dyn Fn(&str, Around, &UnitFunction, &(dyn Cancel + Sync)) -> Made + Sync + 'a;

/// The report of a function.
type Made = Result<FunctionReport, Cancelled>;

/// Reports of functions that are known.
pub trait Reports: Sync {
    /// Returns the report of a key, if it is known and what it consulted is the same.
    fn get(
        &self,
        key: &FunctionKey,
        files: Surroundings,
        summaries: &Summaries,
    ) -> Option<Arc<FunctionReport>>;

    /// Keeps a report.
    fn put(&self, key: FunctionKey, report: Arc<FunctionReport>);
}

impl fmt::Debug for Workshop<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workshop").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Workshop<'_> {
    /// Returns the state of a text whose functions have these reports. `None` if they are not those of the
    /// text.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` asks to stop.
    pub fn begin(
        &self,
        source: SourceText,
        reports: &[Arc<FunctionReport>],
        cancel: &(dyn Cancel + Sync),
    ) -> Result<Option<State>, Cancelled> {
        let (translated, summaries) = self.prepared(&source, cancel)?;
        let functions = &translated.unit.functions;
        let is_of_text = functions.len() == reports.len()
            && functions.iter().zip(reports).all(|(function, report)| function.text.name == report.function);
        if !is_of_text {
            return Ok(None);
        }
        let keys = self.keys(&source, &translated, &summaries);
        for (key, report) in keys.iter().zip(reports) {
            self.reports.put(*key, Arc::clone(report));
        }
        let reports = functions.iter().map(|function| function.start).zip(reports.iter().cloned()).collect();
        Ok(Some(self.state(source, translated, summaries, (keys, reports))))
    }

    /// Returns the fixes of a finding, the best first, at most `most`, each with the state after it.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` asks to stop.
    pub fn fixes(
        &self,
        before: &State,
        target: Target,
        most: usize,
        cancel: &(dyn Cancel + Sync),
    ) -> Result<Vec<(Fix, State)>, Cancelled> {
        let mut found = Vec::new();
        for (nth, candidate) in self.candidates(before, target).into_iter().enumerate() {
            if found.len() >= most {
                break;
            }
            let title = candidate.title.resolved(target.base, before.file.source.lines());
            let fix = Fix { title, edits: in_file(&candidate, target.base), is_safe: candidate.is_safe };
            found.extend(self.mended(before, target, (nth, fix), cancel)?);
        }
        Ok(found)
    }

    /// Returns a fix with the state after it, if it is one. What is lost where it makes the function leave is
    /// released, too, and so is what is lost in several ways. The fix is the `nth` candidate.
    fn mended(
        &self,
        before: &State,
        target: Target,
        (nth, mut fix): (usize, Fix),
        cancel: &(dyn Cancel + Sync),
    ) -> Result<Option<(Fix, State)>, Cancelled> {
        for _ in 0..=MOST_RELEASES {
            let Some((outcome, after)) = self.tried(before, target, &fix.edits, cancel)? else { break };
            let (place, subject) = match outcome {
                Outcome::Better => return Ok(Some((fix, after))),
                Outcome::Loses(place, subject) => (place, subject),
                Outcome::NoBetter => break,
            };
            let Some(loss) = loss_at(&after.file, place, &subject) else { break };
            let releases = self.candidates(&after, loss);
            // The same loss has the same kinds of candidates again.
            let is_same = loss.finding.rule == target.finding.rule;
            let Some(release) = releases.into_iter().nth(if is_same { nth } else { 0 }) else { break };
            let Some(edits) = composed(&fix.edits, &in_file(&release, loss.base)) else { break };
            let is_safe = fix.is_safe && release.is_safe;
            fix = Fix { title: told_with(&fix.title, release.code()), edits, is_safe };
        }
        Ok(None)
    }

    fn candidates(&self, before: &State, target: Target) -> Vec<Candidate> {
        let Some((_, function)) = before.function_at(target.base) else { return Vec::new() };
        let Translated { standing, .. } = &before.translated;
        let graph = lowered(&standing.context, &self.options.library, &before.summaries, function);
        let file_text = &**before.file.source.text();
        let (Ok(cfg), Some(text)) = (graph, file_text.get(function.span().range())) else {
            return Vec::new();
        };
        let library = &*self.options.library;
        candidates(&Subject { finding: target.finding, text, file_text, cfg: &cfg, library })
    }

    /// Returns the state after edits, with what they do. `None` if they do not even correct the finding in
    /// its function.
    fn tried(
        &self,
        before: &State,
        target: Target,
        edits: &[Edit],
        cancel: &(dyn Cancel + Sync),
    ) -> Result<Option<(Outcome, State)>, Cancelled> {
        cancel.go_on()?;
        let Some(text) = applied(before.file.source.text(), edits) else { return Ok(None) };
        let source = SourceText::new(text);
        let (translated, summaries) = self.prepared(&source, cancel)?;
        let Some((at, old)) = before.function_at(target.base) else { return Ok(None) };
        let Some(new) = translated.unit.functions.get(at) else { return Ok(None) };
        if new.start != target.base || new.text.name != old.text.name {
            return Ok(None);
        }
        let keys = self.keys(&source, &translated, &summaries);
        let kept = KeptForFile::default();
        let files = Surroundings::new(&self.others.project, self.path, &translated.standing).keeping(&kept);
        let around = Around { files, summaries: &summaries, watch: &NoWatch };
        let report = |(function, key): (&UnitFunction, &FunctionKey)| {
            self.report(source.text(), around, (function, key), cancel)
        };
        // Most candidates that are wrong show it in their own function.
        let first = report((new, &keys[at]))?;
        if is_still_there(&first.findings, new.start, edits, target) {
            return Ok(None);
        }
        let all = translated.unit.functions.par_iter().zip(&keys).enumerate().map(|(index, one)| {
            let made = if index == at { Ok(Arc::clone(&first)) } else { report(one) };
            Ok((one.0.start, made?))
        });
        let reports = all.collect::<Result<Vec<_>, Cancelled>>()?;
        let after = self.state(source, translated, summaries, (keys, reports));
        let new = &after.translated.unit.functions[at];
        if !is_sound(before, old, &after, new) {
            return Ok(None);
        }
        Ok(Some((outcome(before, &after, edits, target), after)))
    }

    fn report(
        &self,
        text: &str,
        around: Around,
        (function, key): (&UnitFunction, &FunctionKey),
        cancel: &(dyn Cancel + Sync),
    ) -> Result<Arc<FunctionReport>, Cancelled> {
        if let Some(known) = self.reports.get(key, around.files, around.summaries) {
            return Ok(known);
        }
        let report = Arc::new((self.analyse)(text, around, function, cancel)?);
        self.reports.put(*key, Arc::clone(&report));
        Ok(report)
    }

    /// Makes a unit of a text, and the summaries of its functions.
    fn prepared(
        &self,
        source: &SourceText,
        cancel: &(dyn Cancel + Sync),
    ) -> Result<(Translated, Summaries), Cancelled> {
        let translated = (self.translate)(source);
        let (standing, others) = (&*translated.standing, self.others);
        let own =
            unit_summaries(standing, &others.summaries_for(self.path), self.options, self.known, cancel)?;
        let summaries = others.known_to(standing, self.path, own);
        Ok((translated, summaries))
    }

    fn keys(&self, source: &SourceText, translated: &Translated, summaries: &Summaries) -> Vec<FunctionKey> {
        let files = Surroundings::new(&self.others.project, self.path, &translated.standing);
        function_keys(source.text(), &translated.unit, files, self.options, summaries)
    }

    fn state(
        &self,
        source: SourceText,
        translated: Translated,
        summaries: Summaries,
        (keys, reports): (Vec<FunctionKey>, Vec<(u32, Arc<FunctionReport>)>),
    ) -> State {
        let suppressions = Suppressions::of(source.text(), source.lines());
        let (path, reading, uses) = (PathBuf::from(self.path), Reading::default(), FileUses::default());
        let file = AnalysedFile { path, source, note: None, reading, uses, reports, suppressions };
        State { file, translated, summaries, keys }
    }
}

/// Returns the title of a fix that releases something more.
fn told_with(title: &str, code: &str) -> String {
    let again = format!("`{code}` ");
    let is_same = title.contains(&again);
    if is_same { format!("{title} and elsewhere") } else { format!("{title}, with `{code}`") }
}

/// Returns the edits of a candidate in the file, whose function starts at `base`.
fn in_file(candidate: &Candidate, base: u32) -> Vec<Edit> {
    candidate.edits.iter().map(|edit| edit.shifted(base)).collect()
}
