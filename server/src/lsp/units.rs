//! Documents as units: their flags, their headers, and what one version can use of the one before.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use csieve_analysis::unit::{TranslationUnit, Version};
use dashmap::DashMap;
use tower_lsp::lsp_types::Url;

use crate::{
    build::{BuildSettings, Builds, files::Files},
    project,
};

/// Makes units of documents. Shared by the owner of the documents and the threads that analyse.
#[derive(Debug)]
pub(crate) struct Units {
    files: Arc<Files>,
    base: PathBuf,
    present: Mutex<Present>,
    versions: DashMap<Url, (u64, Arc<Version>)>,
}

/// The builds as they are now.
#[derive(Debug)]
struct Present {
    settings: BuildSettings,
    builds: Arc<Builds>,
    /// Counts how often headers may have changed.
    generation: u64,
}

impl Units {
    /// Units of documents for a server that runs in a folder.
    pub fn new(base: PathBuf) -> Self {
        let files = Arc::<Files>::default();
        let settings = BuildSettings::default();
        let present = Present { builds: builds(&settings, &base, &files), settings, generation: 0 };
        Self { files, base, present: Mutex::new(present), versions: DashMap::new() }
    }

    /// Takes in what the user set.
    pub fn configure(&self, settings: &BuildSettings) {
        let mut present = self.present();
        if present.settings != *settings {
            present.settings = settings.clone();
            self.refresh_locked(&mut present);
        }
    }

    /// Looks at all files anew from now on: one of them may have changed.
    pub fn refresh(&self) {
        self.refresh_locked(&mut self.present());
    }

    /// A document has this text, whatever is on disk. Says whose units it is a part of.
    pub fn open(&self, uri: &Url, text: &str) -> Vec<Url> {
        let Ok(path) = uri.to_file_path() else { return Vec::new() };
        let includers = self.includers(uri, &path);
        if !includers.is_empty() || is_header(&path) {
            self.files.open(&path, text);
            self.refresh();
        }
        includers
    }

    /// A document is closed: what is on disk counts again.
    pub fn close(&self, uri: &Url) {
        self.versions.remove(uri);
        if let Ok(path) = uri.to_file_path() {
            self.files.close(&path);
            if is_header(&path) {
                self.refresh();
            }
        }
    }

    /// The unit of a document with this text.
    pub fn unit(&self, uri: &Url, text: &str) -> Arc<TranslationUnit> {
        let (builds, generation) = {
            let present = self.present();
            (Arc::clone(&present.builds), present.generation)
        };
        let path = uri.to_file_path().unwrap_or_else(|()| self.base.join("untitled.c"));
        let before = self.versions.get(uri).map(|known| known.clone());
        let before =
            before.map(
                |(made_in, version)| {
                    if made_in == generation { version } else { Arc::new(version.without_headers()) }
                },
            );
        let version = project::version(&builds.for_file(&path), &path, text, before.as_deref());
        let version = Arc::new(version);
        self.versions.insert(uri.clone(), (generation, Arc::clone(&version)));
        Arc::clone(&version.unit)
    }

    /// The documents that a file is a part of.
    fn includers(&self, uri: &Url, path: &Path) -> Vec<Url> {
        let path = path.to_string_lossy();
        let includes = |version: &Version| version.sources.iter().skip(1).any(|source| **source == *path);
        let mut found: Vec<Url> = self
            .versions
            .iter()
            .filter(|entry| entry.key() != uri && includes(&entry.value().1))
            .map(|entry| entry.key().clone())
            .collect();
        found.sort();
        found
    }

    fn refresh_locked(&self, present: &mut Present) {
        present.builds = builds(&present.settings, &self.base, &self.files);
        present.generation += 1;
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn builds(settings: &BuildSettings, base: &Path, files: &Arc<Files>) -> Arc<Builds> {
    Arc::new(Builds::new(settings.clone(), base, files, |name| std::env::var_os(name)))
}

fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("h"))
}
