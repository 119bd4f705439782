//! Tells how each file is compiled, with caches that all files share.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use dashmap::DashMap;

use super::{
    BuildSettings, ConfigChoice, FileBuild,
    choose::{Chosen, Given, choose},
    files::{Files, Snapshot},
    flags::{self, Flags},
    guess::{Guess, guess, project_root, usual_folders},
    on_disk::OnDisk,
    options::preprocess_options,
    paths,
    search::{self, HeaderSearch, SearchList, Surroundings},
    sources::{Database, Problem, database_in},
    unit_of::is_header,
};
use crate::config::Config;

/// Tells how each file is compiled. Files, databases and folder listings are read once, so that all answers
/// agree until [`Self::renewed`] looks at the disk again. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Builds {
    settings: BuildSettings,
    base: PathBuf,
    user: Flags,
    cpath: Vec<PathBuf>,
    c_include_path: Vec<PathBuf>,
    files: Arc<Snapshot>,
    disk: Arc<OnDisk>,
    searches: Arc<DashMap<Flags, Arc<HeaderSearch>>>,
}

impl Builds {
    /// Creates the builds for a process whose working directory is `base`. `variable` looks up environment
    /// variables.
    pub fn new(
        settings: BuildSettings,
        base: &Path,
        files: &Arc<Files>,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Self {
        let variable = |name: &str| variable(name).filter(|_| !settings.only_flags);
        let folders = |name: &str| search::folders(variable(name).as_deref(), base);
        Self {
            user: settings.flags(base),
            base: base.to_owned(),
            cpath: folders("CPATH"),
            c_include_path: folders("C_INCLUDE_PATH"),
            settings,
            files: Arc::new(files.snapshot()),
            disk: Arc::default(),
            searches: Arc::default(),
        }
    }

    /// Returns new builds with the same settings: every file is looked at again, and read again if it
    /// changed.
    #[must_use]
    pub fn renewed(&self, files: &Arc<Files>) -> Self {
        self.with(files.snapshot(), Arc::new(self.disk.renewed()))
    }

    /// Returns the builds after an edit in an open document. What was read from disk is kept; only open texts
    /// are new.
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
            searches: Arc::default(),
        }
    }

    /// Returns the reason why the database that the user named cannot be used, if there is such a problem.
    pub fn given_problem(&self) -> Option<Problem> {
        self.given(None).databases.iter().find_map(|path| self.disk.database(path).err())
    }

    /// Returns the absolute path of a file without `.` and removable `..`, so that a file has one spelling.
    pub fn absolute(&self, path: &Path) -> PathBuf {
        paths::absolute(&self.base, path)
    }

    /// Returns a path as text for users: relative to the working directory if it is below that.
    pub fn shown(&self, path: &Path) -> String {
        paths::shown(path, &self.base)
    }

    /// Returns the text of the open document at a path, if there is one.
    pub fn open_text(&self, path: &Path) -> Option<&Arc<str>> {
        self.files.open(&self.absolute(path)).map(|file| &file.text)
    }

    /// Finds out how a file is compiled. A header is compiled as a part of a C file that includes it.
    pub fn for_file(&self, path: &Path) -> FileBuild {
        let file = paths::absolute(&self.base, path);
        let mut notes = Vec::new();
        let (config, wrong) = match self.config(&file) {
            Ok(config) => (config, None),
            Err(wrong) => (None, Some(wrong)),
        };
        let main = if is_header(&file) { self.unit_of(&file, &mut notes) } else { file };
        let (flags, mut problems, commands) = if self.settings.only_flags {
            (self.user.clone(), Vec::new(), 1)
        } else {
            self.described(&main, self.config(&main).ok().flatten().as_deref(), &mut notes)
        };
        problems.extend(wrong);
        let headers = self.search(&flags);
        let options = preprocess_options(&flags, &headers, &mut notes);
        FileBuild { main, flags, options, headers, notes, problems, commands, config }
    }

    /// Returns the `csieve.toml` that counts for a file.
    ///
    /// # Errors
    /// The reason why it cannot be read, or the first mistake in it.
    pub fn config(&self, file: &Path) -> Result<Option<Arc<Config>>, Problem> {
        let file = self.absolute(file);
        let read = |path: &Path, root: &Path| match self.disk.config(path, root) {
            Ok(config) => Ok(Some(config)),
            Err(problem) => Err(Problem { path: self.shown(path).into(), ..problem }),
        };
        match &self.settings.config {
            ConfigChoice::None => Ok(None),
            ConfigChoice::This(path) => read(&self.absolute(path), &self.base),
            ConfigChoice::Nearest => match &self.disk.around(&file).config {
                Some(path) => read(path, path.parent().unwrap_or(&self.base)),
                None => Ok(None),
            },
        }
    }

    /// Returns the `csieve.toml` that counts for a run on files and folders: the one for the working directory if that is
    /// above one of them and has one, or else the one for the first of them.
    ///
    /// # Errors
    /// The reason why it cannot be read, or the first mistake in it.
    pub fn config_of_run(&self, paths: &[PathBuf]) -> Result<Option<Arc<Config>>, Problem> {
        let in_folder = |path: &Path| self.config(&path.join(crate::config::NAME));
        let is_below = |path: &PathBuf| self.absolute(path).starts_with(&self.base);
        if (paths.is_empty() || paths.iter().any(is_below))
            && let Some(config) = in_folder(&self.base)?
        {
            return Ok(Some(config));
        }
        match paths.first() {
            Some(first) if self.absolute(first).is_dir() => in_folder(&self.absolute(first)),
            Some(first) => self.config(first),
            None => Ok(None),
        }
    }

    /// Returns the flags of a file as files around it describe them, or else guessed, with the problems in these files and
    /// the number of commands that are told apart.
    fn described(
        &self,
        main: &Path,
        config: Option<&Config>,
        notes: &mut Vec<String>,
    ) -> (Flags, Vec<Problem>, usize) {
        let Chosen { flags, commands, borrowed, notes: more, problems } =
            choose(main, &self.given(config), &self.base, &self.disk);
        notes.extend(more);
        let user = self.asked(config, flags.is_some());
        let mut flags = match flags {
            None => self.guess(main, &user, notes),
            Some(flags) if borrowed => self.complete(flags, main, &user, notes),
            Some(flags) => flags,
        };
        flags.add_user(&user);
        (flags, problems, commands.max(1))
    }

    /// Returns the flags that people ask for: those of a configuration, then those of the user.
    fn asked(&self, config: Option<&Config>, is_described: bool) -> Flags {
        let Some(config) = config else { return self.user.clone() };
        let mut flags = flags::parse(&config.flags(is_described), &config.root, false);
        flags.add_user(&self.user);
        flags
    }

    /// Returns the header search for these flags. Files with the same search flags share one header search.
    fn search(&self, flags: &Flags) -> Arc<HeaderSearch> {
        let key = flags.for_search();
        if let Some(known) = self.searches.get(&key) {
            return Arc::clone(&known);
        }
        let list = SearchList::new(flags, &self.around(flags));
        let search = Arc::new(HeaderSearch::new(list, Arc::clone(&self.files), self.base.clone()));
        Arc::clone(&self.searches.entry(key).or_insert(search))
    }

    /// Forgets what files share that find the same headers: most files have been read.
    pub fn forget_beginnings(&self) {
        self.searches.iter().for_each(|search| search.shared().close());
    }

    fn around(&self, flags: &Flags) -> Surroundings {
        Surroundings {
            cpath: self.cpath.clone(),
            c_include_path: self.c_include_path.clone(),
            standard: search::standard_folders(flags),
        }
    }

    /// Guesses the flags of a file for which no build description is found.
    fn guess(&self, file: &Path, user: &Flags, notes: &mut Vec<String>) -> Flags {
        let root = project_root(file);
        let guess = self.guessed(file, &root, user, usual_folders(file, &root));
        if !guess.assumed.is_empty() {
            notes.push(format!("no compile_commands.json: {} assumed", guess.assumed.join(" ")));
        }
        if let Some(name) = &guess.unconfigured {
            notes.push(format!("no {name}: configure the project first, or name its folder with -I"));
        }
        guess.flags
    }

    /// Adds the include folders that `file` needs besides to `flags`, which are the flags of another file.
    fn complete(&self, mut flags: Flags, file: &Path, user: &Flags, notes: &mut Vec<String>) -> Flags {
        let mut known = flags.clone();
        known.add_user(user);
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

    /// Returns the readable databases that may contain a C file that includes this header.
    fn databases(&self, header: &Path) -> Vec<Arc<Database>> {
        let config = self.config(header).ok().flatten();
        let given = self.given(config.as_deref()).databases;
        let paths = if given.is_empty() { self.disk.around(header).databases.clone() } else { given };
        paths.iter().filter_map(|path| self.disk.database(path).ok()).collect()
    }

    /// Returns what the user or a configuration says of databases, with absolute paths.
    fn given(&self, config: Option<&Config>) -> Given {
        let path = |path: &PathBuf| database_in(&paths::absolute(&self.base, path));
        let own = &self.settings.databases;
        let configured = config.and_then(|config| config.compile_commands.as_ref());
        let named = own.iter().chain(configured.filter(|_| own.is_empty()));
        Given { databases: named.map(path).collect(), command: self.settings.command }
    }

    /// Returns builds for which another one of the commands for a file counts (see [`BuildSettings::command`]).
    #[must_use]
    pub fn of_command(&self, number: usize) -> Self {
        let settings = BuildSettings { command: Some(number), ..self.settings.clone() };
        Self { settings, ..self.clone() }
    }

    /// Returns [`BuildSettings::command`].
    pub fn command(&self) -> Option<usize> {
        self.settings.command
    }

    /// Returns the C file through which a header is read; the header itself if no C file includes it.
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
