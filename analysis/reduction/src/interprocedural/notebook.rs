//! A list of the functions that interprocedural refinement looked at, so that a report depends on them.

use super::Subject;
use csieve_reports::finding::{Consulted, Looked};

use crate::consult::consulted;

/// The functions on which a report will depend.
#[derive(Default)]
pub(super) struct Notebook {
    /// All functions that were looked at, each once, in order.
    pub all: Vec<Consulted>,
}

impl Notebook {
    /// Records that a part of a function is looked at.
    pub(super) fn looks(&mut self, subject: Subject, name: &str, looked: Looked) {
        let is_known =
            |known: &Consulted| known.file.is_none() && known.function == name && known.looked == looked;
        if !self.all.iter().any(is_known) {
            self.all.push(consulted(subject.around.files, subject.around.summaries, (None, name), looked));
        }
    }

    /// Records what was looked at in any file.
    pub(super) fn notes(&mut self, looked: Consulted) {
        if !self.all.contains(&looked) {
            self.all.push(looked);
        }
    }
}
