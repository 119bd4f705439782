//! The command-line options that say how files are compiled, shared by all commands that read C.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;

use super::Failure;
use crate::{
    build::{self, BuildSettings, Builds, ConfigChoice, FileBuild, files::Files},
    project::Reading,
};

/// The options that say how files are compiled. They are added to the flags that are found in
/// `compile_commands.json`, `compile_flags.txt` and `.clangd`.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "Build options")]
pub(super) struct BuildArgs {
    /// The folder of `compile_commands.json`; looked for above each file if not given. May be given several times: the
    /// first one that lists a file counts for it.
    #[arg(short = 'p', value_name = "DIR")]
    database: Vec<PathBuf>,
    /// Search a folder for headers.
    #[arg(short = 'I', value_name = "DIR")]
    include_folder: Vec<String>,
    /// Search a folder for headers that are named in quotes.
    #[arg(long, value_name = "DIR")]
    iquote: Vec<String>,
    /// Search a folder for headers of the system.
    #[arg(long, value_name = "DIR")]
    isystem: Vec<String>,
    /// Search a folder for headers, after all others.
    #[arg(long, value_name = "DIR")]
    idirafter: Vec<String>,
    /// Define a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Undefine a macro, after all definitions.
    #[arg(short = 'U', value_name = "NAME")]
    undefine: Vec<String>,
    /// Read a header before each file.
    #[arg(long, value_name = "FILE")]
    include: Vec<String>,
    /// The version of C, such as `c99` or `gnu17`.
    #[arg(long, value_name = "STANDARD")]
    std: Option<String>,
    /// The machine that files are compiled for, such as `aarch64-linux-gnu`.
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Any other flag of the compiler, such as `--flag=-m32`; those without a meaning here are left out.
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    flag: Vec<String>,
    /// Use only the flags given here: look for no file that describes the build, guess nothing, and ignore the
    /// variables `CPATH` and `C_INCLUDE_PATH`.
    #[arg(long, conflicts_with = "database")]
    only_flags: bool,
    /// Take the settings of this file for all C files, instead of those of the nearest `csieve.toml` above each. Paths and
    /// patterns in it start at the working directory.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Read no `csieve.toml`.
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
}

impl BuildArgs {
    /// Returns the builds for the files that this command reads.
    ///
    /// # Errors
    /// If the C standard or the target is unknown, the working directory cannot be found, or the database
    /// that the user named cannot be read.
    pub(super) fn builds(&self) -> Result<Builds, Failure> {
        self.builds_with(None)
    }

    /// Adds a flag of the compiler.
    pub(super) fn add_flag(&mut self, flag: &str) {
        self.flag.push(flag.to_owned());
    }

    /// Returns the builds for the files that this command reads, of which one has a text that is not on disk.
    ///
    /// # Errors
    /// As for [`BuildArgs::builds`].
    pub(super) fn builds_with(&self, open: Option<(&Path, &str)>) -> Result<Builds, Failure> {
        if let Some(name) = self.std.as_deref().filter(|name| build::standard(name).is_none()) {
            let message =
                format!("there is no C standard `{name}`; usual ones are c99, c11, c17, c23 and gnu17");
            return Err(Failure::usage(message));
        }
        if let Some(name) = self.target.as_deref().filter(|name| !build::is_machine(name)) {
            return Err(Failure::usage(format!(
                "there is no target `{name}`; usual ones are x86_64-linux-gnu, i686-linux-gnu, aarch64-linux-gnu, \
                 arm-linux-gnueabihf and riscv64-linux-gnu"
            )));
        }
        let base = std::env::current_dir()
            .map_err(|error| Failure::incomplete(format!("the working directory: {error}")))?;
        let variable = |name: &str| std::env::var_os(name);
        let files = Arc::<Files>::default();
        if let Some((path, text)) = open {
            files.open(&base.join(path), text);
        }
        let builds = Builds::new(self.settings(), &base, &files, variable);
        // A database that cannot be read is reported before any time is spent on the analysis.
        match builds.given_problem() {
            None => Ok(builds),
            Some(problem) => Err(Failure::usage(problem.to_string())),
        }
    }

    fn settings(&self) -> BuildSettings {
        let lists = [
            ("-iquote", &self.iquote),
            ("-I", &self.include_folder),
            ("-isystem", &self.isystem),
            ("-idirafter", &self.idirafter),
            ("-D", &self.define),
            ("-U", &self.undefine),
            ("-include", &self.include),
        ];
        let pair = |name: &str, value: &String| [name.to_owned(), value.clone()];
        let mut flags: Vec<String> = lists
            .iter()
            .flat_map(|(name, values)| values.iter().flat_map(|value| pair(name, value)))
            .collect();
        flags.extend(self.std.iter().map(|name| format!("-std={name}")));
        flags.extend(self.target.iter().map(|name| format!("--target={name}")));
        flags.extend(self.flag.iter().cloned());
        let config = match &self.config {
            Some(path) => ConfigChoice::This(path.clone()),
            None if self.no_config => ConfigChoice::None,
            None => ConfigChoice::Nearest,
        };
        let (databases, only_flags) = (self.database.clone(), self.only_flags);
        BuildSettings { databases, flags, only_flags, command: None, config }
    }
}

/// Returns how a file is compiled.
///
/// # Errors
/// If a file that describes the build has a problem; the message names the place of the problem.
pub(super) fn checked(builds: &Builds, path: &Path) -> Result<FileBuild, Failure> {
    let build = builds.for_file(path);
    match build.problems.first() {
        None => Ok(build),
        Some(problem) => Err(Failure::usage(problem.to_string())),
    }
}

/// Checks that there was no problem in the files that describe the build.
///
/// # Errors
/// If there was a problem; the message names its place.
pub(super) fn described(reading: &Reading) -> Result<(), Failure> {
    reading.problems.first().map_or(Ok(()), |problem| Err(Failure::usage(problem.clone())))
}

/// Adds a `-` to options that are written as for a compiler, such as `-include` or `-std=c99`, so that they
/// become options of this program. Arguments after `--` stay as they are.
pub(super) fn in_our_spelling(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let names = ["-iquote", "-isystem", "-idirafter", "-include"];
    let mut is_option = true;
    let ours = |argument: OsString| {
        is_option &= argument != "--";
        let theirs = argument.to_str().filter(|text| names.contains(text) || text.starts_with("-std="));
        match theirs.filter(|_| is_option) {
            Some(text) => OsString::from(format!("-{text}")),
            None => argument,
        }
    };
    arguments.into_iter().map(ours).collect()
}

#[cfg(test)]
mod tests {
    use super::in_our_spelling;

    #[test]
    fn options_may_be_spelt_as_for_a_compiler() {
        let ours = |text: &str| in_our_spelling(text.split(' ').map(Into::into)).join(" ".as_ref());
        assert_eq!(ours("x -isystem a -std=c99 -Ib -- -include"), "x --isystem a --std=c99 -Ib -- -include");
    }
}
