//! What the analysis says: findings with their verdict, witness and proofs, ready to be shown.
//!
//! Spans are relative to the start of the function's definition (see [`csieve_graph::Cfg`]), and so are the lines in a
//! [`Sentence`], because a cached result may move.

mod doubt;
mod input;
mod step;
mod trail;
mod verdict;

pub use doubt::{Doubt, HintId};
pub use input::Input;
pub use step::{Callee, Step, StepKind, Value};
pub use trail::{Consulted, Looked, Trail};
pub use verdict::{Caller, Candidate, Confirmation, Refuted, Verdict, VerdictKind};

use serde::Serialize;

use csieve_base::{
    refuter_id::RefuterId,
    rule::Rule,
    text::{Sentence, Span},
};

/// One misuse at one place, kept or refuted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The verdict, with the data that belongs to it.
    pub verdict: Verdict,
    /// The function it is in.
    pub function: String,
    /// The point of misuse.
    pub span: Span,
    /// One plain sentence that names the variable.
    pub message: Sentence,
    /// The variable or expression that is misused, as written.
    pub subject: String,
    /// The path: for a kept finding the one that could not be refuted, for a refuted one the first that was.
    pub witness: Vec<Step>,
    /// How the verdict came about, round by round.
    pub rounds: Vec<Round>,
    /// What was widened to "any value" on the witness, as noun phrases.
    pub abstracted: Vec<String>,
    /// What the macro invocation at `span` expands to, if it is one.
    pub expansion: Option<String>,
}

impl Finding {
    /// Whether another finding is of the same rule at the same place.
    pub fn is_same_place(&self, other: &Self) -> bool {
        self.rule == other.rule
            && self.function == other.function
            && (self.span.contains(other.span) || other.span.contains(self.span))
    }

    /// Whether inputs are known that reach the misuse.
    pub fn is_confirmed(&self) -> bool {
        self.verdict.kind() == VerdictKind::Confirmed
    }

    /// Whether proofs rule the misuse out.
    pub fn is_refuted(&self) -> bool {
        self.verdict.kind() == VerdictKind::Refuted
    }

    /// Whether the finding itself states a proof: that no run reaches a place, or leaves a loop. The conflicts of its
    /// rounds are the proof.
    pub fn is_proved(&self) -> bool {
        self.verdict.candidate().is_some_and(|candidate| candidate.limit.is_none())
            && self.rounds.last().is_some_and(|round| !round.conflicts.is_empty())
    }

    /// Why the path, or the inputs, are weak evidence. Doubtful findings are shown on request only.
    pub fn doubt(&self) -> Option<&Doubt> {
        match &self.verdict {
            Verdict::Confirmed(confirmation) => confirmation.doubt.as_ref(),
            Verdict::Unrefuted(candidate) => candidate.doubt.as_ref(),
            Verdict::Refuted(_) => None,
        }
    }

    /// Why the search ended without a proof, if a budget ended it.
    pub fn limit(&self) -> Option<&str> {
        self.verdict.candidate()?.limit.as_deref()
    }

    /// The inputs with which a run reaches the misuse; empty if it is not confirmed.
    pub fn inputs(&self) -> &[Input] {
        self.verdict.confirmation().map_or(&[], |confirmation| &confirmation.inputs)
    }

    /// The function with which the program starts, if a run from there reached the misuse and no check expected it.
    pub fn program(&self) -> Option<&str> {
        self.verdict.confirmation()?.program.as_deref()
    }

    /// The path that a search for inputs, or the run of a driver, goes along.
    pub fn trail(&self) -> Option<&Trail> {
        match &self.verdict {
            Verdict::Confirmed(confirmation) => confirmation.trail.as_ref(),
            Verdict::Unrefuted(candidate) => candidate.trail.as_ref(),
            Verdict::Refuted(_) => None,
        }
    }
}

/// One round of path reduction (the paper, section 4.1): a counterexample and why it was spurious.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Round {
    /// The counterexample of this round.
    pub path: Vec<Step>,
    /// The conflicts found on it; empty in the last round of a kept finding.
    pub conflicts: Vec<Conflict>,
    /// What others said that were asked, in that order, each once.
    pub opinions: Vec<Opinion>,
}

/// What a refuter says that proves nothing about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Opinion {
    /// The refuter.
    pub refuter: RefuterId,
    /// As far as it sees, some run takes the path; else it cannot tell.
    pub is_feasible: bool,
}

/// A proof that a class of paths cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The refuter that found it.
    pub refuter: RefuterId,
    /// The equations, in path order, as people read them: `x = 10`, `x > 0`, `x == 1`.
    pub equations: Vec<Equation>,
    /// One sentence: "line 8 leaves `x == 1`, line 4 then needs `x > 0` after `x--`".
    pub sentence: Sentence,
    /// The observer that removes the class.
    pub observer: ObserverGraph,
    /// How close the proof is, as sentences: "`x > 0` on line 8 would not do if it were `x >= 0`".
    pub nearby: Vec<Sentence>,
    /// Where the search for the proof was refined by counterexamples, as sentences, in their order: "union instead of widening at step
    /// 2 of the loop on line 8". Only for `relations`.
    pub refinements: Vec<Sentence>,
    /// The proof in a form that can be checked without csieve (see [`csieve_proof`] and docs/proofs.md): for `atoms` and
    /// `intervals` the equations with their solution, for others scripts in SMT-LIB 2 that are unsatisfiable. None for
    /// `misuse`, whose proofs are no equations.
    pub certificate: Option<Sentence>,
}

impl Conflict {
    /// The clashing statements as a set, each once: `{x = 10, x > 0, x == 1}`.
    pub fn set(&self) -> String {
        let mut texts: Vec<(&str, u32)> = Vec::new();
        let mut shown: Vec<String> = Vec::new();
        for equation in &self.equations {
            let text = (equation.text.as_str(), equation.span.start);
            if !texts.contains(&text) {
                texts.push(text);
                shown.push(format!("{}{}", equation.text, if equation.assumed { " (assumed)" } else { "" }));
            }
        }
        format!("{{{}}}", shown.join(", "))
    }
}

/// One equation of a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Equation {
    /// Where its statement is.
    pub span: Span,
    /// The statement or condition as written: `x > 0`.
    pub text: String,
    /// The interval equation: `x@7 = x@4 ⊓ [1, ∞]`.
    pub equation: String,
    /// The author assumes it: the proof holds if that is true.
    pub assumed: bool,
    /// Its value in the least solution: `[10, 10]`, `∅`; empty where the proof has no values but that of the last.
    pub solution: String,
}

impl Equation {
    /// What follows the equation: `has least solution [10, 10]`; empty if there is nothing to say.
    pub fn solved(&self) -> String {
        if self.solution.is_empty() { String::new() } else { format!("has least solution {}", self.solution) }
    }
}

/// An observer automaton, drawn: state 0 is initial, the last state rejects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverGraph {
    /// What each state knows: `nothing known`, `x = [1, 1]`, `cannot happen`.
    pub states: Vec<String>,
    /// The transitions; every edge not drawn stays where it is.
    pub edges: Vec<ObserverEdge>,
}

/// A transition of a drawn observer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverEdge {
    /// Index of the source state.
    pub from: usize,
    /// Index of the target state.
    pub to: usize,
    /// The statement: `x--`, or `other write to x`.
    pub label: String,
    /// Where the statement is, if it is one.
    pub span: Option<Span>,
}

/// The result for one function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FunctionReport {
    /// Its name.
    pub function: String,
    /// Findings by position, then rule; then those that only runs of the program came to, in other functions as well.
    pub findings: Vec<Finding>,
    /// The rules of places where the cause that a check names was refuted, but not every other cause, in order.
    pub withheld: Vec<Rule>,
    /// Why it was not analysed, if it was not.
    pub skipped: Option<Sentence>,
    /// What should be said about places of it, as sentences.
    pub remarks: Vec<(Span, String)>,
    /// Other functions of the file that were run to confirm or to make findings, or whose bodies or calls prove something: the
    /// report holds as long as they stay the same.
    #[serde(skip)]
    pub consulted: Vec<Consulted>,
}
