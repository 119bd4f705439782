//! Questions from outside about a function: may some run take one of these edges in a state of a property?

use fixedbitset::FixedBitSet;

use csieve_base::cancel::Cancelled;
use csieve_modelcheck::model::{Counterexample, Observer, Property};

use super::{End, Impossible, Pool, Progress, Reduction, Sought};

/// The answer to a question about a function.
pub enum Answer {
    /// No run does it: every word is refuted, and there was one.
    Never(Impossible),
    /// The graph has no word, whatever values are. That is no proof: what is asked about may not be in the graph.
    NoWord,
    /// A word is left. Some run may do it.
    Perhaps {
        /// The word that is left.
        counterexample: Box<Counterexample>,
        /// Why the search ended, if it reached a limit.
        limit: Option<String>,
    },
}

impl<'a> Reduction<'a> {
    /// Asks whether some run takes one of these edges as the misuse of a property. The words that `only` rejects do
    /// not count; that makes the answer one about the others.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub fn ask(
        &self,
        property: &dyn Property,
        edges: &FixedBitSet,
        only: Option<Box<dyn Observer + 'a>>,
        pool: &mut Pool<'a>,
    ) -> Result<Answer, Cancelled> {
        let mut progress = Progress::default();
        progress.doubts.extend(only);
        let limits = self.limits(property);
        let end = self.reduce(Sought::Any(property), edges, limits, pool, &mut progress)?;
        Ok(match (end, progress.first) {
            (Some(End::Refuted), Some(first)) => Answer::Never(Impossible { first, rounds: progress.rounds }),
            (Some(End::Kept(kept)), _) => {
                Answer::Perhaps { counterexample: Box::new(kept.counterexample), limit: kept.limit }
            }
            _ => Answer::NoWord,
        })
    }
}
