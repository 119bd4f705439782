//! Refutes paths with an earlier definite misuse: the run ends at that misuse and never gets to the end of
//! the path.

use csieve_base::refuter_id::RefuterId;
use csieve_base::{budget::Steps, rule::Rule};
use csieve_graph::EdgeId;
use csieve_modelcheck::model::{Move, Property};

use super::{
    Budget, CounterexamplePath, Declaration, ObjectObserver, Proof, ProofForm, Reasoning, Refutation,
    Refuter, Turn,
};
use crate::{declare_refuter, object::is_access_of_store};

/// An earlier misuse on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisuseConflict {
    /// The rule of the earlier misuse.
    pub rule: Rule,
    /// The edge at which the property starts to follow the object or variable.
    pub origin: EdgeId,
    /// The edge of the misuse.
    pub misuse: EdgeId,
}

declare_refuter! {
    /// Looks for a definite misuse before the end of the path. A run ends there, whatever follows.
    ///
    /// ```c
    /// # int example(int n)
    /// # {
    ///     int x, *r = 0;
    ///     if (x == n)
    ///         return *r;
    ///     return 0;
    /// # }
    /// ```
    ///
    /// `x` is read without a value before `r` is dereferenced. The first misuse is reported, the second is
    /// refuted.
    EarlierMisuse {
        id: RefuterId::Misuse,
        title: "Another misuse ends the run earlier",
        turn: Turn::Path,
        budget: Budget::Equations,
        proves: "A definite misuse of another object or variable lies on the path before its end.",
        proof: ProofForm::Misuse,
        papers: &[],
    }
}

impl Refuter for EarlierMisuse {
    fn declaration(&self) -> &'static Declaration {
        &Self::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, _budget: &mut Steps) -> Refutation<'a> {
        let found = path.ending.iter().filter_map(|property| earliest(path, *property));
        let Some((_, property, conflict)) = found.min_by_key(|(end, ..)| *end) else {
            return Refutation::Unknown;
        };
        let observer = ObjectObserver::new(path.function, property, conflict.origin);
        Refutation::Spurious(vec![Proof {
            refuter: self.id(),
            observer: Box::new(observer),
            reasoning: Reasoning::Misuse(conflict),
        }])
    }
}

/// Returns the first definite misuse of a property before the last edge of the path, with the position of the
/// misuse in the word.
fn earliest<'a>(
    path: &CounterexamplePath<'a, '_>,
    property: &'a dyn Property,
) -> Option<(usize, &'a dyn Property, MisuseConflict)> {
    let word = path.word;
    let mut best: Option<(usize, MisuseConflict)> = None;
    for (start, &origin) in word.iter().enumerate() {
        let mut state = property.start(path.function, origin);
        let mut at = start;
        while let Some(Move::To(tracked) | Move::Perhaps(tracked)) = state {
            at += 1;
            // The last edge is the misuse that the path is about, so it must not count as an earlier one.
            state = (at + 1 < word.len()).then(|| property.step(path.function, &tracked, word[at]));
        }
        // The edge of a store evaluates what is stored, and comes behind that of the access.
        let is_of_last = || match word.get(at..) {
            Some(&[access, last]) => is_access_of_store(path.function, [access, last]),
            _ => false,
        };
        let is_earlier =
            best.as_ref().is_none_or(|(end, _)| at < *end) && at + 1 < word.len() && !is_of_last();
        if state == Some(Move::Misuse { definite: true }) && is_earlier {
            best = Some((at, MisuseConflict { rule: property.rule(), origin, misuse: word[at] }));
        }
    }
    best.map(|(end, conflict)| (end, property, conflict))
}
