//! The operator `#` (C11 6.10.3.2).

use super::{Spacing, is_padding};
use crate::{Names, Token, TokenKind};

/// Returns the spelling of the string literal that `#` makes of an argument. The literal is cut off soon
/// after `most` bytes.
pub(crate) fn stringify(tokens: &[Token], names: &Names, most: u64) -> String {
    let mut text = String::from("\"");
    let mut spacing = Spacing::default();
    for token in tokens {
        if text.len() as u64 > most {
            break;
        }
        if is_padding(token) {
            spacing.pad(token);
            continue;
        }
        if spacing.apply(token.space) && text.len() > 1 {
            text.push(' ');
        }
        let spelling = names.text(token.name);
        if matches!(token.kind, TokenKind::String | TokenKind::Character) {
            escape(spelling, &mut text);
        } else {
            text.push_str(spelling);
        }
    }
    // An unpaired backslash at the end would escape the closing quote.
    let backslashes = text.bytes().rev().take_while(|&byte| byte == b'\\').count();
    if backslashes % 2 == 1 {
        text.pop();
    }
    text.push('"');
    text
}

/// Returns the spelling of a string literal with `text` as its contents.
pub(crate) fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    escape(text, &mut literal);
    literal.push('"');
    literal
}

fn escape(text: &str, into: &mut String) {
    for character in text.chars() {
        match character {
            '"' | '\\' => into.extend(['\\', character]),
            '\n' => into.push_str("\\n"),
            _ => into.push(character),
        }
    }
}
