//! Proofs that no run takes some edges, and the findings made of them.

use fixedbitset::FixedBitSet;

use csieve_base::{
    cancel::Cancelled,
    rule::Rule,
    text::{Sentence, Span},
};
use csieve_graph::EdgeId;
use csieve_modelcheck::{checks::Reach, model::Counterexample};
use csieve_reports::{
    finding::{Candidate, Finding, Round, Step, Verdict},
    report,
};

use super::{End, Pool, Progress, Reduction, Sought};

/// The proof that no run takes some edges.
pub struct Impossible {
    /// The first path to the edges in the graph.
    pub first: Counterexample,
    /// Paths to the edges, each with the conflicts that rule it out. Together the conflicts rule out all
    /// paths.
    pub rounds: Vec<Round>,
}

impl Impossible {
    /// Returns the first conflict as a sentence, which tells readers why no run takes the edges.
    pub fn sentence(&self) -> Sentence {
        let first = self.rounds.iter().flat_map(|round| &round.conflicts).next();
        first.map(|conflict| conflict.sentence.clone()).unwrap_or_default()
    }
}

/// The texts and the place of a finding that is a proof.
pub struct FindingWords {
    /// The place of the finding.
    pub span: Span,
    /// The message, one plain sentence.
    pub message: Sentence,
    /// The subject of the finding: an expression or condition in the syntax of C.
    pub subject: String,
}

impl<'a> Reduction<'a> {
    /// Returns the proof that no run takes any of these edges. `None` if some run may take one.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub fn impossible(
        &self,
        rule: Rule,
        edges: &FixedBitSet,
        pool: &mut Pool<'a>,
    ) -> Result<Option<Impossible>, Cancelled> {
        let mut progress = Progress::default();
        let end =
            self.reduce(Sought::Any(&Reach(rule)), edges, self.limits(&Reach(rule)), pool, &mut progress)?;
        Ok(match (end, progress.first) {
            (Some(End::Refuted), Some(first)) => Some(Impossible { first, rounds: progress.rounds }),
            _ => None,
        })
    }

    /// Returns a path to one of these edges that no refuter rules out. `None` if there is none, or if a limit
    /// was reached.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub fn path_to(
        &self,
        rule: Rule,
        edges: &FixedBitSet,
        pool: &mut Pool<'a>,
    ) -> Result<Option<Counterexample>, Cancelled> {
        let end = self.reduce(
            Sought::Any(&Reach(rule)),
            edges,
            self.limits(&Reach(rule)),
            pool,
            &mut Progress::default(),
        )?;
        Ok(match end {
            Some(End::Kept(kept)) if kept.limit.is_none() => Some(kept.counterexample),
            _ => None,
        })
    }

    /// Returns a finding that no run takes some edges, with the proof of it. The witness is the first path
    /// that the proof rules out.
    pub fn proved(&self, rule: Rule, words: FindingWords, proof: Impossible) -> Finding {
        let witness = self.steps(&proof.first);
        self.stated(rule, words, witness, proof.rounds)
    }

    /// Returns an unrefuted finding with these words, witness and rounds.
    pub fn stated(&self, rule: Rule, words: FindingWords, witness: Vec<Step>, rounds: Vec<Round>) -> Finding {
        Finding {
            rule,
            own: None,
            verdict: Verdict::Unrefuted(Candidate::default()),
            function: self.function.cfg.function.clone(),
            span: words.span,
            message: words.message,
            subject: words.subject,
            cause: None,
            witness,
            rounds,
            abstracted: Vec::new(),
            expansion: None,
        }
    }

    /// Returns the steps of a path, for a witness.
    pub fn witness(&self, word: &[EdgeId]) -> Vec<Step> {
        report::steps(self.function.cfg, self.automaton, self.text, word, &[])
    }
}
