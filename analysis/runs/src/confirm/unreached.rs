//! Why a search for inputs found none.

use csieve_machine::End;

/// How runs ended that did not come to the misuse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unreached {
    runs: usize,
    /// Runs that ran out of steps.
    stopped: usize,
    /// Why runs could not be followed any more, each with how many, in the order in which they were met.
    lost: Vec<(String, usize)>,
}

impl Unreached {
    /// Takes the end of a run.
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

    /// What stood in the way, as the end of a sentence.
    pub(super) fn sentence(&self) -> String {
        let of_runs = |count: usize| match self.runs {
            1 => "the only run".to_owned(),
            runs => format!("{count} of {runs} runs"),
        };
        // The first of those that stopped most runs.
        match self.lost.iter().rev().max_by_key(|(_, count)| *count) {
            Some((why, count)) => format!("{} could not be followed to the end: {why}", of_runs(*count)),
            None if self.stopped > 0 => {
                let verb = if self.runs == 1 { "was" } else { "were" };
                format!("{} {verb} stopped because of its length", of_runs(self.stopped))
            }
            None if self.runs == 1 => "the only run went another way".to_owned(),
            None => format!("{} runs went another way", self.runs),
        }
    }
}
