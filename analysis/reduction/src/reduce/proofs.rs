//! Proofs are kept with their printed form, if the checker (`csieve_proof`) accepts that form.

use csieve_base::watch::{Answer, WatchedQuestion};
use csieve_proof as proof;
use csieve_refuters as refute;
use csieve_refuters::{CounterexamplePath, Proof, Reasoning};
use csieve_reports::{finding::Conflict, report};

use super::{ObserverId, Pool, Reduction};

impl<'a> Reduction<'a> {
    /// Adds a proof with its printed form to the pool. `None` if the checker rejects the printed form: the
    /// proof does not count then.
    pub(super) fn remember(
        &self,
        path: &CounterexamplePath,
        proof: Proof<'a>,
        pool: &mut Pool<'a>,
    ) -> Option<ObserverId> {
        let mut conflict = report::conflict(self.function, self.automaton, self.text, &proof);
        if self.options.checks_proofs && !self.checks(&proof.reasoning, &conflict) {
            return None;
        }
        if self.options.tells_how_close {
            let weaker = refute::weaker(path, &proof);
            conflict.nearby =
                weaker.iter().filter_map(|one| report::nearby(self.function.cfg, one)).collect();
        }
        let counts = proof.counts(self.automaton);
        Some(pool.add(proof.observer, conflict, counts))
    }

    /// Returns whether the checker accepts the printed form of a proof, and tells the watch.
    pub(super) fn checks(&self, reasoning: &Reasoning, printed: &Conflict) -> bool {
        self.watch.asks(WatchedQuestion::Certificate);
        let holds = is_checked(reasoning, printed);
        self.watch.answers(WatchedQuestion::Certificate, if holds { Answer::Yes } else { Answer::No }, 0);
        holds
    }
}

/// Returns whether the checker accepts the printed form of a proof. Proofs of an earlier misuse have no form
/// to check and always count.
pub(super) fn is_checked(reasoning: &Reasoning, printed: &Conflict) -> bool {
    match reasoning {
        Reasoning::Misuse(_) => true,
        Reasoning::Intervals(_) | Reasoning::Bits(_) | Reasoning::Assertions(_) | Reasoning::Heaps(_) => {
            let certificate = printed.certificate.as_ref();
            certificate.is_some_and(|certificate| proof::check(certificate.text()).is_ok())
        }
    }
}
