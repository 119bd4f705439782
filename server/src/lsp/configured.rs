//! What a `csieve.toml` changes for one file: what it says wins over the settings of the editor.

use std::{path::Path, sync::Arc};

use csieve_analysis::options::Options;

use super::settings::{Settings, ShowRefuted};
use crate::config::{Config, Globs};

/// Returns the options for a file, in which its configuration chooses the checks.
pub(super) fn configured(options: &Options, config: Option<&Config>, file: &Path) -> Options {
    match config {
        None => options.clone(),
        Some(config) => Options { rules: config.checked(file, options.rules.clone()), ..options.clone() },
    }
}

impl Settings {
    /// Returns the settings of a file with this configuration.
    pub(super) fn of_file(self: &Arc<Self>, file: &Path, config: Option<&Config>) -> Arc<Self> {
        let Some(config) = config else { return Arc::clone(self) };
        let part = config.part(file);
        let show_refuted = match part.show_refuted {
            None => self.show_refuted,
            Some(true) => ShowRefuted::Hint,
            Some(false) => ShowRefuted::Off,
        };
        let own = Self {
            options: configured(&self.options, Some(config), file),
            show_refuted,
            show_doubtful: part.show_doubtful.unwrap_or(self.show_doubtful),
            allocations: part.allocations.unwrap_or(self.allocations),
            show_minor: part.no_minor.map_or(self.show_minor, |is_out| !is_out),
            ..Self::clone(self)
        };
        if own == **self { Arc::clone(self) } else { Arc::new(own) }
    }

    /// Returns the files of a folder that the editor leaves out.
    pub(super) fn left_out(&self, folder: &Path) -> Globs {
        // The patterns were compiled once before, without an error.
        Globs::new(folder, self.exclude.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::Arc};

    use csieve_analysis::rule::Rule;

    use crate::{
        config::Config,
        lsp::settings::{Settings, ShowRefuted},
    };

    #[test]
    fn what_the_file_says_wins_over_the_editor() {
        let text = "checks = [\"-memory-leak\"]\nshow-refuted = false\nno-minor = true\n";
        let config = Config::parse(text, Path::new("/p/csieve.toml"), Path::new("/p")).unwrap();
        let editor = Settings { show_doubtful: true, ..Settings::default() };
        let own = Arc::new(editor).of_file(Path::new("/p/a.c"), Some(&config));
        assert!(!own.options.rules.contains(&Rule::MemoryLeak) && own.options.rules.len() > 5);
        assert_eq!((own.show_refuted, own.show_minor, own.show_doubtful), (ShowRefuted::Off, false, true));
    }
}
