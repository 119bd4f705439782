//! Analyses all C files of the workspace in the background.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    Around,
    cancel::{Cancel, Cancelled},
    options::Options,
    project::Project,
    summarise::Needed,
    summary::Summaries,
    suppress::Suppressions,
    unit::FunctionOutline,
    watch::NoWatch,
};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use tower_lsp::lsp_types::{Diagnostic, Url};

use super::{
    diagnostics,
    epoch::Epoch,
    folders::FolderBuilds,
    schedule::Scheduler,
    session::Session,
    settings::Settings,
    snapshot::{Functions, Snapshot},
};
use crate::{
    build::Builds,
    project::{
        self, FileResults, FunctionKey, KeptForFile, Linked, Others, Prepared, SharedCache, Store,
        surroundings,
    },
};

/// How far to go through the files of the workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Depth {
    /// The files are read and their functions summarised, so that open files know what others do.
    #[default]
    Summaries,
    /// All functions are analysed.
    Findings,
}

/// One analysis of the whole workspace.
#[derive(Clone)]
pub(crate) struct WorkspaceRun {
    /// How far the analysis goes.
    pub depth: Depth,
    /// The folders of the workspace, with their builds.
    pub folders: FolderBuilds,
    /// The paths of the open documents.
    pub open: FxHashSet<PathBuf>,
    /// The settings in force.
    pub settings: Arc<Settings>,
    /// The capabilities of the client.
    pub session: Session,
    /// The number of the workspace analysis, which is cancelled when another one begins.
    pub epoch: Epoch,
}

impl Cancel for WorkspaceRun {
    fn is_cancelled(&self) -> bool {
        self.epoch.is_cancelled()
    }
}

/// A progress report from an analysis of the workspace.
#[derive(Debug)]
pub(crate) enum WorkspaceProgress {
    /// The number of files found in a folder.
    Found(usize),
    /// One file was read.
    Read,
    /// All files of a folder were read.
    Linked {
        /// The path of the folder.
        folder: PathBuf,
        /// What the folder's files know of each other.
        others: Arc<Others>,
    },
    /// One file was analysed.
    Checked {
        /// The URI of the file.
        uri: Url,
        /// The diagnostics of the file.
        diagnostics: Vec<Diagnostic>,
    },
    /// All folders are done.
    Ended,
}

/// The most C files of a folder that are read only because one of them is open.
const MOST_FILES: usize = 10_000;

/// Returns the C files of a folder. `None` if the folder is too large to be read only because one of its files is open,
/// or holds whatever a user or a machine has rather than a project.
fn files_of(run: &WorkspaceRun, folder: &Path) -> Option<Vec<PathBuf>> {
    let is_anything = folder.parent().is_none()
        || *folder == *std::env::temp_dir()
        || etcetera::home_dir().is_ok_and(|home| *folder == *home);
    let is_asked_for = run.depth == Depth::Findings;
    if is_anything && !is_asked_for {
        tracing::info!(folder = %folder.display(), "this is not taken as a project: its files are not read");
        return None;
    }
    let paths = project::walk(&[folder.to_owned()]).files;
    let left_out = run.settings.left_out(folder);
    // A file that is in several folders belongs to the innermost one.
    let is_of_folder = |path: &PathBuf| {
        let (of, builds) = run.folders.of(path);
        let config = builds.config(path).ok().flatten();
        *of == *folder && !left_out.has(path) && !config.is_some_and(|config| config.exclude.has(path))
    };
    let paths: Vec<PathBuf> = paths.into_iter().filter(is_of_folder).collect();
    if paths.len() > MOST_FILES && !is_asked_for {
        tracing::warn!(folder = %folder.display(), files = paths.len(), "there are too many C files to read them all");
        return None;
    }
    Some(paths)
}

/// The function that receives the progress reports of a workspace analysis.
type Reports<'a> = &'a (dyn Fn(WorkspaceProgress) + Sync);

impl Scheduler {
    /// Starts an analysis of the workspace, on threads that do not delay open documents.
    pub(super) fn start_workspace(
        &self,
        run: WorkspaceRun,
        send: impl Fn(WorkspaceProgress) + Send + Sync + 'static,
    ) {
        let scheduler = self.clone();
        self.spawn_aside(move || {
            for (folder, builds) in run.folders.all() {
                if scheduler.check_folder(&run, folder, builds, &send).is_err() {
                    return;
                }
            }
            send(WorkspaceProgress::Ended);
        });
    }

    fn check_folder(
        &self,
        run: &WorkspaceRun,
        folder: &Path,
        builds: &Builds,
        send: Reports,
    ) -> Result<(), Cancelled> {
        let Some(paths) = files_of(run, folder) else {
            send(WorkspaceProgress::Linked { folder: folder.to_owned(), others: Arc::default() });
            return Ok(());
        };
        let options = &run.settings.options;
        send(WorkspaceProgress::Found(paths.len()));
        let read = || send(WorkspaceProgress::Read);
        let store = self.disk().map(|disk| Store::new(disk, options, None));
        // The summaries of all functions are in memory only as long as they are used, if they are on disk too.
        let kept = store.map(|store| (store, Arc::new(store.summaries(&paths))));
        let known: SharedCache = match &kept {
            Some((_, summaries)) => summaries.clone(),
            None => self.known().clone(),
        };
        // An edit may call what nothing calls yet.
        let files = (&*paths, Needed::All);
        let mut linked = Linked::read(files, (builds, options), (known, store), run, (&NoWatch, &read))?;
        for file in linked.files.iter().flatten().filter(|file| run.open.contains(&file.path)) {
            linked.hand_on(file, options, &**self.known());
        }
        let others = Arc::new(linked.without_contents(builds));
        send(WorkspaceProgress::Linked { folder: folder.to_owned(), others });
        if run.depth == Depth::Findings {
            let files = std::mem::take(&mut linked.files);
            files.into_par_iter().try_for_each(|file| match file {
                Ok(file) => self.check_file(run, &linked, file, store, send),
                Err((path, error)) => {
                    tracing::warn!(path = %path.display(), %error, "a file of the workspace cannot be read");
                    Ok(())
                }
            })?;
        }
        if let Some((store, summaries)) = kept {
            store.keep_summaries(&paths, &summaries);
            store.trim();
        }
        Ok(())
    }

    fn check_file(
        &self,
        run: &WorkspaceRun,
        linked: &Linked,
        file: Prepared,
        store: Option<Store>,
        send: Reports,
    ) -> Result<(), Cancelled> {
        let Ok(uri) = Url::from_file_path(&file.path) else { return Ok(()) };
        let config = run.folders.of(&file.path).1.config(&file.path).ok().flatten();
        let settings = run.settings.of_file(&file.path, config.as_deref());
        let options = settings.options.of_build(file.wrapv);
        let summaries = linked.known_to(&file, &options);
        let functions = self.functions(run, &file, (&summaries, linked.project()), &options, store)?;
        let snapshot = Snapshot {
            uri: uri.clone(),
            version: 0,
            suppressions: Arc::new(Suppressions::of(file.source.text(), file.source.lines())),
            source: file.source,
            functions,
            reading: Arc::new(file.reading),
            basis: None,
            session: run.session,
            settings,
        };
        send(WorkspaceProgress::Checked { uri, diagnostics: diagnostics::of(&snapshot) });
        Ok(())
    }

    fn functions(
        &self,
        run: &WorkspaceRun,
        file: &Prepared,
        (summaries, project): (&Summaries, &Project),
        options: &Options,
        store: Option<Store>,
    ) -> Result<Functions, Cancelled> {
        let text = file.source.text();
        let outline = &*file.file.outline;
        let kept = KeptForFile::default();
        let around = Around { files: file.within(project).keeping(&kept), summaries, watch: &NoWatch };
        let surroundings = surroundings(around.files, options);
        let key = |function: &FunctionOutline| {
            FunctionKey::of(function, surroundings, summaries.around(&function.calls))
        };
        let keys: Vec<FunctionKey> = outline.functions.iter().map(key).collect();
        let earlier = || store.map(|store| store.earlier(&file.path)).unwrap_or_default();
        let mut reports = self.known_reports(&keys, around.files, summaries, earlier);
        let missing = reports.iter_mut().enumerate().filter(|(_, report)| report.is_none());
        for (index, report) in missing {
            let made = match file.unit().functions.get(index) {
                Some(function) => self.report(text, options, around, function, run)?,
                None => project::skipped(&outline.functions[index].name, "the file has changed since"),
            };
            let made = Arc::new(made);
            self.cache().insert(keys[index], &made);
            *report = Some(made);
        }
        if let Some(store) = store {
            let all = outline.functions.iter().zip(&keys).zip(reports.iter().flatten());
            let all = all.map(|((function, key), report)| (function, *key, report));
            store.keep_results(&file.path, &FileResults::new((&file.reading, outline.uses.clone()), all));
        }
        Ok(outline.functions.iter().map(FunctionOutline::item).zip(reports).collect())
    }
}
