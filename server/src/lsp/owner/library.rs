//! What the settings and the configuration of the folder say together: tables of library functions, and refuters.

use std::sync::Arc;

use tower_lsp::lsp_types::{MessageType, Url};

use super::Owner;
use crate::{library, lsp::settings::Settings};

impl Owner {
    /// Reads the tables that the settings and the configuration name. If a table is wrong, the library in force stays, and
    /// the user is told once.
    pub(super) fn load_library(&mut self, settings: &mut Settings) {
        let config = self.units.config_of_folder();
        settings.options.refuters =
            config.as_ref().and_then(|config| config.refuters).unwrap_or(settings.refuters);
        let mut added = config.map(|config| config.added()).unwrap_or_default();
        added.extend(settings.added.clone());
        match library::load(&added, &|path| self.units.settled(path)) {
            Ok(library) => {
                settings.options.library = library;
                self.library_problem = None;
            }
            Err(problem) => {
                let message = format!("Tables and rules are ignored: {problem}.");
                if self.library_problem.as_ref() != Some(&message) {
                    self.outbox.message(MessageType::WARNING, message.clone());
                    self.library_problem = Some(message);
                }
            }
        }
    }

    /// Returns the settings of a document: its configuration wins over the editor.
    pub(super) fn settings_of(&self, uri: &Url) -> Arc<Settings> {
        let config = self.units.config(uri);
        let path = uri.to_file_path().unwrap_or_default();
        self.settings.of_file(&path, config.as_deref())
    }

    /// Reads the tables of library functions again, because they may have changed on disk.
    pub(super) fn reload_library(&mut self) {
        let mut settings = Settings::clone(&self.settings);
        self.load_library(&mut settings);
        if settings != *self.settings {
            self.settings = Arc::new(settings);
            self.begin_open();
        }
    }
}
