//! Choosing the flags of a file among everything that says something about it.

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

/// What was found out about a file.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    /// Its flags; nothing if nobody knows.
    pub flags: Option<Flags>,
    /// They are those of another file, so that some may be missing.
    pub borrowed: bool,
    /// What a user should know about them.
    pub notes: Vec<String>,
    /// What is wrong with the files that describe the build.
    pub problems: Vec<Problem>,
}

/// The flags of a C file. `given` is the database that the user named; `base` is what paths in notes are relative to.
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

/// The `.clangd` files above a file, the nearest first.
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

/// The databases that may know the file, in the order in which they count.
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

/// What the nearest `.clangd` that says something says about databases.
fn rule(file: &Path, clangd: &[Arc<Clangd>]) -> DatabaseRule {
    clangd.iter().find_map(|clangd| clangd.database(file)).unwrap_or(DatabaseRule::Ancestors)
}

/// The command of the file in the first database that has one; else that of its neighbour in the first one.
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

/// The flags of `compile_flags.txt` in the folder that `.clangd` names, or above the file.
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
