//! Whether calls may change members of structures, as far as the checked files show by names.

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Surroundings;
use crate::unit::{FunctionOutline, Outline, word_hash};

/// The largest number of functions that are looked at for one call.
const MOST_FUNCTIONS: usize = 4_000;

/// The functions of the checked files with the members that they store into.
pub struct MemberStores<'a> {
    files: Surroundings<'a>,
    /// The functions by file, those of headers included; `None` is the file in which runs begin.
    all: Vec<(Option<u32>, OfFile<'a>)>,
    /// The places of the functions by hashes of their names, made when they are first asked for.
    named: OnceCell<FxHashMap<u32, Vec<Place>>>,
}

/// The index of a file, and that of a function in it.
type Place = (usize, usize);

enum OfFile<'a> {
    Outline(&'a Outline),
    /// A version of the file of which no outline was made.
    Made(Vec<FunctionOutline>),
}

impl OfFile<'_> {
    fn functions(&self) -> impl Iterator<Item = &FunctionOutline> {
        let (outline, made) = match self {
            Self::Outline(outline) => (Some(outline.all_functions()), &[][..]),
            Self::Made(made) => (None, made.as_slice()),
        };
        outline.into_iter().flatten().chain(made)
    }

    fn function(&self, place: usize) -> Option<&FunctionOutline> {
        match self {
            Self::Outline(outline) => outline.function(place),
            Self::Made(made) => made.get(place),
        }
    }
}

impl<'a> Surroundings<'a> {
    /// Returns what the checked files store into members of structures.
    pub fn member_stores(&self) -> MemberStores<'a> {
        let of_file = |file: Option<u32>| match self.outline_of(file) {
            Some(outline) => OfFile::Outline(outline),
            None => OfFile::Made(self.unit().all_outlines()),
        };
        let all = self.all().map(|file| (file, of_file(file))).collect();
        MemberStores { files: *self, all, named: OnceCell::new() }
    }
}

impl MemberStores<'_> {
    /// Returns whether some code takes the address of a member of this name.
    pub fn is_addressed(&self, member: &str) -> bool {
        let member = word_hash(member);
        let mut all = self.all.iter().flat_map(|(_, of_file)| of_file.functions());
        all.any(|function| function.members.address(member))
    }

    /// Returns whether a function that calls in the file in which runs begin may mean by a name is among the files.
    pub fn is_defined(&self, callee: &str) -> bool {
        !self.called(None, callee).is_empty()
    }

    /// Returns whether a call of `callee` in the file in which runs begin may lead to a store into a
    /// member of this name. What the function `but` of the file stores itself only counts if the call comes back to it.
    ///
    /// False is no proof: bytes may be copied, and code outside the files may store into the member as well.
    pub fn may_come(&self, callee: &str, member: &str, but: &str) -> bool {
        if self.is_addressed(member) {
            return true;
        }
        let member = word_hash(member);
        let is_stored = self.all.iter().any(|(file, of_file)| {
            of_file.functions().any(|function| {
                let is_own = file.is_none() && &*function.name == but;
                !is_own && function.members.store(member)
            })
        });
        is_stored && self.may_lead(callee, member)
    }

    /// Returns whether a call in the file in which runs begin may lead to a function that stores into a member.
    fn may_lead(&self, callee: &str, member: u32) -> bool {
        let mut open = self.called(None, callee);
        let mut seen: FxHashSet<Place> = open.iter().copied().collect();
        while let Some((file, place)) = open.pop() {
            let (number, of_file) = &self.all[file];
            let Some(function) = of_file.function(place) else { continue };
            let stores = function.members.store(member);
            if function.members.calls_pointers || stores || seen.len() > MOST_FUNCTIONS {
                return true;
            }
            for callee in &function.calls {
                open.extend(self.called(*number, callee).into_iter().filter(|called| seen.insert(*called)));
            }
        }
        false
    }

    /// Returns the functions that a call by a name in a file may call.
    fn called(&self, file: Option<u32>, name: &str) -> Vec<Place> {
        let is_it = |(at, place): &Place| {
            self.all[*at].1.function(*place).is_some_and(|function| &*function.name == name)
        };
        let named = self.named().get(&word_hash(name)).map_or(&[][..], Vec::as_slice);
        let named: Vec<Place> = named.iter().copied().filter(is_it).collect();
        let here: Vec<Place> = named.iter().copied().filter(|(at, _)| self.all[*at].0 == file).collect();
        if !here.is_empty() {
            return here;
        }
        let defining = self.files.defining(name);
        let is_defining = |at: usize| defining.is_none_or(|defining| self.all[at].0 == Some(defining));
        let is_exported = |(at, place): &Place| {
            self.all[*at].1.function(*place).is_some_and(|function| function.is_exported)
        };
        named.into_iter().filter(|one| is_defining(one.0) && is_exported(one)).collect()
    }

    fn named(&self) -> &FxHashMap<u32, Vec<Place>> {
        self.named.get_or_init(|| {
            let mut named: FxHashMap<u32, Vec<Place>> = FxHashMap::default();
            for (at, (_, of_file)) in self.all.iter().enumerate() {
                for (place, function) in of_file.functions().enumerate() {
                    named.entry(word_hash(&function.name)).or_default().push((at, place));
                }
            }
            named
        })
    }
}
