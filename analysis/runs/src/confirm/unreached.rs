//! Explains why a search for inputs found none.

use csieve_machine::End;

/// The ends of runs that did not reach the misuse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unreached {
    runs: usize,
    /// The number of runs that used up their steps.
    stopped: usize,
    /// The reasons why runs could not be followed further, each with the number of such runs. They are in the
    /// order in which they first occurred.
    lost: Vec<(String, usize)>,
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

    /// Returns what kept the runs from the misuse, as the end of a sentence.
    pub(super) fn sentence(&self) -> String {
        let runs = if self.runs == 1 { "the one run".to_owned() } else { format!("{} runs", self.runs) };
        // If several reasons stopped equally many runs, the first one is reported.
        match self.lost.iter().rev().max_by_key(|(_, count)| *count) {
            Some((why, count)) => format!("{count} of {runs} could not be followed to the end: {why}"),
            None if self.stopped > 0 => {
                format!("{} of {runs} were stopped because they take too long", self.stopped)
            }
            None => format!("{runs} went another way"),
        }
    }
}
