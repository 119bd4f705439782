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
        let runs = if self.runs == 1 { "the one run".to_owned() } else { format!("{} runs", self.runs) };
        // The first of those that stopped most runs.
        match self.lost.iter().rev().max_by_key(|(_, count)| *count) {
            Some((why, count)) => format!("{count} of {runs} could not be followed to the end: {why}"),
            None if self.stopped > 0 => {
                format!("{} of {runs} were stopped because they take too long", self.stopped)
            }
            None => format!("{runs} went another way"),
        }
    }
}
