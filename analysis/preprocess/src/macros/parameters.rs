//! Reads the parameters of a function-like macro.

use super::define::Defect;
use super::{BodyToken, Line, Parameters, Role};
use crate::known as k;
use csieve_base::text::Span;

/// Returns the parameters of a macro definition, and the index in the line of the first token of the macro's
/// body.
pub(super) fn parameters(line: Line<'_>) -> Result<(Parameters, usize), Defect> {
    let mut parameters = Parameters::default();
    let mut at = 2;
    if line.name(at) == Some(k::RIGHT_PAREN) {
        return Ok((parameters, at + 1));
    }
    loop {
        let span = line.tokens.get(at).or(line.tokens.last()).map_or(Span::default(), |token| token.span);
        if let Some(name) = line.identifier(at) {
            if parameters.names.contains(&name) {
                return Err((span, "Two parameters have the same name"));
            }
            parameters.names.push(name);
            at += 1;
        }
        if line.name(at) == Some(k::ELLIPSIS) {
            let unnamed = line.name(at - 1).is_some_and(|name| name == k::COMMA || name == k::LEFT_PAREN);
            if unnamed {
                parameters.names.push(k::VA_ARGS);
            }
            parameters.variadic = true;
            at += 1;
        } else if line.identifier(at - 1).is_none() {
            return Err((span, "A parameter's name is expected"));
        }
        match line.name(at) {
            Some(k::RIGHT_PAREN) if u16::try_from(parameters.names.len()).is_ok() => {
                return Ok((parameters, at + 1));
            }
            Some(k::COMMA) if !parameters.variadic => at += 1,
            _ => return Err((span, "The list of parameters is not well formed")),
        }
    }
}

/// Returns the indices of the parameters whose arguments must be expanded before substitution, in the order
/// of their first use in the body.
pub(super) fn expanded(body: &[BodyToken], parameters: &Parameters) -> Vec<u16> {
    let mut order = Vec::new();
    let last = (parameters.names.len() as u16).wrapping_sub(1);
    for token in body {
        let index = match token.role {
            Role::Parameter(index) if !token.paste && !token.pasted => index,
            Role::OptionStart { .. } => last,
            _ => continue,
        };
        if !order.contains(&index) {
            order.push(index);
        }
    }
    order
}
