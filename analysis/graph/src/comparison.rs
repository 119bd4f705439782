//! Comparisons as the source writes them.

/// The operators that compare, the longer ones first.
const COMPARING: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

/// Returns left side, operator and right side of a source text that is one comparison: `c`, `==`, `'-'` for `c == '-'`.
/// `None` if another operator binds less than the comparison, or if the text is not understood.
pub(crate) fn split(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.trim();
    let Weakest::Comparison(at, operator) = weakest(text)? else { return None };
    let (left, right) = (text[..at].trim(), text[at + operator.len()..].trim());
    (!left.is_empty() && !right.is_empty()).then_some((left, operator, right))
}

/// Returns whether a source text assigns a value, other than by `++` and `--`.
pub(crate) fn assigns(text: &str) -> bool {
    let bytes = text.as_bytes();
    let at = |index: Option<usize>| index.and_then(|index| bytes.get(index)).copied().unwrap_or(b' ');
    bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'=')
        .any(|(index, _)| !b"=!<>'".contains(&at(index.checked_sub(1))) && at(Some(index + 1)) != b'=')
}

/// Returns whether a source text is an operand: no operator in it binds less than a comparison, and none compares.
pub(crate) fn is_operand(text: &str) -> bool {
    !text.is_empty() && weakest(text) == Some(Weakest::Other)
}

/// The operator of an expression that binds least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weakest {
    /// It compares: its offset in bytes, and the operator.
    Comparison(usize, &'static str),
    /// It binds more than a comparison, or there is none.
    Other,
}

/// Returns the operator of a text that binds least, parentheses and literals left out. `None` if several compare, if one
/// binds less than a comparison, or if the text is not understood.
fn weakest(text: &str) -> Option<Weakest> {
    let mut found = Weakest::Other;
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next()?;
        let length = match first {
            '(' | '[' => {
                depth += 1;
                1
            }
            ')' | ']' => {
                depth = depth.checked_sub(1)?;
                1
            }
            '\'' | '"' => literal(rest, first)?,
            _ if depth > 0 => first.len_utf8(),
            // A shift and a member are no comparisons; a comment or a block may hold anything.
            _ if rest.starts_with("->") || rest.starts_with("<<") || rest.starts_with(">>") => 2,
            _ if rest.starts_with("/*") || rest.starts_with("//") => return None,
            '{' | '}' | ';' | ',' | '?' | ':' | '|' | '^' | '&' if !is_address(text, at) => return None,
            '=' | '!' | '<' | '>' => {
                match COMPARING.into_iter().find(|operator| rest.starts_with(operator)) {
                    Some(operator) if found == Weakest::Other => {
                        found = Weakest::Comparison(at, operator);
                        operator.len()
                    }
                    None if first == '!' => 1,
                    _ => return None,
                }
            }
            _ => first.len_utf8(),
        };
        at += length;
    }
    (depth == 0).then_some(found)
}

/// Returns the length in bytes of the character or string literal at the start of a text; `None` if it has no end.
fn literal(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, one)| {
        let ends = *one == quote && !is_escaped;
        is_escaped = *one == '\\' && !is_escaped;
        ends
    });
    end.map(|(at, _)| at + 1)
}

/// Returns whether the `&` at an offset takes an address: nothing stands before it that it could be applied to.
fn is_address(text: &str, at: usize) -> bool {
    let is_and = text[at..].starts_with('&') && !text[at..].starts_with("&&");
    let before = text[..at].trim_end();
    is_and && (before.is_empty() || before.ends_with(['=', '<', '>', '!', '+', '-', '*', '/', '%']))
}

#[cfg(test)]
mod tests {
    use super::{assigns, is_operand, split};

    #[test]
    fn one_comparison_is_split() {
        assert_eq!(split("c == '-'"), Some(("c", "==", "'-'")));
        assert_eq!(split("'<' != text[i < 3]"), Some(("'<'", "!=", "text[i < 3]")));
        assert_eq!(split("p->n<=MAX"), Some(("p->n", "<=", "MAX")));
        assert_eq!(split("(a || b) > x >> 2"), Some(("(a || b)", ">", "x >> 2")));
        assert_eq!(split("q == &list.head"), Some(("q", "==", "&list.head")));
        assert_eq!(split(r"*s != '\''"), Some(("*s", "!=", r"'\''")));
    }

    #[test]
    fn what_is_more_than_a_comparison_is_not() {
        for text in [
            "x",
            "!x",
            "a == b && c",
            "a < b < c",
            "a & b == c",
            "x = a == b",
            "c ? a == b : d",
            "a == b, c",
            "a == /* b */ c",
            "(a == b)",
            "a == 'x",
            "a ==",
        ] {
            assert_eq!(split(text), None, "{text}");
        }
    }

    #[test]
    fn operands_bind_more_than_comparisons() {
        for text in ["x", "f(a == b, NULL)", "p->n", "a + b", "*s++", "!x"] {
            assert!(is_operand(text), "{text}");
        }
        for text in ["", "x = f(y)", "a & 1", "a && b", "a == b", "c ? a : b"] {
            assert!(!is_operand(text), "{text}");
        }
    }

    #[test]
    fn assignments_are_no_comparisons() {
        assert!(assigns("(n = read(fd)) < 0") && assigns("(n += 2) == m"));
        assert!(!assigns("n == m") && !assigns("n <= m") && !assigns("c != '='") && !assigns("n--"));
    }
}
