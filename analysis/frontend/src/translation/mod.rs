//! Translates a preprocessed unit to texts that tree-sitter parses: one text for each function, and the
//! declarations that the functions need. Every piece of a function's text has its origin in the file.

mod aliases;
mod declared;
mod declares;
mod digraphs;
mod emit;
mod function;
mod headers;
mod hidden;
mod inline;
mod items;
mod linked;
mod needed;
mod old_style;
mod pieces;
mod positions;
mod readable;
mod recovery;
mod slice;
#[cfg(test)]
mod tests;
mod unread;

pub use declared::Declared;
pub use digraphs::without_digraphs;
pub use function::{FunctionText, TranslatedFunction};
pub use headers::{HeaderDeclarations, HeaderText};
pub use inline::HeaderFunction;
pub use positions::{Origin, PositionMap};
pub use readable::readable;
pub use slice::{Kept, SlicePart, Wanted, sliced};
pub use unread::Unread;

use std::{ops::Range, sync::Arc};

use self::{
    items::{Item, ItemKind, items},
    positions::origin,
};
use csieve_base::{model::DataModel, text::Conditionals};
use csieve_preprocess::{Expansion, Layered, Name, Names, Preprocessed, SourceId, Token, known};

/// The functions and declarations of a file after preprocessing, as texts.
#[derive(Clone, Debug)]
pub struct Translation {
    /// How the target represents types.
    pub model: DataModel,
    /// The functions that the main file defines, in source order.
    pub functions: Vec<TranslatedFunction>,
    /// What the main file needs from its first headers.
    pub headers: HeaderText,
    /// The short functions of later headers, in their order.
    pub inlines: Vec<HeaderFunction>,
    /// The text of the declarations in the main file itself, and in headers that it includes after the first
    /// ones.
    pub declarations: String,
    /// The names that the main file's declarations use and its first headers declare, in ascending order.
    pub needs: Vec<Name>,
    /// The ordinary names that the unit declares at file scope.
    pub declared: Arc<Declared>,
    /// The names of the main file's functions, and of the unit's objects, that parts without a text mention:
    /// bodies of functions in headers, and initialisers in the first headers. Also the names that code may
    /// reach under another name. In ascending order.
    pub hidden: Vec<String>,
    /// Whether a declaration of the unit ends where another one seems to begin, because its brackets do not match. Then any
    /// function may decide where others begin.
    pub is_cut: bool,
    /// What of the main file is no declaration, in source order.
    pub unread: Vec<Unread>,
}

/// A preprocessed unit in two parts: the tokens of the file's first headers, which stay the same while the
/// file is edited, and all other tokens.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct UnitTokens<'a> {
    /// The external declarations of the file's first headers.
    pub headers: &'a Arc<HeaderDeclarations>,
    /// The tokens of the file's first headers, from which `headers` was made.
    pub header_tokens: &'a [Token],
    /// The tokens of the file and of later headers.
    pub tokens: &'a [Token],
    /// The spellings of the tokens.
    pub names: &'a Names,
    /// The macro invocations of the unit.
    pub expansions: &'a Layered<Expansion>,
    /// The file whose functions are translated.
    pub file: SourceId,
    /// The text of the file.
    pub text: &'a str,
    /// The ranges of tokens in which `#pragma pack` changes the layout of structures, as indices into all
    /// tokens: those of the first headers, followed by the others.
    pub packed: &'a [Range<u32>],
    /// The pragmas that link names otherwise ([`Preprocessed::linked`]).
    pub linked: &'a [String],
    /// How the target represents types.
    pub model: DataModel,
    /// Whether another definition may take the place of each one that is not `static`.
    pub interposable: bool,
    /// Whether the file becomes part of a shared library.
    pub shared: bool,
    /// Whether `inline` means what it did in GNU C before C99.
    pub gnu89: bool,
    /// Whether no header is missing, so that every typedef name of the unit is known.
    pub complete: bool,
    /// Whether a standard header is missing, which may declare the functions of the C library that the unit calls.
    pub lacks_library: bool,
}

impl Translation {
    /// Translates a unit to texts.
    pub fn new(unit: UnitTokens<'_>) -> Self {
        let tokens = unit.tokens;
        let items = items(tokens, &|token| starts_line(token, unit));
        let declared = Declared::new(unit.headers, tokens, &items, unit.complete);
        let is_value = |name| declared.is_value(name);
        let is_object = |name| declared.is_object(name);
        let emission = emit::Unit {
            tokens,
            names: unit.names,
            expansions: unit.expansions,
            file: unit.file,
            types: &declared.types,
            text: unit.text,
            packed: (unit.packed, unit.header_tokens.len()),
            assumes: assumes(unit.text),
            is_value: &is_value,
            is_object: &is_object,
        };
        let alternatives = Conditionals::of(unit.text).alternatives;
        let (mut functions, mut inlines) = (Vec::new(), Vec::new());
        let mut declarations = String::new();
        let mut needs = Vec::new();
        for item in &items {
            match item.kind {
                ItemKind::Function(parts) if is_in_file(&tokens[parts.name], unit) => {
                    let needs = declared.needs(&tokens[item.tokens.clone()]);
                    let mut function = TranslatedFunction::new(emission, item, parts, needs);
                    let span = function.span();
                    function.is_alternative = alternatives.iter().any(|part| part.contains(span));
                    functions.push(function);
                    continue;
                }
                ItemKind::Function(parts) => {
                    let short = item.inline_function(tokens);
                    inlines.extend(short.map(|parts| HeaderFunction::new(emission, item, parts)));
                    declarations.push_str(&emit::emit_foreign(emission, item.tokens.clone(), parts));
                    declarations.push('\n');
                }
                ItemKind::Declaration => {
                    declarations.push_str(&emit::emit(emission, item.tokens.clone()));
                    declarations.push('\n');
                }
                ItemKind::Stray => {}
            }
            needs.append(&mut declared.needs(&tokens[item.tokens.clone()]));
        }
        declarations.push_str(&linked::lines(unit, &items));
        needs.sort_unstable();
        needs.dedup();
        let hidden = hidden_names(unit, &items, &declared);
        let used = needs.iter().chain(functions.iter().flat_map(|function| &function.needs));
        let headers = unit.headers.text(unit.header_tokens, unit.names, used.copied());
        let is_cut = items.iter().any(|item| item.is_cut);
        let (unread, declared) = (Unread::all(unit, &items), Arc::new(declared));
        let model = unit.model;
        Self { model, functions, headers, inlines, declarations, needs, declared, hidden, is_cut, unread }
    }
}

/// Returns the names of the main file's functions, and of the unit's objects, that code without a text, or
/// code that knows them by another name, may use. In ascending order.
fn hidden_names(unit: UnitTokens<'_>, items: &[Item], declared: &Declared) -> Vec<String> {
    let tokens = unit.tokens;
    let is_here = |name: usize| is_in_file(&tokens[name], unit);
    let is_foreign = |item: &Item| matches!(item.kind, ItemKind::Function(parts) if !is_here(parts.name));
    let is_wanted = |name| declared.is_object(name);
    let mentioned = &unit.headers.mentioned;
    let mut hidden = hidden::hidden(tokens, unit.names, items, mentioned, is_wanted, is_foreign);
    hidden.extend(aliases::aliased(tokens, unit.names, unit.text));
    hidden.sort_unstable();
    hidden.dedup();
    hidden
}

/// Returns the function that a part of the main file consists of; `None` if the part is not exactly one
/// function. `declared` has the ordinary names of the whole unit.
pub fn function_alone(part: &Preprocessed, declared: &Declared) -> Option<TranslatedFunction> {
    let tokens: Vec<Token> = part.tokens.iter().copied().collect();
    let tokens = without_digraphs(&tokens);
    let items = items(&tokens, &|_| false);
    let [item] = items.as_slice() else { return None };
    let ItemKind::Function(parts) = item.kind else { return None };
    // A function without its closing brace would continue after the part.
    let depths = tokens[parts.body..].iter().scan(0usize, |depth, token| {
        match token.name {
            known::LEFT_BRACE => *depth += 1,
            known::RIGHT_BRACE => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some(*depth)
    });
    let closed = depths.filter(|depth| *depth == 0).count() == 1;
    let length = part.sources.first()?.lexed.text().len() as u32;
    let last = tokens.last().filter(|last| last.name == known::RIGHT_BRACE && last.expansion.is_none())?;
    if !closed || last.spelling.span.end != length {
        return None;
    }
    // Other functions may be reached under names that this one introduces.
    if !aliases::aliased(&tokens, &part.names, part.sources.first()?.lexed.text()).is_empty() {
        return None;
    }
    let emission = emit::Unit {
        tokens: &tokens,
        names: &part.names,
        expansions: &part.expansions,
        file: SourceId::PART,
        types: &declared.types,
        text: part.sources.first()?.lexed.text(),
        packed: (&part.packed, 0),
        assumes: assumes(part.sources.first()?.lexed.text()),
        is_value: &|name| declared.is_value(name),
        is_object: &|name| declared.is_object(name),
    };
    Some(TranslatedFunction::new(emission, item, parts, declared.needs(&tokens)))
}

/// Returns whether a text contains assumptions of the author (`csieve: assume`).
fn assumes(text: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), emit::assume::WORDS.as_bytes()).is_some()
}

/// Returns whether a token comes from the text of the file, directly or through a macro invocation in it.
fn is_in_file(token: &Token, unit: UnitTokens<'_>) -> bool {
    origin(token, unit.expansions, unit.file).is_some()
}

/// Returns whether a token stands in the first column of a line of the file.
fn starts_line(token: &Token, unit: UnitTokens<'_>) -> bool {
    let start = token.spelling.span.start as usize;
    token.expansion.is_none()
        && token.spelling.source == unit.file
        && (start == 0 || unit.text.as_bytes().get(start - 1) == Some(&b'\n'))
}
