//! Chooses the flags of a file among all files that describe its build.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    flags::{self, Flags},
    on_disk::OnDisk,
    paths,
    sources::{self, Clangd, Database, DatabaseRule, Entry, Problem},
};

/// The flags chosen for a file, with notes and problems.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    /// The flags of the file; `None` if nothing describes them.
    pub flags: Option<Flags>,
    /// The number of commands for the file that differ, if they are told apart.
    pub commands: usize,
    /// Whether the flags are those of another file, so that some may be missing.
    pub borrowed: bool,
    /// Sentences for the user about where the flags come from.
    pub notes: Vec<String>,
    /// Problems in the files that describe the build.
    pub problems: Vec<Problem>,
}

/// What the user says of databases.
pub(super) struct Given {
    /// The absolute paths of the databases that the user named.
    pub databases: Vec<PathBuf>,
    /// [`super::BuildSettings::command`].
    pub command: Option<usize>,
}

/// Chooses the flags of a C file. Paths in notes are relative to `base`.
pub(super) fn choose(file: &Path, given: &Given, base: &Path, disk: &OnDisk) -> Chosen {
    let mut chosen = Chosen::default();
    let clangd = clangd_files(file, disk, &mut chosen);
    let databases = databases(file, given, &clangd, disk);
    let found = match given.command {
        Some(number) => one_of(file, &databases, number, disk, &mut chosen),
        None => None,
    };
    let found = found.or_else(|| in_databases(file, &databases, base, disk, &mut chosen));
    let command = found.or_else(|| txt(file, &clangd, disk, &mut chosen));
    let described = command.is_some();
    let (mut arguments, directory) = command.unwrap_or_else(|| {
        let folder = file.parent().unwrap_or(Path::new("/"));
        (vec!["cc".to_owned()], folder.to_owned())
    });
    for clangd in clangd.iter().rev() {
        clangd.edit(file, &directory, &mut arguments);
    }
    let flags = flags::parse(&arguments, &directory, true);
    chosen.flags = (described || !flags.is_empty()).then_some(flags);
    chosen
}

/// Returns the `.clangd` files in the folders above a file, the nearest first.
fn clangd_files(file: &Path, disk: &OnDisk, chosen: &mut Chosen) -> Vec<Arc<Clangd>> {
    let mut found = Vec::new();
    for path in &disk.around(file).clangd {
        match disk.clangd(path) {
            Ok(clangd) => found.push(clangd),
            Err(problem) => chosen.problems.push(problem),
        }
    }
    found
}

/// Returns the paths of the compilation databases that may list a C file, the one to prefer first.
fn databases(file: &Path, given: &Given, clangd: &[Arc<Clangd>], disk: &OnDisk) -> Vec<PathBuf> {
    if !given.databases.is_empty() {
        return given.databases.clone();
    }
    match rule(file, clangd) {
        DatabaseRule::None => Vec::new(),
        DatabaseRule::Folder(folder) => {
            let database = sources::database_in(&folder);
            database.is_file().then_some(database).into_iter().collect()
        }
        DatabaseRule::Ancestors => disk.around(file).databases.clone(),
    }
}

/// Returns where to look for compilation databases, as the nearest `.clangd` with such a setting says.
fn rule(file: &Path, clangd: &[Arc<Clangd>]) -> DatabaseRule {
    clangd.iter().find_map(|clangd| clangd.database(file)).unwrap_or(DatabaseRule::Ancestors)
}

/// Returns one of the commands for a file whose flags differ, with its directory: that with the number, or the last one.
/// `None` if no database lists the file.
fn one_of(
    file: &Path,
    paths: &[PathBuf],
    number: usize,
    disk: &OnDisk,
    chosen: &mut Chosen,
) -> Option<(Vec<String>, PathBuf)> {
    let databases: Vec<_> = paths.iter().filter_map(|path| disk.database(path).ok()).collect();
    let mut different: Vec<(Flags, &Database, &Entry)> = Vec::new();
    for database in &databases {
        for entry in database.entries_of(file) {
            let Some(flags) = entry.flags() else { continue };
            // Where and by which name the compiler was called makes no difference by itself.
            let flags = Flags { directory: None, written: Vec::new(), ..flags };
            if different.iter().all(|(known, ..)| *known != flags) {
                different.push((flags, database, entry));
            }
        }
    }
    chosen.commands = different.len();
    let (_, database, entry) = different.get(number.min(different.len().checked_sub(1)?))?;
    if number > 0 {
        chosen.notes.push(format!("checked again with the flags of command {}", number + 1));
    }
    command(entry, database, chosen)
}

/// Returns the command that compiles a file, with the command's directory, from the first database that lists
/// the file. If none does, takes the command of the file's nearest neighbour in a database, and notes that in
/// `chosen`.
fn in_databases(
    file: &Path,
    paths: &[PathBuf],
    base: &Path,
    disk: &OnDisk,
    chosen: &mut Chosen,
) -> Option<(Vec<String>, PathBuf)> {
    let mut others = Vec::new();
    for path in paths {
        match disk.database(path) {
            Ok(database) => match database.entry(file) {
                Some(entry) => return command(entry, &database, chosen),
                None => others.push(database),
            },
            Err(problem) => chosen.problems.push(problem),
        }
    }
    let (database, entry) =
        others.iter().find_map(|database| Some((database, sources::nearest(database, file)?)))?;
    let command = command(entry, database, chosen)?;
    chosen.borrowed = true;
    chosen.notes.push(format!(
        "not in {}: the flags of {} are taken",
        paths::shown(&database.path, base),
        paths::shown(&entry.file, base)
    ));
    Some(command)
}

fn command(entry: &Entry, database: &Database, chosen: &mut Chosen) -> Option<(Vec<String>, PathBuf)> {
    let arguments = entry.arguments();
    if arguments.is_none() {
        let what = format!("the command for {} has a quote without an end", entry.file.display());
        chosen.problems.push(Problem::new(&database.path, &what));
    }
    Some((arguments?, entry.directory().to_owned()))
}

/// Returns the flags of the `compile_flags.txt` in the folder that `.clangd` names, or else in a folder above
/// the file. The flags come as a command with its directory.
fn txt(
    file: &Path,
    clangd: &[Arc<Clangd>],
    disk: &OnDisk,
    chosen: &mut Chosen,
) -> Option<(Vec<String>, PathBuf)> {
    let path = match rule(file, clangd) {
        DatabaseRule::None => None,
        DatabaseRule::Folder(folder) => Some(folder.join(sources::FLAGS)).filter(|path| path.is_file()),
        DatabaseRule::Ancestors => disk.around(file).flags.clone(),
    }?;
    match sources::read_txt(&path) {
        Ok(flags) => {
            let arguments = std::iter::once("cc".to_owned()).chain(flags).collect();
            Some((arguments, path.parent()?.to_owned()))
        }
        Err(problem) => {
            chosen.problems.push(problem);
            None
        }
    }
}
