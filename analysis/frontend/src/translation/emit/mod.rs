//! Writes tokens as a text that tree-sitter parses as a compiler would. Extensions of C that do not affect
//! the execution of the program are left out. Constructs whose meaning depends on declarations are rewritten
//! so that they are unambiguous:
//!
//! - A typedef name used as a type becomes `struct $name`, so that tree-sitter reads it as a type.
//! - `(x)` becomes `((x))` where `x` is no type, so that tree-sitter reads no cast.
//! - `x * y;` becomes `((x)) * y;` where `x` is no type, so that tree-sitter reads no declaration.

mod assembly;
mod asserted;
pub(super) mod assume;
mod attributes;
mod complex;
mod extensions;
mod jumps;
mod old_style;
mod operands;
mod scopes;
mod types;
mod unknown;
mod vendors;
mod writer;

use std::ops::Range;

use rustc_hash::FxHashSet;

use self::{
    scopes::{Bracket, Scopes},
    writer::Writer,
};
use super::{
    items::{Parts, group_end, is_basic_type, is_specifier, takes_arguments},
    pieces::Piece,
    positions::{Origin, origin},
};
use csieve_preprocess::{Expansion, Layered, Name, Names, SourceId, Token, TokenKind, canonical, known};

/// The greatest depth to which rewritten constructs may be nested.
const MAX_DEPTH: u32 = 16;

/// The facts about a translation unit that are needed to write its tokens as a text.
#[derive(Clone, Copy)]
pub(super) struct Unit<'a> {
    /// The tokens of the unit. Token indices and ranges of tokens refer to them.
    pub tokens: &'a [Token],
    /// The spellings of the tokens.
    pub names: &'a Names,
    /// The macro invocations that the tokens come from.
    pub expansions: &'a Layered<Expansion>,
    /// The file whose functions are written, and to which [`Origin`]s refer.
    pub file: SourceId,
    /// The typedef names of the unit.
    pub types: &'a FxHashSet<Name>,
    /// The text of the file.
    pub text: &'a str,
    /// The ranges of tokens in which `#pragma pack` changes the layout of structures, ascending, and the
    /// number of tokens of the unit before the first one here.
    pub packed: (&'a [Range<u32>], usize),
    /// Whether the file's text contains assumptions (`csieve: assume`).
    pub assumes: bool,
    /// Returns whether a name is certainly not a type. It must not be a typedef name that the unit declares.
    pub is_value: &'a dyn Fn(Name) -> bool,
    /// Returns whether the unit declares a name as an object, a function or an enumeration constant.
    pub is_object: &'a dyn Fn(Name) -> bool,
}

/// Returns the text that a range of tokens becomes, without its pieces.
pub(super) fn emit(unit: Unit<'_>, range: Range<usize>) -> String {
    let mut emitter = Emitter::new(unit, &range);
    emitter.tokens(range.end);
    emitter.out.finish().0
}

/// Returns the text of a function that is defined in another file: a declaration, or the whole definition if
/// the body only returns a number.
pub(super) fn emit_foreign(unit: Unit<'_>, range: Range<usize>, parts: Parts) -> String {
    if returns_number(&unit.tokens[parts.body..range.end]) {
        return emit_function(unit, range, parts).0;
    }
    let mut emitter = Emitter::new(unit, &(range.start..parts.body));
    emitter.header(parts);
    emitter.out.finish().0 + ";"
}

/// Returns whether the body of a function only returns a number: `{ return -1; }`.
fn returns_number(body: &[Token]) -> bool {
    let [open, back, value @ .., end, close] = body else { return false };
    let is_number = match value {
        [number] => number.kind == TokenKind::Number,
        [sign, number] => sign.name == known::MINUS && number.kind == TokenKind::Number,
        _ => false,
    };
    is_number
        && open.name == known::LEFT_BRACE
        && back.name == known::RETURN
        && end.name == known::SEMICOLON
        && close.name == known::RIGHT_BRACE
}

/// Returns the text of a function definition, the length in bytes of the part of that text before the body,
/// and the text's pieces with their ranges in the file.
pub(super) fn emit_function(unit: Unit<'_>, range: Range<usize>, parts: Parts) -> (String, u32, Vec<Piece>) {
    let mut emitter = Emitter::new(unit, &range);
    emitter.is_assembly = emitter.says_assembly(parts);
    emitter.header(parts);
    let header = emitter.out.len();
    emitter.in_body = true;
    emitter.passed = emitter.place.span.end;
    if emitter.is_assembly {
        emitter.assembly_body(parts);
    } else {
        emitter.tokens(range.end);
    }
    let (text, pieces) = emitter.out.finish();
    (text, header, pieces)
}

#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Emitter<'a> {
    unit: Unit<'a>,
    at: usize,
    end: usize,
    out: Writer,
    scopes: Scopes<'a>,
    /// The origin of the current token, or of the last token before it that has an origin in the file.
    place: Origin,
    /// The canonical spelling of the token emitted last.
    previous: Name,
    /// The kind of bracket that the next `{` opens, if it belongs to a `struct`, `union` or `enum`.
    pending_tag: Option<Bracket>,
    /// The number of open brackets at the last `typedef`, up to the end of its declaration; otherwise `None`.
    typedef: Option<usize>,
    depth: u32,
    /// Whether the words of a basic type that were emitted last are those of a complex type.
    is_complex: bool,
    /// Whether the current token is in the body of a function.
    in_body: bool,
    /// The byte offset in the file after all tokens emitted so far.
    passed: u32,
    /// Whether the current token is between the parameters of a function definition and its body.
    behind_parameters: bool,
    /// Whether the function is written in assembly.
    is_assembly: bool,
    /// The index of the first token of the function or declaration.
    begin: usize,
    /// The index of the word that became the condition of a loop last.
    loops_at: Option<usize>,
    /// Whether the type that was emitted last stands for an unknown one because of a word behind the declared name.
    has_unknown_type: bool,
    /// The token ranges of attributes that are emitted behind the declarator in which they stand.
    deferred: Vec<Range<usize>>,
}

impl<'a> Emitter<'a> {
    fn new(unit: Unit<'a>, range: &Range<usize>) -> Self {
        Self {
            unit,
            at: range.start,
            end: range.end,
            out: Writer::default(),
            scopes: Scopes::new(unit.types),
            place: Origin::default(),
            previous: known::SEMICOLON,
            pending_tag: None,
            typedef: None,
            depth: 0,
            is_complex: false,
            in_body: false,
            passed: 0,
            behind_parameters: false,
            is_assembly: false,
            begin: range.start,
            loops_at: None,
            has_unknown_type: false,
            deferred: Vec::new(),
        }
    }

    /// Emits the part of a function definition before the body.
    fn header(&mut self, parts: Parts) {
        if self.has_no_type(parts.name) {
            self.tokens(parts.name);
            self.insert("int");
        }
        match parts.names {
            Some(open) => self.old_style(open, parts.body),
            None => {
                self.tokens(self.parameters_end(parts));
                self.behind_parameters = true;
                self.tokens(parts.body);
                self.behind_parameters = false;
            }
        }
        self.deferred_attributes();
    }

    /// Returns the token index behind the parameters of a function.
    fn parameters_end(&self, parts: Parts) -> usize {
        match self.unit.tokens.get(parts.name + 1) {
            Some(open) if open.name == known::LEFT_PAREN => {
                group_end(self.unit.tokens, parts.name + 1).min(parts.body)
            }
            _ => parts.body,
        }
    }

    /// Returns whether no type stands between the current token and the function's name at the token index `name`: in
    /// the C of 1989, such a function returns `int`.
    fn has_no_type(&self, name: usize) -> bool {
        let mut at = self.at;
        while at < name {
            let word = canonical(self.unit.tokens[at].name);
            let is_type = is_basic_type(word) || matches!(word, known::STRUCT | known::UNION | known::ENUM);
            if is_type || !is_specifier(word) {
                return false;
            }
            at = if takes_arguments(word) { group_end(self.unit.tokens, at + 1) } else { at + 1 };
        }
        at == name
    }

    /// Emits the tokens from the current one up to the index `end`, exclusive.
    fn tokens(&mut self, end: usize) {
        while self.at < end {
            let token = self.unit.tokens[self.at];
            self.place = origin(&token, self.unit.expansions, self.unit.file).unwrap_or(self.place);
            let name = canonical(token.name);
            if self.in_body {
                if self.unit.assumes {
                    self.assumptions(self.unit.text, self.place);
                }
                if name == known::LEFT_PAREN && token.expansion.is_some() {
                    self.assertion(&token);
                }
            }
            let is_word = token.kind == TokenKind::Identifier;
            if is_word
                && (self.extension(name)
                    || self.vendor_word(&token, name)
                    || self.unknown_statement()
                    || self.unknown_before_type(&token)
                    || self.unknown_behind_name())
                || self.behind_parameters(&token)
            {
                continue;
            }
            match token.kind {
                TokenKind::Identifier => self.word(&token, name),
                TokenKind::Punctuator => self.punctuator(&token, name),
                _ => self.copy(&token),
            }
            self.at += 1;
        }
    }

    /// Returns the canonical spelling of the token `distance` tokens after the current one; `None` after the
    /// last token.
    fn ahead(&self, distance: usize) -> Option<Name> {
        let at = self.at + distance;
        (at < self.end).then(|| canonical(self.unit.tokens[at].name))
    }

    fn copy(&mut self, token: &Token) {
        if self.vendor_number(token) || self.imaginary(token) {
            return;
        }
        let name = canonical(token.name);
        let text = match name {
            // The grammar knows `bool`, but not its other spelling `_Bool`.
            known::BOOL => "bool",
            // `thread_local` is used as a name here. As a storage class it would have been left out.
            known::THREAD_LOCAL => self.unit.names.text(token.name),
            _ => self.unit.names.text(name),
        };
        self.out.piece(text, token.first, self.place);
        self.previous = name;
    }

    /// Moves to the next token and returns it.
    fn advance(&mut self) -> Token {
        self.at += 1;
        let token = self.unit.tokens[self.at];
        self.place = origin(&token, self.unit.expansions, self.unit.file).unwrap_or(self.place);
        token
    }

    /// Inserts text that the file does not contain, with the origin of the current token.
    fn insert(&mut self, text: &str) {
        self.out.piece(text, false, self.place);
    }

    /// Inserts text that is only for the parser. [`super::readable()`] removes this text.
    fn mark(&mut self, text: &str) {
        self.out.mark(text, self.place);
    }

    /// Returns whether the current token stands in brackets that belong to a declarator, as between parameters.
    fn is_in_declarator(&self) -> bool {
        matches!(self.scopes.bracket(), Some(Bracket::Paren { .. } | Bracket::Square))
    }

    fn punctuator(&mut self, token: &Token, name: Name) {
        if matches!(name, known::SEMICOLON | known::COMMA) && !self.is_in_declarator() {
            self.deferred_attributes();
        }
        match name {
            known::LEFT_PAREN => {
                if self.is_grouped_value() {
                    self.mark("(");
                    self.copy(token);
                    let value = self.advance();
                    self.copy(&value);
                    self.mark(")");
                    let close = self.advance();
                    return self.copy(&close);
                }
                self.scopes.open(Bracket::Paren { is_for: self.previous == known::FOR });
            }
            known::LEFT_BRACE => {
                let bracket = self.pending_tag.take().unwrap_or(Bracket::Block);
                self.scopes.open(bracket);
            }
            known::LEFT_BRACKET if self.ahead(1) == Some(known::LEFT_BRACKET) => {
                return self.standard_attribute();
            }
            known::LEFT_BRACKET => self.scopes.open(Bracket::Square),
            known::RIGHT_PAREN | known::RIGHT_BRACKET | known::RIGHT_BRACE => {
                if name == known::RIGHT_BRACE {
                    self.end_labels();
                }
                self.scopes.close();
            }
            known::SEMICOLON => {
                self.scopes.seen_type = false;
                self.pending_tag = None;
                if self.typedef.is_some_and(|level| level >= self.scopes.level()) {
                    self.typedef = None;
                }
            }
            known::ASSIGN => self.scopes.seen_type = false,
            known::AND_AND if self.is_label_address() => {
                self.insert("& &");
                self.previous = known::AND;
                return;
            }
            known::COMMA if matches!(self.scopes.bracket(), Some(Bracket::Paren { .. })) => {
                self.scopes.seen_type = false;
            }
            _ => {}
        }
        self.copy(token);
    }

    /// Returns whether the current `(` begins a parenthesised name `(x)` that tree-sitter could take for a
    /// cast.
    fn is_grouped_value(&self) -> bool {
        let [Some(inside), Some(known::RIGHT_PAREN)] = [self.ahead(1), self.ahead(2)] else { return false };
        let token = &self.unit.tokens[self.at + 1];
        // A value cannot follow a value, so `(T) x` is a cast, even if `T` is not known.
        let casts = self.unit.tokens[..self.end].get(self.at + 3).is_some_and(|next| match next.kind {
            TokenKind::Identifier => true,
            TokenKind::Number | TokenKind::Character | TokenKind::String => true,
            TokenKind::Punctuator | TokenKind::Other => false,
        });
        let follows_value = match self.previous {
            known::RIGHT_BRACKET | known::IF | known::WHILE | known::SWITCH | known::FOR => true,
            // `(T)(x) - 1` is a cast and then a difference.
            known::RIGHT_PAREN => false,
            known::RETURN | known::CASE | known::ELSE | known::DO | known::SIZEOF | known::ALIGNOF => false,
            _ => self.at > 0 && self.previous_is_identifier(),
        };
        token.kind == TokenKind::Identifier
            && !casts
            && self.scopes.depth() > 0
            && !follows_value
            && !self.scopes.is_type(token.name)
            && !types::is_type_word(inside)
            && (self.unit.is_value)(token.name)
    }

    fn previous_is_identifier(&self) -> bool {
        self.unit.tokens[self.at - 1].kind == TokenKind::Identifier
    }

    /// Returns whether a statement begins at the current token.
    fn starts_statement(&self) -> bool {
        matches!(self.scopes.bracket(), Some(Bracket::Block))
            && matches!(
                self.previous,
                known::SEMICOLON
                    | known::LEFT_BRACE
                    | known::RIGHT_BRACE
                    | known::RIGHT_PAREN
                    | known::COLON
                    | known::ELSE
                    | known::DO
            )
    }
}
