//! Proofs as findings: code that no run reaches, ways out that no run takes.

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
    /// The first path that the graph has to them.
    pub first: Counterexample,
    /// The paths, each with the conflicts that rule it out; together they rule out all.
    pub rounds: Vec<Round>,
}

impl Impossible {
    /// What the proofs rest on, without the edges they are about: the first conflict as a sentence.
    pub fn sentence(&self) -> Sentence {
        let first = self.rounds.iter().flat_map(|round| &round.conflicts).next();
        first.map(|conflict| conflict.sentence.clone()).unwrap_or_default()
    }
}

/// The words of a finding that is a proof.
pub struct Words {
    /// Where.
    pub span: Span,
    /// One plain sentence.
    pub message: Sentence,
    /// What it is about.
    pub subject: String,
}

impl<'a> Reduction<'a> {
    /// The proof that no run takes any of these edges; none if some run might.
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

    /// A path to one of these edges that no refuter rules out.
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

    /// A finding that says what no run does, with its proof; the witness is the first path that does not exist.
    pub fn proved(&self, rule: Rule, words: Words, proof: Impossible) -> Finding {
        let witness = self.steps(&proof.first);
        self.stated(rule, words, witness, proof.rounds)
    }

    /// A finding that needs no path of its own.
    pub fn stated(&self, rule: Rule, words: Words, witness: Vec<Step>, rounds: Vec<Round>) -> Finding {
        Finding {
            rule,
            verdict: Verdict::Unrefuted(Candidate::default()),
            function: self.function.cfg.function.clone(),
            span: words.span,
            message: words.message,
            subject: words.subject,
            witness,
            rounds,
            abstracted: Vec::new(),
            expansion: None,
        }
    }

    /// The steps of a path, for a witness.
    pub fn witness(&self, word: &[EdgeId]) -> Vec<Step> {
        report::steps(self.function.cfg, self.automaton, self.text, word, &[])
    }
}
