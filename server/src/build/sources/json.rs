//! Reads `compile_commands.json`, and reports problems in it.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::Problem;
use crate::{
    build::{
        flags::{self, Flags},
        paths,
    },
    project,
};

/// The largest database that is read, in bytes. The databases of browsers have more than a hundred million
/// bytes.
const LIMIT: u64 = 1 << 30;

/// A compilation database: the commands that compile a project.
#[derive(Debug)]
pub struct Database {
    /// The path of the database.
    pub path: PathBuf,
    /// The commands, in the order of the database.
    pub entries: Vec<Entry>,
    /// The indices into `entries` of the entries of each file.
    by_file: FxHashMap<PathBuf, Vec<usize>>,
    /// The indices into `entries` by file name without folders.
    by_name: FxHashMap<String, Vec<usize>>,
}

/// One entry of the database: the command that compiles a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// The absolute path of the file that the command compiles.
    pub file: PathBuf,
    directory: PathBuf,
    command: Command,
}

#[derive(Debug, PartialEq, Eq)]
enum Command {
    Line(String),
    Arguments(Vec<String>),
}

#[derive(Deserialize)]
#[serde(try_from = "Raw")]
struct Checked {
    file: String,
    directory: String,
    command: Command,
}

/// An entry as it is written in JSON, before it is checked.
#[derive(Deserialize)]
struct Raw {
    file: String,
    directory: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

impl TryFrom<Raw> for Checked {
    type Error = &'static str;

    fn try_from(raw: Raw) -> Result<Self, Self::Error> {
        let command = match (raw.arguments, raw.command) {
            (Some(arguments), _) if !arguments.is_empty() => Command::Arguments(arguments),
            (_, Some(line)) => Command::Line(line),
            (Some(_), None) => return Err("an entry has empty `arguments` and no `command`"),
            (None, None) => return Err("an entry has neither `command` nor `arguments`"),
        };
        Ok(Self { file: raw.file, directory: raw.directory, command })
    }
}

impl Database {
    /// Reads a database.
    ///
    /// # Errors
    /// If the database cannot be read or has the wrong form. The problem has the path, and line and column if
    /// known.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let text = project::read_up_to(path, LIMIT).map_err(|error| Problem::new(path, &error))?.text;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let raw: Vec<Checked> = serde_json::from_str(text).map_err(|error| Problem::json(path, &error))?;
        let base = path.parent().unwrap_or(Path::new("/"));
        Ok(Self::new(path.to_owned(), raw.into_iter().map(|raw| entry(raw, base)).collect()))
    }

    fn new(path: PathBuf, entries: Vec<Entry>) -> Self {
        let mut by_file: FxHashMap<PathBuf, Vec<usize>> = FxHashMap::default();
        let mut by_name: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (index, entry) in entries.iter().enumerate() {
            by_file.entry(entry.file.clone()).or_default().push(index);
            by_name.entry(name(&entry.file)).or_default().push(index);
        }
        Self { path, entries, by_file, by_name }
    }

    /// Returns the first command for a file, which is given by its absolute path.
    pub fn entry(&self, file: &Path) -> Option<&Entry> {
        self.entries_of(file).next()
    }

    /// Returns the commands for a file, which is given by its absolute path.
    pub fn entries_of(&self, file: &Path) -> impl Iterator<Item = &Entry> {
        let own = self.by_file.get(file).map(Vec::as_slice).unwrap_or_default();
        // The database may list the same file under another path, through a symbolic link.
        let real = if own.is_empty() { file.canonicalize().ok() } else { None };
        let same_name = self.by_name.get(&name(file)).map(Vec::as_slice).unwrap_or_default();
        let linked = same_name.iter().filter(move |index| {
            let real = real.as_ref();
            real.is_some_and(|real| {
                self.entries[**index].file.canonicalize().is_ok_and(|other| other == *real)
            })
        });
        own.iter().chain(linked).map(|index| &self.entries[*index])
    }
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn entry(raw: Checked, base: &Path) -> Entry {
    let directory = paths::absolute(base, Path::new(&raw.directory));
    Entry { file: paths::absolute(&directory, Path::new(&raw.file)), directory, command: raw.command }
}

impl Entry {
    /// Returns the arguments of the command, the compiler first. `None` if a shell could not split the
    /// command.
    pub fn arguments(&self) -> Option<Vec<String>> {
        let words = match &self.command {
            Command::Arguments(arguments) => arguments.clone(),
            Command::Line(line) => shlex::split(line)?,
        };
        Some(flags::expand(&words, &self.directory))
    }

    /// Returns the folder in which the compiler is started.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns whether the file is C, by its extension.
    pub fn is_c(&self) -> bool {
        self.file.extension().is_some_and(|extension| extension == "c" || extension == "i")
    }

    /// Returns the parsed flags of the command; `None` if a shell could not split the command.
    pub fn flags(&self) -> Option<Flags> {
        Some(flags::parse(&self.arguments()?, &self.directory, true))
    }
}
