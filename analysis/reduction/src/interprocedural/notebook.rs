//! What was looked at, each once.

use super::Subject;
use csieve_reports::finding::{Consulted, Looked};

use crate::consult::consulted;

/// What a report will rest on.
#[derive(Default)]
pub(super) struct Notebook {
    /// All that was looked at, in order.
    pub all: Vec<Consulted>,
}

impl Notebook {
    /// Notes that something is looked at.
    pub(super) fn looks(&mut self, subject: Subject, name: &str, looked: Looked) {
        let is_known = |known: &Consulted| known.function == name && known.looked == looked;
        if !self.all.iter().any(is_known) {
            self.all.push(consulted(subject.around.unit, subject.around.summaries, name, looked));
        }
    }
}
