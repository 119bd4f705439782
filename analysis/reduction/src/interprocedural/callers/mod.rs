//! Refutes findings in the graphs of the function's callers, through all files that are checked together.
//!
//! The path to a misuse is prolonged backwards into every call of its function, caller by caller. If no run of these graphs
//! reaches the misuse, it is refuted, with a proof for each caller. If code that is not checked may call one of the functions
//! as well, the finding only becomes doubtful.

mod graph;
mod told;

use rustc_hash::FxHashSet;

use csieve_base::{cancel::Cancelled, text::sentence};
use csieve_graph::EdgeId;
use csieve_reports::finding::{Caller, Doubt, Finding, HintId, Looked, Refuted, Step, Verdict};

use self::graph::whole;
use super::{
    Subject,
    calling::{Shown, calling},
    notebook::Notebook,
    places::{self, Target},
    private,
    proof::{Answered, Question, asked},
    within::Within,
};

/// The largest number of graphs of callers for one finding, and the longest chain of calls from the root of a
/// graph to the function.
const MOST_GRAPHS: usize = 10;
const MOST_CALLS: usize = 3;

/// Refutes findings that no run reaches through any of the function's callers.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn refute(
    subject: Subject,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let Some(own) = subject.own() else { return Ok(()) };
    for finding in findings {
        let Some(target) = Target::of(finding.rule) else { continue };
        let edges = places::edges(subject.cfg, target, finding.span);
        let mut question = CallerQuestion {
            subject,
            target,
            edges,
            graphs: MOST_GRAPHS,
            calls: 0,
            callers: Vec::new(),
            left: Vec::new(),
            notebook,
        };
        let known = question.enters_nowhere(&[own])?;
        let CallerQuestion { callers, calls, left, .. } = question;
        let Some(known) = known else {
            // The path begins in the caller by which it happens.
            if finding.verdict.candidate().is_some() {
                finding.witness.splice(..0, left);
            }
            continue;
        };
        if known == Known::All && finding.verdict.candidate().is_some() {
            finding.verdict = Verdict::Refuted(Refuted { callers });
        } else {
            finding.verdict.set_doubt(Doubt { callers, ..doubt(own.name(), calls) });
        }
    }
    Ok(())
}

/// Returns the doubt about a finding that no call in the checked files leads to.
fn doubt(function: &str, calls: usize) -> Doubt {
    let sentence = match calls {
        1 => {
            sentence!("what comes before the only call of `{}` in the checked files excludes this", function)
        }
        _ => sentence!(
            "what comes before each of the {} calls of `{}` in the checked files excludes this",
            calls,
            function
        ),
    };
    Doubt::new(HintId::OtherArguments, sentence)
}

/// How far the callers that were looked at are all there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// Those of the checked files. Other files may call one of the functions.
    Checked,
    /// All callers.
    All,
}

/// The question whether some run reaches a finding through the callers of its function.
struct CallerQuestion<'q, 'a> {
    subject: Subject<'a>,
    target: Target,
    /// The edges of the misuse, in the graph of its function.
    edges: Vec<EdgeId>,
    /// The number of graphs of callers that may still be made.
    graphs: usize,
    /// The number of calls of the function.
    calls: usize,
    /// The proofs so far, one for each caller.
    callers: Vec<Caller>,
    /// The steps of the last caller by which the misuse may happen, up to where it calls.
    left: Vec<Step>,
    /// The functions that were looked at for an answer.
    notebook: &'q mut Notebook,
}

impl<'a> CallerQuestion<'_, 'a> {
    /// Returns whether no run reaches the misuse along a chain of calls, as far as callers are known. The first function in
    /// `entered` has the misuse, the second calls the first, and so on; all callers of the last are tried. `None` if a run
    /// may reach it, if there is no caller, or if others may call that are not seen.
    fn enters_nowhere(&mut self, entered: &[Within<'a>]) -> Result<Option<Known>, Cancelled> {
        let Some(&last) = entered.last().filter(|_| entered.len() <= MOST_CALLS) else { return Ok(None) };
        let found = calling(self.subject, (last.file, last.name()), self.notebook);
        let Some(calling) = found.filter(|found| !found.callers.is_empty()) else { return Ok(None) };
        if entered.len() == 1 {
            self.calls = calling.calls(last.name());
        }
        let is_enough = match calling.show(self.subject, last) {
            Shown::Everything => true,
            Shown::Pointers => self.target.is_of_pointers(),
            Shown::Nothing => false,
        };
        if !is_enough {
            return Ok(None);
        }
        let mut known = if calling.are_all { Known::All } else { Known::Checked };
        for caller in calling.callers {
            // Recursion would need a graph in which the function is entered any number of times.
            if entered.iter().any(|known| known.is(caller)) || self.graphs == 0 {
                return Ok(None);
            }
            self.graphs -= 1;
            if let Some(proof) = self.proof(caller, entered)? {
                self.callers.push(proof);
                continue;
            }
            // Some run that starts in the caller with any values may reach the misuse. With the values that
            // the caller's own callers pass, perhaps none does.
            let farther: Vec<Within> = entered.iter().copied().chain([caller]).collect();
            match self.enters_nowhere(&farther)? {
                Some(so_far) => known = known.min(so_far),
                None => return Ok(None),
            }
        }
        Ok(Some(known))
    }

    /// Returns the proof that no run of a caller, with any initial values, reaches the misuse through calls
    /// of the entered functions. `None` if the refuters find no such proof.
    fn proof(&mut self, caller: Within<'a>, entered: &[Within<'a>]) -> Result<Option<Caller>, Cancelled> {
        let subject = self.subject;
        self.notebook.looks_in(subject, (caller.file, caller.name()), Looked::Effects);
        if self.notebook.steps == 0 {
            return Ok(None);
        }
        let Some(whole) = whole(subject, caller, entered) else { return Ok(None) };
        let own = subject.cfg.function.as_str();
        let copied = whole.copies.iter().filter(|copied| *copied.function == *own);
        let misuses: Vec<EdgeId> =
            copied.filter(|copied| self.edges.contains(&copied.original)).map(|copied| copied.edge).collect();
        if misuses.is_empty() {
            return Ok(None);
        }
        let copies: FxHashSet<EdgeId> = whole.copies.iter().map(|copied| copied.edge).collect();
        let (cfg, text) = (private::keep(whole.cfg, subject, self.notebook), subject.text_of(caller));
        let question = Question {
            cfg: &cfg,
            text,
            target: self.target,
            edges: &misuses,
            is_own: &|edge| !copies.contains(&edge),
            trusts_others: true,
        };
        let rounds = match asked(subject, self.notebook, &question)? {
            Answered::Never(rounds) => rounds,
            Answered::Left { steps, call } => {
                self.left = told::steps(subject, caller, steps, call);
                return Ok(None);
            }
            Answered::Unknown => return Ok(None),
        };
        let elsewhere = told::elsewhere(subject, caller);
        Ok(Some(Caller { function: caller.name().to_owned(), elsewhere, rounds }))
    }
}
