//! Prints a unit as text, like `gcc -E -P`.

use super::{Preprocessed, Token, TokenKind};

impl Preprocessed {
    /// Returns the tokens of the unit as text, with the line ends and spaces of the files. A space is added
    /// between two tokens that would be read as other tokens without it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut before: Option<&Token> = None;
        for token in self.tokens.iter() {
            let spelling = self.spelling(token);
            match before {
                None => {}
                Some(_) if token.first => text.push('\n'),
                Some(_) if token.space => text.push(' '),
                Some(before) if self.would_join(before, token) => text.push(' '),
                Some(_) => {}
            }
            text.push_str(spelling);
            before = Some(token);
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    fn would_join(&self, left: &Token, right: &Token) -> bool {
        let adjacent = left.spelling.source == right.spelling.source
            && left.spelling.span.end == right.spelling.span.start
            && left.expansion == right.expansion;
        !adjacent && would_join(left.kind, self.spelling(left), right.kind, self.spelling(right))
    }
}

/// Returns whether two tokens, printed with no space between them, could be read as other tokens.
fn would_join(left_kind: TokenKind, left: &str, right_kind: TokenKind, right: &str) -> bool {
    use TokenKind::{Character, Identifier, Number, Other, Punctuator, String};
    let next = right.as_bytes().first().copied().unwrap_or(0);
    match (left_kind, right_kind) {
        (Identifier | Number, Identifier | Number) => true,
        (Identifier, Character | String) => true,
        (Number, Character | String) => true,
        (Number, Punctuator) => {
            next == b'.' || matches!(next, b'+' | b'-') && left.ends_with(['e', 'E', 'p', 'P'])
        }
        (Punctuator, Number) => left.ends_with('.'),
        (Punctuator, Punctuator) => joins(left, next),
        (Other, _) | (_, Other) => true,
        _ => false,
    }
}

fn joins(left: &str, next: u8) -> bool {
    match left {
        "=" | "!" | "*" | "^" | "==" | "!=" => next == b'=',
        "+" => matches!(next, b'+' | b'='),
        "-" => matches!(next, b'-' | b'=' | b'>'),
        "/" => matches!(next, b'/' | b'*' | b'='),
        "%" => matches!(next, b'=' | b':' | b'>'),
        "<" => matches!(next, b'<' | b'=' | b':' | b'%'),
        "<<" | ">>" => next == b'=',
        ">" => matches!(next, b'>' | b'='),
        "&" => matches!(next, b'&' | b'='),
        "|" => matches!(next, b'|' | b'='),
        ":" => matches!(next, b':' | b'>'),
        "#" => matches!(next, b'#' | b'%'),
        "%:" => next == b'%',
        "." => next == b'.',
        _ => false,
    }
}
