//! What is known about one version of one document.

use std::sync::Arc;

use csieve_analysis::{
    finding::{Finding, FunctionReport},
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
    present::{self, Located, Once, Starts, unused},
    project::Reading,
};

/// The functions of a text, in source order, with their reports as far as there are any.
pub(crate) type Functions = Vec<(FunctionItem, Option<Arc<FunctionReport>>)>;

/// A text as the analysis reads it.
#[derive(Clone, Debug)]
pub(crate) struct Basis {
    /// Its functions, and what is around them.
    pub unit: Arc<TranslationUnit>,
    /// How it is compiled.
    pub build: Arc<FileBuild>,
}

/// The functions of a text with their reports, those that exist by now.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    /// The document.
    pub uri: Url,
    /// Its version.
    pub version: i32,
    /// Its text.
    pub source: SourceText,
    /// Its functions, in source order.
    pub functions: Functions,
    /// What its text suppresses.
    pub suppressions: Arc<Suppressions>,
    /// How it was read.
    pub reading: Arc<Reading>,
    /// What it was read as; nothing if it could not be, or if nobody looks at it.
    pub basis: Option<Basis>,
    /// What the client understands.
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

/// A finding of a document, with its name.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    /// Names it in this document, as long as its function stays the same.
    pub id: String,
    /// The finding.
    pub located: Located<'a>,
}

impl Snapshot {
    /// All findings, by position.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let once = Once::new(self.functions.iter().filter_map(|(_, report)| report.as_deref()));
        let mut named: FxHashMap<&str, u32> = FxHashMap::default();
        self.functions.iter().flat_map(move |(item, report)| {
            let nth = named.entry(item.name.as_str()).and_modify(|nth| *nth += 1).or_insert(1);
            let findings = report.iter().flat_map(|report| &report.findings);
            self.in_report(item, *nth, findings.filter(|finding| once.shows(finding)))
        })
    }

    /// The runs of the program that reach what a proof refutes, as sentences. They are never silent.
    pub(super) fn alarms(&self) -> Vec<String> {
        let reports = self.functions.iter().filter_map(|(_, report)| report.as_deref());
        present::alarms(reports, self, self.source.lines())
    }

    /// Findings of the report of a function, the `nth` of its name.
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

    /// The findings that the settings show and the text does not suppress.
    pub(super) fn shown(&self) -> impl Iterator<Item = Entry<'_>> {
        let hide_refuted = self.settings.show_refuted == ShowRefuted::Off;
        self.shown_or_refuted().filter(move |entry| !(hide_refuted && entry.is_refuted()))
    }

    /// The findings that the settings show, and the refuted ones whether they are shown or not.
    pub(super) fn shown_or_refuted(&self) -> impl Iterator<Item = Entry<'_>> {
        let show_doubtful = self.settings.show_doubtful;
        self.entries()
            .filter(|entry| entry.located.suppressed.is_none())
            .filter(move |entry| show_doubtful || entry.finding().doubt().is_none())
    }

    /// The suppressions that nothing needs, each with a sentence; none as long as some function has no report.
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

    /// The finding with an id.
    pub(super) fn entry(&self, id: &str) -> Option<Entry<'_>> {
        self.entries().find(|entry| entry.id == id)
    }

    /// The shown findings that a range touches.
    pub(super) fn touched(&self, range: Range) -> impl Iterator<Item = Entry<'_>> {
        let asked = self.positions().span(range);
        self.shown().filter(move |entry| {
            let span = entry.span();
            span.start <= asked.end && asked.start <= span.end
        })
    }

    /// Positions in this text.
    pub(super) fn positions(&self) -> Positions<'_> {
        Positions::of(&self.source, self.session.encoding)
    }

    /// Whether all functions that a range touches have their report.
    pub(super) fn covers(&self, range: Range) -> bool {
        let asked = self.positions().span(range);
        self.functions.iter().all(|(item, report)| {
            report.is_some() || item.span.end < asked.start || asked.end < item.span.start
        })
    }
}

impl<'a> Entry<'a> {
    /// The finding itself, relative to its function.
    pub(super) fn finding(&self) -> &'a Finding {
        self.located.finding
    }

    /// Its place in the document.
    pub(super) fn span(&self) -> Span {
        self.located.span(self.finding().span)
    }

    /// Whether it is refuted.
    pub(super) fn is_refuted(&self) -> bool {
        self.finding().is_refuted()
    }

    /// What the analysis found, whatever became of it.
    pub(super) fn claim(&self) -> String {
        self.located.sentence(&self.finding().message)
    }
}

#[cfg(test)]
pub(crate) mod testing {
    //! Snapshots without an analysis: a finding at every `BUG`, a refuted one at every `FINE`.

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

    /// A snapshot whose findings have this many steps, of which the last ones are decisive.
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

    /// The same with other settings.
    pub(crate) fn with_settings(snapshot: Snapshot, change: impl FnOnce(&mut Settings)) -> Snapshot {
        let mut settings = Settings::clone(&snapshot.settings);
        change(&mut settings);
        Snapshot { settings: Arc::new(settings), ..snapshot }
    }

    fn finding(at: usize, word: &str, verdict: &Verdict, steps: usize, decisive: usize) -> Finding {
        let span = Span::new(at, at + word.len());
        let step = |nth: usize| Step {
            kind: StepKind::Assign,
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
            verdict: verdict.clone(),
            function: "f".to_owned(),
            span,
            message: format!("{word} is here").into(),
            subject: word.to_owned(),
            witness: (1..=steps).map(step).collect(),
            rounds: vec![Round { path: Vec::new(), conflicts, opinions: Vec::new() }],
            abstracted: Vec::new(),
            expansion: None,
        }
    }
}
