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
    /// Whether the flags are those of another file, so that some may be missing.
    pub borrowed: bool,
    /// Sentences for the user about where the flags come from.
    pub notes: Vec<String>,
    /// Problems in the files that describe the build.
    pub problems: Vec<Problem>,
}

/// Chooses the flags of a C file. `given` is the database that the user named. Paths in notes are relative to
/// `base`.
pub(super) fn choose(file: &Path, given: Option<&Path>, base: &Path, disk: &OnDisk) -> Chosen {
    let mut chosen = Chosen::default();
    let clangd = clangd_files(file, disk, &mut chosen);
    let databases = databases(file, given, &clangd, disk);
    let found = in_databases(file, &databases, base, disk, &mut chosen);
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
fn databases(file: &Path, given: Option<&Path>, clangd: &[Arc<Clangd>], disk: &OnDisk) -> Vec<PathBuf> {
    if let Some(given) = given {
        return vec![sources::database_in(given)];
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
