//! Judges what other tools say of a document, when a client asks for it.

use super::Owner;
use crate::lsp::judge::Question;

impl Owner {
    /// Judges in the background. A question about an older text has no answer.
    pub(super) fn judge(&self, question: Question) {
        let snapshot = &question.snapshot;
        let document = self.documents.get(&snapshot.uri);
        let Some(document) = document.filter(|document| document.version == snapshot.version) else {
            return;
        };
        let (epoch, scheduler) = (document.epoch.now(), self.scheduler.clone());
        self.scheduler.spawn(move || question.answer(&scheduler, &epoch));
    }
}
