//! The builds of all files of a run, with everything that is worth remembering between them.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use dashmap::DashMap;

use super::{
    BuildSettings, FileBuild,
    choose::{Chosen, choose},
    files::{Files, Snapshot},
    flags::Flags,
    guess::{Guess, guess, project_root, usual_folders},
    on_disk::OnDisk,
    options::preprocess_options,
    paths,
    search::{self, Search, SearchList, Surroundings},
    sources::{Database, Problem, database_in},
    unit_of::is_header,
};

/// Answers for the files of one run: files, databases and listings are looked at once, and stay as they were.
#[derive(Debug)]
pub struct Builds {
    settings: BuildSettings,
    base: PathBuf,
    user: Flags,
    cpath: Vec<PathBuf>,
    c_include_path: Vec<PathBuf>,
    files: Arc<Snapshot>,
    disk: Arc<OnDisk>,
    searches: DashMap<Flags, Arc<Search>>,
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
            disk: Arc::default(),
            searches: DashMap::default(),
        }
    }

    /// Answers for the next run: files are looked at anew, and read again if they changed.
    #[must_use]
    pub fn renewed(&self, files: &Arc<Files>) -> Self {
        self.with(files.snapshot(), Arc::new(self.disk.renewed()))
    }

    /// Answers after an edit in an open document: the same disk under its new text.
    #[must_use]
    pub fn edited(&self) -> Self {
        self.with(self.files.with_open_texts(), Arc::clone(&self.disk))
    }

    fn with(&self, files: Snapshot, disk: Arc<OnDisk>) -> Self {
        Self {
            settings: self.settings.clone(),
            base: self.base.clone(),
            user: self.user.clone(),
            cpath: self.cpath.clone(),
            c_include_path: self.c_include_path.clone(),
            files: Arc::new(files),
            disk,
            searches: DashMap::default(),
        }
    }

    /// What is wrong with the database that the user named.
    pub fn given_problem(&self) -> Option<Problem> {
        self.disk.database(&database_in(&self.given()?)).err()
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
        let given = self.given();
        let Chosen { flags, borrowed, notes: more, problems } =
            choose(&main, given.as_deref(), &self.base, &self.disk);
        notes.extend(more);
        let mut flags = match flags {
            None => self.guess(&main, &mut notes),
            Some(flags) if borrowed => self.complete(flags, &main, &mut notes),
            Some(flags) => flags,
        };
        flags.add_user(&self.user);
        let headers = self.search(&flags);
        let options = preprocess_options(&flags, &headers, &mut notes);
        FileBuild { main, flags, options, headers, notes, problems }
    }

    /// The search that flags ask for; shared by all files that search the same folders.
    fn search(&self, flags: &Flags) -> Arc<Search> {
        let key = flags.for_search();
        if let Some(known) = self.searches.get(&key) {
            return Arc::clone(&known);
        }
        let list = SearchList::new(flags, &self.around(flags));
        let search = Arc::new(Search::new(list, Arc::clone(&self.files), self.base.clone()));
        Arc::clone(&self.searches.entry(key).or_insert(search))
    }

    fn around(&self, flags: &Flags) -> Surroundings {
        Surroundings {
            cpath: self.cpath.clone(),
            c_include_path: self.c_include_path.clone(),
            standard: search::standard_folders(flags),
        }
    }

    /// The flags of a file that nobody describes.
    fn guess(&self, file: &Path, notes: &mut Vec<String>) -> Flags {
        let root = project_root(file);
        let guess = self.guessed(file, &root, &self.user, usual_folders(file, &root));
        if !guess.assumed.is_empty() {
            notes.push(format!("no compile_commands.json: {} assumed", guess.assumed.join(" ")));
        }
        if let Some(name) = &guess.unconfigured {
            notes.push(format!("no {name}: configure the project first, or name its folder with -I"));
        }
        guess.flags
    }

    /// The flags of another file with the folders that this one needs besides.
    fn complete(&self, mut flags: Flags, file: &Path, notes: &mut Vec<String>) -> Flags {
        let mut known = flags.clone();
        known.add_user(&self.user);
        let mut guess = self.guessed(file, &project_root(file), &known, Vec::new());
        flags.angled.append(&mut guess.flags.angled);
        flags.guessed.append(&mut guess.flags.guessed);
        guess.assumed.retain(|flag| flag.starts_with("-I"));
        if !guess.assumed.is_empty() {
            notes.push(format!("besides, {} assumed", guess.assumed.join(" ")));
        }
        flags
    }

    fn guessed(&self, file: &Path, root: &Path, known: &Flags, folders: Vec<PathBuf>) -> Guess {
        let tree = self.disk.tree(root);
        guess(file, root, &tree, &self.files, known, &self.around(known), folders)
    }

    /// The databases that may know the units of a header, as far as they can be read.
    fn databases(&self, header: &Path) -> Vec<Arc<Database>> {
        let given = self.given().map(|given| vec![database_in(&given)]);
        let paths = given.unwrap_or_else(|| self.disk.around(header).databases.clone());
        paths.iter().filter_map(|path| self.disk.database(path).ok()).collect()
    }

    /// The database that the user named.
    fn given(&self) -> Option<PathBuf> {
        Some(paths::absolute(&self.base, self.settings.database.as_deref()?))
    }

    /// The C file through which a header is read.
    fn unit_of(&self, header: &Path, notes: &mut Vec<String>) -> PathBuf {
        let root = project_root(header);
        let databases: Vec<_> = self.databases(header);
        let has_command = |file: &Path| databases.iter().any(|database| database.entry(file).is_some());
        let includers = self.disk.includers(&root, &self.files);
        let unit = includers.unit_of(header, &self.files, &has_command);
        notes.push(match &unit {
            Some(unit) => format!("read as a part of {}", paths::shown(unit, &self.base)),
            None => "no C file of the project includes this header: it is read by itself".to_owned(),
        });
        unit.unwrap_or_else(|| header.to_owned())
    }
}
