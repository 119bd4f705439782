//! Blocks of assembly, `__asm { ... }`, and functions that are written in it, `__asm int f(void) { ... }`. Both become a call of something
//! that nothing declares: it may do anything with the variables that it names, and with all memory.

use super::Emitter;
use csieve_preprocess::{Name, TokenKind, canonical, known};
use rustc_hash::FxHashSet;

use crate::translation::items::{Parts, group_end};

/// The name of what nothing declares.
const ANYTHING: &str = "__asm_block";

impl Emitter<'_> {
    /// Emits a block of assembly at the current `asm`. Returns false, and emits nothing, if there is none, or if it may jump to a label
    /// of the function.
    pub(super) fn assembly_block(&mut self) -> bool {
        if !self.in_body || self.ahead(1) != Some(known::LEFT_BRACE) || !self.starts_statement() {
            return false;
        }
        let tokens = &self.unit.tokens[..self.end];
        let (open, end) = (self.at + 1, group_end(tokens, self.at + 1));
        let outside = || (self.begin..self.at).chain(end..self.end);
        let elsewhere: FxHashSet<Name> = outside().map(|at| tokens[at].name).collect();
        let is_label = |at: &usize| tokens.get(at + 1).is_some_and(|next| next.name == known::COLON);
        let labels: FxHashSet<Name> = outside().filter(is_label).map(|at| tokens[at].name).collect();
        let mut named: Vec<Name> = Vec::new();
        for token in &tokens[open..end] {
            let is_variable = token.kind == TokenKind::Identifier && elsewhere.contains(&token.name);
            if is_variable && !named.contains(&token.name) {
                named.push(token.name);
            }
        }
        if named.iter().any(|name| labels.contains(name)) {
            return false;
        }
        self.anything(&named);
        self.insert(";");
        self.previous = known::SEMICOLON;
        self.at = end;
        true
    }

    /// Emits the body of a function that is written in assembly: what it returns and writes is not known.
    pub(super) fn assembly_body(&mut self, parts: Parts) {
        let tokens = self.unit.tokens;
        let parameters = parts.name + 1..parts.body;
        let is_declared = |at: &usize| {
            let next = tokens.get(at + 1).map(|next| next.name);
            tokens[*at].kind == TokenKind::Identifier
                && matches!(next, Some(known::COMMA | known::RIGHT_PAREN))
        };
        let named: Vec<Name> = parameters
            .filter(is_declared)
            .map(|at| tokens[at].name)
            .filter(|name| *name != known::VOID)
            .collect();
        self.insert("{ return");
        self.anything(&named);
        self.insert("; }");
        self.at = self.end;
    }

    /// Returns whether the function with these parts is written in assembly.
    pub(super) fn says_assembly(&self, parts: Parts) -> bool {
        let before = &self.unit.tokens[self.begin..parts.name];
        let asm = before.iter().position(|token| canonical(token.name) == known::ASM);
        asm.is_some_and(|at| before.get(at + 1).is_none_or(|next| next.name != known::LEFT_PAREN))
    }

    fn anything(&mut self, named: &[Name]) {
        self.insert(ANYTHING);
        self.insert("(");
        for (index, name) in named.iter().enumerate() {
            if index > 0 {
                self.insert(",");
            }
            self.insert(self.unit.names.text(*name));
        }
        self.insert(")");
    }
}
