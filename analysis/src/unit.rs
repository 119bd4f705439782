//! A translation unit ready for analysis: its functions parsed, its declarations read.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::{FxHashMap, FxHasher};

use crate::{
    lower::UnitContext,
    preprocess::{
        Headers, Layered, Note, NoteKind, Place, Prefix, PreprocessOptions, Preprocessed, Request, Source,
        SourceId, Token, preprocess, preprocess_with,
    },
    syntax::{FunctionItem, Unit},
    text::Span,
    translation::{FunctionText, HeaderDeclarations, Translation, UnitTokens},
};

/// A function, expanded and parsed.
#[derive(Clone, Debug)]
pub struct UnitFunction {
    /// Its text and where that comes from.
    pub text: FunctionText,
    /// The tree of the text; nothing but the function is in it.
    pub tree: Arc<Unit>,
}

/// A version of a file as a unit, with what the next version can use again.
#[derive(Clone, Debug)]
pub struct Version {
    /// The unit.
    pub unit: Arc<TranslationUnit>,
    /// What preprocessing has to say, in order.
    pub notes: Vec<Note>,
    /// The lines of the file that conditionals leave out.
    pub inactive: Vec<Span>,
    /// The files that make up the unit; the first is its main file.
    pub sources: Vec<Source>,
    /// The file that this is a version of.
    pub file: SourceId,
    /// The headers asked for; should an answer change, so may the unit.
    pub requests: Layered<Request>,
    /// The headers that the file includes first, for the next version.
    first_headers: Option<(Prefix, Arc<HeaderDeclarations>)>,
}

impl Version {
    /// The same without what must not be used again once a header may have changed.
    #[must_use]
    pub fn without_headers(&self) -> Self {
        Self { first_headers: None, ..self.clone() }
    }

    /// Preprocesses and parses a file. What `before`, an older version of the same file, has as well is taken
    /// from it; its headers must not have changed.
    pub fn new(
        main: Source,
        headers: &dyn Headers,
        options: &PreprocessOptions,
        before: Option<&Self>,
    ) -> Self {
        let known = before.and_then(|before| before.first_headers.as_ref());
        let known = known.filter(|(prefix, _)| prefix.fits(&main.path, main.lexed.text(), options));
        let (unit, prefix) = preprocess_with(known.map(|(prefix, _)| prefix), main, headers, options);
        let (header_tokens, tokens) = unit.tokens.parts();
        let headers = match known {
            Some((_, declarations)) => Arc::clone(declarations),
            None => Arc::new(HeaderDeclarations::new(header_tokens)),
        };
        let translation =
            Translation::new(unit_tokens(&unit, SourceId::MAIN, &headers, header_tokens, tokens));
        let parsed = TranslationUnit::new(translation, before.map(|before| &*before.unit));
        let Preprocessed { notes, inactive, sources, requests, .. } = unit;
        Self {
            unit: Arc::new(parsed),
            notes,
            inactive,
            sources,
            file: SourceId::MAIN,
            requests,
            first_headers: Some((prefix, headers)),
        }
    }

    /// Preprocesses and parses a header at `path` as a part of a unit that includes it; nothing if the unit does
    /// not.
    pub fn of_header(
        path: &str,
        main: Source,
        headers: &dyn Headers,
        options: &PreprocessOptions,
        before: Option<&Self>,
    ) -> Option<Self> {
        let unit = preprocess(main, headers, options);
        let file = SourceId(unit.sources.iter().position(|source| *source.path == *path)? as u32);
        let tokens: Vec<Token> = unit.tokens.iter().copied().collect();
        let no_headers = HeaderDeclarations::default();
        let translation = Translation::new(unit_tokens(&unit, file, &no_headers, &[], &tokens));
        let parsed = TranslationUnit::new(translation, before.map(|before| &*before.unit));
        let Preprocessed { mut notes, sources, requests, .. } = unit;
        notes.retain(|note| within(&sources, note.place, file).is_some());
        Some(Self {
            unit: Arc::new(parsed),
            notes,
            inactive: Vec::new(),
            sources,
            file,
            requests,
            first_headers: None,
        })
    }

    /// Where a place is seen in the file itself: for one in a header, at the directive through which the file
    /// includes that header. Nothing for what is read before the file or beside it.
    pub fn seen_at(&self, place: Place) -> Option<Span> {
        within(&self.sources, place, self.file)
    }
}

/// Where a place is seen in a file.
fn within(sources: &[Source], mut place: Place, file: SourceId) -> Option<Span> {
    while place.source != file {
        place = sources.get(place.source.0 as usize)?.included_at?;
    }
    Some(place.span)
}

/// The tokens of a unit of which one file's functions are wanted.
fn unit_tokens<'a>(
    unit: &'a Preprocessed,
    file: SourceId,
    headers: &'a HeaderDeclarations,
    header_tokens: &'a [Token],
    tokens: &'a [Token],
) -> UnitTokens<'a> {
    UnitTokens {
        headers,
        header_tokens,
        tokens,
        names: &unit.names,
        expansions: &unit.expansions,
        file,
        text: unit.sources.get(file.0 as usize).map_or("", |source| source.lexed.text()),
        complete: !unit.notes.iter().any(|note| note.kind == NoteKind::MissingHeader),
    }
}

/// The declarations of headers, read.
#[derive(Clone, Debug, Default)]
struct HeaderContext {
    text: String,
    context: UnitContext,
}

/// A file after preprocessing.
#[derive(Clone, Debug, Default)]
pub struct TranslationUnit {
    /// The functions that the file defines, in source order.
    pub functions: Vec<UnitFunction>,
    /// What they may know of the file around them.
    pub context: UnitContext,
    /// A hash of all that an analysis of a function may look at beside the function itself.
    pub context_hash: u64,
    headers: Arc<HeaderContext>,
}

impl TranslationUnit {
    /// Parses the texts of a unit. Trees and declarations of texts that `before`, an older version of the unit,
    /// has as well are taken from it.
    pub fn new(translation: Translation, before: Option<&Self>) -> Self {
        let mut known: FxHashMap<&str, &Arc<Unit>> = FxHashMap::default();
        for function in before.iter().flat_map(|before| &before.functions) {
            known.insert(&function.text.text, &function.tree);
        }
        let parsed = |text: FunctionText| {
            let tree = known.get(text.text.as_str()).map(|tree| Arc::clone(tree));
            UnitFunction { tree: tree.unwrap_or_else(|| Arc::new(Unit::parse(text.text.as_str()))), text }
        };
        let functions: Vec<UnitFunction> = translation.functions.into_iter().map(parsed).collect();
        let headers = match before.filter(|before| before.headers.text == translation.headers) {
            Some(before) => Arc::clone(&before.headers),
            None => Arc::new(HeaderContext::new(translation.headers)),
        };
        let declarations = Unit::parse(translation.declarations);
        let mut texts: Vec<(&str, &Unit)> = vec![("file", &declarations)];
        texts.extend(functions.iter().map(|function| (function.text.name.as_str(), &*function.tree)));
        let context = headers.context.with_file(&texts);
        let mut hasher = FxHasher::default();
        headers.text.hash(&mut hasher);
        declarations.text().hash(&mut hasher);
        for function in &functions {
            function.text.text[..function.text.header as usize].hash(&mut hasher);
        }
        context.facts_hash().hash(&mut hasher);
        Self { context_hash: hasher.finish(), functions, context, headers }
    }
}

impl HeaderContext {
    fn new(text: String) -> Self {
        let context = UnitContext::of_headers(&Unit::parse(text.as_str()));
        Self { text, context }
    }
}

impl UnitFunction {
    /// Where the definition stands in the file.
    pub fn item(&self) -> FunctionItem {
        FunctionItem { name: self.text.name.clone(), span: self.text.span, body: self.text.body }
    }

    /// A hash of the function itself: of what it is after preprocessing and of how it stands in the file's `text`.
    pub fn hash(&self, text: &str) -> u64 {
        let mut hasher = FxHasher::default();
        text.get(self.text.span.range()).hash(&mut hasher);
        self.text.text.hash(&mut hasher);
        self.text.positions.hash(&mut hasher);
        hasher.finish()
    }
}
