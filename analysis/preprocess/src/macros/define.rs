//! Reads macro definitions (C11 6.10.3).

use std::sync::Arc;

use super::parameters::{expanded, parameters};
use super::{BodyToken, Line, Macro, MacroKind, Parameters, Role};
use crate::known as k;
use crate::lex::Lexeme;
use crate::{Name, SourceId, TokenKind};
use csieve_base::text::Span;

/// The error in a macro definition: its place in the file, and a message.
pub(crate) type Defect = (Span, &'static str);

/// Reads a macro definition from the tokens after `#define`. Returns the macro and its body.
pub(crate) fn define(line: Line<'_>, source: SourceId) -> Result<(Macro, Vec<BodyToken>), Defect> {
    let Some(name) = line.identifier(0) else {
        let span = line.tokens.first().map_or(Span::default(), |token| token.span);
        return Err((span, "A macro's name must be an identifier"));
    };
    if name == k::DEFINED {
        return Err((line.tokens[0].span, "'defined' cannot be a macro's name"));
    }
    let function = line.name(1) == Some(k::LEFT_PAREN) && !line.tokens[1].space;
    let (mut parameters, start) = if function { parameters(line)? } else { (Parameters::default(), 1) };
    let mut reader =
        BodyReader { line, function, parameters: &parameters, body: Vec::new(), operators: false };
    reader.read(start)?;
    let (mut body, operators) = (reader.body, reader.operators);
    if let Some(first) = body.first_mut() {
        first.space = false;
    }
    parameters.expanded = expanded(&body, &parameters);
    let kind = if function { MacroKind::Function(Arc::new(parameters)) } else { MacroKind::Object };
    Ok((Macro { name, source, kind, body: 0..0, operators }, body))
}

struct BodyReader<'a> {
    line: Line<'a>,
    function: bool,
    parameters: &'a Parameters,
    body: Vec<BodyToken>,
    operators: bool,
}

impl BodyReader<'_> {
    fn read(&mut self, mut at: usize) -> Result<(), Defect> {
        let mut option: Option<(usize, u32)> = None;
        while let Some(name) = self.line.name(at) {
            let token = self.line.tokens[at];
            let role = if k::is_paste(name) {
                self.paste(token.span, option.map(|(start, _)| start))?;
                at += 1;
                continue;
            } else if self.function && k::is_hash(name) {
                at += 1;
                self.stringified(at, token.span)?
            } else {
                self.role(name, token.kind)
            };
            let mut end = false;
            match role {
                Role::OptionStart { .. } => {
                    at += 1;
                    if option.is_some() || self.line.name(at) != Some(k::LEFT_PAREN) {
                        return Err((token.span, "__VA_OPT__ is not well formed"));
                    }
                    option = Some((self.body.len(), 0));
                }
                _ => {
                    if let Some((_, depth)) = &mut option {
                        match name {
                            k::LEFT_PAREN => *depth += 1,
                            k::RIGHT_PAREN if *depth == 0 => end = true,
                            k::RIGHT_PAREN => *depth -= 1,
                            _ => {}
                        }
                    }
                }
            }
            self.push(token, self.line.name(at).unwrap_or(name), if end { Role::OptionEnd } else { role });
            if end {
                self.close(&mut option, token.span)?;
            }
            at += 1;
        }
        match (option, self.body.last()) {
            (Some((start, _)), _) => Err((self.body[start].span, "__VA_OPT__ has no closing parenthesis")),
            (None, Some(last)) if last.paste => Err((last.span, "'##' cannot end a definition")),
            _ => Ok(()),
        }
    }

    fn push(&mut self, token: Lexeme, name: Name, role: Role) {
        let pasted = self.body.last().is_some_and(|last| last.paste);
        let Lexeme { kind, space, span, .. } = token;
        self.operators |= role != Role::Plain;
        self.body.push(BodyToken { kind, space, paste: false, pasted, role, name, span });
    }

    fn paste(&mut self, span: Span, option: Option<usize>) -> Result<(), Defect> {
        let opened = option.is_some_and(|start| start + 1 == self.body.len());
        match self.body.last_mut() {
            Some(last) if !opened => last.paste = true,
            _ => return Err((span, "'##' cannot start a definition")),
        }
        self.operators = true;
        Ok(())
    }

    /// Returns the role of the operand of the operator `#`. The operand has the index `at` in the tokens of
    /// the line. `hash` is the place of the `#`.
    fn stringified(&self, at: usize, hash: Span) -> Result<Role, Defect> {
        let operand = self.line.name(at).map(|name| self.role(name, self.line.tokens[at].kind));
        match operand {
            Some(Role::Parameter(index)) => Ok(Role::Stringified(index)),
            Some(Role::OptionStart { end, .. }) => Ok(Role::OptionStart { end, stringify: true }),
            _ => Err((hash, "'#' is not followed by a parameter")),
        }
    }

    fn role(&self, name: Name, kind: TokenKind) -> Role {
        if !self.function || kind != TokenKind::Identifier {
            return Role::Plain;
        }
        if name == k::VA_OPT && self.parameters.variadic {
            return Role::OptionStart { end: 0, stringify: false };
        }
        let index = self.parameters.names.iter().position(|&parameter| parameter == name);
        index.map_or(Role::Plain, |index| Role::Parameter(index as u16))
    }

    fn close(&mut self, option: &mut Option<(usize, u32)>, span: Span) -> Result<(), Defect> {
        let end = self.body.len() as u32 - 1;
        if self.body[end as usize].pasted {
            return Err((span, "'##' cannot end __VA_OPT__"));
        }
        if let Some((start, _)) = option.take()
            && let Role::OptionStart { end: slot, .. } = &mut self.body[start].role
        {
            *slot = end;
        }
        Ok(())
    }
}
