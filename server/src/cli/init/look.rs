//! What a look at the folder of a project shows: how it is built, and what of it is not the project's own.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use csieve_analysis::hints::FOREIGN_FOLDERS;
use ignore::WalkBuilder;

use crate::fix::is_generated;

/// The names of folders with tests.
const TESTS: [&str; 7] = ["tests", "test", "t", "testing", "testsuite", "unittests", "unit_tests"];

/// The names of folders with headers for others.
const HEADERS: [&str; 3] = ["include", "inc", "headers"];

/// How much of a file is read to see whether it is generated, in bytes.
const HEAD: u64 = 4096;

/// What a look at a project shows. All paths start at its folder and have `/`.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The number of C files that are the project's own.
    pub files: usize,
    /// The compilation databases, those in the usual places first.
    pub databases: Vec<String>,
    /// Whether the first database is where csieve finds it by itself.
    pub is_database_found: bool,
    /// Folders with code of others, each with the number of its C files.
    pub others: BTreeMap<String, usize>,
    /// Files that a program wrote.
    pub generated: Vec<String>,
    /// Folders with tests, each with the number of its C files.
    pub tests: BTreeMap<String, usize>,
    /// Folders with headers.
    pub headers: BTreeSet<String>,
}

impl Seen {
    /// Looks at a folder. What `.gitignore` excludes is not looked at, aside from compilation databases.
    pub(super) fn look(folder: &Path) -> Self {
        let mut seen = Self::default();
        let walk = WalkBuilder::new(folder).require_git(false).sort_by_file_path(Path::cmp).build();
        for entry in walk.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file())) {
            let path = entry.path();
            let below = path.strip_prefix(folder).unwrap_or(path);
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("c") => seen.c_file(path, below),
                Some("h") => seen.header(below),
                _ => {}
            }
        }
        seen.databases(folder);
        seen
    }

    fn c_file(&mut self, path: &Path, below: &Path) {
        let name = shown(below);
        if let Some(other) = folder_named(below, &FOREIGN_FOLDERS) {
            *self.others.entry(other).or_default() += 1;
            return;
        }
        if is_written_by_a_program(path) {
            self.generated.push(name);
            return;
        }
        if let Some(tests) = folder_named(below, &TESTS) {
            *self.tests.entry(tests).or_default() += 1;
        }
        self.files += 1;
    }

    fn header(&mut self, below: &Path) {
        if folder_named(below, &FOREIGN_FOLDERS).is_none() {
            self.headers.extend(folder_named(below, &HEADERS));
        }
    }

    /// Looks for compilation databases down to two folders, also in build folders that `.gitignore` excludes.
    fn databases(&mut self, folder: &Path) {
        let walk = WalkBuilder::new(folder)
            .standard_filters(false)
            .max_depth(Some(3))
            .sort_by_file_path(Path::cmp)
            .build();
        let found = walk.flatten().filter(|entry| entry.file_name() == "compile_commands.json");
        let found: Vec<PathBuf> =
            found.map(|entry| entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_owned()).collect();
        let is_usual = |path: &PathBuf| {
            let parent = path.parent().map(shown).unwrap_or_default();
            parent.is_empty()
                || !parent.contains('/')
                    && (parent.starts_with("build") || parent.starts_with("cmake-build-") || parent == "out")
        };
        let (usual, others): (Vec<_>, Vec<_>) = found.into_iter().partition(is_usual);
        self.is_database_found = !usual.is_empty();
        self.databases = usual.iter().chain(&others).map(|path| shown(path)).collect();
    }
}

/// Returns the outermost folder of a file that has one of these names, with a slash at its end.
fn folder_named(file: &Path, names: &[&str]) -> Option<String> {
    let folders = file.parent()?;
    let is_named = |folder: &&Path| {
        folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| names.contains(&name))
    };
    folders.ancestors().filter(is_named).last().map(|folder| format!("{}/", shown(folder)))
}

fn is_written_by_a_program(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && is_generated(&String::from_utf8_lossy(&head))
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
