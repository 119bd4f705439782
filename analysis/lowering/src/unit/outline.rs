//! The outline of a unit: what other files and summaries need of it before anybody needs its functions themselves.
//! It is a fiftieth of the size of the unit, and can be kept on disk.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_base::text::{SourceText, Span};
use csieve_frontend::syntax::{Field, FunctionItem, Kind};
use rustc_hash::FxHasher;

use crate::{
    habits::{AllUses, FileUses, Uses},
    summary::{Inlined, Replaced},
};

use super::{
    HeaderPlace, InlineFunction, START, TranslationUnit, UnitFunction,
    members::Members,
    mentions::{Words, hash, spellings},
    stores::Stores,
};

/// What is known of a unit without its functions.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Outline {
    /// [`TranslationUnit::context_hash`].
    pub context_hash: u64,
    /// A hash of the text of the file.
    pub text_hash: u64,
    /// The functions of the file, in source order.
    pub functions: Vec<FunctionOutline>,
    /// The short functions of headers that the functions of the file may call, and where they stand.
    pub header_functions: Vec<(FunctionOutline, HeaderPlace)>,
    /// The objects that the file defines for other files.
    pub objects: Vec<String>,
    /// Those of the objects that the file gives no first value: they have that of another file, if one gives it.
    pub tentative: Vec<String>,
    /// The names that the file gives the linker besides those of its definitions: aliases, assembler names, and names in
    /// assembly outside functions. In alphabetical order.
    linked: Vec<Arc<str>>,
    /// What the functions of the file do with the pointers that functions return.
    pub uses: FileUses,
    /// Whether a function of the file runs before `main`.
    pub has_constructors: bool,
    /// Whether the file defines `main`.
    pub has_main: bool,
    /// Whether the file becomes part of a shared library.
    pub is_shared: bool,
    /// A hash of what is named in text that the unit does not keep.
    hidden: u64,
    /// The hashes of words with the indices of the functions that contain them, in ascending order.
    places: Vec<(u32, u32)>,
    /// The words of the file outside its functions.
    outside: Words,
    /// The words of the declarations of headers that the file needs.
    headers: Words,
    /// The names that the file and its headers declare as functions.
    declared: Words,
    /// What the file may store into objects that all files know.
    stores: Stores,
}

/// What is known of a function without its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct FunctionOutline {
    /// The name of the function.
    pub name: Arc<str>,
    /// The range of the definition in the file, in bytes.
    pub span: Span,
    /// The range of the body in the file, in bytes.
    pub body: Span,
    /// The length of the text after preprocessing, in bytes.
    pub length: u32,
    /// The names that the function calls, in ascending order, each once.
    pub calls: Vec<Box<str>>,
    /// Whether other files can call the function.
    pub is_exported: bool,
    /// Whether the function is the only one of its name in the file, and calls by that name reach it.
    pub is_only: bool,
    /// Whether a header defines the function `inline` without `static`, so that calls reach this definition or that of another
    /// file for the linker.
    pub is_inline: bool,
    /// The number of parameters, and whether there may be more arguments; `None` if the function has no prototype.
    pub parameters: Option<(u32, bool)>,
    /// [`UnitFunction::text_hash`].
    pub text_hash: u64,
    /// [`UnitFunction::hash`].
    pub hash: u64,
    /// A hash of all of the function that its summary is made of.
    pub summary_hash: u64,
    /// What the function does with members of structures.
    pub members: Members,
}

impl Outline {
    /// Returns the names that may be those of functions which the file defines for other files.
    pub fn exported(&self) -> impl Iterator<Item = &Arc<str>> {
        let defined = self.functions.iter().filter(|function| function.is_exported);
        defined.map(|function| &function.name).chain(&self.linked)
    }

    /// Returns the functions that the file defines for the linker with the text of a header, with the hashes of these texts.
    pub fn exported_inlines(&self) -> impl Iterator<Item = (&Arc<str>, u64)> {
        let defined =
            self.header_functions.iter().filter(|(function, _)| function.is_exported && function.is_only);
        defined.map(|(function, _)| (&function.name, function.text_hash))
    }

    /// Returns hashes of all words that the file has outside the declarations of headers, and of the functions that
    /// functions of headers call. [`word_hashes`] gives those of a name, of which each may come several times.
    pub fn mentioned(&self) -> impl Iterator<Item = u32> {
        let of_headers = self.header_functions.iter().flat_map(|(function, _)| &function.calls);
        let own = self.places.iter().map(|place| place.0).chain(self.outside.hashes());
        own.chain(of_headers.flat_map(|name| spellings(name)))
    }

    /// Returns whether the functions or declarations of the file may mention a name. False only if none does.
    pub fn may_mention(&self, name: &str) -> bool {
        self.outside.may_have(name) || self.mentioning(name).next().is_some()
    }

    /// Returns whether a declaration may mention a name: one of the file, or one of a header that the file needs. False
    /// only if none does.
    pub fn may_declare(&self, name: &str) -> bool {
        self.outside.may_have(name) || self.headers.may_have(name)
    }

    /// Returns whether the file or a header may declare a function of this name. False only if none does.
    pub fn may_declare_function(&self, name: &str) -> bool {
        self.declared.has(hash(name))
    }

    /// Returns [`TranslationUnit::assigning_shared`], and `None` if there are more than
    /// [`MOST_WRITERS`](super::MOST_WRITERS) functions.
    pub fn assigning_shared(&self, object: &str) -> Option<Vec<usize>> {
        if self.may_mention(object) { self.stores.assigning(object) } else { Some(Vec::new()) }
    }

    /// Returns [`TranslationUnit::naming_hash`].
    pub fn naming_hash(&self, name: &str) -> u64 {
        let mut mentioning: Vec<u32> = self.mentioning(name).collect();
        mentioning.sort_unstable();
        mentioning.dedup();
        let texts = mentioning.into_iter().map(|at| self.functions[at as usize].text_hash);
        naming_hash(texts, self.context_hash, self.hidden)
    }

    /// Returns all functions of the file, and those of headers that it may call.
    pub fn all_functions(&self) -> impl Iterator<Item = &FunctionOutline> {
        self.functions.iter().chain(self.header_functions.iter().map(|(function, _)| function))
    }

    /// Returns one of [`Self::all_functions`] by its index.
    pub fn function(&self, place: usize) -> Option<&FunctionOutline> {
        let of_header = || self.header_functions.get(place - self.functions.len());
        self.functions.get(place).or_else(|| of_header().map(|(function, _)| function))
    }

    /// Returns the functions of a name.
    pub fn named<'o>(&'o self, name: &'o str) -> impl Iterator<Item = &'o FunctionOutline> {
        self.functions.iter().filter(move |function| &*function.name == name)
    }

    /// Returns the indices of the functions that mention a name, in no order.
    fn mentioning<'o>(&'o self, name: &str) -> impl Iterator<Item = u32> + use<'o> {
        spellings(name).flat_map(|hash| {
            let first = self.places.partition_point(|place| place.0 < hash);
            self.places[first..].iter().take_while(move |place| place.0 == hash).map(|place| place.1)
        })
    }
}

/// Returns what the files with these outlines define for each other, in place of what a file knows alone: library functions,
/// and inline functions with the text of a header.
pub fn defined_by<'o>(outlines: impl Iterator<Item = &'o Outline> + Clone) -> (Replaced, Inlined) {
    let replaced = Replaced::by(outlines.clone().flat_map(Outline::exported));
    let own = outlines.clone().flat_map(Outline::exported);
    (replaced, Inlined::by(own, outlines.flat_map(Outline::exported_inlines)))
}

impl FunctionOutline {
    /// Returns the name, range and body range of the definition in the file.
    pub fn item(&self) -> FunctionItem {
        FunctionItem { name: self.name.to_string(), span: self.span, body: self.body }
    }
}

impl TranslationUnit {
    /// Returns whether an outline is that of the unit.
    pub fn is_outlined_by(&self, outline: &Outline) -> bool {
        let of_unit = self.functions.iter().map(|function| (function.start, function.text_hash()));
        self.context_hash == outline.context_hash
            && of_unit.eq(outline.functions.iter().map(|function| (function.span.start, function.text_hash)))
    }

    /// Returns the outline of the unit, whose file has this text.
    pub fn outline(&self, source: &SourceText) -> Outline {
        let mut hasher = FxHasher::default();
        source.text().hash(&mut hasher);
        let (places, outside) = self.mentions.all(self);
        let mut objects: Vec<String> = self.context.exported_objects().map(str::to_owned).collect();
        objects.sort_unstable();
        let tentative = objects.iter().filter(|object| self.context.is_tentative(object)).cloned().collect();
        Outline {
            context_hash: self.context_hash,
            text_hash: hasher.finish(),
            functions: self.function_outlines(Some(source.text())),
            header_functions: self.header_outlines(),
            objects,
            tentative,
            linked: self.context.linked_names(),
            uses: self.uses(),
            has_constructors: self.context.has_constructors(),
            has_main: self.context.is_definition(START),
            is_shared: self.context.is_shared(),
            hidden: self.hidden_hash(),
            places,
            outside,
            headers: self.headers.words().clone(),
            declared: Words::of_hashes(self.context.functions().map(hash).collect()),
            stores: Stores::of(self),
        }
    }

    /// Returns what the functions of the file do with the pointers that functions return.
    pub fn uses(&self) -> FileUses {
        let mut all = AllUses::default();
        for (callee, uses) in self.functions.iter().flat_map(UnitFunction::uses) {
            if self.context.returns_pointer(callee) {
                all.add(callee, uses);
            }
        }
        let all = all.sorted().into_iter().map(|(name, uses)| (name.into(), uses.clone()));
        let (shared, own) = all.partition(|(name, _): &(Box<str>, Uses)| self.context.is_exported(name));
        FileUses { shared, own }
    }

    /// Returns the outlines of the functions. Without the text of the file, they have no [`FunctionOutline::hash`].
    pub fn function_outlines(&self, text: Option<&str>) -> Vec<FunctionOutline> {
        let ambiguous = self.ambiguous();
        let outline = |function: &UnitFunction| {
            let name = function.text.name.as_str();
            FunctionOutline {
                is_only: self.context.is_definition(name) && !ambiguous.contains(name),
                hash: text.map(|text| function.hash(text)).unwrap_or_default(),
                ..self.function_outline(function)
            }
        };
        self.functions.iter().map(outline).collect()
    }

    /// Returns the outlines of all functions of the file, and of those of headers that it may call.
    pub fn all_outlines(&self) -> Vec<FunctionOutline> {
        let of_headers = self.header_functions().map(|one| self.function_outline(&one.function));
        self.functions.iter().map(|function| self.function_outline(function)).chain(of_headers).collect()
    }

    /// Returns the outlines of [`Self::header_functions`].
    pub fn header_outlines(&self) -> Vec<(FunctionOutline, HeaderPlace)> {
        let alone = self.alone_in_headers();
        let is_alone = |name: &str| alone.contains_key(name);
        let outline = |InlineFunction { function, place }: &InlineFunction| {
            let name = function.text.name.as_str();
            let outline = FunctionOutline {
                is_only: is_alone(name) && !self.context.may_be_replaced(name),
                is_inline: is_alone(name) && self.context.is_inline(name),
                ..self.function_outline(function)
            };
            (outline, place.clone())
        };
        self.header_functions().map(outline).collect()
    }

    /// Returns the names of the functions that a function calls, by their names or through pointers that hold them, in
    /// ascending order, each once.
    pub fn calls_of(&self, function: &UnitFunction) -> Vec<Box<str>> {
        let (tree, context) = (&function.tree, &self.context);
        let calls = tree.root().subtree().filter(|node| node.kind() == Kind::CallExpression);
        let callees = calls.filter_map(|call| call.field(Field::Function));
        // More calls than there are only cost time, so that no name counts as local or replaced.
        let held = callees.filter_map(|callee| context.held(callee, tree.text(), |_| false, |_| false));
        let mut all: Vec<Box<str>> = tree.calls().to_vec();
        all.extend(held.map(Into::into));
        all.sort_unstable();
        all.dedup();
        all
    }

    fn function_outline(&self, function: &UnitFunction) -> FunctionOutline {
        let name = function.text.name.as_str();
        FunctionOutline {
            name: name.into(),
            span: function.span(),
            body: function.body(),
            length: function.text.text.len() as u32,
            calls: self.calls_of(function),
            is_exported: self.context.is_exported(name),
            is_only: false,
            is_inline: false,
            parameters: self.context.parameter_count(name).map(|(count, more)| (count as u32, more)),
            text_hash: function.text_hash(),
            hash: 0,
            summary_hash: function.summary_hash(),
            members: Members::of(&function.tree, &self.context),
        }
    }

    /// Returns a hash of what is named in text that the unit does not keep.
    pub(super) fn hidden_hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.hidden.hash(&mut hasher);
        hasher.finish()
    }
}

/// Returns a hash of everything on which the callers of a function depend. `texts` has the hashes of the functions that
/// mention its name.
pub(super) fn naming_hash(texts: impl Iterator<Item = u64>, context: u64, hidden: u64) -> u64 {
    let mut hasher = FxHasher::default();
    texts.for_each(|text| text.hash(&mut hasher));
    (context, hidden).hash(&mut hasher);
    hasher.finish()
}
