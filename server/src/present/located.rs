//! A finding with its place in a file.

use std::fmt::Debug;

use csieve_analysis::{
    finding::{Callee, Caller, Conflict, Elsewhere, Finding, Round, Step, VerdictKind},
    suppress::{Suppression, Suppressions},
    text::{LineIndex, Sentence, Span},
};

/// A finding with the text that it was found in. The finding itself has only places relative to its function,
/// so that it can be cached.
#[derive(Clone, Copy, Debug)]
pub struct Located<'a> {
    /// The finding; its spans are relative to the function.
    pub finding: &'a Finding,
    /// The offset in bytes at which the function starts in the file.
    pub base: u32,
    /// The text of the file in which the finding is.
    pub text: &'a str,
    /// The index of the lines of `text`.
    pub lines: &'a LineIndex,
    /// The lookup of where functions of the file start.
    pub starts: &'a dyn Starts,
    /// The comment or attribute in the file that suppresses the finding.
    pub suppressed: Option<&'a Suppression>,
    /// The caller that starts at `base`, if places are relative to a caller of the finding's function.
    pub caller: Option<&'a Caller>,
}

/// A lookup of where the functions of a file start.
pub trait Starts: Debug + Sync {
    /// Returns the offset in bytes at which the definition of a function starts; `None` if the file does not
    /// define it.
    fn start_of(&self, function: &str) -> Option<u32>;
}

/// The place of a step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepPlace<'a> {
    /// The path of the file, if it is not the finding's file.
    pub file: Option<&'a str>,
    /// The line, from 1.
    pub line: u32,
    /// The span in the finding's file; `None` in another file.
    pub span: Option<Span>,
}

impl<'a> Located<'a> {
    /// Creates a finding with its place, and looks for a suppression of it.
    pub fn new(
        finding: &'a Finding,
        base: u32,
        text: &'a str,
        lines: &'a LineIndex,
        all: &'a Suppressions,
        starts: &'a dyn Starts,
    ) -> Self {
        let suppressed = all.of_finding(finding, base, text, lines).next().map(|(_, one)| one);
        Self { finding, base, text, lines, starts, suppressed, caller: None }
    }

    /// Returns an id of the finding that stays the same as long as its function does not change.
    pub fn id(&self) -> String {
        format!("{}:{}:{}", self.finding.id(), self.finding.function, self.finding.span.start)
    }

    /// Returns a sentence of the analysis with its line numbers filled in.
    pub fn sentence(&self, sentence: &Sentence) -> String {
        sentence.resolved(self.base, self.lines)
    }

    /// Returns the finding's message. For a refuted finding, it says why the finding cannot happen.
    pub fn message(&self) -> String {
        let message = self.sentence(&self.finding.message);
        match self.finding.verdict.kind() {
            VerdictKind::Refuted => match self.proof() {
                Some((at, proof)) => {
                    format!("refuted as spurious, not possible: {}", at.reason(proof))
                }
                None => format!("refuted as spurious: {message}"),
            },
            VerdictKind::Confirmed | VerdictKind::Unrefuted => message,
        }
    }

    /// Returns all rounds of path reduction of the finding, each with the finding relocated to the function
    /// that the round's places are relative to: the finding's own function, or a caller if callers refuted
    /// the finding.
    pub fn rounds(&self) -> Vec<(Self, &'a Round)> {
        let callers = self
            .finding
            .verdict
            .callers()
            .iter()
            .filter_map(|caller| Some((self.within(caller)?, &caller.rounds)));
        // If callers refute the finding, the rounds of its function alone are left out: they allow any
        // arguments and refuted nothing.
        let all = if self.finding.verdict.callers().is_empty() {
            vec![(*self, &self.finding.rounds)]
        } else {
            callers.collect()
        };
        all.into_iter().flat_map(|(at, rounds)| rounds.iter().map(move |round| (at, round))).collect()
    }

    /// Returns the rounds in which no run through callers reaches the misuse, if that makes the finding doubtful because
    /// there may be other callers.
    pub fn doubtful_rounds(&self) -> Vec<(Self, &'a Round)> {
        let callers = self.finding.doubt().map_or(&[][..], |doubt| &doubt.callers);
        let within = callers.iter().filter_map(|caller| Some((self.within(caller)?, &caller.rounds)));
        within.flat_map(|(at, rounds)| rounds.iter().map(move |round| (at, round))).collect()
    }

    /// Returns why no run through a caller reaches a doubtful misuse, as a sentence for each caller.
    pub fn doubtful_reasons(&self) -> Vec<String> {
        let mut told: Vec<(Option<String>, String)> = Vec::new();
        for (at, round) in self.doubtful_rounds() {
            let through = at.through();
            if let Some(proof) = round.conflicts.first()
                && !told.iter().any(|(known, _)| *known == through)
            {
                told.push((through, at.reason(proof)));
            }
        }
        told.into_iter().map(|(_, reason)| reason).collect()
    }

    /// Returns the finding with places relative to a caller; `None` if the caller is not where it was.
    fn within(&self, caller: &'a Caller) -> Option<Self> {
        let at = Self { caller: Some(caller), ..*self };
        Some(match &caller.elsewhere {
            Some(Elsewhere { text, lines, .. }) => Self { base: 0, text, lines, ..at },
            None => Self { base: self.starts.start_of(&caller.function)?, ..at },
        })
    }

    /// Returns the words for the caller that places are relative to, with its file if that is another one.
    pub fn through(&self) -> Option<String> {
        Some(format!("{}{}", self.caller?.function, self.of_file()))
    }

    /// Returns the words for the file of the caller that places are relative to; none for the finding's own file.
    fn of_file(&self) -> String {
        self.elsewhere().map_or_else(String::new, |there| format!(" of {}", there.path))
    }

    /// Returns the file of the caller that places are relative to, if it is not the finding's own file.
    fn elsewhere(&self) -> Option<&'a Elsewhere> {
        self.caller?.elsewhere.as_ref()
    }

    /// Returns the proof that refuted the first counterexample of the finding.
    pub fn proof(&self) -> Option<(Self, &'a Conflict)> {
        self.proofs().into_iter().next()
    }

    /// Returns all proofs of the finding in the order in which they were found, each once.
    pub fn proofs(&self) -> Vec<(Self, &'a Conflict)> {
        let mut proofs: Vec<(Self, &Conflict)> = Vec::new();
        for (at, round) in self.rounds() {
            for conflict in &round.conflicts {
                if !proofs.iter().any(|(known, one)| known.base == at.base && *one == conflict) {
                    proofs.push((at, conflict));
                }
            }
        }
        proofs
    }

    /// Returns the sentence that says why a conflict has no solution.
    pub fn reason(&self, proof: &Conflict) -> String {
        let sentence = self.sentence(&proof.sentence);
        match self.caller {
            Some(caller) => format!("through `{}`{}, {sentence}", caller.function, self.of_file()),
            None => sentence,
        }
    }

    /// Returns the span in the file of a span that is relative to the function at `base`.
    pub fn span(&self, relative: Span) -> Span {
        relative.shifted(self.base)
    }

    /// Returns whether places are relative to a caller in another file.
    pub fn is_elsewhere(&self) -> bool {
        self.elsewhere().is_some()
    }

    /// Returns the place of a step: in the function, in a callee, or in another file.
    pub fn place(&self, step: &'a Step) -> StepPlace<'a> {
        let elsewhere = self.elsewhere();
        let here = |span: Span| StepPlace {
            file: elsewhere.map(|there| &*there.path),
            line: self.lines.line_number(span.start),
            span: Some(span).filter(|_| elsewhere.is_none()),
        };
        match &step.callee {
            None => here(self.span(step.span)),
            Some(Callee { elsewhere: Some((file, line)), .. }) => {
                StepPlace { file: Some(file), line: *line, span: None }
            }
            Some(Callee { function, .. }) => match self.starts.start_of(function) {
                Some(start) => here(step.span.shifted(start)),
                // The callee is defined in a header, so the place of the finding is used instead.
                None => here(self.span(self.finding.span)),
            },
        }
    }

    /// Returns the line, from 1, of a span that is relative to the function at `base`.
    pub fn line(&self, relative: Span) -> u32 {
        self.lines.line_number(self.base + relative.start)
    }

    /// Returns line and column of an offset in the file, both from 1. The column counts characters.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let (line, bytes) = self.lines.line_column(offset);
        let start = (offset - bytes) as usize;
        let column =
            self.text.get(start..offset as usize).map_or(bytes as usize, |text| text.chars().count());
        (line + 1, column as u32 + 1)
    }

    /// Returns the text of the source line on which a span relative to the function starts, trimmed.
    pub fn source_line(&self, relative: Span) -> &'a str {
        let (line, _) = self.lines.line_column(self.base + relative.start);
        let start = self.lines.line_start(line).unwrap_or(0) as usize;
        let end = self.lines.line_start(line + 1).map_or(self.text.len(), |next| next as usize);
        self.text.get(start..end).unwrap_or_default().trim()
    }
}
