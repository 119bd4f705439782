//! Explains why a search for inputs found none.

use csieve_machine::End;
use csieve_reports::finding::Input;

use super::evidence::Needed;

/// The ends of runs that did not reach the misuse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unreached {
    runs: usize,
    /// The number of runs that used up their steps.
    stopped: usize,
    /// The reasons why the machine could not follow runs further, each with the number of such runs, in the
    /// order in which the reasons first occurred.
    lost: Vec<(String, usize)>,
    /// What a run needs that reached the misuse, and why that is no evidence.
    lacking: Option<String>,
}

impl Unreached {
    /// Counts a run by its end.
    pub(super) fn note(&mut self, end: &End) {
        self.runs += 1;
        match end {
            End::Steps => self.stopped += 1,
            End::Unknown(why) => match self.lost.iter_mut().find(|(known, _)| known == why) {
                Some((_, count)) => *count += 1,
                None => self.lost.push((why.clone(), 1)),
            },
            End::Returned | End::NeverReturns | End::Misuse | End::Undefined(_) => {}
        }
    }

    /// Notes why a run that reached the misuse is no evidence.
    pub(super) fn lacks(&mut self, why: String) {
        self.lacking.get_or_insert(why);
    }

    /// Returns what kept the runs from the misuse, as the end of a sentence.
    pub(super) fn sentence(&self) -> String {
        if let Some(lacking) = &self.lacking {
            return lacking.clone();
        }
        let of_runs = |count: usize| match self.runs {
            1 => "the only run".to_owned(),
            runs => format!("{count} of {runs} runs"),
        };
        // If several reasons stopped equally many runs, the first one is reported.
        match self.lost.iter().rev().max_by_key(|(_, count)| *count) {
            Some((why, count)) => format!("{} could not be followed to the end: {why}", of_runs(*count)),
            None if self.stopped > 0 => {
                let (verb, whose) = if self.stopped == 1 { ("was", "its") } else { ("were", "their") };
                format!("{} {verb} stopped because of {whose} length", of_runs(self.stopped))
            }
            None if self.runs == 1 => "the only run went another way".to_owned(),
            None => format!("{} runs went another way", self.runs),
        }
    }
}

/// Returns why a run is no evidence that needs what the program may never give it, as the end of a sentence. `inputs` are
/// those of the run.
pub(super) fn lacking(needed: Needed, inputs: &[Input]) -> String {
    let told = |at: usize| match inputs.get(at) {
        Some(input) => format!("{} = {}", input.what.text(), input.value),
        None => "an input".to_owned(),
    };
    match needed {
        Needed::Caller(at) => format!("runs need {}, which depends on the callers of the function", told(at)),
        Needed::Code(at) => format!("runs need {}, and nothing says that this can be", told(at)),
        Needed::State(one, other) => {
            format!("runs need {} and {}, which may never be so together", told(one), told(other))
        }
    }
}
