//! The dependencies of a report on other functions. When one of them changes, the report is made again.

mod around;
#[cfg(test)]
mod tests;

pub use around::Around;

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::FxHasher;

use csieve_lowering::{
    project::{MemberStores, Surroundings},
    summary::Summaries,
};
use csieve_reports::finding::{Consulted, Looked};

/// Returns the record that a report depends on a function of the file that runs begin in (`None`) or of
/// another file, with a hash of what the report looked at.
pub fn consulted(
    files: Surroundings,
    summaries: &Summaries,
    (file, function): (Option<u32>, &str),
    looked: Looked,
) -> Consulted {
    let hash = hash(files, summaries, (file, function), looked);
    let file = file.map(|number| Arc::clone(&files.file(number).path));
    Consulted { file, function: function.to_owned(), looked, hash }
}

/// Returns whether all dependencies of a report are unchanged.
pub fn are_same(files: Surroundings, summaries: &Summaries, all: &[Consulted]) -> bool {
    all.iter().all(|known| {
        let file = match &known.file {
            Some(path) => match files.numbered(path) {
                Some(number) => Some(number),
                None => return false,
            },
            None => None,
        };
        hash(files, summaries, (file, &known.function), known.looked) == known.hash
    })
}

fn hash(
    files: Surroundings,
    summaries: &Summaries,
    (file, function): (Option<u32>, &str),
    looked: Looked,
) -> u64 {
    let mut hasher = FxHasher::default();
    match looked {
        Looked::Callers => return files.naming_hash(file, function),
        Looked::Calls => {
            files.has_all_calls(function).hash(&mut hasher);
            let numbers = (0..files.count() as u32).map(Some);
            for file in [None].into_iter().chain(numbers) {
                if files.may_mention(file, function) {
                    (file, files.naming_hash(file, function)).hash(&mut hasher);
                }
            }
        }
        Looked::Declarations => return files.context_hash(file),
        Looked::Definition => {
            files.defining(function).map(|file| &*files.file(file).path).hash(&mut hasher);
            // The name may be that of an object, whose first value its file tells.
            let object = files.defining_object(function);
            object.map(|file| (&*files.file(file).path, files.context_hash(Some(file)))).hash(&mut hasher);
        }
        Looked::MemberStores => member_stores(&files.member_stores(), function).hash(&mut hasher),
        Looked::Body | Looked::Effects => {
            for (text, around) in files.hashes(file, function, summaries) {
                text.hash(&mut hasher);
                if looked == Looked::Effects {
                    around.hash(&mut hasher);
                }
            }
        }
    }
    hasher.finish()
}

/// Returns whether a call may lead to a store into a member, and whether the files have the callee. `of` has the names as
/// [`Looked::MemberStores`] says.
fn member_stores(stores: &MemberStores, of: &str) -> (bool, bool) {
    let mut names = of.split(' ');
    let mut next = || names.next().unwrap_or_default();
    let (callee, member, but) = (next(), next(), next());
    let may_come =
        if callee == "&" { stores.is_addressed(member) } else { stores.may_come(callee, member, but) };
    (may_come, stores.is_defined(callee))
}
