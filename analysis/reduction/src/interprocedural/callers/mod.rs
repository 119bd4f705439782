//! Refutes findings in the graphs of the function's callers, through all files that are checked together.
//!
//! The path to a misuse is prolonged backwards into every call of its function, caller by caller. If no run of these graphs
//! reaches the misuse, it is refuted, with a proof for each caller. If code that is not checked may call one of the functions
//! as well, the finding only becomes doubtful.

mod graph;
mod told;

use rustc_hash::FxHashSet;

use csieve_base::{
    cancel::Cancelled,
    text::{Span, sentence},
};
use csieve_graph::{Cfg, EdgeId};
use csieve_lowering::inline::{Copied, Inlined};
use csieve_reports::finding::{Caller, Doubt, Finding, HintId, Looked, Refuted, Step, Verdict};

use self::graph::{Deeper, deeper, whole};
use super::{
    Subject,
    calling::{Shown, calling},
    notebook::Notebook,
    places::{self, Target},
    private,
    proof::{Answered, Larger, Misuse},
    within::Within,
};

/// The largest number of graphs of callers for the findings of a function, and the longest chain of calls from the root of a
/// graph to the function.
const MOST_GRAPHS: usize = 12;
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
    let asked = findings.iter().map(|finding| {
        let target = Target::of(finding.rule)?;
        let edges = places::edges(subject.cfg, target, finding.span);
        Some(Asked { target, span: finding.span, edges, callers: Vec::new(), left: Vec::new() })
    });
    let asked: Vec<Option<Asked>> = asked.collect();
    let all: Vec<usize> = (0..asked.len()).filter(|at| asked[*at].is_some()).collect();
    let asked = asked.into_iter().flatten().collect();
    let mut question = CallerQuestion { subject, asked, graphs: MOST_GRAPHS, calls: 0, notebook };
    let nowhere = question.enters_nowhere(&[own], (0..all.len()).collect())?;
    let CallerQuestion { asked, calls, .. } = question;
    for (number, (at, Asked { callers, left, .. })) in all.into_iter().zip(asked).enumerate() {
        let finding = &mut *findings[at];
        match nowhere.iter().find(|(known, _)| *known == number) {
            // The path begins in the caller by which it happens.
            None if finding.verdict.candidate().is_some() => drop(finding.witness.splice(..0, left)),
            None => {}
            Some((_, Known::All)) if finding.verdict.candidate().is_some() => {
                finding.verdict = Verdict::Refuted(Refuted { callers });
            }
            Some(_) => finding.verdict.set_doubt(Doubt { callers, ..doubt(own.name(), calls) }),
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

/// A finding on the way through callers.
struct Asked {
    target: Target,
    /// The place of the misuse in its function.
    span: Span,
    /// The edges of the misuse, in the graph of its function.
    edges: Vec<EdgeId>,
    /// The proofs so far, one for each caller.
    callers: Vec<Caller>,
    /// The steps of the last caller by which the misuse may happen, up to where it calls.
    left: Vec<Step>,
}

/// The question whether some run reaches the findings of a function through its callers. A graph of a caller is asked about
/// all of them.
struct CallerQuestion<'q, 'a> {
    subject: Subject<'a>,
    asked: Vec<Asked>,
    /// The number of graphs of callers that may still be made.
    graphs: usize,
    /// The number of calls of the function.
    calls: usize,
    /// The functions that were looked at for an answer.
    notebook: &'q mut Notebook,
}

impl<'a> CallerQuestion<'_, 'a> {
    /// Returns those of the findings that no run reaches along a chain of calls, as far as callers are known. The first
    /// function in `entered` has them, the second calls the first, and so on; all callers of the last are tried. There are none
    /// if there is no caller, or if others may call that are not seen.
    fn enters_nowhere(
        &mut self,
        entered: &[Within<'a>],
        mut open: Vec<usize>,
    ) -> Result<Vec<(usize, Known)>, Cancelled> {
        let none = Ok(Vec::new());
        let Some(&last) = entered.last().filter(|_| entered.len() <= MOST_CALLS) else { return none };
        let found = calling(self.subject, (last.file, last.name()), self.notebook);
        let Some(calling) = found.filter(|found| !found.callers.is_empty()) else { return none };
        if entered.len() == 1 {
            self.calls = calling.calls(last.name());
        }
        match calling.show(self.subject, last) {
            Shown::Everything => {}
            Shown::Pointers => open.retain(|at| self.asked[*at].target.is_of_pointers()),
            Shown::Nothing => return none,
        }
        let known = if calling.are_all { Known::All } else { Known::Checked };
        let mut nowhere: Vec<(usize, Known)> = open.into_iter().map(|at| (at, known)).collect();
        for caller in calling.callers {
            // Recursion would need a graph in which the function is entered any number of times.
            let is_entered = entered.iter().any(|known| known.is(caller));
            if nowhere.is_empty() || is_entered || self.graphs == 0 || self.notebook.steps == 0 {
                return none;
            }
            self.graphs -= 1;
            let open = nowhere.iter().map(|(at, _)| *at).collect();
            let left = self.left_by(caller, entered, open)?;
            if left.is_empty() {
                continue;
            }
            // Some run that starts in the caller with any values may reach the misuse. With the values that
            // the caller's own callers pass, perhaps none does.
            let farther: Vec<Within> = entered.iter().copied().chain([caller]).collect();
            let farther = self.enters_nowhere(&farther, left.clone())?;
            nowhere.retain_mut(|(at, known)| match farther.iter().find(|(other, _)| other == at) {
                Some((_, so_far)) => {
                    *known = (*known).min(*so_far);
                    true
                }
                None => !left.contains(at),
            });
        }
        Ok(nowhere)
    }

    /// Returns those of the findings that some run of a caller, with any initial values, may reach through calls of the
    /// entered functions. Keeps the proofs for the others.
    fn left_by(
        &mut self,
        caller: Within<'a>,
        entered: &[Within<'a>],
        open: Vec<usize>,
    ) -> Result<Vec<usize>, Cancelled> {
        let subject = self.subject;
        self.notebook.looks_in(subject, (caller.file, caller.name()), Looked::Effects);
        let Some(whole) = whole(subject, caller, entered) else { return Ok(open) };
        let left = self.left_in(caller, whole, subject.cfg, open)?;
        if left.is_empty() || self.notebook.steps == 0 {
            return Ok(left);
        }
        let places = left.iter().map(|at| self.asked[*at].span).collect();
        match deeper(subject, caller, entered, places, self.notebook) {
            Some(Deeper { whole, own }) => self.left_in(caller, whole, &own, left),
            None => Ok(left),
        }
    }

    /// Returns those of the findings that some run of the graph of a caller may reach. Keeps the proofs for the others. `own` is
    /// the graph of the function with the findings of which copies stand in the graph.
    fn left_in(
        &mut self,
        caller: Within<'a>,
        Inlined { cfg, copies, .. }: Inlined,
        own: &Cfg,
        open: Vec<usize>,
    ) -> Result<Vec<usize>, Cancelled> {
        let subject = self.subject;
        let (mut asked, mut misuses, mut left) = (Vec::new(), Vec::new(), Vec::new());
        for at in open {
            let Asked { target, span, edges, .. } = &self.asked[at];
            let there = places::edges(own, *target, *span);
            let Some(there) = places::same((subject.cfg, edges), (own, &there)) else {
                left.push(at);
                continue;
            };
            let is_it =
                |copied: &&Copied| *copied.function == *own.function && there.contains(&copied.original);
            let misuse: Misuse = (*target, copies.iter().filter(is_it).map(|copied| copied.edge).collect());
            asked.push(at);
            misuses.push(misuse);
        }
        let copies: FxHashSet<EdgeId> = copies.iter().map(|copied| copied.edge).collect();
        let (cfg, text) = (private::keep(cfg, subject, self.notebook), subject.text_of(caller));
        let larger = Larger { cfg: &cfg, text, is_own: &|edge| !copies.contains(&edge), trusts_others: true };
        let answers = larger.asked(subject, self.notebook, &misuses)?;
        for (at, answer) in asked.into_iter().zip(answers) {
            match answer {
                Answered::Never(rounds) => {
                    let elsewhere = told::elsewhere(subject, caller);
                    let function = caller.name().to_owned();
                    self.asked[at].callers.push(Caller { function, elsewhere, rounds });
                    continue;
                }
                Answered::Left { steps, call } => {
                    self.asked[at].left = told::steps(subject, caller, steps, call);
                }
                Answered::Unknown => {}
            }
            left.push(at);
        }
        left.sort_unstable();
        Ok(left)
    }
}
