//! The results of the analysis: findings with their verdict, witness and proofs, ready to be shown.
//!
//! Spans are relative to the start of the function's definition (see [`csieve_graph::Cfg`]), and so are the
//! lines in a [`Sentence`]: a cached result may belong to a function that has moved.

mod cause;
mod doubt;
mod half_typed;
mod input;
mod places;
mod step;
#[cfg(test)]
mod tests;
mod trail;
mod verdict;

pub use cause::{Cause, CauseKind};
pub use doubt::{Doubt, HintId};
pub use half_typed::HalfTyped;
pub use input::Input;
pub use step::{Callee, ShownValue, Step, StepKind};
pub use trail::{Consulted, Looked, Trail};
pub use verdict::{Caller, Candidate, Confirmation, Elsewhere, Evidence, Refuted, Verdict, VerdictKind};

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Serialize;

use csieve_base::{
    own::OwnName,
    refuter_id::RefuterId,
    rule::Rule,
    text::{Sentence, Span},
};
use csieve_modelcheck::checks::declaration;

/// One misuse at one place, with its verdict and the reasons for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Finding {
    /// The rule of the check that found the misuse.
    pub rule: Rule,
    /// The name of the rule, if it is one of a user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnName>,
    /// The verdict, with the data that belongs to it.
    pub verdict: Verdict,
    /// The function that has the misuse.
    pub function: String,
    /// The place of the misuse.
    pub span: Span,
    /// One plain sentence that names the variable.
    pub message: Sentence,
    /// The variable or expression that is misused, as in the source.
    pub subject: String,
    /// What leads to the misuse. None if the misuse has no cause apart from itself, or the run to it does not show one.
    pub cause: Option<Cause>,
    /// A path to the misuse. For a kept finding no refuter ruled the path out; for a refuted finding it is
    /// the path of the first round.
    pub witness: Vec<Step>,
    /// The rounds of path reduction that led to the verdict, in order.
    pub rounds: Vec<Round>,
    /// The expressions on the witness that the analysis takes for any value, as noun phrases.
    pub abstracted: Vec<String>,
    /// The expansion of the macro invocation at `span`. None if there is no macro invocation.
    pub expansion: Option<String>,
}

impl Finding {
    /// Returns the identifier of the rule that options, outputs and suppressions use.
    pub fn id(&self) -> &str {
        self.own.as_ref().map_or(self.rule.id(), |own| &own.id)
    }

    /// Returns what the rule finds, as a phrase.
    pub fn title(&self) -> &str {
        self.own.as_ref().map_or(declaration(self.rule).title, |own| &own.title)
    }

    /// Returns whether another finding has the same rule and function, and a place that contains this one or
    /// lies in it.
    pub fn is_same_place(&self, other: &Self) -> bool {
        self.rule == other.rule
            && self.function == other.function
            && (self.span.contains(other.span) || other.span.contains(self.span))
    }

    /// Returns whether inputs are known that reach the misuse.
    pub fn is_confirmed(&self) -> bool {
        self.verdict.kind() == VerdictKind::Confirmed
    }

    /// Returns whether the finding rests on what is only inferred of a function from its callers.
    pub fn is_inferred(&self) -> bool {
        self.witness.iter().any(|step| step.decisive && step.kind == StepKind::Inferred)
    }

    /// Returns whether proofs rule the misuse out.
    pub fn is_refuted(&self) -> bool {
        self.verdict.kind() == VerdictKind::Refuted
    }

    /// Returns whether the finding itself was proved: that no run reaches a place of the source, or that no
    /// run leaves a loop. The conflicts of the last round are the proof.
    pub fn is_proved(&self) -> bool {
        self.verdict.candidate().is_some_and(|candidate| candidate.limit.is_none())
            && self.rounds.last().is_some_and(|round| !round.conflicts.is_empty())
    }

    /// Returns why the path, or the inputs, of the finding are weak evidence. Doubtful findings are shown on
    /// request only.
    pub fn doubt(&self) -> Option<&Doubt> {
        self.verdict.doubt()
    }

    /// Returns why the search for counterexamples ended without a proof, if a limit ended it.
    pub fn limit(&self) -> Option<&str> {
        self.verdict.candidate()?.limit.as_deref()
    }

    /// Returns the inputs with which a run reaches the misuse. Empty if the finding is not confirmed.
    pub fn inputs(&self) -> &[Input] {
        self.verdict.confirmation().map_or(&[], |confirmation| &confirmation.inputs)
    }

    /// Returns the function in which the program starts (`main`), if a run from there reached the misuse and
    /// no check had found it.
    pub fn program(&self) -> Option<&str> {
        self.verdict.confirmation()?.program.as_deref()
    }

    /// Returns who chooses what the run to the misuse needs, if the misuse is confirmed.
    pub fn evidence(&self) -> Option<Evidence> {
        Some(self.verdict.confirmation()?.evidence)
    }

    /// Returns the path that guides a search for inputs, or that the run of a driver follows.
    pub fn trail(&self) -> Option<&Trail> {
        match &self.verdict {
            Verdict::Confirmed(confirmation) => confirmation.trail.as_ref(),
            Verdict::Unrefuted(candidate) => candidate.trail.as_ref(),
            Verdict::Refuted(_) => None,
        }
    }
}

/// One round of path reduction ([PR], section 4.1): a counterexample, and why it was spurious.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Round {
    /// The counterexample of this round.
    pub path: Vec<Step>,
    /// The conflicts found on the path. Empty in the last round of a kept finding.
    pub conflicts: Vec<Conflict>,
    /// The opinions of the refuters that found no proof, in the order in which they were asked, each once.
    pub opinions: Vec<Opinion>,
}

/// The answer of a refuter that proves nothing about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Opinion {
    /// The refuter that was asked.
    pub refuter: RefuterId,
    /// Whether the refuter found that some run takes the path, as far as it models runs. If false, the
    /// refuter cannot tell.
    pub is_feasible: bool,
}

/// A proof that no run follows any path of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Conflict {
    /// The refuter that found the proof.
    pub refuter: RefuterId,
    /// The equations of the proof in path order, with text for the reader: `x = 10`, `x > 0`, `x == 1`.
    pub equations: Vec<Equation>,
    /// The proof in one sentence: "line 8 leaves `x == 1`, line 4 then needs `x > 0` after `x--`".
    pub sentence: Sentence,
    /// A drawing of the observer that rejects the class of paths.
    pub observer: ObserverGraph,
    /// How close the proof is: one sentence for each condition whose weakening makes a path feasible, "comes
    /// back if `x > 0` on line 8 becomes `x >= 0`".
    pub nearby: Vec<Sentence>,
    /// The steps at which the iteration for the proof did not widen, one sentence each, in order: "union
    /// instead of widening at step 2 of the loop on line 8". Only proofs of `relations` have any.
    pub refinements: Vec<Sentence>,
    /// The certificate of the proof, which can be checked without csieve (see `csieve_proof` and
    /// docs/proofs.md). For `atoms` and `intervals` it has the equations with their solution, for `lists` the
    /// heaps, for other refuters unsatisfiable scripts in SMT-LIB 2. None for `misuse`, whose proofs have no
    /// equations.
    pub certificate: Option<Sentence>,
}

impl Conflict {
    /// Returns the contradicting statements as a set, each once: `{x = 10, x > 0, x == 1}`.
    pub fn set(&self) -> String {
        let mut texts: Vec<(&str, u32)> = Vec::new();
        let mut shown: Vec<String> = Vec::new();
        for equation in &self.equations {
            let text = (equation.text.as_str(), equation.span.start);
            if !texts.contains(&text) {
                texts.push(text);
                let kind = match equation {
                    Equation { always: true, .. } => " (always)",
                    Equation { assumed: true, .. } => " (assumed)",
                    _ => "",
                };
                shown.push(format!("{}{kind}", equation.text));
            }
        }
        format!("{{{}}}", shown.join(", "))
    }
}

/// One equation of a conflict, with its statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Equation {
    /// The place of the statement.
    pub span: Span,
    /// The statement or condition as in the source: `x > 0`.
    pub text: String,
    /// For proofs by intervals, the equation of the statement: `x#2 = x#1 ⊓ [1, ∞]`. For other proofs, the
    /// facts that hold after the statement.
    pub equation: String,
    /// Whether the statement is an assumption of the author. The proof then holds only if the assumption is
    /// true.
    pub assumed: bool,
    /// Whether the statement is none of the function: it says what holds in every run of the program.
    pub always: bool,
    /// The value that the least solution gives to the equation: `10`, `∅`. Empty if the proof gives no value
    /// for the statement.
    pub solution: String,
}

impl Equation {
    /// Returns the text that follows the equation: `has least solution 10`. Empty if the equation has no
    /// value.
    pub fn solved(&self) -> String {
        if self.solution.is_empty() { String::new() } else { format!("has least solution {}", self.solution) }
    }
}

/// A drawing of an observer automaton. State 0 is initial, and the last state rejects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct ObserverGraph {
    /// For each state, the facts that hold in it: `nothing known`, `x = 1`, `cannot happen`.
    pub states: Vec<String>,
    /// The transitions. On any other edge a state stays the same.
    pub edges: Vec<ObserverEdge>,
}

/// A transition of a drawn observer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct ObserverEdge {
    /// The index of the state that the transition leaves.
    pub from: usize,
    /// The index of the state that the transition enters.
    pub to: usize,
    /// The statement, such as `x--`, or a phrase such as `other write to x`.
    pub label: String,
    /// The place of the statement. None if the label is a phrase.
    pub span: Option<Span>,
}

/// The result of the analysis for one function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct FunctionReport {
    /// The name of the function.
    pub function: String,
    /// The findings by position, then rule. After them come findings from runs of the whole program, which
    /// may be in other functions.
    pub findings: Vec<Finding>,
    /// The rules of places at which the named cause of a misuse was refuted, but not the misuse for any
    /// reason. In order of the places.
    pub withheld: Vec<Rule>,
    /// The reason why the function was not analysed. None if it was analysed.
    pub skipped: Option<Sentence>,
    /// What is known of a skipped function around its syntax errors. None if nobody asked.
    #[serde(skip)]
    pub half_typed: Option<HalfTyped>,
    /// Remarks about places in the function, as sentences.
    pub remarks: Vec<(Span, String)>,
    /// Other functions on which the report rests: these functions were run, or their bodies or calls are part
    /// of a proof. The report is valid as long as they stay the same.
    #[serde(skip)]
    pub consulted: Vec<Consulted>,
}
