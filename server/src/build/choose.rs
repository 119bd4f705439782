//! Choosing the flags of a file among everything that says something about it.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    flags::{self, Flags},
    paths,
    sources::{self, Clangd, Database, DatabaseRule, Entry, Problem},
};

/// What was found out about a file.
#[derive(Debug, Default)]
pub struct Chosen {
    /// Its flags; nothing if nobody knows.
    pub flags: Option<Flags>,
    /// What a user should know about them.
    pub notes: Vec<String>,
    /// What is wrong with the files that describe the build.
    pub problems: Vec<Problem>,
}

/// Where files come from that describe builds.
pub trait Descriptions {
    /// The names in a folder, in order.
    fn names(&self, folder: &Path) -> Vec<String>;
    /// A compilation database.
    fn database(&self, path: &Path) -> Result<Arc<Database>, Problem>;
    /// A file `.clangd`.
    fn clangd(&self, path: &Path) -> Result<Arc<Clangd>, Problem>;
}

/// The flags of a C file. `given` is the database that the user named; `base` is what paths in notes are relative to.
pub fn choose(file: &Path, given: Option<&Path>, base: &Path, from: &dyn Descriptions) -> Chosen {
    let mut chosen = Chosen::default();
    let clangd = clangd_files(file, from, &mut chosen);
    let databases = databases(file, given, &clangd, from);
    let found = in_databases(file, &databases, base, from, &mut chosen);
    let command = found.or_else(|| txt(file, &clangd, &mut chosen));
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
fn clangd_files(file: &Path, from: &dyn Descriptions, chosen: &mut Chosen) -> Vec<Arc<Clangd>> {
    let mut found = Vec::new();
    for folder in sources::upwards(file) {
        let path = folder.join(".clangd");
        if path.is_file() {
            match from.clangd(&path) {
                Ok(clangd) => found.push(clangd),
                Err(problem) => chosen.problems.push(problem),
            }
        }
    }
    found
}

/// The databases that may know the file, in the order in which they count.
fn databases(
    file: &Path,
    given: Option<&Path>,
    clangd: &[Arc<Clangd>],
    from: &dyn Descriptions,
) -> Vec<PathBuf> {
    if let Some(given) = given {
        return vec![sources::database_in(given)];
    }
    match rule(file, clangd) {
        DatabaseRule::None => Vec::new(),
        DatabaseRule::Folder(folder) => {
            let database = sources::database_in(&folder);
            database.is_file().then_some(database).into_iter().collect()
        }
        DatabaseRule::Ancestors => sources::candidates(file, &|folder| from.names(folder)),
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
    from: &dyn Descriptions,
    chosen: &mut Chosen,
) -> Option<(Vec<String>, PathBuf)> {
    let mut others = Vec::new();
    for path in paths {
        match from.database(path) {
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
fn txt(file: &Path, clangd: &[Arc<Clangd>], chosen: &mut Chosen) -> Option<(Vec<String>, PathBuf)> {
    let folders: Vec<PathBuf> = match rule(file, clangd) {
        DatabaseRule::None => return None,
        DatabaseRule::Folder(folder) => vec![folder],
        DatabaseRule::Ancestors => sources::upwards(file).map(Path::to_owned).collect(),
    };
    let path = folders.iter().map(|folder| folder.join("compile_flags.txt")).find(|path| path.is_file())?;
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
