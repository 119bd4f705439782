//! `compile_commands.json`: what is in it, and what is wrong with it.

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

/// The largest database that is read, in bytes. Those of browsers have more than a hundred million.
const LIMIT: u64 = 1 << 30;

/// The commands that compile a project.
#[derive(Debug)]
pub struct Database {
    /// The file it was read from.
    pub path: PathBuf,
    /// The commands, in its order.
    pub entries: Vec<Entry>,
    /// The first entry of each file.
    by_file: FxHashMap<PathBuf, usize>,
    /// The entries of files with the same name.
    by_name: FxHashMap<String, Vec<usize>>,
}

/// One command.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// The file it compiles, absolute.
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

/// An entry as it is written.
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
    /// If it cannot be read or does not say what it should; the problem names file, line and column.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let text = project::read_up_to(path, LIMIT).map_err(|error| Problem::new(path, &error))?.text;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let raw: Vec<Checked> = serde_json::from_str(text).map_err(|error| Problem::json(path, &error))?;
        let base = path.parent().unwrap_or(Path::new("/"));
        Ok(Self::new(path.to_owned(), raw.into_iter().map(|raw| entry(raw, base)).collect()))
    }

    fn new(path: PathBuf, entries: Vec<Entry>) -> Self {
        let mut by_file = FxHashMap::default();
        let mut by_name: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (index, entry) in entries.iter().enumerate() {
            by_file.entry(entry.file.clone()).or_insert(index);
            by_name.entry(name(&entry.file)).or_default().push(index);
        }
        Self { path, entries, by_file, by_name }
    }

    /// The first command for a file, which is given by its absolute path.
    pub fn entry(&self, file: &Path) -> Option<&Entry> {
        if let Some(index) = self.by_file.get(file) {
            return Some(&self.entries[*index]);
        }
        // The same file under another name: behind a link.
        let real = file.canonicalize().ok()?;
        let same_name = self.by_name.get(&name(file)).into_iter().flatten();
        same_name
            .map(|index| &self.entries[*index])
            .find(|entry| entry.file.canonicalize().is_ok_and(|other| other == real))
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
    /// The arguments, the compiler first. Nothing if the shell would not understand the command.
    pub fn arguments(&self) -> Option<Vec<String>> {
        let words = match &self.command {
            Command::Arguments(arguments) => arguments.clone(),
            Command::Line(line) => shlex::split(line)?,
        };
        Some(flags::expand(&words, &self.directory))
    }

    /// The folder the compiler is started in.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Whether the file is C, as far as its name says.
    pub fn is_c(&self) -> bool {
        self.file.extension().is_some_and(|extension| extension == "c" || extension == "i")
    }

    /// Its flags.
    pub fn flags(&self) -> Option<Flags> {
        Some(flags::parse(&self.arguments()?, &self.directory, true))
    }
}
