//! The observers found so far in one function, with their proofs in the form that is shown to readers.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::{refuter_id::RefuterId, rule::Rule};
use csieve_graph::EdgeId;
use csieve_modelcheck::model::{Observer, rejects};
use csieve_refuters::{Refuter, Turn};
use csieve_reports::finding::Conflict;

/// The number of failures in a row after which a refuter that is asked about any number of rounds still gets all its steps.
const TRIES: u32 = 1;

/// The largest number of times that the steps of a refuter are halved.
const MOST_HALVINGS: u32 = 5;

/// Index of an observer in its [`Pool`].
pub type ObserverId = usize;

struct Entry<'a> {
    observer: Box<dyn Observer + 'a>,
    conflict: Conflict,
    counts: bool,
}

/// All observers of a function. A proof holds for every finding, so all searches of the function share them.
#[derive(Default)]
pub struct Pool<'a> {
    entries: Vec<Entry<'a>>,
    /// The number of rounds of path reduction so far, by rule.
    rounds: FxHashMap<Rule, u32>,
    /// How often in a row each refuter found no proof.
    vain: FxHashMap<RefuterId, u32>,
    /// The number of states that all searches of the function visited so far.
    pub states: u64,
    /// The number of steps that refuters took so far.
    steps: u64,
    /// The number of states and steps after which no search goes on; `None` for any.
    most: Option<u64>,
    /// The edges at which the properties of the findings began to follow an object, without doubtful and refuted
    /// findings.
    pub(super) origins: FxHashSet<EdgeId>,
    /// The rules of places where the cause that a check names was refuted, but not every other cause.
    pub withheld: Vec<Rule>,
}

impl<'a> Pool<'a> {
    /// Returns an empty pool for searches that end after this number of states and steps together.
    pub fn paying(most: u64) -> Self {
        Self { most: Some(most), ..Self::default() }
    }

    /// Lets further searches end after this number of states and steps, if not earlier. Returns what was allowed before.
    pub fn pay_at_most(&mut self, more: u64) -> Option<u64> {
        let most = self.paid() + more;
        self.most.replace(self.most.map_or(most, |known| known.min(most)))
    }

    /// Allows again what was allowed before.
    pub fn pay_again(&mut self, most: Option<u64>) {
        self.most = most;
    }

    /// Returns the number of states and steps that were taken so far.
    pub fn paid(&self) -> u64 {
        self.states + self.steps
    }

    /// Returns whether no search goes on.
    pub(super) fn is_spent(&self) -> bool {
        self.most.is_some_and(|most| self.paid() > most)
    }

    /// Notes that a refuter took steps.
    pub(super) fn pay(&mut self, steps: u32) {
        self.steps += u64::from(steps);
    }

    /// Adds an observer with its proof. `counts` says whether the proof holds for one number of rounds of a
    /// loop only, because it counts them.
    pub fn add(&mut self, observer: Box<dyn Observer + 'a>, conflict: Conflict, counts: bool) -> ObserverId {
        self.entries.push(Entry { observer, conflict, counts });
        self.entries.len() - 1
    }

    /// Returns the number of rounds of path reduction that the findings of a rule took so far.
    pub fn rounds(&mut self, rule: Rule) -> &mut u32 {
        self.rounds.entry(rule).or_default()
    }

    /// Returns how many of its steps a refuter gets for the next question. One that is asked for proofs about any number of
    /// rounds, and twice in a row found none in this function, gets half as many after each further failure: the loops of
    /// a function stay the same, and most of these failures use up all steps.
    pub(super) fn share(&self, refuter: &dyn Refuter, steps: u32) -> u32 {
        let vain = self.vain.get(&refuter.id()).copied().unwrap_or_default();
        match refuter.declaration().turn {
            Turn::Rounds => steps >> vain.saturating_sub(TRIES).min(MOST_HALVINGS),
            Turn::Path | Turn::LastResort | Turn::Loop => steps,
        }
    }

    /// Notes whether a refuter found a proof.
    pub(super) fn note(&mut self, refuter: RefuterId, has_proof: bool) {
        let vain = self.vain.entry(refuter).or_default();
        *vain = if has_proof { 0 } else { vain.saturating_add(1) };
    }

    /// Returns the observer with this id.
    pub fn observer(&self, id: ObserverId) -> &(dyn Observer + 'a) {
        self.entries[id].observer.as_ref()
    }

    /// Returns the proof of the observer with this id.
    pub fn conflict(&self, id: ObserverId) -> &Conflict {
        &self.entries[id].conflict
    }

    /// Returns whether the proof of this observer holds for one number of rounds of a loop only.
    pub fn counts(&self, id: ObserverId) -> bool {
        self.entries[id].counts
    }

    /// Returns the oldest observer that rejects a word.
    pub fn rejecting(&self, word: &[EdgeId]) -> Option<ObserverId> {
        (0..self.entries.len()).find(|id| rejects(self.observer(*id), word))
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;
    use csieve_base::refuter_id::{
        Portfolio,
        RefuterId::{Intervals, Relations},
    };
    use csieve_refuters::chosen;

    #[test]
    fn refuters_of_rounds_that_find_nothing_get_fewer_steps() {
        let mut pool = Pool::default();
        let refuters = chosen(Portfolio::default());
        let of = |id| *refuters.iter().find(|refuter| refuter.id() == id).expect("it is chosen by default");
        let mut shares = |has_proof: bool| {
            pool.note(Relations, has_proof);
            pool.note(Intervals, has_proof);
            assert_eq!(pool.share(of(Intervals), 64), 64);
            pool.share(of(Relations), 64)
        };
        assert_eq!([false; 8].map(&mut shares), [64, 32, 16, 8, 4, 2, 2, 2]);
        assert_eq!([true, false, false].map(shares), [64, 64, 32]);
    }
}
