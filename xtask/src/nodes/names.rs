//! The names of the generated Rust variants of node kinds and tokens.

/// Returns the Rust variant for a name in snake case: `CallExpression` for `call_expression`.
pub(super) fn variant(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    words.map(capitalised).collect()
}

/// Returns the Rust variant for a token of the grammar: `AmpersandAmpersand` for `&&`, `SizeofKeyword` for
/// `sizeof`. `None` if the token contains a character for which no name is known.
///
/// Spellings of one keyword that differ only in underscores have the same variant. So do prefixes of literals
/// that differ only in case.
pub(super) fn token_variant(token: &str) -> Option<String> {
    match token {
        "->" => return Some("Arrow".to_owned()),
        "..." => return Some("Ellipsis".to_owned()),
        _ => {}
    }
    let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
    if token.chars().all(is_word) {
        return Some(format!("{}Keyword", variant(token)));
    }
    let mut name = String::new();
    let mut rest = token;
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) { rest.find(|char| !is_word(char)).unwrap_or(rest.len()) } else { 1 };
        let (part, behind) = rest.split_at_checked(length)?;
        if is_word(first) {
            name.push_str(&variant(part));
        } else {
            name.push_str(punctuation(first)?);
        }
        rest = behind;
    }
    Some(name)
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + &rest.to_ascii_lowercase()
}

fn punctuation(char: char) -> Option<&'static str> {
    Some(match char {
        '\n' => "Newline",
        '!' => "Bang",
        '"' => "Quote",
        '#' => "Hash",
        '%' => "Percent",
        '&' => "Ampersand",
        '\'' => "Apostrophe",
        '(' => "LeftParenthesis",
        ')' => "RightParenthesis",
        '*' => "Star",
        '+' => "Plus",
        ',' => "Comma",
        '-' => "Minus",
        '.' => "Dot",
        '/' => "Slash",
        ':' => "Colon",
        ';' => "Semicolon",
        '<' => "Less",
        '=' => "Equal",
        '>' => "Greater",
        '?' => "Question",
        '[' => "LeftBracket",
        ']' => "RightBracket",
        '^' => "Caret",
        '{' => "LeftBrace",
        '|' => "Bar",
        '}' => "RightBrace",
        '~' => "Tilde",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{token_variant, variant};

    #[test]
    fn names_of_variants() {
        assert_eq!(variant("call_expression"), "CallExpression");
        assert_eq!(variant("_abstract_declarator"), "AbstractDeclarator");
        let token = |token| token_variant(token).unwrap_or_default();
        assert_eq!(token("<<="), "LessLessEqual");
        assert_eq!(token("->"), "Arrow");
        assert_eq!(token("#ifdef"), "HashIfdef");
        assert_eq!(token("__alignof__"), token("_Alignof"));
        assert_eq!(token("u8\""), "U8Quote");
        assert_eq!(token_variant("\u{a7}"), None);
    }
}
