//! Looks for quick fixes when a client asks for them.

use std::sync::Arc;

use super::Owner;
use crate::lsp::fixes::Question;

impl Owner {
    /// Looks for fixes in the background. A question about an older text has no answer.
    pub(super) fn fixes(&self, question: Question) {
        let Some(epoch) = self.epoch_of(&question.snapshot) else { return };
        let (known, units, scheduler) =
            (Arc::clone(&self.fixes), Arc::clone(&self.units), self.scheduler.clone());
        self.scheduler.spawn(move || known.answer(question, &units, &scheduler, &epoch));
    }
}
