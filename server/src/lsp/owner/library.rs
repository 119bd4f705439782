//! The tables of library functions that the setting `csieve.library` names.

use std::sync::Arc;

use tower_lsp::lsp_types::MessageType;

use super::Owner;
use crate::{library, lsp::settings::Settings};

impl Owner {
    /// Reads the tables that the settings name. If a table is wrong, the library in force stays, and the user
    /// is told once.
    pub(super) fn load_library(&mut self, settings: &mut Settings) {
        match library::load(&settings.library, &|path| self.units.settled(path)) {
            Ok(library) => {
                settings.options.library = library;
                self.library_problem = None;
            }
            Err(problem) => {
                let message = format!("Setting csieve.library is ignored: {problem}.");
                if self.library_problem.as_ref() != Some(&message) {
                    self.outbox.message(MessageType::WARNING, message.clone());
                    self.library_problem = Some(message);
                }
            }
        }
    }

    /// Reads the tables of library functions again, because they may have changed on disk.
    pub(super) fn reload_library(&mut self) {
        if self.settings.library.is_empty() {
            return;
        }
        let mut settings = Settings::clone(&self.settings);
        self.load_library(&mut settings);
        if settings != *self.settings {
            self.settings = Arc::new(settings);
            self.begin_open();
        }
    }
}
