//! The results of the analysis of one version of one document.

use std::{path::PathBuf, sync::Arc};

use csieve_analysis::{
    finding::{Finding, FunctionReport, HintId},
    suppress::{Suppression, Suppressions},
    syntax::FunctionItem,
    text::{SourceText, Span},
    unit::TranslationUnit,
};
use rustc_hash::FxHashMap;
use tower_lsp::lsp_types::{Range, Url};

use super::{
    positions::Positions,
    session::Session,
    settings::{Settings, ShowRefuted},
};
use crate::{
    build::FileBuild,
    present::{
        self, Cause, Located, Once, Starts, causes,
        rank::{Minor, minor},
        unused,
    },
    project::Others,
    project::Reading,
};

/// The functions of a text in source order, each with its report if it has one.
pub(crate) type Functions = Vec<(FunctionItem, Option<Arc<FunctionReport>>)>;

/// The translation unit of a document's text, and how it is compiled.
#[derive(Clone, Debug)]
pub(crate) struct Basis {
    /// The functions and declarations of the text.
    pub unit: Arc<TranslationUnit>,
    /// What was known of other files.
    pub others: Arc<Others>,
    /// The description of how the text is compiled.
    pub build: Arc<FileBuild>,
    /// A hash of what other files know of the text: its functions, and all of it if they may include it.
    pub interface: u64,
    /// Whether the text was opened in another form than the one on disk, which other files know.
    pub is_unsaved: bool,
}

/// The functions of a text with the reports that exist by now.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    /// The URI of the document.
    pub uri: Url,
    /// The version of the text.
    pub version: i32,
    /// The text of the document in this version.
    pub source: SourceText,
    /// The functions of the text, in source order.
    pub functions: Functions,
    /// The suppressions in the text.
    pub suppressions: Arc<Suppressions>,
    /// Notes about how the text was read.
    pub reading: Arc<Reading>,
    /// The translation unit of the text; `None` if parsing the text failed, or if the document is not open.
    pub basis: Option<Basis>,
    /// The capabilities of the client.
    pub session: Session,
    /// The settings in force.
    pub settings: Arc<Settings>,
}

impl Starts for Snapshot {
    fn start_of(&self, function: &str) -> Option<u32> {
        let found = self.functions.iter().find(|(item, _)| item.name == function);
        found.map(|(item, _)| item.span.start)
    }
}

/// A finding of a document with its id.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    /// The id of the finding in this document. It stays the same as long as the finding's function does.
    pub id: String,
    /// The finding with its place.
    pub located: Located<'a>,
}

impl Snapshot {
    /// Returns all findings in the order of their functions. Each finding is there once, though several
    /// reports may have it.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let once = Once::new(self.functions.iter().filter_map(|(_, report)| report.as_deref()));
        let mut named: FxHashMap<&str, u32> = FxHashMap::default();
        self.functions.iter().flat_map(move |(item, report)| {
            let nth = named.entry(item.name.as_str()).and_modify(|nth| *nth += 1).or_insert(1);
            let findings = report.iter().flat_map(|report| &report.findings);
            self.in_report(item, *nth, findings.filter(|finding| once.shows(finding)))
        })
    }

    /// Returns the reason why hardly anyone cares about a finding, if there is one.
    pub(super) fn minor(&self, entry: &Entry) -> Option<Minor> {
        minor(&entry.located, &self.path())
    }

    /// Returns why a finding is that of an older text, as a sentence: its function cannot be read any more. `None` for
    /// findings of the text itself.
    pub(super) fn held_because(&self, entry: &Entry) -> Option<String> {
        let name = &entry.finding().function;
        let (item, report) = self.functions.iter().find(|(item, _)| item.name == *name)?;
        let report = report.as_deref()?;
        let reason = report.skipped.as_ref()?.resolved(item.span.start, self.source.lines());
        if report.half_typed.as_ref().is_some_and(|known| known.has(entry.finding())) {
            return None;
        }
        Some(format!("As of before the last edits, since `{name}` cannot be read now: {reason}."))
    }

    /// Returns the rank of a finding (see [`present::rank`]).
    pub(super) fn rank(&self, entry: &Entry) -> u8 {
        present::rank::rank(&entry.located, &self.path())
    }

    fn path(&self) -> PathBuf {
        self.uri.to_file_path().unwrap_or_default()
    }

    /// Returns the alarms as sentences: runs of the program that reach a misuse which a proof refuted.
    pub(super) fn alarms(&self) -> Vec<String> {
        let reports = self.functions.iter().filter_map(|(_, report)| report.as_deref());
        present::alarms(reports, self, self.source.lines())
    }

    /// Returns entries for the given findings of a function's report. The function is the `nth` of its name
    /// in the text, from 1.
    fn in_report<'a>(
        &'a self,
        item: &FunctionItem,
        nth: u32,
        findings: impl Iterator<Item = &'a Finding>,
    ) -> Vec<Entry<'a>> {
        let mut entries: Vec<Entry> = Vec::new();
        for finding in findings {
            let is_own = finding.program().is_none();
            let base = if is_own { Some(item.span.start) } else { self.start_of(&finding.function) };
            let Some(base) = base else { continue };
            let (text, lines) = (self.source.text(), self.source.lines());
            let located = Located::new(finding, base, text, lines, &self.suppressions, self);
            let mut id = located.id();
            if nth > 1 && is_own {
                id = format!("{id}#{nth}");
            }
            if entries.iter().any(|entry| entry.id == id) {
                id = format!("{id}..{}", finding.span.end);
            }
            entries.push(Entry { id, located });
        }
        entries
    }

    /// Returns the findings that the settings show and no suppression hides.
    pub(super) fn shown(&self) -> impl Iterator<Item = Entry<'_>> {
        let hide_refuted = self.settings.show_refuted == ShowRefuted::Off;
        self.shown_or_refuted().filter(move |entry| !(hide_refuted && entry.is_refuted()))
    }

    /// Returns the findings that the settings show, and all refuted ones, without the suppressed ones.
    pub(super) fn shown_or_refuted(&self) -> impl Iterator<Item = Entry<'_>> {
        let (show_doubtful, show_minor) = (self.settings.show_doubtful, self.settings.show_minor);
        // While a function is written, nothing calls it yet.
        let is_shown =
            |entry: &Entry| entry.finding().doubt().is_none_or(|doubt| doubt.hint == HintId::NeverCalled);
        self.entries()
            .filter(|entry| entry.located.suppressed.is_none())
            .filter(move |entry| show_doubtful || is_shown(entry))
            .filter(move |entry| show_minor || self.minor(entry).is_none())
            .filter(|entry| self.settings.allocations.tell(&entry.located, &self.path()))
    }

    /// Returns the shown findings by their causes.
    pub(super) fn causes(&self) -> Vec<Cause<Entry<'_>>> {
        let path = self.path();
        causes(self.shown(), |entry| (&path, entry.located, self.settings.allocations))
    }

    /// Returns the suppressions that no finding needs, each with a sentence. The list is empty as long as
    /// some function has no report.
    pub(super) fn unused_suppressions(&self) -> Vec<(&Suppression, String)> {
        if self.functions.iter().any(|(_, report)| report.is_none()) {
            return Vec::new();
        }
        let skipped = self
            .functions
            .iter()
            .filter(|(_, report)| report.as_ref().is_some_and(|report| report.skipped.is_some()));
        let skipped = skipped.map(|(item, _)| item.span);
        let unknown: Vec<Span> = skipped.chain(self.reading.inactive.iter().copied()).collect();
        let findings = self.entries().map(|entry| entry.located);
        unused(&self.suppressions, findings, &self.settings.options.rules, &unknown, self.source.lines())
    }

    /// Returns the finding with this id in the document.
    pub(super) fn entry(&self, id: &str) -> Option<Entry<'_>> {
        self.entries().find(|entry| entry.id == id)
    }

    /// Returns the shown findings that a range touches.
    pub(super) fn touched(&self, range: Range) -> impl Iterator<Item = Entry<'_>> {
        let asked = self.positions().span(range);
        self.shown().filter(move |entry| {
            let span = entry.span();
            span.start <= asked.end && asked.start <= span.end
        })
    }

    /// Returns a converter between positions of the protocol and byte offsets in the text.
    pub(super) fn positions(&self) -> Positions<'_> {
        Positions::of(&self.source, self.session.encoding)
    }

    /// Returns whether all functions have their report.
    pub(super) fn is_complete(&self) -> bool {
        self.functions.iter().all(|(_, report)| report.is_some())
    }

    /// Returns whether all functions that a range touches have their report.
    pub(super) fn covers(&self, range: Range) -> bool {
        let asked = self.positions().span(range);
        self.functions.iter().all(|(item, report)| {
            report.is_some() || item.span.end < asked.start || asked.end < item.span.start
        })
    }
}

impl<'a> Entry<'a> {
    /// Returns the finding itself, with places relative to its function.
    pub(super) fn finding(&self) -> &'a Finding {
        self.located.finding
    }

    /// Returns the span of the finding in the document.
    pub(super) fn span(&self) -> Span {
        self.located.span(self.finding().span)
    }

    /// Returns whether the finding is refuted.
    pub(super) fn is_refuted(&self) -> bool {
        self.finding().is_refuted()
    }

    /// Returns the finding's message, whatever its verdict.
    pub(super) fn claim(&self) -> String {
        self.located.sentence(&self.finding().message)
    }
}

#[cfg(test)]
pub(crate) mod testing {
    //! Snapshots for tests, without an analysis: a finding at every word `BUG`, a refuted one at every word
    //! `FINE`.

    use std::sync::Arc;

    use csieve_analysis::{
        finding::{
            Candidate, Conflict, Finding, FunctionReport, ObserverGraph, Refuted, Round, Step, StepKind,
            Verdict, VerdictKind,
        },
        refuter_id::RefuterId,
        rule::Rule,
        suppress::Suppressions,
        syntax::Unit,
        text::{LineIndex, SourceText, Span},
    };
    use tower_lsp::lsp_types::Url;

    use super::{Session, Settings, Snapshot};

    /// Creates a snapshot whose findings have this many steps. The last `decisive` steps are decisive.
    pub(crate) fn snapshot(text: &str, steps: usize, decisive: usize) -> Snapshot {
        let unit = Unit::parse(text);
        let functions = unit.functions().into_iter().map(|item| {
            let text = &unit.text()[item.span.range()];
            let mut findings = Vec::new();
            for (word, verdict) in [
                ("BUG", Verdict::Unrefuted(Candidate::default())),
                ("FINE", Verdict::Refuted(Refuted::default())),
            ] {
                let found = text.match_indices(word);
                findings.extend(found.map(|(at, _)| finding(at, word, &verdict, steps, decisive)));
            }
            findings.sort_by_key(|finding| finding.span);
            let report =
                FunctionReport { function: item.name.clone(), findings, ..FunctionReport::default() };
            (item, Some(Arc::new(report)))
        });
        Snapshot {
            uri: Url::parse("file:///a.c").unwrap(),
            version: 1,
            functions: functions.collect(),
            suppressions: Arc::new(Suppressions::of(text, &LineIndex::new(text))),
            reading: Arc::default(),
            basis: None,
            session: Session { related_information: true, ..Session::default() },
            settings: Arc::new(Settings::default()),
            source: SourceText::new(text),
        }
    }

    /// Returns the snapshot with changed settings.
    pub(crate) fn with_settings(snapshot: Snapshot, change: impl FnOnce(&mut Settings)) -> Snapshot {
        let mut settings = Settings::clone(&snapshot.settings);
        change(&mut settings);
        Snapshot { settings: Arc::new(settings), ..snapshot }
    }

    fn finding(at: usize, word: &str, verdict: &Verdict, steps: usize, decisive: usize) -> Finding {
        let span = Span::new(at, at + word.len());
        let step = |nth: usize| Step {
            kind: StepKind::Branch,
            span,
            text: format!("step {nth}"),
            invocation: None,
            values: Vec::new(),
            way: None,
            decisive: nth > steps - decisive,
            callee: None,
        };
        let conflict = Conflict {
            refuter: RefuterId::Intervals,
            equations: Vec::new(),
            sentence: "it cannot be".into(),
            observer: ObserverGraph { states: Vec::new(), edges: Vec::new() },
            nearby: Vec::new(),
            refinements: Vec::new(),
            certificate: None,
        };
        let conflicts = if verdict.kind() == VerdictKind::Refuted { vec![conflict] } else { Vec::new() };
        Finding {
            rule: Rule::DivisionByZero,
            own: None,
            verdict: verdict.clone(),
            function: "f".to_owned(),
            span,
            message: format!("{word} is here").into(),
            subject: word.to_owned(),
            witness: (1..=steps).map(step).collect(),
            rounds: vec![Round { path: Vec::new(), conflicts, opinions: Vec::new() }],
            abstracted: Vec::new(),
            expansion: None,
            cause: None,
        }
    }
}
