//! The versions of a file while it is edited.

use std::sync::Arc;

use super::{TranslationUnit, edit::Kept};
use csieve_base::text::Span;
use csieve_frontend::translation::{HeaderDeclarations, Translation, UnitTokens};
use csieve_preprocess::{
    Headers, Layered, Note, NoteKind, Place, Prefix, PreprocessOptions, Preprocessed, Request, Source,
    SourceId, Token, Trail, preprocess, preprocess_with,
};

/// A version of a file as a unit, with what the next version can use again. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Version {
    /// The unit.
    pub unit: Arc<TranslationUnit>,
    /// What preprocessing has to say, in order.
    pub notes: Vec<Note>,
    /// The lines of the file that conditionals leave out.
    pub inactive: Vec<Span>,
    /// The files that make up the unit; the first is its main file, with its text when it was last read as a whole.
    pub sources: Arc<[Source]>,
    /// The file that this is a version of.
    pub file: SourceId,
    /// The headers asked for; should an answer change, so may the unit.
    pub requests: Layered<Request>,
    /// The headers that the file includes first, for the next version.
    pub(super) first_headers: Option<FirstHeaders>,
    /// For a next version of which only one function differs.
    pub(super) kept: Option<Kept>,
}

/// The headers that a file includes first.
#[derive(Clone, Debug)]
pub(super) struct FirstHeaders {
    pub prefix: Prefix,
    pub declarations: Arc<HeaderDeclarations>,
}

impl Version {
    /// The same without what must not be used again once a header may have changed.
    #[must_use]
    pub fn without_headers(&self) -> Self {
        Self { first_headers: None, kept: None, ..self.clone() }
    }

    /// Preprocesses and parses a file. What `before`, an older version of the same file, has as well is taken
    /// from it; its headers must not have changed.
    pub fn new(
        main: Source,
        headers: &dyn Headers,
        options: &PreprocessOptions,
        before: Option<&Self>,
    ) -> Self {
        let text = Arc::clone(main.lexed.text());
        let known = before.and_then(|before| before.first_headers.as_ref());
        let known = known.filter(|known| known.prefix.fits(&main.path, &text, options));
        let (unit, prefix) = preprocess_with(known.map(|known| &known.prefix), main, headers, options);
        let (header_tokens, tokens) = unit.tokens.parts();
        let declarations = match known {
            Some(known) => Arc::clone(&known.declarations),
            None => Arc::new(HeaderDeclarations::new(header_tokens)),
        };
        let translation =
            Translation::new(unit_tokens(&unit, SourceId::MAIN, &declarations, header_tokens, tokens));
        let kept = Trail::new(&unit, options).map(|trail| Kept::new(text, trail, &translation, options));
        let parsed = TranslationUnit::new(translation, before.map(|before| &*before.unit));
        Self {
            unit: Arc::new(parsed),
            sources: unit.sources.into(),
            file: SourceId::MAIN,
            requests: unit.requests,
            notes: unit.notes,
            inactive: unit.inactive,
            first_headers: Some(FirstHeaders { prefix, declarations }),
            kept,
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
        let no_headers = Arc::<HeaderDeclarations>::default();
        let translation = Translation::new(unit_tokens(&unit, file, &no_headers, &[], &tokens));
        let parsed = TranslationUnit::new(translation, before.map(|before| &*before.unit));
        let Preprocessed { mut notes, sources, requests, .. } = unit;
        notes.retain(|note| within(&sources, note.place, file).is_some());
        Some(Self {
            unit: Arc::new(parsed),
            notes,
            inactive: Vec::new(),
            sources: sources.into(),
            file,
            requests,
            first_headers: None,
            kept: None,
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
    headers: &'a Arc<HeaderDeclarations>,
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
