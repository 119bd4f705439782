//! What a check is about and how it is done, settled from the command line and the configurations before it begins.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{options::Options, rule::Rule};
use rustc_hash::FxHashMap;

use super::{
    super::{
        Failure, configured,
        files::{Found, find},
        outcome::{Shown, ShownOf},
    },
    Check,
};
use crate::{build::Builds, config::Config, project::AnalysedFile, steps::is_summary_file};

/// What a check is about and how it is done.
pub(in crate::cli) struct Settled {
    /// The options of the analysis; their rules are those of all files together.
    pub options: Options,
    /// How files are compiled.
    pub builds: Builds,
    /// The configuration that counts for the whole run.
    pub config: Option<Arc<Config>>,
    /// The files.
    pub found: Found,
    /// The rules of the files that have not all of them.
    fewer: FxHashMap<PathBuf, Vec<Rule>>,
}

impl Check {
    /// Settles everything that needs no analysis.
    ///
    /// # Errors
    /// If an option or a configuration has a mistake.
    pub(in crate::cli) fn settle(&self) -> Result<Settled, Failure> {
        let paths: Vec<PathBuf> = self.paths.iter().map(|path| self.named(path)).collect();
        let (mut options, builds) = self.analysis.of(&paths)?;
        let config = configured(&builds, &paths)?;
        let found = match self.disk_paths().collect::<Vec<_>>() {
            paths if paths.is_empty() => Found::default(),
            paths => find(&paths, &builds, self.force_exclude)?,
        };
        let mut fewer = FxHashMap::default();
        if found.files.iter().any(|path| !is_summary_file(path)) {
            let rules = |path: &PathBuf| Ok((path.clone(), self.analysis.rules(path, &builds)?));
            fewer = found.files.iter().map(rules).collect::<Result<FxHashMap<_, _>, Failure>>()?;
            let mut all: Vec<Rule> = fewer.values().flatten().copied().collect();
            all.extend(
                paths.iter().any(|path| !path.exists()).then(|| options.rules.clone()).into_iter().flatten(),
            );
            all.sort_unstable();
            all.dedup();
            options.rules = all;
        }
        fewer.retain(|_, rules| *rules != options.rules);
        Ok(Settled { options, builds, config, found, fewer })
    }

    /// Returns the paths that are on disk: all but standard input.
    pub(super) fn disk_paths(&self) -> impl Iterator<Item = PathBuf> {
        self.paths.iter().filter(|path| path.as_os_str() != "-").cloned()
    }

    /// Returns a path, or the name of standard input.
    fn named(&self, path: &Path) -> PathBuf {
        if path.as_os_str() == "-" { self.stdin_name.clone() } else { path.to_owned() }
    }

    /// Returns what is shown of each file: what the command line asks for, and what the configuration of the file does.
    ///
    /// # Errors
    /// If a configuration has a mistake.
    pub(super) fn shown<'a>(
        &self,
        paths: impl Iterator<Item = &'a Path>,
        builds: &Builds,
    ) -> Result<ShownOf, Failure> {
        let asked = Shown {
            refuted: self.show_refuted,
            doubtful: self.show_doubtful,
            no_minor: self.no_minor,
            allocations: self.allocations.unwrap_or_default(),
            fail_on: self.fail_on.unwrap_or_default(),
        };
        let mut others = FxHashMap::default();
        for path in paths {
            let config = builds.config(path).map_err(|problem| Failure::usage(problem.to_string()))?;
            let Some(config) = config else { continue };
            let part = config.part(&builds.absolute(path));
            let shown = Shown {
                refuted: asked.refuted || part.show_refuted == Some(true),
                doubtful: asked.doubtful || part.show_doubtful == Some(true),
                no_minor: asked.no_minor || part.no_minor == Some(true),
                allocations: self.allocations.or(part.allocations).unwrap_or_default(),
                fail_on: self.fail_on.or(part.fail_on).unwrap_or_default(),
            };
            if shown != asked {
                others.insert(path.to_owned(), shown);
            }
        }
        Ok(ShownOf { usual: asked, others, top: self.top })
    }
}

impl Settled {
    /// Returns the rules that are checked in a file.
    pub(in crate::cli) fn rules(&self, path: &Path) -> &[Rule] {
        self.fewer.get(path).unwrap_or(&self.options.rules)
    }

    /// Removes from the reports of a file what is about rules that are not checked in it.
    pub(super) fn keep_rules(&self, file: &mut AnalysedFile) {
        if let Some(rules) = self.fewer.get(&file.path) {
            file.keep_rules(rules);
        }
    }

    /// Returns notes about keys that count only for a whole run, in configurations of some files, and about files of C++.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for path in &self.found.files {
            let Ok(Some(config)) = self.builds.config(path) else { continue };
            if self.config.as_ref().is_some_and(|run| run.path == config.path) {
                continue;
            }
            notes.extend(config.keys_of_run().into_iter().map(|key| {
                let shown = self.builds.shown(&config.path);
                format!("{shown}: `{key}` counts only for a run within its folder")
            }));
        }
        notes.sort();
        notes.dedup();
        match self.found.cpp {
            0 => {}
            1 => notes.push("1 file of C++ is left out: csieve reads C".to_owned()),
            cpp => notes.push(format!("{cpp} files of C++ are left out: csieve reads C")),
        }
        notes
    }
}
