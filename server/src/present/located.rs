//! A finding at its place in a file.

use std::fmt::Debug;

use csieve_analysis::{
    finding::{Callee, Caller, Conflict, Finding, Round, Step, VerdictKind},
    suppress::{Suppression, Suppressions},
    text::{LineIndex, Sentence, Span},
};

/// A finding with the text it was found in; a cached finding only knows its function.
#[derive(Clone, Copy, Debug)]
pub struct Located<'a> {
    /// The finding; its spans are relative to the function.
    pub finding: &'a Finding,
    /// Where the function starts in the file, in bytes.
    pub base: u32,
    /// The text of the file.
    pub text: &'a str,
    /// Its lines.
    pub lines: &'a LineIndex,
    /// Where its functions start.
    pub starts: &'a dyn Starts,
    /// The words in the file that suppress it.
    pub suppressed: Option<&'a Suppression>,
    /// The function that `base` is the start of, if it is not the finding's but one that calls it.
    pub caller: Option<&'a str>,
}

/// Where the functions of a file start.
pub trait Starts: Debug + Sync {
    /// Where the definition of a function starts, in bytes.
    fn start_of(&self, function: &str) -> Option<u32>;
}

/// Where a step is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepPlace<'a> {
    /// The file, if it is another one.
    pub file: Option<&'a str>,
    /// The one-based line.
    pub line: u32,
    /// The range, if it is in the finding's file.
    pub span: Option<Span>,
}

impl<'a> Located<'a> {
    /// A finding at its place, with what suppresses it.
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

    /// What identifies the finding as long as its function does not change.
    pub fn id(&self) -> String {
        format!("{}:{}:{}", self.finding.rule.id(), self.finding.function, self.finding.span.start)
    }

    /// A sentence of the analysis with its lines filled in.
    pub fn sentence(&self, sentence: &Sentence) -> String {
        sentence.resolved(self.base, self.lines)
    }

    /// The finding's message: for a refuted one it says why it cannot happen.
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

    /// All rounds, each with the function that its places are relative to: those of the finding's own function, or of all that
    /// call it.
    pub fn rounds(&self) -> Vec<(Self, &'a Round)> {
        let callers = self
            .finding
            .verdict
            .callers()
            .iter()
            .filter_map(|caller| Some((self.within(caller)?, &caller.rounds)));
        // That a caller begins with anything does not refute it, if its own callers do.
        let all = if self.finding.verdict.callers().is_empty() {
            vec![(*self, &self.finding.rounds)]
        } else {
            callers.collect()
        };
        all.into_iter().flat_map(|(at, rounds)| rounds.iter().map(move |round| (at, round))).collect()
    }

    /// The finding where a caller is what places are relative to.
    fn within(&self, caller: &'a Caller) -> Option<Self> {
        let base = self.starts.start_of(&caller.function)?;
        Some(Self { base, caller: Some(&caller.function), ..*self })
    }

    /// The proof that removed the first counterexample.
    pub fn proof(&self) -> Option<(Self, &'a Conflict)> {
        self.proofs().into_iter().next()
    }

    /// All proofs, in the order they were found, each once.
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

    /// Why a conflict is one, as a sentence.
    pub fn reason(&self, proof: &Conflict) -> String {
        let sentence = self.sentence(&proof.sentence);
        match self.caller {
            Some(caller) => format!("through `{caller}`, {sentence}"),
            None => sentence,
        }
    }

    /// A relative span as one of the file.
    pub fn span(&self, relative: Span) -> Span {
        relative.shifted(self.base)
    }

    /// Where a step is: in the function, in one that it calls, or in another file.
    pub fn place(&self, step: &'a Step) -> StepPlace<'a> {
        let here =
            |span: Span| StepPlace { file: None, line: self.lines.line_number(span.start), span: Some(span) };
        match &step.callee {
            None => here(self.span(step.span)),
            Some(Callee { elsewhere: Some((file, line)), .. }) => {
                StepPlace { file: Some(file), line: *line, span: None }
            }
            Some(Callee { function, .. }) => match self.starts.start_of(function) {
                Some(start) => here(step.span.shifted(start)),
                // The callee is in a header: the call is what can be seen.
                None => here(self.span(self.finding.span)),
            },
        }
    }

    /// The one-based line of a relative span.
    pub fn line(&self, relative: Span) -> u32 {
        self.lines.line_number(self.base + relative.start)
    }

    /// One-based line and column, the column in characters.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let (line, bytes) = self.lines.line_column(offset);
        let start = (offset - bytes) as usize;
        let column =
            self.text.get(start..offset as usize).map_or(bytes as usize, |text| text.chars().count());
        (line + 1, column as u32 + 1)
    }

    /// The source line a relative span starts on, without spaces around it.
    pub fn source_line(&self, relative: Span) -> &'a str {
        let (line, _) = self.lines.line_column(self.base + relative.start);
        let start = self.lines.line_start(line).unwrap_or(0) as usize;
        let end = self.lines.line_start(line + 1).map_or(self.text.len(), |next| next as usize);
        self.text.get(start..end).unwrap_or_default().trim()
    }
}
