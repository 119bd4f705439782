//! The command `csieve infer`, which writes what the callers of functions say of these as a table for `--library`.

use std::{fmt::Write, path::PathBuf};

use clap::Args;
use csieve_analysis::{
    habits::{Released, Uses},
    library::Library,
};

use super::{AnalysisOptions, CLEAN, Failure, files::c_files, output::print};
use crate::project::{self, Inferred};

/// Guess from the calls in files what functions without a body do, and write that as a table for --library.
#[derive(Args, Debug)]
pub(super) struct InferFrom {
    /// C files or directories; their calls are counted together.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

impl InferFrom {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let (options, builds) = self.analysis.of(&self.paths)?;
        let files = c_files(&self.paths, &builds)?;
        let inferred = self.analysis.on_threads(|| project::infer(&files, &builds, &options))?;
        let inferred =
            inferred.map_err(|(path, error)| Failure::incomplete(format!("{}: {error}", path.display())))?;
        print(&table(&inferred, &options.library))?;
        Ok(CLEAN)
    }
}

/// Returns the table.
fn table(all: &[Inferred], library: &Library) -> String {
    let mut out = String::from(
        "# What callers do with the results of functions that are nowhere in the files.\n\
         # Every entry is a guess: correct it before you give the table to --library.\n",
    );
    for one in all.iter().filter(|one| !one.has_body) {
        entry(&mut out, one, library);
    }
    releasing(&mut out, all, library);
    let with_body = all.iter().filter(|one| one.has_body && one.habit.may_be_null);
    let with_body: Vec<&Inferred> = with_body.collect();
    if !with_body.is_empty() {
        out.push_str("\n# The files have the bodies of these functions, and need no table for them:\n");
    }
    for one in with_body {
        let _ = writeln!(out, "# {}: {}", one.function, tests(&one.uses));
    }
    out
}

fn entry(out: &mut String, one: &Inferred, library: &Library) {
    let released = one.habit.released.as_ref().filter(|released| frees(released, library));
    if !one.habit.may_be_null && released.is_none() {
        return;
    }
    let _ = writeln!(out, "\n# {}", tests(&one.uses));
    if let Some(Released { by, position, .. }) = &one.habit.released {
        let count = one.uses.released.iter().find(|(name, at, _)| **name == **by && at == position);
        let all = one.uses.kept + one.uses.released.iter().map(|(_, _, count)| count).sum::<u32>();
        let _ = writeln!(
            out,
            "# {} of {all} results that stay in the calling function go to `{by}` last.",
            count.map_or(0, |(_, _, count)| *count)
        );
    }
    let _ = writeln!(out, "[[function]]\nnames = [\"{}\"]\nreturns = \"pointer\"", one.function);
    match (released, one.habit.may_be_null) {
        (Some(_), true) => out.push_str("allocates = \"heap\"\n"),
        (Some(_), false) => out.push_str("allocates = \"heap\"\nnull = \"never\"\n"),
        (None, _) => out.push_str("null = \"failure\"\n"),
    }
}

/// Adds the entries of the functions that release what others return.
fn releasing(out: &mut String, all: &[Inferred], library: &Library) {
    let released = all.iter().filter(|one| !one.has_body).filter_map(|one| one.habit.released.as_ref());
    let mut released: Vec<&Released> = released.filter(|one| library.function(&one.by).is_none()).collect();
    released.sort_unstable_by_key(|one| (&one.by, one.position));
    released.dedup_by_key(|one| (&one.by, one.position));
    for Released { by, position, .. } in released {
        let _ = writeln!(out, "\n[[function]]\nnames = [\"{by}\"]\nfrees = {position}");
    }
}

/// Returns whether a function that releases results frees memory, as far as a table says what it does.
fn frees(released: &Released, library: &Library) -> bool {
    library.function(&released.by).is_none_or(|entry| entry.frees == Some(released.position as usize))
}

fn tests(uses: &Uses) -> String {
    let all = uses.tested + uses.untested;
    format!("{} of {all} uses test the result for NULL before they access it.", uses.tested)
}
