//! What outlines say of files, so that only those are read whose functions matter.

use std::borrow::Cow;

use super::{Meaning, Own, Surroundings};
use crate::{
    summary::Summaries,
    unit::{MOST_WRITERS, Outline},
};

impl<'a> Surroundings<'a> {
    /// Returns the outline of a file, if it has one that is up to date.
    pub(super) fn outline_of(&self, file: Option<u32>) -> Option<&'a Outline> {
        match (file, self.own) {
            (Some(number), _) => Some(&self.file(number).outline),
            (None, Own::File(file)) => Some(&file.outline),
            (None, Own::Unit(_)) => None,
        }
    }

    /// Returns [`TranslationUnit::context_hash`](crate::unit::TranslationUnit::context_hash) of a file.
    pub fn context_hash(&self, file: Option<u32>) -> u64 {
        self.outline_of(file).map_or_else(|| self.unit().context_hash, |outline| outline.context_hash)
    }

    /// Returns [`TranslationUnit::naming_hash`](crate::unit::TranslationUnit::naming_hash) of a file.
    pub fn naming_hash(&self, file: Option<u32>, name: &str) -> u64 {
        self.outline_of(file)
            .map_or_else(|| self.unit().naming_hash(name), |outline| outline.naming_hash(name))
    }

    /// Returns whether the functions or declarations of a file may mention a name. False only if none does.
    pub fn may_mention(&self, file: Option<u32>, name: &str) -> bool {
        self.outline_of(file)
            .map_or_else(|| self.unit().may_mention(name), |outline| outline.may_mention(name))
    }

    /// Returns hashes of the texts of the functions of a name in a file, each with a hash of the summaries of its callees.
    pub fn hashes(&self, file: Option<u32>, function: &str, summaries: &Summaries) -> Vec<(u64, u64)> {
        match self.outline_of(file) {
            Some(outline) => {
                let named = outline.named(function);
                named.map(|one| (one.text_hash, summaries.around(&one.calls))).collect()
            }
            None => {
                let unit = self.unit();
                let named = unit.places(function).iter().map(|place| &unit.functions[*place]);
                named.map(|one| (one.text_hash(), summaries.around(&unit.calls_of(one)))).collect()
            }
        }
    }

    /// Returns the functions of a file that may assign to an object which all files know, as indices into its functions.
    /// `None` if the file may write the object in other ways too, or if there are more than [`MOST_WRITERS`] functions.
    pub fn assigning_shared(&self, file: Option<u32>, object: &str) -> Option<Vec<usize>> {
        match self.outline_of(file) {
            Some(outline) => outline.assigning_shared(object),
            None => self.unit().assigning_shared(object).filter(|found| found.len() <= MOST_WRITERS),
        }
    }

    /// Returns whether a function that a file defines for all is declared for code that is not among the files: in a header,
    /// or beside the definition.
    pub fn is_declared(&self, defining: Option<u32>, function: &str) -> bool {
        let may_declare = |file: Option<u32>| self.outline_of(file).is_none_or(|it| it.may_declare(function));
        let declares = |file: Option<u32>| {
            let unit = self.unit_of(file);
            if file == defining { unit.declares(function) } else { unit.is_in_header(function) }
        };
        self.all().any(|file| may_declare(file) && declares(file))
    }

    /// Returns a file that declares a function with a name of the run, and the name there: the file that defines
    /// it, the one in which runs begin, or the first other one.
    pub fn declaring(&self, function: &str) -> Option<Meaning<'static>> {
        let Meaning { file, name } = self.function(function);
        let all = (0..self.project.files.len() as u32).map(Some);
        let mut all = [file, None].into_iter().chain(all);
        let may_have = |file: Option<u32>| {
            let has = |it: &Outline| {
                it.may_declare_function(&name) && (it.may_mention(&name) || it.may_declare(&name))
            };
            self.outline_of(file).is_none_or(has)
        };
        let file = all.find(|file| may_have(*file) && self.unit_of(*file).context.is_function(&name))?;
        Some(Meaning { file, name: Cow::Owned(name.into_owned()) })
    }
}
