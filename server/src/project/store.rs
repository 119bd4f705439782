//! What earlier runs left in the cache on disk, for files that are checked together with certain options.

use std::{path::Path, sync::Arc};

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_analysis::{
    finding::FunctionReport,
    habits::FileUses,
    options::Options,
    text::SourceText,
    unit::{FunctionOutline, Outline, Version},
};
use rustc_hash::FxHashMap;

use super::{FunctionKey, KnownSummaries, Reading};
use crate::{
    build::{FileBuild, Inputs},
    cache::{DiskCache, Key, Kind},
};

/// The cache on disk, for runs with certain options.
#[derive(Clone, Copy, Debug)]
pub struct Store<'a> {
    cache: &'a DiskCache,
    options: Key,
}

/// What is known of a file as a translation unit without its functions.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct KeptUnit {
    /// The outline of the unit.
    pub outline: Outline,
    /// Notes about the flags and headers of the file.
    pub reading: Reading,
    /// Whether the build says that signed overflow wraps.
    pub wrapv: bool,
}

/// The results of a file: its functions in source order, and how the file was read.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct FileResults {
    /// Notes about the flags and headers of the file.
    pub reading: Reading,
    /// What the file does with the pointers that functions return.
    pub uses: FileUses,
    /// The results of the functions of the file, in source order.
    pub functions: Vec<FunctionResult>,
}

/// The report of a function with what it is known by.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct FunctionResult {
    /// The offset in bytes at which the function starts in its file.
    pub start: u32,
    /// The key of the report.
    pub key: FunctionKey,
    /// The report.
    pub report: Arc<FunctionReport>,
}

/// The reports of the functions of a file in an earlier run.
pub type Earlier = FxHashMap<FunctionKey, Arc<FunctionReport>>;

impl<'a> Store<'a> {
    /// Creates a view of a cache for runs with these options, and with this choice among the commands for a file.
    pub fn new(cache: &'a DiskCache, options: &Options, command: Option<usize>) -> Self {
        Self { cache, options: cache.key(&(options, command.unwrap_or(0))) }
    }

    /// Returns the key of a file as a translation unit, if an earlier run read the same one: everything that the unit
    /// is made from is the same.
    pub fn key(&self, path: &Path, source: &SourceText, build: &FileBuild) -> Option<Key> {
        let place = self.place_of_inputs(path, source, build);
        let inputs: Inputs = self.cache.get(Kind::Inputs, place)?;
        inputs.are_same(build).then(|| self.cache.key(&(place, inputs)))
    }

    /// Returns what an earlier run learnt of a file as a translation unit, with its key, if everything that the unit is
    /// made from is the same.
    pub fn unit(&self, path: &Path, source: &SourceText, build: &FileBuild) -> Option<(Key, KeptUnit)> {
        let key = self.key(path, source, build)?;
        Some((key, self.cache.get(Kind::Units, key)?))
    }

    /// Keeps what a version of a file was read from and what was learnt of it, and returns the key of its unit. `full` is
    /// the absolute path of the file.
    pub fn keep_unit(
        &self,
        (path, full): (&Path, &Path),
        source: &SourceText,
        build: &FileBuild,
        version: &Version,
        unit: &KeptUnit,
    ) -> Key {
        let place = self.place_of_inputs(path, source, build);
        let inputs = Inputs::of(version, full, build);
        self.cache.put(Kind::Inputs, place, &inputs);
        let key = self.cache.key(&(place, inputs));
        self.cache.put(Kind::Units, key, unit);
        key
    }

    fn place_of_inputs(&self, path: &Path, source: &SourceText, build: &FileBuild) -> Key {
        self.cache.key(&("inputs", path, Key::of_bytes(source.text().as_bytes()), build.recipe()))
    }

    /// Returns the results of files that were checked together before, in their order. `units` has the keys of the
    /// files; `None` for a file that cannot be read.
    pub fn project(&self, units: &[Option<Key>]) -> Option<Vec<Option<Key>>> {
        self.cache.get(Kind::Project, self.place_of_project(units))
    }

    /// Keeps the keys of the results of files that were checked together.
    pub fn keep_project(&self, units: &[Option<Key>], results: &Vec<Option<Key>>) {
        self.cache.put(Kind::Project, self.place_of_project(units), results);
    }

    fn place_of_project(&self, units: &[Option<Key>]) -> Key {
        self.cache.key(&("project", self.options, units))
    }

    /// Returns the results of a file by their key.
    pub fn results(&self, key: Key) -> Option<FileResults> {
        self.cache.get(Kind::Results, key)
    }

    /// Keeps the results of a file as its last ones, and returns their key.
    pub fn keep_results(&self, path: &Path, results: &FileResults) -> Option<Key> {
        let payload = borsh::to_vec(results).ok()?;
        let key = Key::of_bytes(&payload);
        if !self.cache.has(Kind::Results, key) {
            self.cache.put_payload(Kind::Results, key, &payload);
        }
        let place = self.place_of_last(path);
        if self.cache.get(Kind::Last, place) != Some(key) {
            self.cache.put(Kind::Last, place, &key);
        }
        Some(key)
    }

    /// Returns the reports of a file in the last run that had it, by their keys. They count only if what they
    /// consulted is still the same.
    pub fn earlier(&self, path: &Path) -> Earlier {
        let last = self.cache.get(Kind::Last, self.place_of_last(path));
        let results = last.and_then(|key| self.results(key));
        let functions = results.map(|results| results.functions).unwrap_or_default();
        functions.into_iter().map(|function| (function.key, function.report)).collect()
    }

    fn place_of_last(&self, path: &Path) -> Key {
        self.cache.key(&("last", self.options, path))
    }

    /// Returns the summaries that an earlier run made of files that were checked together.
    pub fn summaries(&self, paths: &[impl AsRef<Path>]) -> KnownSummaries {
        let kept = self.cache.get(Kind::Summaries, self.place_of_summaries(paths));
        KnownSummaries::of(kept.unwrap_or_default())
    }

    /// Keeps the summaries that were used for files that were checked together, unless they are those that were kept.
    pub fn keep_summaries(&self, paths: &[impl AsRef<Path>], known: &KnownSummaries) {
        if known.has_changed() {
            self.cache.put(Kind::Summaries, self.place_of_summaries(paths), &known.used());
        }
    }

    fn place_of_summaries(&self, paths: &[impl AsRef<Path>]) -> Key {
        let paths: Vec<&Path> = paths.iter().map(AsRef::as_ref).collect();
        self.cache.key(&("summaries", paths))
    }

    /// Makes room in the cache if it has become too large.
    pub fn trim(&self) {
        self.cache.trim();
    }
}

impl FileResults {
    /// Collects the results of a file.
    pub fn new<'f>(
        (reading, uses): (&Reading, FileUses),
        functions: impl Iterator<Item = (&'f FunctionOutline, FunctionKey, &'f Arc<FunctionReport>)>,
    ) -> Self {
        let result = |(function, key, report): (&FunctionOutline, FunctionKey, &Arc<FunctionReport>)| {
            FunctionResult { start: function.span.start, key, report: Arc::clone(report) }
        };
        Self { reading: reading.clone(), uses, functions: functions.map(result).collect() }
    }
}
