//! The files of a project as they were at a revision of git.

use std::{
    ffi::OsStr,
    fmt,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    thread,
};

use rustc_hash::FxHashSet;

use crate::{
    build::{Builds, files::Files},
    project::{MAX_FILE_BYTES, read_all},
};

/// What differs between a revision and the files on disk.
#[derive(Debug, Default)]
pub struct Revision {
    /// The absolute paths of the files that differ, each with its text at the revision; `None` if it was not there.
    pub changed: Vec<(PathBuf, Option<String>)>,
}

/// Why a revision cannot be read.
#[derive(Debug)]
pub enum RevisionError {
    /// The program `git` cannot be run.
    NoGit(io::Error),
    /// What `git` says.
    Git(String),
}

impl fmt::Display for RevisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGit(error) => write!(f, "git cannot be run: {error}"),
            Self::Git(message) => f.write_str(message),
        }
    }
}

impl Revision {
    /// Asks git what has changed since a revision in the repositories of some files and folders. Files that git neither knows
    /// nor ignores count as new.
    ///
    /// # Errors
    /// If git cannot be run, a path is in no repository, or its repository does not have the revision.
    pub fn read(name: &str, paths: &[PathBuf], builds: &Builds) -> Result<Self, RevisionError> {
        let mut tops = FxHashSet::default();
        let mut revision = Self::default();
        for path in paths {
            let path = builds.absolute(path);
            let folder = if path.is_dir() { &path } else { path.parent().unwrap_or(&path) };
            let up = git(folder, ["rev-parse", "--show-cdup"], None)?;
            let top = builds.absolute(&folder.join(text(&up).trim_end_matches('\n')));
            if tops.insert(top.clone()) {
                revision.changed.extend(changed(&top, name)?);
            }
        }
        Ok(revision)
    }

    /// Returns builds that see all files as they were.
    pub fn builds(&self, builds: &Builds) -> Builds {
        let files = Arc::<Files>::default();
        for (path, text) in &self.changed {
            match text {
                Some(text) => _ = files.open(path, text.as_str()),
                None => files.hide(path),
            }
        }
        builds.renewed(&files)
    }

    /// Returns the C files that were there: those of `now`, without new ones, and those that are gone since from the
    /// folders among `paths`.
    pub fn files(&self, now: &[PathBuf], paths: &[PathBuf], builds: &Builds) -> Vec<PathBuf> {
        let new: FxHashSet<&Path> =
            self.changed.iter().filter(|(_, text)| text.is_none()).map(|(path, _)| path.as_path()).collect();
        let mut files: Vec<PathBuf> = now.to_vec();
        files.retain(|path| !new.contains(&*builds.absolute(path)));
        let is_gone = |path: &Path| path.extension() == Some(OsStr::new("c")) && !path.exists();
        for (path, _) in self.changed.iter().filter(|(path, text)| text.is_some() && is_gone(path)) {
            let within =
                |folder: &PathBuf| Some(folder.join(path.strip_prefix(builds.absolute(folder)).ok()?));
            files.extend(paths.iter().find_map(within));
        }
        files.sort();
        files.dedup();
        files
    }
}

/// Returns what differs in the repository whose top folder is `top`.
fn changed(top: &Path, name: &str) -> Result<Vec<(PathBuf, Option<String>)>, RevisionError> {
    let commit = git(
        top,
        ["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{name}^{{commit}}")],
        None,
    );
    let commit = commit.map_err(|error| match error {
        RevisionError::Git(_) => {
            RevisionError::Git(format!("there is no revision `{name}` in {}", top.display()))
        }
        RevisionError::NoGit(error) => RevisionError::NoGit(error),
    })?;
    let commit = text(&commit).trim_end().to_owned();
    let diff = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", &commit];
    let untracked = ["ls-files", "--others", "--exclude-standard", "-z"];
    let mut names = text(&git(top, diff, None)?);
    names.push_str(&text(&git(top, untracked, None)?));
    // Git lists objects one a line.
    let names: Vec<&str> =
        names.split('\0').filter(|name| !name.is_empty() && !name.contains('\n')).collect();
    let asked = names.iter().flat_map(|name| [&*commit, ":", name, "\n"]).collect::<String>();
    let listed = git(top, ["cat-file", "--batch"], Some(asked.into_bytes()))?;
    Ok(names.iter().map(|name| top.join(name)).zip(texts(&listed)).collect())
}

/// Reads the texts of the objects that `git cat-file --batch` lists; `None` for an object that is missing.
fn texts(mut listed: &[u8]) -> Vec<Option<String>> {
    let mut texts = Vec::new();
    while let Some(end) = listed.iter().position(|byte| *byte == b'\n') {
        let header = String::from_utf8_lossy(&listed[..end]);
        listed = &listed[end + 1..];
        let mut words = header.rsplit(' ');
        let size = words.next().and_then(|size| size.parse::<usize>().ok());
        let Some(size) = size.filter(|size| *size <= listed.len() && words.next() == Some("blob")) else {
            texts.push(None);
            continue;
        };
        texts.push(read_all(&listed[..size], MAX_FILE_BYTES).ok().map(|read| read.text));
        listed = listed.get(size + 1..).unwrap_or_default();
    }
    texts
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs git in a folder and returns what it prints. Nothing that the repository configures is run besides.
fn git<const N: usize>(
    folder: &Path,
    args: [&str; N],
    input: Option<Vec<u8>>,
) -> Result<Vec<u8>, RevisionError> {
    let mut command = Command::new("git");
    command.args(["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"]);
    command.args(args).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.spawn().map_err(RevisionError::NoGit)?;
    let output = thread::scope(|scope| {
        if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
            // If git ends early, its message says why.
            scope.spawn(move || _ = stdin.write_all(&input));
        }
        child.wait_with_output()
    });
    let output = output.map_err(RevisionError::NoGit)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = text(&output.stderr);
    let first = message.lines().next().unwrap_or("git failed").trim_start_matches("fatal: ");
    Err(RevisionError::Git(format!("{}: {first}", folder.display())))
}
