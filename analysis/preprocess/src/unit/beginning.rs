//! Keeps the state behind the first directives of the main file for other main files that begin like it.

use super::Unit;
use crate::SourceId;
use crate::macros::Spacing;

impl Unit<'_> {
    /// Keeps the state of now if it is wanted, and if it has nothing of this main file.
    pub(super) fn keep_beginning(&mut self) {
        let directives = self.file().directive;
        while self.shared.wanted.front().is_some_and(|wanted| *wanted < directives) {
            self.shared.wanted.pop_front();
        }
        if self.shared.wanted.front() != Some(&directives) || !self.is_of_any_main() {
            return;
        }
        self.shared.wanted.pop_front();
        let Some(beginnings) = self.shared.beginnings else { return };
        self.shared.now = beginnings.keep(directives, &self.state, self.file(), self.options);
    }

    /// Goes on behind the beginning that the state of now is.
    pub(super) fn leave_beginning(&mut self) {
        if self.shared.now.take().is_some() {
            self.state.thaw();
        }
    }

    /// Returns whether another main file that begins like this one would have the same state now.
    fn is_of_any_main(&self) -> bool {
        let (state, expander) = (&self.state, &self.expander);
        let is_idle = expander.contexts.is_empty()
            && expander.jobs.is_empty()
            && expander.spacing == Spacing::default()
            && !expander.first;
        let is_read_once = state
            .sources
            .split_first()
            .is_some_and(|(main, others)| !others.iter().any(|source| source.path == main.path));
        is_idle
            && !self.shared.names_main
            && !state.packing.is_open()
            && is_read_once
            && state.inactive.is_empty()
            && state.notes.iter().all(|note| note.place.source != SourceId::MAIN)
    }
}
