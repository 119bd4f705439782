//! The successive versions of a file that is being edited.

use std::sync::Arc;

use super::{TranslationUnit, edit::EditBasis, header::Files, shared::SharedHeaders};
use csieve_base::{
    library::is_standard_header,
    text::Span,
    workers::{OneByOne, Workers},
};
use csieve_frontend::translation::{HeaderDeclarations, Translation, UnitTokens, Unread, without_digraphs};
use csieve_preprocess::{
    Headers, Layered, Note, NoteKind, Prefix, PreprocessOptions, Preprocessed, Request, Source, SourceId,
    SourceRange, Standard, Token, Trail, preprocess, preprocess_with,
};

/// One version of a file as a unit, with cached data for making the next version. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Version {
    /// The unit of this version.
    pub unit: Arc<TranslationUnit>,
    /// The messages of the preprocessor, in order.
    pub notes: Vec<Note>,
    /// The lines of the file that conditional compilation leaves out.
    pub inactive: Vec<Span>,
    /// What of the file is no declaration, because of errors of syntax outside of functions.
    pub unread: Vec<Unread>,
    /// The source files that make up the unit: the main file first, then headers. The text of the main file
    /// is that of the last version made from a whole text, which may be older than this version.
    pub sources: Arc<[Source]>,
    /// The file among `sources` whose functions the unit has: the main file or a header.
    pub file: SourceId,
    /// The requests for headers while preprocessing. If the answer to one of them changes, the unit may
    /// change.
    pub requests: Layered<Request>,
    /// The headers that the file includes at its start, cached for the next version.
    pub(super) first_headers: Option<FirstHeaders>,
    /// The data for an incremental update, when only one function changes.
    pub(super) kept: Option<EditBasis>,
}

/// The headers that a file includes at its start, before anything else.
#[derive(Clone, Debug)]
pub(super) struct FirstHeaders {
    pub prefix: Prefix,
    pub declarations: Arc<HeaderDeclarations>,
}

impl Version {
    /// Returns this version without its cached data, which must not be used again after a header may have
    /// changed.
    #[must_use]
    pub fn without_headers(&self) -> Self {
        Self { first_headers: None, kept: None, ..self.clone() }
    }

    /// Preprocesses and parses a file. The parts that it shares with `before` are used again. `before` is an
    /// older version of the same file, and its headers must not have changed since.
    pub fn new(
        main: Source,
        headers: &dyn Headers,
        options: &PreprocessOptions,
        before: Option<&Self>,
    ) -> Self {
        Self::new_with((&OneByOne, None), main, (headers, options), before)
    }

    /// Does the same with functions that are parsed by `workers`. `shared` has what other files left that ask the same
    /// `headers`; the result does not depend on either.
    pub fn new_with(
        (workers, shared): (&dyn Workers, Option<&SharedHeaders>),
        main: Source,
        (headers, options): (&dyn Headers, &PreprocessOptions),
        before: Option<&Self>,
    ) -> Self {
        let text = Arc::clone(main.lexed.text());
        let known = before.and_then(|before| before.first_headers.as_ref());
        let known = known.filter(|known| known.prefix.fits(&main.path, &text, options));
        let (known_prefix, beginnings) =
            (known.map(|known| &known.prefix), shared.map(SharedHeaders::beginnings));
        let (unit, prefix) = preprocess_with(known_prefix, beginnings, main, headers, options);
        let (header_tokens, tokens) = unit.tokens.parts();
        let tokens = without_digraphs(tokens);
        let declarations = match known {
            Some(known) => Arc::clone(&known.declarations),
            None => {
                let new = || HeaderDeclarations::new(header_tokens, &unit.packed);
                shared.map_or_else(|| Arc::new(new()), |shared| shared.declarations(prefix.beginning(), new))
            }
        };
        let translation = Translation::new(unit_tokens(
            &unit,
            (SourceId::MAIN, options),
            &declarations,
            header_tokens,
            &tokens,
        ));
        let unread = translation.unread.clone();
        let trail = if translation.is_cut { None } else { Trail::new(&unit, options) };
        let kept = trail.map(|trail| EditBasis::new(text, trail, &translation, options));
        let mut parsed = TranslationUnit::new_with(
            workers,
            (translation, Files { sources: &unit.sources, headers, shared }),
            before.map(|before| &*before.unit),
        );
        if let (Some(shared), Some(context)) = (shared, Arc::get_mut(&mut parsed.context)) {
            shared.share(context);
        }
        Self {
            unit: Arc::new(parsed),
            sources: unit.sources.into(),
            file: SourceId::MAIN,
            requests: unit.requests,
            notes: unit.notes,
            inactive: unit.inactive,
            unread,
            first_headers: Some(FirstHeaders { prefix, declarations }),
            kept,
        }
    }

    /// Preprocesses and parses the header at `path` as a part of a unit that includes it. Returns `None` if
    /// the unit does not include that header.
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
        let tokens = without_digraphs(&tokens);
        let translation = Translation::new(unit_tokens(&unit, (file, options), &no_headers, &[], &tokens));
        let unread = translation.unread.clone();
        let parsed = TranslationUnit::new(
            translation,
            Files { sources: &unit.sources, headers, shared: None },
            before.map(|before| &*before.unit),
        );
        let Preprocessed { mut notes, sources, requests, .. } = unit;
        notes.retain(|note| within(&sources, note.place, file).is_some());
        Some(Self {
            unit: Arc::new(parsed),
            notes,
            inactive: Vec::new(),
            unread,
            sources: sources.into(),
            file,
            requests,
            first_headers: None,
            kept: None,
        })
    }

    /// Returns where a place is visible in the file itself. A place in an included header is visible at the
    /// `#include` directive. Returns `None` for text outside the file and its headers, such as macros of the
    /// command line.
    pub fn seen_at(&self, place: SourceRange) -> Option<Span> {
        within(&self.sources, place, self.file)
    }
}

/// Returns where a place is visible in a file: at its own span, or at the include directive that leads to the
/// place.
fn within(sources: &[Source], mut place: SourceRange, file: SourceId) -> Option<Span> {
    while place.source != file {
        place = sources.get(place.source.0 as usize)?.included_at?;
    }
    Some(place.span)
}

/// Describes the tokens of a preprocessed unit, from which the functions of one file are translated.
fn unit_tokens<'a>(
    unit: &'a Preprocessed,
    (file, options): (SourceId, &PreprocessOptions),
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
        packed: &unit.packed,
        linked: &unit.linked,
        model: options.model,
        interposable: options.interposable,
        shared: options.shared,
        gnu89: options.standard == Standard::C89,
        text: unit.sources.get(file.0 as usize).map_or("", |source| source.lexed.text()),
        complete: !unit.notes.iter().any(|note| note.kind == NoteKind::MissingHeader),
        lacks_library: unit.misses(is_standard_header),
    }
}
