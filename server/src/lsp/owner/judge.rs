//! Judges what other tools say of a document, when a client asks for it.

use super::Owner;
use crate::lsp::judge::Question;

impl Owner {
    /// Judges in the background. A question about an older text has no answer.
    pub(super) fn judge(&self, question: Question) {
        let Some(epoch) = self.epoch_of(&question.snapshot) else { return };
        let scheduler = self.scheduler.clone();
        self.scheduler.spawn(move || question.answer(&scheduler, &epoch));
    }
}
