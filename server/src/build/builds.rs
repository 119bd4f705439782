//! The builds of all files of a run, with everything that is worth remembering between them.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::preprocess::{PreprocessOptions, Source};
use dashmap::DashMap;

use super::{
    BuildSettings,
    choose::{Chosen, Descriptions, choose},
    files::{Files, Snapshot},
    flags::Flags,
    guess::{Tree, guess, project_root},
    options::preprocess_options,
    paths,
    search::{self, Search, SearchList, Surroundings},
    sources::{Clangd, Database, Problem},
    unit_of::{Includers, is_header},
};

/// How a file is compiled.
#[derive(Debug)]
pub struct FileBuild {
    /// The file to preprocess: the one that was asked for, or a unit that includes it.
    pub main: PathBuf,
    /// Its flags.
    pub flags: Flags,
    /// What its preprocessor has to know.
    pub options: PreprocessOptions,
    /// Finds its headers.
    pub headers: Arc<Search>,
    /// What was assumed, each without the name of the file, so that equal notes of many files can be told once.
    pub notes: Vec<String>,
    /// What is wrong with the files that describe the build.
    pub problems: Vec<Problem>,
}

impl FileBuild {
    /// The unit for the preprocessor; nothing if the file cannot be read.
    pub fn source(&self) -> Option<Source> {
        let file = self.headers.files().get(&self.main)?;
        let (path, lexed) = (Arc::clone(&file.path), Arc::clone(file.lexed()));
        Some(Source { path, lexed, system: false, folder: None })
    }
}

/// Answers for the files of one run: files, databases and listings are looked at once, and stay as they were.
#[derive(Debug)]
pub struct Builds {
    settings: BuildSettings,
    base: PathBuf,
    user: Flags,
    cpath: Vec<PathBuf>,
    c_include_path: Vec<PathBuf>,
    files: Arc<Snapshot>,
    names: DashMap<PathBuf, Vec<String>>,
    databases: DashMap<PathBuf, Result<Arc<Database>, Problem>>,
    clangds: DashMap<PathBuf, Result<Arc<Clangd>, Problem>>,
    lists: DashMap<Flags, Arc<SearchList>>,
    trees: DashMap<PathBuf, Arc<Tree>>,
    includers: DashMap<PathBuf, Arc<Includers>>,
}

impl Builds {
    /// Answers for a process whose working directory is `base`. `variable` looks up environment variables.
    pub fn new(
        settings: BuildSettings,
        base: &Path,
        files: &Arc<Files>,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Self {
        let folders = |name: &str| search::folders(variable(name).as_deref(), base);
        Self {
            user: settings.flags(base),
            settings,
            base: base.to_owned(),
            cpath: folders("CPATH"),
            c_include_path: folders("C_INCLUDE_PATH"),
            files: Arc::new(files.snapshot()),
            names: DashMap::default(),
            databases: DashMap::default(),
            clangds: DashMap::default(),
            lists: DashMap::default(),
            trees: DashMap::default(),
            includers: DashMap::default(),
        }
    }

    /// The absolute path of a file, spelt in one way.
    pub fn absolute(&self, path: &Path) -> PathBuf {
        paths::absolute(&self.base, path)
    }

    /// How a file is compiled.
    pub fn for_file(&self, path: &Path) -> FileBuild {
        let file = paths::absolute(&self.base, path);
        let mut notes = Vec::new();
        let main = if is_header(&file) { self.unit_of(&file, &mut notes) } else { file };
        let given = self.settings.database.as_ref().map(|given| paths::absolute(&self.base, given));
        let Chosen { flags, notes: more, problems } = choose(&main, given.as_deref(), &self.base, self);
        notes.extend(more);
        let mut flags = flags.unwrap_or_else(|| self.guess(&main, &mut notes));
        flags.add_user(&self.user);
        let headers = Arc::new(Search::new(self.list(&flags), Arc::clone(&self.files), self.base.clone()));
        let options = preprocess_options(&flags, &headers, &mut notes);
        FileBuild { main, flags, options, headers, notes, problems }
    }

    fn list(&self, flags: &Flags) -> Arc<SearchList> {
        let known = self.lists.get(flags).map(|list| Arc::clone(&list));
        known.unwrap_or_else(|| {
            let list = Arc::new(SearchList::new(flags, &self.around(flags)));
            Arc::clone(&self.lists.entry(flags.clone()).or_insert(list))
        })
    }

    fn around(&self, flags: &Flags) -> Surroundings {
        Surroundings {
            cpath: self.cpath.clone(),
            c_include_path: self.c_include_path.clone(),
            standard: search::standard_folders(flags),
        }
    }

    fn guess(&self, file: &Path, notes: &mut Vec<String>) -> Flags {
        let root = project_root(file);
        let tree = self.tree(&root);
        let guess = guess(file, &root, &tree, &self.files, &self.user, &self.around(&self.user));
        if !guess.assumed.is_empty() {
            notes.push(format!("no compile_commands.json: {} assumed", guess.assumed.join(" ")));
        }
        if guess.unconfigured {
            notes.push("no config.h: configure the project first, or name its folder with -I".to_owned());
        }
        guess.flags
    }

    fn tree(&self, root: &Path) -> Arc<Tree> {
        let tree = self.trees.entry(root.to_owned()).or_insert_with(|| Arc::new(Tree::new(root)));
        Arc::clone(&tree)
    }

    /// The C file through which a header is read.
    fn unit_of(&self, header: &Path, notes: &mut Vec<String>) -> PathBuf {
        let root = project_root(header);
        let includers = self.includers.get(&root).map(|known| Arc::clone(&known));
        let includers = includers.unwrap_or_else(|| {
            let new = Arc::new(Includers::new(self.tree(&root).sources(), &self.files));
            Arc::clone(&self.includers.entry(root).or_insert(new))
        });
        let unit = includers.unit_of(header);
        notes.push(match &unit {
            Some(unit) => format!("read as a part of {}", paths::shown(unit, &self.base)),
            None => "no C file of the project includes this header: it is read by itself".to_owned(),
        });
        unit.unwrap_or_else(|| header.to_owned())
    }
}

impl Descriptions for Builds {
    fn names(&self, folder: &Path) -> Vec<String> {
        let known = self.names.entry(folder.to_owned()).or_insert_with(|| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let mut names: Vec<String> =
                entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            names.sort();
            names
        });
        known.clone()
    }

    fn database(&self, path: &Path) -> Result<Arc<Database>, Problem> {
        let read = || Database::read(path).map(Arc::new);
        self.databases.entry(path.to_owned()).or_insert_with(read).clone()
    }

    fn clangd(&self, path: &Path) -> Result<Arc<Clangd>, Problem> {
        let read = || Clangd::read(path).map(Arc::new);
        self.clangds.entry(path.to_owned()).or_insert_with(read).clone()
    }
}
