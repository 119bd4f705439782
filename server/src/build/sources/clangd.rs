//! Reads `.clangd` files and applies their changes of flags to the C files in the folders below, as clangd
//! does.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use regex::Regex;
use serde::Deserialize;

use super::{Problem, strip, yaml::Words};
use crate::{
    build::{flags, paths},
    project,
};

/// A parsed `.clangd` file.
#[derive(Debug)]
pub struct Clangd {
    /// The path of the `.clangd` file.
    pub path: PathBuf,
    fragments: Vec<Fragment>,
}

/// The places where compilation databases are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseRule {
    /// In the folders above the C file; the default.
    Ancestors,
    /// In no place: compilation databases are not used.
    None,
    /// Only in this folder.
    Folder(PathBuf),
}

/// One YAML document of a `.clangd` file, with the condition for applying it.
#[derive(Debug)]
struct Fragment {
    matches: Vec<Regex>,
    excludes: Vec<Regex>,
    /// Whether the document has a condition that csieve does not understand, so that the document never
    /// applies.
    never: bool,
    flags: CompileFlags,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Document {
    #[serde(rename = "If")]
    condition: BTreeMap<String, Words>,
    #[serde(rename = "CompileFlags")]
    flags: Option<CompileFlags>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
struct CompileFlags {
    compiler: Option<String>,
    remove: Words,
    add: Words,
    compilation_database: Option<String>,
}

impl Clangd {
    /// Reads a `.clangd` file.
    ///
    /// # Errors
    /// If the file cannot be read or is not YAML of the right form. The problem has the path, and line and
    /// column if known.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let text = project::read(path).map_err(|error| Problem::new(path, &error))?.text;
        let documents: Vec<Document> = super::yaml::documents(path, &text)?;
        let fragments: Result<_, Problem> =
            documents.into_iter().map(|document| Fragment::new(document, path)).collect();
        Ok(Self { path: path.to_owned(), fragments: fragments? })
    }

    /// Returns where to look for the compilation database of a C file; `None` if this `.clangd` file has no
    /// such setting for the C file.
    pub fn database(&self, file: &Path) -> Option<DatabaseRule> {
        let said = self.applying(file).filter_map(|fragment| fragment.flags.compilation_database.as_deref());
        said.last().map(|said| match said {
            "Ancestors" => DatabaseRule::Ancestors,
            "None" => DatabaseRule::None,
            folder => DatabaseRule::Folder(paths::absolute(self.folder(), Path::new(folder))),
        })
    }

    /// Edits the arguments of a file's command, which is run in `directory`. The first argument is the
    /// compiler.
    pub fn edit(&self, file: &Path, directory: &Path, arguments: &mut Vec<String>) {
        for fragment in self.applying(file) {
            if let (Some(compiler), Some(first)) = (&fragment.flags.compiler, arguments.first_mut()) {
                first.clone_from(compiler);
            }
            strip(arguments, &fragment.flags.remove.0);
            let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
            arguments.splice(end..end, self.added(&fragment.flags.add.0, directory));
        }
    }

    /// Returns the arguments that `.clangd` adds, for a command in `directory`. A relative folder that exists
    /// below the folder of `.clangd` but not below `directory` is made absolute.
    fn added(&self, arguments: &[String], directory: &Path) -> Vec<String> {
        let arguments = flags::expand(arguments, self.folder());
        let mut arguments = arguments.into_iter();
        let mut out = Vec::new();
        while let Some(argument) = arguments.next() {
            let Some((name, value)) = flags::folder(&argument) else {
                out.push(argument);
                continue;
            };
            let Some(value) = value.map(str::to_owned).or_else(|| arguments.next()) else { break };
            let from_here = paths::absolute(self.folder(), Path::new(&value));
            let moved = !directory.join(&value).exists() && from_here.exists();
            out.push(name.to_owned());
            out.push(if moved { from_here.to_string_lossy().into_owned() } else { value });
        }
        out
    }

    fn applying<'a>(&'a self, file: &Path) -> impl Iterator<Item = &'a Fragment> {
        let below = file.strip_prefix(self.folder()).ok().map(|path| path.to_string_lossy().into_owned());
        self.fragments
            .iter()
            .filter(move |fragment| below.as_deref().is_some_and(|below| fragment.applies(below)))
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }
}

impl Fragment {
    fn new(document: Document, path: &Path) -> Result<Self, Problem> {
        let mut fragment = Self {
            matches: Vec::new(),
            excludes: Vec::new(),
            never: false,
            flags: document.flags.unwrap_or_default(),
        };
        for (name, values) in &document.condition {
            match name.as_str() {
                "PathMatch" => fragment.matches = expressions(&values.0, path)?,
                "PathExclude" => fragment.excludes = expressions(&values.0, path)?,
                _ => fragment.never = true,
            }
        }
        Ok(fragment)
    }

    /// Returns whether the document applies to a C file, given by its path below the folder of `.clangd`.
    fn applies(&self, file: &str) -> bool {
        let any = |expressions: &[Regex]| expressions.iter().any(|expression| expression.is_match(file));
        !self.never && (self.matches.is_empty() || any(&self.matches)) && !any(&self.excludes)
    }
}

/// Compiles regular expressions that must match whole paths.
fn expressions(words: &[String], path: &Path) -> Result<Vec<Regex>, Problem> {
    let compile = |word: &String| {
        Regex::new(&format!("^(?:{word})$"))
            .map_err(|_| Problem::new(path, &format!("`{word}` is no regular expression")))
    };
    words.iter().map(compile).collect()
}
