//! Which objects of the whole program a file may store into, as its outline knows it.
//!
//! The answers are those of [`TranslationUnit::assigning_shared`] for all names at once. Names are hashes: two names with
//! the same hash only make a file seem to store into more than it does.

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_frontend::syntax::Unit;
use rustc_hash::FxHashMap;

use super::{
    TranslationUnit,
    mentions::{Mention, Words, hash, mention, parts, says, words},
    private::{is_address, is_declared},
};
use crate::lower::Writes;

/// The most functions that may assign to an object whose values are asked for.
pub const MOST_WRITERS: usize = 12;

/// What a file may store into objects that all files know; `None` in place of the names if that may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct Stores {
    /// The names that the file may write in ways that the graphs of its functions do not show, and those that too many of
    /// its functions assign to.
    anyhow: Option<Words>,
    /// The hashes of other names with the indices of the functions that may assign to them, in ascending order.
    assigned: Box<[(u32, u32)]>,
}

/// The functions that may assign to what a name stands for; `None` if anything may.
type Assigning = Option<Vec<u32>>;

impl Stores {
    /// Collects what a file may store.
    pub(super) fn of(unit: &TranslationUnit) -> Self {
        let mut found = Found { unit, names: FxHashMap::default(), has_odd_words: false };
        unit.hidden.iter().for_each(|name| found.anyhow(name));
        found.declarations();
        for (at, function) in unit.functions.iter().enumerate() {
            found.function(&function.tree, at as u32);
        }
        let mut assigned = Vec::new();
        let anyhow = found.names.into_iter().filter_map(|(name, assigning)| match assigning {
            Some(functions) if functions.len() <= MOST_WRITERS => {
                assigned.extend(functions.into_iter().map(|at| (name, at)));
                None
            }
            _ => Some(name),
        });
        let anyhow = Words::of_hashes(anyhow.collect());
        let anyhow = (!found.has_odd_words).then_some(anyhow);
        assigned.sort_unstable();
        Self { anyhow, assigned: assigned.into() }
    }

    /// Returns the indices of the functions that may assign to an object which all files know, in ascending order. `None`
    /// if the file may write the object in other ways too, or if there are too many functions.
    pub(super) fn assigning(&self, object: &str) -> Option<Vec<usize>> {
        let name = hash(object);
        if self.anyhow.as_ref().is_none_or(|anyhow| anyhow.has(name)) {
            return None;
        }
        let first = self.assigned.partition_point(|one| one.0 < name);
        let of_it = self.assigned[first..].iter().take_while(|one| one.0 == name);
        Some(of_it.map(|one| one.1 as usize).collect())
    }
}

/// What was found so far, by the hashes of names.
struct Found<'u> {
    unit: &'u TranslationUnit,
    names: FxHashMap<u32, Assigning>,
    /// Whether there are words with too many parts.
    has_odd_words: bool,
}

impl Found<'_> {
    fn declarations(&mut self) {
        let declarations = &*self.unit.declarations;
        for (word, place) in words(declarations.text()) {
            if !matches!(mention(declarations, place, word), Mention::Name(node) if is_declared(node)) {
                self.anyhow(word);
            }
            // Outside of functions, a word only counts as an occurrence of others by the underscores around it.
            let bare = |word: &str| word.trim_matches('_').to_owned();
            self.parts(word, |part| bare(part) == bare(word));
        }
    }

    fn function(&mut self, tree: &Unit, at: u32) {
        let (text, writes) = (tree.text(), Writes::new(tree, &self.unit.context));
        let has_assembly = says(text, "asm");
        for (word, place) in words(text) {
            match mention(tree, place, word) {
                Mention::Quoted if !has_assembly => continue,
                Mention::Name(node) if !is_address(text, node) => {
                    if writes.of(node) {
                        self.assigned(word, at);
                    }
                }
                _ => self.anyhow(word),
            }
            self.parts(word, |_| true);
        }
    }

    /// Notes what counts as an occurrence of other words than the one that is there, as far as they are `counted`.
    fn parts(&mut self, word: &str, counted: impl Fn(&str) -> bool) {
        match parts(word) {
            Some(parts) => parts.into_iter().filter(|part| counted(part)).for_each(|part| self.anyhow(part)),
            None => self.has_odd_words = true,
        }
    }

    fn assigned(&mut self, name: &str, at: u32) {
        if !self.unit.is_another(name)
            && let Some(functions) = self.names.entry(hash(name)).or_insert_with(|| Some(Vec::new()))
            && functions.last() != Some(&at)
        {
            functions.push(at);
        }
    }

    fn anyhow(&mut self, name: &str) {
        if !self.unit.is_another(name) {
            self.names.insert(hash(name), None);
        }
    }
}
