//! What a `csieve.toml` means.

use std::path::{Path, PathBuf};

use csieve_analysis::{refuter_id::Portfolio, rule::Rule};

use super::{FailOn, Globs, change_rules};
use crate::{library::Added, present::Allocations};

/// The settings of a `csieve.toml`. All paths are absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The file.
    pub path: PathBuf,
    /// The folder at which its paths and patterns start.
    pub root: PathBuf,
    /// The refuters to ask; `None` if the file does not say.
    pub refuters: Option<Portfolio>,
    /// Tables of library functions.
    pub library: Vec<PathBuf>,
    /// Files with rules of the project.
    pub rules: Vec<PathBuf>,
    /// Whether signed overflow wraps.
    pub wrapv: bool,
    /// Whether other definitions may take the place of all that are not `static`.
    pub interposable: bool,
    /// The files that are left out.
    pub exclude: Globs,
    /// The compilation database, or its folder.
    pub compile_commands: Option<PathBuf>,
    /// The findings that are known.
    pub baseline: Option<PathBuf>,
    /// The cache of results.
    pub cache: CacheKeys,
    pub(super) include_paths: Vec<String>,
    pub(super) defines: Vec<String>,
    pub(super) own: Part,
    pub(super) parts: Vec<(Globs, Part)>,
}

/// What is said of the cache; `None` where nothing is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CacheKeys {
    /// Whether it is used.
    pub enabled: Option<bool>,
    /// Its folder.
    pub folder: Option<PathBuf>,
    /// Its size in MiB.
    pub size: Option<u64>,
}

/// What is said of some files; `None` where nothing is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The list of checks, to be taken as [`change_rules`] does.
    pub checks: Vec<String>,
    /// Whether refuted findings are shown.
    pub show_refuted: Option<bool>,
    /// Whether doubtful findings are shown.
    pub show_doubtful: Option<bool>,
    /// Whether to leave out what hardly anyone cares about.
    pub no_minor: Option<bool>,
    /// What is done with what is used although its allocation may have failed.
    pub allocations: Option<Allocations>,
    /// What makes a check fail.
    pub fail_on: Option<FailOn>,
}

impl Config {
    /// Returns the files that the configuration adds.
    pub fn added(&self) -> Added {
        Added { tables: self.library.clone(), rules: self.rules.clone() }
    }

    /// Returns the rules that are checked in a file, for which `usual` would be without this configuration.
    pub fn checked(&self, file: &Path, usual: Vec<Rule>) -> Vec<Rule> {
        self.parts_of(file).fold(usual, |rules, part| {
            // The lists were read without an error before.
            change_rules(rules.clone(), part.checks.iter().map(String::as_str)).unwrap_or(rules)
        })
    }

    /// Returns what is said of a file, without its checks, which depend on what is usual.
    pub fn part(&self, file: &Path) -> Part {
        self.parts_of(file).fold(Part::default(), |all, part| Part {
            checks: Vec::new(),
            show_refuted: part.show_refuted.or(all.show_refuted),
            show_doubtful: part.show_doubtful.or(all.show_doubtful),
            no_minor: part.no_minor.or(all.no_minor),
            allocations: part.allocations.or(all.allocations),
            fail_on: part.fail_on.or(all.fail_on),
        })
    }

    /// Returns the flags of a file as for a compiler; relative paths start at [`Self::root`]. `is_described` says whether
    /// the build describes the file.
    pub fn flags(&self, is_described: bool) -> Vec<String> {
        let pairs = [("-I", &self.include_paths), ("-D", &self.defines)];
        let pairs = pairs.into_iter().filter(|_| !is_described);
        let pairs = pairs.flat_map(|(option, words)| words.iter().map(move |word| (option, word)));
        let flags = pairs.flat_map(|(option, word)| [option.to_owned(), word.clone()]);
        let wrapv = self.wrapv.then(|| "-fwrapv".to_owned());
        let interposable = self.interposable.then(|| "-fsemantic-interposition".to_owned());
        flags.chain(wrapv).chain(interposable).collect()
    }

    /// Returns the keys that count for a whole run and not for single files, as far as they are given.
    pub fn keys_of_run(&self) -> Vec<&'static str> {
        let given = [
            ("refuters", self.refuters.is_some()),
            ("library", !self.library.is_empty()),
            ("rules", !self.rules.is_empty()),
            ("baseline", self.baseline.is_some()),
            ("cache", self.cache != CacheKeys::default()),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(key, _)| key).collect()
    }

    fn parts_of(&self, file: &Path) -> impl Iterator<Item = &Part> {
        let parts = self.parts.iter().filter(move |(files, _)| files.has(file)).map(|(_, part)| part);
        std::iter::once(&self.own).chain(parts)
    }
}
