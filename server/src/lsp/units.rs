//! Makes translation units of documents: finds their flags and headers, and reuses parts of earlier versions.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use csieve_analysis::{
    cancel::Cancel,
    preprocess::SourceId,
    suppress::Suppressions,
    text::SourceText,
    unit::{TranslationUnit, Version},
};
use dashmap::{DashMap, Entry};
use tower_lsp::lsp_types::Url;

use super::{epoch::Epoch, folders::FolderBuilds, language::Language, suppressed::Suppressed};
use crate::{
    build::{BuildSettings, Builds, FileBuild, Recipe, files::Files, is_header},
    config::{self, Config},
    fix,
    project::{self, Reading, Threads},
};

/// Makes translation units of documents, and remembers them. Shared by the owner of the documents and the
/// analysis threads.
#[derive(Debug)]
pub(crate) struct Units {
    files: Arc<Files>,
    /// The folder at which relative paths start if the client has no folder open.
    base: PathBuf,
    present: Mutex<Present>,
    made: DashMap<Url, Made>,
    /// Held by who reads a document. Most of what one version is read into is used again for the next one, so a round waits
    /// for the one before instead of reading all of the text beside it.
    turns: DashMap<Url, Arc<Mutex<()>>>,
}

/// The current builds, and the settings that they are made from.
#[derive(Clone, Debug)]
struct Present {
    settings: BuildSettings,
    folders: Vec<PathBuf>,
    builds: FolderBuilds,
    /// The kind of change since the builds were made, if there was one.
    changed: Option<Changed>,
    /// A counter that increases whenever files on disk or open texts may have changed.
    generation: u64,
}

/// The kind of a change. A greater kind includes the lesser one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Changed {
    /// Texts of open documents may have changed.
    Texts,
    /// Files on disk may have changed.
    Disk,
}

/// The last translation unit of a document, with the recipe that it was made by.
#[derive(Clone, Debug)]
struct Made {
    epoch: u64,
    generation: u64,
    version: Arc<Version>,
    standing: Arc<TranslationUnit>,
    suppressed: Suppressed,
    recipe: Arc<Recipe>,
    config: Option<Arc<Config>>,
}

/// What the next unit of a document is made with.
struct Making {
    path: PathBuf,
    build: FileBuild,
    recipe: Recipe,
    /// The last version, whose parts are used again.
    before: Option<Arc<Version>>,
    /// The last unit in which all functions were read, if there was one.
    sound: Option<Arc<TranslationUnit>>,
    /// The last text with its suppressions.
    suppressed: Option<Suppressed>,
    generation: u64,
}

/// A document that was made into a translation unit.
#[derive(Debug)]
pub(crate) struct Translated {
    /// The translation unit of the document.
    pub unit: Arc<TranslationUnit>,
    /// The unit that other functions and files know: functions that cannot be read are in it as they were when they could.
    pub standing: Arc<TranslationUnit>,
    /// Notes about how the document was read.
    pub reading: Arc<Reading>,
    /// The suppressions in the document.
    pub suppressions: Arc<Suppressions>,
    /// The description of how the document is compiled.
    pub build: Arc<FileBuild>,
}

impl Units {
    /// Creates an empty store of translation units, for a server whose working directory is `base`.
    pub(super) fn new(base: PathBuf) -> Self {
        let files = Arc::<Files>::default();
        let settings = BuildSettings::default();
        let builds = builds(&settings, &[], &base, &files);
        let present = Present { settings, folders: Vec::new(), builds, changed: None, generation: 0 };
        Self { files, base, present: Mutex::new(present), made: DashMap::new(), turns: DashMap::new() }
    }

    /// Sets the user's build settings.
    pub(super) fn configure(&self, settings: &BuildSettings) {
        let mut present = self.present();
        if present.settings != *settings {
            present.settings = settings.clone();
            self.start_anew(&mut present);
        }
    }

    /// Sets the folders that are open.
    pub(super) fn set_folders(&self, folders: Vec<PathBuf>) {
        let mut present = self.present();
        if present.folders != folders {
            present.folders = folders;
            self.start_anew(&mut present);
        }
    }

    fn start_anew(&self, present: &mut Present) {
        present.builds = builds(&present.settings, &present.folders, &self.base, &self.files);
        present.changed = None;
        present.generation += 1;
    }

    /// Returns the open folders with their current builds, or the server's working directory if no folder is
    /// open.
    pub(super) fn folders(&self) -> FolderBuilds {
        self.now().builds
    }

    /// Returns the folder that a document belongs to.
    pub(super) fn folder_of(&self, uri: &Url) -> PathBuf {
        self.present().builds.of(&self.path(uri)).0.clone()
    }

    /// Returns a path from the settings as an absolute path: in the first folder where the file exists, or
    /// else in the first folder.
    pub(super) fn settled(&self, path: &Path) -> PathBuf {
        let builds = self.present().builds.clone();
        let in_folder = builds.all().map(|(folder, _)| folder.join(path)).find(|path| path.exists());
        in_folder.unwrap_or_else(|| builds.first().join(path))
    }

    /// Records that files on disk may have changed, so that they are looked at again.
    pub(super) fn refresh(&self) {
        self.change(Changed::Disk);
    }

    /// Sets the text of an open document, whatever is on disk. Returns the documents whose units include the
    /// document.
    pub(super) fn edit(&self, uri: &Url, text: &Arc<str>) -> Vec<Url> {
        let Ok(path) = uri.to_file_path() else { return Vec::new() };
        let includes_others = self.files.open(&path, Arc::clone(text));
        let includers = self.includers(uri, &path);
        // Otherwise only the document's own unit depends on the text, and that unit is made from the text
        // itself.
        if includes_others || !includers.is_empty() || is_header(&path) {
            self.change(Changed::Texts);
        }
        includers
    }

    /// Records that a document is closed, so that the text on disk counts again.
    pub(super) fn close(&self, uri: &Url) {
        self.made.remove(uri);
        self.turns.remove(uri);
        if let Ok(path) = uri.to_file_path() {
            self.files.close(&path);
            self.change(Changed::Texts);
        }
    }

    /// Makes the translation unit of a document with this text, for an analysis round, when no other round reads the document.
    /// `None` if the round is not the current one any more by then.
    pub(super) fn in_turn(
        &self,
        uri: &Url,
        round: &Epoch,
        language: Language,
        text: &SourceText,
    ) -> Option<Translated> {
        let turn = Arc::clone(&self.turns.entry(uri.clone()).or_default());
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        (!round.is_cancelled()).then(|| self.unit(uri, round.number, language, text))
    }

    /// Makes the translation unit of a document with this text, for the analysis round `epoch`.
    pub(super) fn unit(&self, uri: &Url, epoch: u64, language: Language, text: &SourceText) -> Translated {
        let Making { path, build, recipe, before, sound, suppressed, generation } = self.making(uri);
        let version = Arc::new(project::version_by(&Threads, &build, &path, (text, before.as_deref())));
        let is_left_out = build.config.as_ref().is_some_and(|config| config.exclude.has(&path));
        let is_c = (language == Language::C || version.file != SourceId::MAIN) && !is_left_out;
        let (reading, unit) = if is_c {
            (Reading::new(&build, &version, text.lines()), Arc::clone(&version.unit))
        } else {
            let left_out = || format!("{} leaves this file out: it is not analysed", config::NAME);
            let assumed = is_left_out.then(left_out).into_iter().collect();
            (Reading { assumed, ..Reading::default() }, Arc::default())
        };
        let suppressions = match suppressed.as_ref() {
            Some(known) => known.edited(text),
            None => Suppressions::of(text.text(), text.lines()),
        };
        let suppressions = Arc::new(suppressions);
        let suppressed = Suppressed { source: text.clone(), all: Arc::clone(&suppressions) };
        let standing = standing(&unit, sound.as_deref());
        let (kept, recipe, config) = (Arc::clone(&standing), Arc::new(recipe), build.config.clone());
        self.keep(uri, Made { epoch, generation, version, standing: kept, suppressed, recipe, config });
        Translated { unit, standing, reading: Arc::new(reading), suppressions, build: Arc::new(build) }
    }

    /// Makes the translation unit of a text that the document only might have, and keeps nothing of it.
    pub(super) fn trial(&self, uri: &Url, text: &SourceText) -> fix::Translated {
        let Making { path, build, before, sound, .. } = self.making(uri);
        let unit = project::version(&build, &path, text, before.as_deref()).unit;
        fix::Translated { standing: standing(&unit, sound.as_deref()), unit }
    }

    /// Returns what the next unit of a document is made with.
    fn making(&self, uri: &Url) -> Making {
        let Present { builds, generation, .. } = self.now();
        let path = self.path(uri);
        let build = builds.of(&path).1.for_file(&path);
        let recipe = build.recipe();
        let before = self.made.get(uri).map(|made| made.clone());
        let sound = before.as_ref().map(|made| Arc::clone(&made.standing));
        let suppressed = before.as_ref().map(|made| made.suppressed.clone());
        let before = before.map(|made| {
            if made.generation == generation || made.is_current(&recipe, &build, &path) {
                made.version
            } else {
                Arc::new(made.version.without_headers())
            }
        });
        Making { path, build, recipe, before, sound, suppressed, generation }
    }

    /// Stores the unit that an analysis round made, unless the unit of a later analysis round is stored
    /// already.
    fn keep(&self, uri: &Url, made: Made) {
        match self.made.entry(uri.clone()) {
            Entry::Occupied(known) if known.get().epoch > made.epoch => {}
            Entry::Occupied(mut known) => drop(known.insert(made)),
            Entry::Vacant(free) => drop(free.insert(made)),
        }
    }

    /// Returns whether no file can have changed since a document's unit was made.
    pub(super) fn is_of_now(&self, uri: &Url) -> bool {
        let generation = self.present().generation;
        self.made.get(uri).is_some_and(|made| made.generation == generation)
    }

    /// Returns whether a document's unit would be the same if it were made now.
    pub(super) fn is_current(&self, uri: &Url) -> bool {
        let Present { builds, generation, .. } = self.now();
        let Some(made) = self.made.get(uri).map(|made| made.clone()) else { return false };
        let path = self.path(uri);
        let build = builds.of(&path).1.for_file(&path);
        let current = made.is_current(&build.recipe(), &build, &path);
        if current && let Some(mut known) = self.made.get_mut(uri).filter(|known| known.epoch == made.epoch) {
            known.generation = generation;
        }
        current
    }

    /// Returns the configuration that counts for a document.
    pub(super) fn config(&self, uri: &Url) -> Option<Arc<Config>> {
        let (path, builds) = (self.path(uri), self.present().builds.clone());
        builds.of(&path).1.config(&path).ok().flatten()
    }

    /// Returns the configuration that counts for the first folder as a whole, as it is on disk now.
    pub(super) fn config_of_folder(&self) -> Option<Config> {
        let folder = self.present().builds.first().to_owned();
        let path = folder.ancestors().map(|folder| folder.join(config::NAME)).find(|path| path.is_file())?;
        let text = project::read(&path).ok()?.text;
        Config::parse(&text, &path, path.parent()?).ok()
    }

    /// Returns the other documents whose units include a file.
    fn includers(&self, uri: &Url, path: &Path) -> Vec<Url> {
        let path = path.to_string_lossy();
        let includes = |made: &Made| made.version.sources.iter().any(|source| *source.path == *path);
        let mut found: Vec<Url> = self
            .made
            .iter()
            .filter(|entry| entry.key() != uri && includes(entry.value()))
            .map(|entry| entry.key().clone())
            .collect();
        found.sort();
        found
    }

    fn path(&self, uri: &Url) -> PathBuf {
        uri.to_file_path().unwrap_or_else(|()| self.base.join("untitled.c"))
    }

    fn change(&self, changed: Changed) {
        let mut present = self.present();
        present.changed = present.changed.max(Some(changed));
        present.generation += 1;
    }

    /// Returns the current builds. The first thread that needs them remakes them after a change, so that the
    /// owner of the documents does not wait for the disk.
    fn now(&self) -> Present {
        loop {
            let known = self.present().clone();
            let Some(changed) = known.changed else { return known };
            let builds = match changed {
                Changed::Texts => known.builds.map(Builds::edited),
                Changed::Disk => known.builds.map(|builds| builds.renewed(&self.files)),
            };
            let mut present = self.present();
            if present.generation == known.generation && present.changed.is_some() {
                present.builds = builds;
                present.changed = None;
            }
        }
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Made {
    fn is_current(&self, recipe: &Recipe, build: &FileBuild, path: &Path) -> bool {
        *self.recipe == *recipe && self.config == build.config && build.finds_the_same(&self.version, path)
    }
}

/// Returns a unit with the functions that cannot be read as they are in `sound`, if nothing else has changed.
fn standing(unit: &Arc<TranslationUnit>, sound: Option<&TranslationUnit>) -> Arc<TranslationUnit> {
    let standing = sound.and_then(|sound| unit.standing(sound));
    // If all functions can be read, the unit stands for itself: headers may declare something else by now.
    let is_typed = |standing: &TranslationUnit| {
        let mut pairs = unit.functions.iter().zip(&standing.functions);
        pairs.any(|(now, stands)| now.text.text != stands.text.text)
    };
    let standing = standing.filter(is_typed);
    standing.map_or_else(|| Arc::clone(unit), Arc::new)
}

fn builds(settings: &BuildSettings, folders: &[PathBuf], base: &Path, files: &Arc<Files>) -> FolderBuilds {
    let of_folder =
        |folder: &Path| Arc::new(Builds::new(settings.clone(), folder, files, |name| std::env::var_os(name)));
    FolderBuilds::new(folders, base, &of_folder)
}
