//! Looks for the events that rules have labels for, when a client asks for them.

use super::Owner;
use crate::lsp::rule_matches::Question;

impl Owner {
    /// Looks for events in the background. A question about an older text has no answer.
    pub(super) fn rule_matches(&self, question: Question) {
        let Some(epoch) = self.epoch_of(&question.snapshot) else { return };
        let scheduler = self.scheduler.clone();
        self.scheduler.spawn(move || question.answer(&scheduler, &epoch));
    }
}
