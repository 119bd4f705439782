//! Judges what other tools say of a document ([`crate::judge`]).

use std::sync::Arc;

use csieve_analysis::{
    Around,
    cancel::{Cancel, Cancelled},
    finding::VerdictKind,
    project::Surroundings,
    summarise::unit_summaries,
    watch::NoWatch,
};
use serde::Serialize;
use tokio::sync::oneshot;

use super::{
    commands::View,
    epoch::{Epoch, Wanted},
    schedule::Scheduler,
    snapshot::{Basis, Entry, Snapshot},
    view::{TraceStep, hover_page, links, steps},
};
use crate::{
    judge::{Claimed, JudgedFile, Stated, Verdict, claimed, judge_in},
    present::Located,
    project::KeptForFile,
};

/// The most results that are judged at once.
const MOST: usize = 200;

/// What csieve says of a diagnostic of another tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JudgedDiagnostic {
    /// The verdict.
    pub verdict: VerdictKind,
    /// The id of csieve's rule about the same misuse. `None` if there is none: then the line must be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Why the verdict is so, in one line.
    pub sentence: String,
    /// Of a refuted diagnostic, the reason why what it says cannot happen, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The verdict with its reasons and the steps that matter, as Markdown.
    pub markdown: String,
    /// The path with the misuse, or the first one that was refuted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<TraceStep>,
    /// The id of csieve's own finding of this misuse with this verdict, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// A question for verdicts.
#[derive(Debug)]
pub(crate) struct Question {
    /// The results for the current text of the document.
    pub snapshot: Arc<Snapshot>,
    /// What other tools say, of which the rules claim something about runs.
    pub results: Vec<Stated>,
    /// The channel for the answer: one verdict for each result.
    pub reply: oneshot::Sender<Vec<JudgedDiagnostic>>,
}

impl Question {
    /// Answers the question, on the threads of the current pool. `epoch` ends when the text changes; then
    /// there is no answer.
    pub(super) fn answer(self, scheduler: &Scheduler, epoch: &Epoch) {
        let judged = self.judged(scheduler, &Wanted { epoch, reply: &self.reply });
        let Ok(verdicts) = judged else { return };
        let shown = self.results.iter().zip(&verdicts).map(|(stated, verdict)| self.shown(stated, verdict));
        let shown = shown.collect();
        drop(self.reply.send(shown));
    }

    fn judged(&self, scheduler: &Scheduler, cancel: &(dyn Cancel + Sync)) -> Result<Vec<Verdict>, Cancelled> {
        let snapshot = &*self.snapshot;
        let Some(Basis { unit, others, build, .. }) = &snapshot.basis else {
            return Ok(vec![Verdict::not_judged("the file could not be read"); self.results.len()]);
        };
        let options = snapshot.settings.options.of_build(build.flags.wrapv);
        let path = snapshot.uri.to_file_path().unwrap_or_default();
        let path = path.to_string_lossy();
        let own = unit_summaries(unit, &others.summaries_for(&path), &options, &**scheduler.known(), cancel)?;
        let summaries = others.known_to(unit, &path, own);
        let kept = KeptForFile::default();
        let files = Surroundings::new(&others.project, &path, unit);
        let around = Around { files: files.keeping(&kept), summaries: &summaries, watch: &NoWatch };
        let report_of = |function: usize| snapshot.functions.get(function)?.1.clone();
        let file =
            JudgedFile { unit, source: &snapshot.source, around, options: &options, report_of: &report_of };
        let asked: Vec<&Stated> = self.results.iter().take(MOST).collect();
        let mut verdicts = judge_in(&file, &asked, cancel)?;
        let left = Verdict::not_judged(format!("other tools say more than {MOST} things of the file"));
        verdicts.resize(self.results.len(), left);
        Ok(verdicts)
    }

    fn shown(&self, stated: &Stated, verdict: &Verdict) -> JudgedDiagnostic {
        let rule = match claimed(stated) {
            Some(Claimed::Misuse(rule)) => Some(rule.id().to_owned()),
            _ => None,
        };
        let located = verdict.evidence.as_ref().map(|evidence| evidence.located());
        let own = located.as_ref().and_then(|located| self.own(located));
        let page =
            located.as_ref().map(|located| self.page(located, own.as_ref(), (rule.as_deref(), verdict)));
        let positions = self.snapshot.positions();
        let path = |located: &Located| steps(located, &positions, &located.finding.witness);
        let proof =
            located.as_ref().filter(|_| verdict.kind == VerdictKind::Refuted).and_then(Located::proof);
        JudgedDiagnostic {
            verdict: verdict.kind,
            rule,
            sentence: verdict.why.clone(),
            proof: proof.map(|(at, proof)| at.reason(proof)),
            markdown: page.unwrap_or_else(|| format!("**{}** · {}\n", verdict.kind.as_str(), verdict.why)),
            steps: located.as_ref().map(path).unwrap_or_default(),
            id: own.map(|own| own.id),
        }
    }

    /// Returns the hover of a result with the finding that decides it.
    fn page(
        &self,
        located: &Located,
        own: Option<&Entry>,
        (rule, verdict): (Option<&str>, &Verdict),
    ) -> String {
        let session = self.snapshot.session;
        let links = own.filter(|_| session.commands).map_or_else(String::new, |own| {
            links(&self.snapshot.uri, &own.id, View::of(own, true).filter(|view| *view != View::Driver))
        });
        match verdict.kind {
            VerdictKind::Refuted => hover_page::judged(located, (rule, &verdict.why), &links, session),
            // The other tool's message stands above.
            _ => hover_page::markdown(located, &links, session),
        }
    }

    /// Returns csieve's own finding of the misuse that a finding of the judgement is about.
    fn own(&self, located: &Located) -> Option<Entry<'_>> {
        let (finding, span) = (located.finding, located.span(located.finding.span));
        let line = |offset| self.snapshot.source.lines().line_number(offset);
        self.snapshot.entries().find(|entry| {
            let own = entry.finding();
            own.rule == finding.rule
                && own.verdict.kind() == finding.verdict.kind()
                && line(entry.span().start) == line(span.start)
                && (finding.subject.is_empty() || own.subject == finding.subject)
        })
    }
}
