//! The directive `#include` and its variants (C11 6.10.2).

use std::sync::Arc;

use super::Unit;
use crate::lex::Directive;
use crate::requests::Request;
use crate::{Header, Include, NoteKind, Source, SourceId, SourceRange, Token, known};

/// The source with the macro definitions of the options. It is read right after the predefined macros.
const COMMAND_LINE: SourceId = SourceId(2);

/// Returns the message about a header that is not found.
pub(crate) fn missing(name: &str) -> String {
    format!("Header '{name}' is not found")
}

/// The name of a header in an `#include`.
pub(super) struct HeaderName {
    pub name: String,
    pub angled: bool,
}

impl Unit<'_> {
    pub(super) fn include(&mut self, directive: &Directive, next: bool) {
        let place = self.file().place(directive);
        let Some(header) = self.header_name(directive) else {
            self.note(NoteKind::Directive, place, "#include needs \"name\" or <name>");
            return;
        };
        let from = self.file().source;
        self.include_name(&header, next, from, place);
    }

    /// Includes a header of an option `-include`.
    pub(super) fn include_forced(&mut self, name: &str) {
        let place = self.here();
        let header = HeaderName { name: name.to_owned(), angled: false };
        self.include_name(&header, false, COMMAND_LINE, place);
    }

    fn include_name(&mut self, header: &HeaderName, next: bool, from: SourceId, place: SourceRange) {
        let Some(found) = self.find_header(header, next, from) else {
            if self.state.requests.first_miss(&header.name) {
                self.note(NoteKind::MissingHeader, place, missing(&header.name));
            }
            return;
        };
        if self.has_been_read(&found) {
            return;
        }
        if self.files.len() > self.options.limits.include_depth as usize {
            let message = format!("Headers are nested too deeply; '{}' is left out", header.name);
            self.note(NoteKind::Limit, place, message);
            // A header that includes itself twice would otherwise be read a number of times exponential in
            // the depth.
            Arc::make_mut(&mut self.state.once).insert(found.path);
            return;
        }
        if self.has_read_too_many(place) {
            return;
        }
        let is_forced = from == COMMAND_LINE;
        self.enter_file(found, (!is_forced).then_some(place));
    }

    /// Returns whether the unit has as many files as its limit allows. The first time, adds a note.
    fn has_read_too_many(&mut self, place: SourceRange) -> bool {
        let limit = self.options.limits.files as usize;
        let has_noted = &mut self.state.has_too_many_files;
        if self.state.sources.len() < limit {
            return false;
        }
        if !std::mem::replace(has_noted, true) {
            self.note(NoteKind::Limit, place, "The unit includes too many files; the rest is left out");
        }
        true
    }

    /// Finds the header that a directive in the file `from` names, and records the request.
    pub(super) fn find_header(&mut self, header: &HeaderName, next: bool, from: SourceId) -> Option<Header> {
        // The main file was not found in a folder of the search list, so the search cannot go on after that
        // folder.
        let next = next && from != SourceId::MAIN;
        let from: &Source = self.state.sources.get(from.0 as usize)?;
        let include = Include { name: &header.name, angled: header.angled, next, from };
        let found = self.headers.find(&include);
        let request = Request {
            name: header.name.as_str().into(),
            angled: header.angled,
            next,
            from: from.path.clone(),
            folder: from.folder,
            found: found.as_ref().map(|header| header.path.clone()),
        };
        self.state.requests.add(request);
        found
    }

    /// Returns whether reading a file again would give no tokens, because of `#pragma once` or its include
    /// guard.
    fn has_been_read(&self, header: &Header) -> bool {
        let guarded = || {
            let name = self.state.names.get(header.lexed.guard()?)?;
            Some(self.state.macros.is_defined(name))
        };
        self.state.once.contains(&header.path) || guarded() == Some(true)
    }

    fn header_name(&mut self, directive: &Directive) -> Option<HeaderName> {
        let file = self.file();
        let operand = file.line(directive).tokens.get(2)?;
        let text = file.lexed.text();
        if let Some(header) = header_in(text.get(operand.span.start as usize..directive.line_end as usize)?) {
            return Some(header);
        }
        let tokens = self.expand_line(directive.start + 2, directive.end, false);
        self.spelled_header(&tokens)
    }

    /// Returns the header name that tokens spell, as in `<stdio.h>`, or `None` if they spell none.
    pub(super) fn spelled_header(&self, tokens: &[Token]) -> Option<HeaderName> {
        let names = &self.state.names;
        let (first, rest) = tokens.split_first()?;
        if first.name != known::LESS {
            return header_in(names.text(first.name));
        }
        let mut name = String::new();
        for token in rest {
            if token.name == known::GREATER {
                return Some(HeaderName { name, angled: true });
            }
            if token.space && !name.is_empty() {
                name.push(' ');
            }
            name.push_str(names.text(token.name));
        }
        None
    }
}

/// Returns the header name, as in `"a.h"` or `<a.h>`, at the start of a text, or `None` if there is none.
pub(super) fn header_in(text: &str) -> Option<HeaderName> {
    let (end, angled) = match text.as_bytes().first()? {
        b'<' => ('>', true),
        b'"' => ('"', false),
        _ => return None,
    };
    let name = text[1..].split_once(end)?.0;
    (!name.is_empty()).then(|| HeaderName { name: name.replace("\\\n", ""), angled })
}
