//! Whether calls may change members of structures, as far as the checked files show by names.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::Surroundings;
use crate::unit::{FunctionOutline, member_hash};

/// The largest number of functions that are looked at for one call.
const MOST_FUNCTIONS: usize = 4_000;

/// The functions of the checked files with the members that they store into.
pub struct MemberStores<'a> {
    files: Surroundings<'a>,
    /// The functions by file, those of headers included; `None` is the file in which runs begin.
    all: Vec<(Option<u32>, Vec<Cow<'a, FunctionOutline>>)>,
}

impl<'a> Surroundings<'a> {
    /// Returns what the checked files store into members of structures.
    pub fn member_stores(&self) -> MemberStores<'a> {
        let of_file = |file: Option<u32>| match self.outline_of(file) {
            Some(outline) => outline.all_functions().map(Cow::Borrowed).collect(),
            None => self.unit().all_outlines().into_iter().map(Cow::Owned).collect(),
        };
        MemberStores { files: *self, all: self.all().map(|file| (file, of_file(file))).collect() }
    }
}

impl MemberStores<'_> {
    /// Returns whether some code takes the address of a member of this name.
    pub fn is_addressed(&self, member: &str) -> bool {
        let member = member_hash(member);
        let mut all = self.all.iter().flat_map(|(_, functions)| functions);
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
        let member = member_hash(member);
        let is_stored = self.all.iter().any(|(file, functions)| {
            functions.iter().any(|function| {
                let is_own = file.is_none() && &*function.name == but;
                !is_own && function.members.store(member)
            })
        });
        is_stored && self.may_lead(callee, member)
    }

    /// Returns whether a call in the file in which runs begin may lead to a function that stores into a member.
    fn may_lead(&self, callee: &str, member: u32) -> bool {
        let mut open = self.called(None, callee);
        let mut seen: FxHashSet<(usize, usize)> = open.iter().copied().collect();
        while let Some((file, place)) = open.pop() {
            let (number, functions) = &self.all[file];
            let function = &functions[place];
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

    /// Returns the functions that a call by a name in a file may call, as indices.
    fn called(&self, file: Option<u32>, name: &str) -> Vec<(usize, usize)> {
        let named = |at: usize| {
            let functions = self.all[at].1.iter().enumerate();
            functions
                .filter(|(_, one)| &*one.name == name)
                .map(move |(place, _)| (at, place))
                .collect::<Vec<_>>()
        };
        let here = self.all.iter().position(|(known, _)| *known == file).map(named).unwrap_or_default();
        if !here.is_empty() {
            return here;
        }
        let defining = self.files.defining(name);
        let is_it = |at: &usize| defining.is_none_or(|defining| self.all[*at].0 == Some(defining));
        let others = (0..self.all.len()).filter(is_it).flat_map(named);
        others.filter(|(at, place)| self.all[*at].1[*place].is_exported).collect()
    }
}
