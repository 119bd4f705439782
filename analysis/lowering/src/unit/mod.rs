//! Translation units: the parsed functions and the declarations of one file after preprocessing.

mod callees;
mod callers;
mod edit;
mod families;
mod header;
mod known;
mod lowered;
mod members;
mod mentions;
mod outline;
mod packed;
mod parts;
mod private;
mod shared;
mod standing;
mod stores;
#[cfg(test)]
mod tests;
mod version;

pub use csieve_frontend::translation::Unread;
use header::Files;
pub use header::{HeaderPlace, InlineFunction};
pub use lowered::{half_typed, lowered};
pub use members::Members;
pub(crate) use mentions::{hash as word_hash, spellings as word_hashes};
pub use outline::{FunctionOutline, Outline, defined_by};
pub use packed::PackedUnit;
pub use shared::SharedHeaders;
pub use stores::MOST_WRITERS;
pub use version::Version;

use std::{
    hash::{Hash, Hasher},
    sync::{Arc, OnceLock},
};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use csieve_base::{
    library::Library,
    model::DataModel,
    text::Span,
    workers::{OneByOne, Workers},
};
use csieve_frontend::{
    syntax::{FunctionItem, Unit},
    translation::{FunctionText, HeaderText, TranslatedFunction, Translation},
};
use csieve_preprocess::Name;

use self::known::Known;
use self::mentions::{Mentions, Words, says};
use crate::habits::{NamedUses, Uses, uses_in};
use crate::lower::{Definitions, Initialiser, UnitContext, begins_with_zeros, lower_initialiser};

/// The name of the function in which a program starts.
pub const START: &str = "main";

/// The name of the function that a fuzzer calls, in a file of a program without `main`.
pub(crate) const FUZZ_TARGET: &str = "LLVMFuzzerTestOneInput";

/// An expanded and parsed function. Cheap to clone.
#[derive(Clone, Debug)]
pub struct UnitFunction {
    /// The start of the definition in the file, in bytes.
    pub start: u32,
    /// The expanded text, with a map back to the file.
    pub text: Arc<FunctionText>,
    /// Whether the definition is inside `#if` or the like, so that another build may have another function
    /// instead.
    is_alternative: bool,
    /// The syntax tree of the expanded text, which contains only this function.
    pub tree: Arc<Unit>,
    /// The names that the function uses and that headers declare, ascending.
    needs: Arc<[Name]>,
    /// What the function does with the results of its calls, counted when it is first asked for.
    uses: Arc<OnceLock<NamedUses>>,
    /// Hashes and words of the function, made when they are first asked for.
    known: Arc<Known>,
}

/// The part of the headers' declarations that the unit uses: the text, and the declarations read from it.
#[derive(Clone, Debug, Default)]
struct HeaderContext {
    text: String,
    /// The short functions that the headers define.
    functions: Box<[InlineFunction]>,
    /// The words of the text, made when they are first asked for.
    words: OnceLock<Words>,
    /// What the text declares, once a second version of the file needs it: the first one reads on where the headers end,
    /// and keeps no copy.
    context: OnceLock<UnitContext>,
}

/// The functions and declarations of one file after preprocessing. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct TranslationUnit {
    /// The functions that the file defines, in source order.
    pub functions: Vec<UnitFunction>,
    /// The declarations of the file and its headers, which all functions may use.
    pub context: Arc<UnitContext>,
    /// A hash of everything in the unit outside a function that the analysis of the function may use.
    pub context_hash: u64,
    /// How the target represents types.
    model: DataModel,
    headers: Arc<HeaderContext>,
    /// The short functions of later headers.
    inlines: Arc<[InlineFunction]>,
    declarations: Arc<Unit>,
    definitions: Arc<Definitions>,
    /// The functions of the file, and the objects of the unit, that are named in text that the unit does not
    /// keep (bodies of functions from headers, and tokens that form no declaration), in ascending order.
    hidden: Arc<[String]>,
    mentions: Mentions,
    /// The places of the functions, by their names; made when they are first asked for.
    places: Arc<OnceLock<FxHashMap<String, Vec<usize>>>>,
    /// The places of the short functions of headers that are the only ones of their names, see [`Self::function`].
    header_places: Arc<OnceLock<FxHashMap<String, usize>>>,
}

impl TranslationUnit {
    /// Parses the texts of a unit. Trees and declarations of `before`, an older version of the unit, are used
    /// again where their texts are the same.
    fn new(translation: Translation, files: Files<'_>, before: Option<&Self>) -> Self {
        Self::new_with(&OneByOne, (translation, files), before)
    }

    /// Does the same with functions that are parsed by `workers`.
    fn new_with(
        workers: &dyn Workers,
        (translation, files): (Translation, Files<'_>),
        before: Option<&Self>,
    ) -> Self {
        // What other sizes of types were read for cannot be used.
        let before = before.filter(|before| before.model == translation.model);
        let mut known: FxHashMap<&str, &Arc<Unit>> = FxHashMap::default();
        for function in before.iter().flat_map(|before| &before.functions) {
            known.insert(&*function.text.text, &function.tree);
        }
        let texts: Vec<&Arc<str>> =
            translation.functions.iter().map(|function| &function.text.text).collect();
        let trees: Vec<OnceLock<Arc<Unit>>> = texts.iter().map(|_| OnceLock::new()).collect();
        workers.all(texts.len(), &|at| {
            let tree = known.get(&**texts[at]).map(|tree| Arc::clone(tree));
            let _ = trees[at].set(tree.unwrap_or_else(|| Arc::new(Unit::parse(Arc::clone(texts[at])))));
        });
        let functions = translation.functions.into_iter().zip(trees);
        let functions = functions.map(|(function, tree)| UnitFunction::new(function, |_| tree.into_inner()));
        let functions = functions.collect();
        let same = before.filter(|before| before.declarations.text() == translation.declarations);
        let declarations = match same {
            Some(before) => Arc::clone(&before.declarations),
            None => Arc::new(Unit::parse(translation.declarations)),
        };
        let headers =
            HeaderContext::read_of(translation.headers, files, before.map(|before| &before.headers));
        let inlines = InlineFunction::all(translation.inlines, files).into();
        let (model, hidden) = (translation.model, translation.hidden.into());
        Self::of((functions, declarations, hidden), (headers, inlines), model, before)
    }

    /// Returns the initialiser of an object with static storage that the file declares, if there is one and
    /// it is understood. An object `x` of a function `f` is named `f.x`.
    pub fn initialiser(&self, library: &Library, object: &str) -> Option<Initialiser> {
        let Some((function, name)) = local(object) else {
            return lower_initialiser(&self.declarations, &self.context, library, object, false);
        };
        lower_initialiser(&self.named(function)?.tree, &self.context, library, name, true)
    }

    /// Returns whether all bytes of an object with static storage are 0 when the program starts. An object `x`
    /// of a function `f` is named `f.x`.
    pub fn starts_as_zeros(&self, library: &Library, object: &str) -> bool {
        let Some((function, name)) = local(object) else {
            return self.context.starts_as_zeros(object);
        };
        let function = self.named(function);
        function.is_some_and(|function| begins_with_zeros(&function.tree, &self.context, library, name))
    }

    /// Returns whether a function declares several objects by the name of one with static storage, so that it is not known
    /// which is meant.
    pub fn is_ambiguous(&self, object: &str) -> bool {
        let function = local(object).and_then(|(function, name)| Some((self.named(function)?, name)));
        function.is_some_and(|(function, name)| function.tree.declared(name, true).len() > 1)
    }

    /// Returns the functions that may mention a word, as indices into `functions`, in ascending order.
    pub fn mentioning(&self, word: &str) -> Vec<usize> {
        self.mentions.candidates(self, word)
    }

    /// Returns the places of the functions with a name among all functions of the file, in ascending order.
    pub fn places(&self, name: &str) -> &[usize] {
        let places = self.places.get_or_init(|| {
            let mut places: FxHashMap<String, Vec<usize>> = FxHashMap::default();
            for (place, function) in self.functions.iter().enumerate() {
                places.entry(function.text.name.clone()).or_default().push(place);
            }
            places
        });
        places.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the first function of the file with a name.
    pub fn first_named(&self, name: &str) -> Option<&UnitFunction> {
        self.places(name).first().map(|place| &self.functions[*place])
    }

    /// Returns the function of a name that no other function of the file has.
    pub fn named(&self, name: &str) -> Option<&UnitFunction> {
        self.place(name).map(|place| &self.functions[place])
    }

    /// Returns the place of the function of a name that no other function of the file has.
    pub fn place(&self, name: &str) -> Option<usize> {
        match *self.places(name) {
            [place] => Some(place),
            _ => None,
        }
    }

    /// Returns the function at a place among those of the file, and behind them the short functions of headers.
    pub fn function(&self, place: usize) -> Option<&UnitFunction> {
        let of_header = || self.header_functions().nth(place - self.functions.len());
        self.functions.get(place).or_else(|| of_header().map(|one| &one.function))
    }

    /// Returns the place of the short function of a header that calls in the file reach by a name, see [`Self::function`].
    pub fn header_place(&self, name: &str) -> Option<usize> {
        let places = self.header_places.get_or_init(|| {
            let alone = self.alone_in_headers().into_iter();
            alone.map(|(name, place)| (name.to_owned(), place)).collect()
        });
        places.get(name).copied().filter(|_| !self.context.may_be_replaced(name))
    }

    /// Returns the places of the short functions of headers that are the only ones of their names, see [`Self::function`]. The
    /// file, or another header, may have a function of the name in another branch.
    fn alone_in_headers(&self) -> FxHashMap<&str, usize> {
        let mut places: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (place, one) in (self.functions.len()..).zip(self.header_functions()) {
            places.entry(&one.function.text.name).or_default().push(place);
        }
        let alone = |(name, places): (_, Vec<usize>)| match places[..] {
            [place] if self.places(name).is_empty() => Some((name, place)),
            _ => None,
        };
        places.into_iter().filter_map(alone).collect()
    }

    /// Returns the short functions of headers that the functions of the file may call.
    pub fn header_functions(&self) -> impl Iterator<Item = &InlineFunction> {
        self.headers.functions.iter().chain(&*self.inlines)
    }

    /// Returns the names that more than one function of the file has.
    pub fn ambiguous(&self) -> FxHashSet<&str> {
        let mut seen = FxHashSet::default();
        let names = self.functions.iter().map(|function| function.text.name.as_str());
        names.filter(|name| !seen.insert(*name)).collect()
    }

    /// Returns the unit with some functions replaced. `headers` makes the text of the header declarations for
    /// the names that the functions use, of headers among `files`. It is called only if these names have changed.
    fn with_functions(
        &self,
        functions: Vec<UnitFunction>,
        files: Files<'_>,
        headers: impl FnOnce(&mut dyn Iterator<Item = Name>) -> HeaderText,
    ) -> Self {
        let both = || self.functions.iter().zip(&functions);
        let declarations = Arc::clone(&self.declarations);
        let needs_same =
            both().all(|(old, new)| Arc::ptr_eq(&old.needs, &new.needs) || old.needs == new.needs);
        let header_context = if needs_same {
            Arc::clone(&self.headers)
        } else {
            let mut used = functions.iter().flat_map(|function| function.needs.iter().copied());
            HeaderContext::read_of(headers(&mut used), files, Some(&self.headers))
        };
        let is_told_the_same = |(old, new): (&UnitFunction, &UnitFunction)| {
            Arc::ptr_eq(&old.tree, &new.tree)
                || old.header() == new.header() && self.context.is_told_the_same(&old.tree, &new.tree)
        };
        if !Arc::ptr_eq(&header_context, &self.headers) || !both().all(is_told_the_same) {
            let hidden = Arc::clone(&self.hidden);
            let headers = (header_context, Arc::clone(&self.inlines));
            return Self::of((functions, declarations, hidden), headers, self.model, Some(self));
        }
        let (context, context_hash) = (Arc::clone(&self.context), self.context_hash);
        let changed = both().enumerate().filter(|(_, (old, new))| !Arc::ptr_eq(&old.tree, &new.tree));
        let changed: Vec<usize> = changed.map(|(at, _)| at).collect();
        let gone = changed.iter().map(|at| &*self.functions[*at].tree);
        let definitions = Arc::new(self.definitions.without(gone));
        let hidden = Arc::clone(&self.hidden);
        let mentions = self.mentions.changed(changed);
        Self {
            context,
            context_hash,
            model: self.model,
            headers: header_context,
            inlines: Arc::clone(&self.inlines),
            declarations,
            definitions,
            hidden,
            mentions,
            // An edit in the body of a function changes no name.
            places: Arc::clone(&self.places),
            header_places: Arc::clone(&self.header_places),
            functions,
        }
    }

    /// Puts a unit together from its parts. `before` is an older version whose functions are still alive. The
    /// definitions that it has read from the same trees are used again.
    fn of(
        (functions, declarations, hidden): (Vec<UnitFunction>, Arc<Unit>, Arc<[String]>),
        (headers, inlines): (Arc<HeaderContext>, Arc<[InlineFunction]>),
        model: DataModel,
        before: Option<&Self>,
    ) -> Self {
        let texts: Vec<(&str, &Unit)> =
            functions.iter().map(|function| (function.text.name.as_str(), &*function.tree)).collect();
        let same = before.filter(|before| {
            Arc::ptr_eq(&before.headers, &headers) && Arc::ptr_eq(&before.declarations, &declarations)
        });
        let known = same.map(|before| &*before.definitions);
        let context = match before {
            Some(_) => headers.context(model).clone(),
            None => headers.read(model),
        };
        let (context, definitions) = context.with_file(&declarations, &headers.text, &texts, &hidden, known);
        let mut hasher = FxHasher::default();
        (model, &headers.text).hash(&mut hasher);
        for InlineFunction { function, place } in headers.functions.iter().chain(&*inlines) {
            (function.text_hash(), place).hash(&mut hasher);
        }
        declarations.text().hash(&mut hasher);
        for function in &functions {
            function.header().hash(&mut hasher);
        }
        context.facts_hash().hash(&mut hasher);
        let (context, definitions) = (Arc::new(context), Arc::new(definitions));
        Self {
            functions,
            context,
            context_hash: hasher.finish(),
            model,
            headers,
            inlines,
            declarations,
            definitions,
            hidden,
            mentions: Mentions::default(),
            places: Arc::default(),
            header_places: Arc::default(),
        }
    }
}

impl HeaderContext {
    /// Reads the declarations of the headers. If `before`, the older version, has the same text, its
    /// declarations are shared.
    fn new(text: String, functions: Box<[InlineFunction]>, before: Option<&Arc<Self>>) -> Arc<Self> {
        match before.filter(|before| before.text == text && before.functions == functions) {
            Some(before) => Arc::clone(before),
            None => Arc::new(Self { text, functions, ..Self::default() }),
        }
    }

    /// Does so with functions of headers among `files`.
    fn read_of(headers: HeaderText, files: Files<'_>, before: Option<&Arc<Self>>) -> Arc<Self> {
        Self::new(headers.declarations, InlineFunction::all(headers.functions, files), before)
    }

    /// Reads the declarations of the text.
    fn read(&self, model: DataModel) -> UnitContext {
        UnitContext::of_headers(&Unit::parse(self.text.as_str()), model)
    }

    /// Returns what the text declares, read once: all versions of a unit are for one target.
    fn context(&self, model: DataModel) -> &UnitContext {
        self.context.get_or_init(|| self.read(model))
    }

    /// Returns whether a declaration of the headers mentions a name.
    fn mention(&self, name: &str) -> bool {
        self.words().may_have(name) && says(&self.text, name)
    }

    fn words(&self) -> &Words {
        self.words.get_or_init(|| Words::of([self.text.as_str()].into_iter()))
    }
}

impl UnitFunction {
    /// Makes a function. Parses its text, unless `known` has the syntax tree of that text.
    fn new(function: TranslatedFunction, known: impl FnOnce(&str) -> Option<Arc<Unit>>) -> Self {
        let TranslatedFunction { start, text, is_alternative, needs } = function;
        let tree = known(&text.text).unwrap_or_else(|| Arc::new(Unit::parse(Arc::clone(&text.text))));
        let (text, needs) = (Arc::new(text), needs.into());
        let (uses, known) = Default::default();
        Self { start, text, is_alternative, tree, needs, uses, known }
    }

    /// Returns the range of the definition in the file. If a macro makes the definition, this is the range of
    /// the macro invocation.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.start + self.text.length }
    }

    /// Returns whether conditional compilation decides whether or how the function is defined.
    pub fn varies(&self) -> bool {
        self.is_alternative || self.text.varies
    }

    /// Returns the range of the function's body in the file.
    pub fn body(&self) -> Span {
        self.text.body.shifted(self.start)
    }

    /// Returns what the function does with the results of the functions that it calls, in the order of their names.
    pub fn uses(&self) -> &[(Box<str>, Uses)] {
        self.uses.get_or_init(|| uses_in(&self.tree))
    }

    /// Returns the expanded text of the function before its body.
    fn header(&self) -> &str {
        &self.text.text[..self.text.header as usize]
    }

    /// Returns the name, range and body range of the definition in the file.
    pub fn item(&self) -> FunctionItem {
        FunctionItem { name: self.text.name.clone(), span: self.span(), body: self.body() }
    }
}

/// Splits the name of an object with static storage in a function, `f.x`, into those of the function and of the object in
/// the source: further objects of one name have a number in the graph, as `f.x#2`.
fn local(object: &str) -> Option<(&str, &str)> {
    let (function, name) = object.rsplit_once('.')?;
    Some((function, name.split_once('#').map_or(name, |(name, _)| name)))
}
