//! Rewrites old-style function definitions: `int f(a) int a; { }` becomes `int f(int a) { }`, because the
//! grammar knows only some old-style definitions. The function and its valid calls mean the same afterwards.

use super::Emitter;
use csieve_preprocess::{Token, canonical, known};

use crate::translation::{
    items::{group_end, is_basic_type},
    old_style::{Parameter, names, parameters},
};

impl Emitter<'_> {
    /// Emits an old-style function definition up to its body, which starts at the token index `body`. The
    /// list of parameter names opens at the index `open`.
    pub(super) fn old_style(&mut self, open: usize, body: usize) {
        let tokens = self.unit.tokens;
        let list = names(tokens, open).unwrap_or_default();
        let names = list.iter().step_by(2);
        let Some((parameters, _)) = parameters(tokens, open).filter(|(found, _)| self.can_move(list, found))
        else {
            return self.tokens(body);
        };
        self.tokens(open + 1);
        for (nth, name) in names.enumerate() {
            if nth > 0 {
                self.insert(",");
                self.scopes.seen_type = false;
                self.previous = known::COMMA;
            }
            match parameters.iter().find(|parameter| parameter.name == name.name) {
                Some(Parameter { specifiers, declarator, .. }) => {
                    self.at = specifiers.start;
                    self.tokens(specifiers.end);
                    self.at = declarator.start;
                    self.tokens(declarator.end);
                }
                None => {
                    self.insert("int");
                    self.copy(name);
                }
            }
        }
        let end = group_end(tokens, open);
        self.at = end - 1;
        self.tokens(end);
        self.at = body;
    }

    /// Returns whether the declarations in `found` can move into the list of parameter names: each parameter
    /// can be declared on its own, and no name in the list is a type.
    fn can_move(&self, names: &[Token], found: &[Parameter]) -> bool {
        let has_body = |parameter: &Parameter| {
            self.unit.tokens[parameter.specifiers.clone()].iter().any(|token| token.name == known::LEFT_BRACE)
        };
        let has_type = |parameter: &Parameter| {
            self.unit.tokens[parameter.specifiers.clone()].iter().any(|token| {
                let name = canonical(token.name);
                is_basic_type(name)
                    || matches!(name, known::STRUCT | known::UNION | known::ENUM)
                    || self.scopes.is_type(name)
            })
        };
        let alone = |parameter: &Parameter| {
            found.iter().filter(|other| other.specifiers == parameter.specifiers).count() == 1
        };
        names.iter().step_by(2).all(|name| !self.scopes.is_type(name.name))
            && found.iter().all(|parameter| has_type(parameter) && (alone(parameter) || !has_body(parameter)))
    }
}
