//! Turns expanded text into text with usual spacing, for users.

/// The white space that marks the piece of text after it as only for the parser.
pub(super) const MARK: char = '\u{c}';

/// Returns expanded text on one line with the usual spacing of C, without the pieces that are only for the
/// parser.
pub fn readable(expanded: &str) -> String {
    let mut out = Line::default();
    let mut rest = expanded;
    while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
        let is_mark = rest[..start].ends_with(MARK);
        rest = &rest[start..];
        let (word, behind) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        rest = behind;
        if !is_mark {
            out.add(word);
        }
    }
    out.text
}

/// A line under construction, with spaces between words as usual in C.
#[derive(Default)]
struct Line {
    text: String,
    /// Whether the last word is a prefix operator, so that its operand follows without a space.
    is_prefix: bool,
}

impl Line {
    fn add(&mut self, word: &str) {
        let out = &mut self.text;
        if word.starts_with('$') && out.ends_with("struct") {
            out.truncate(out.len() - "struct".len());
            out.push_str(&word[1..]);
            return;
        }
        let is_value = |c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '"' | '\'');
        let has_operand = out.ends_with(is_value) && !out.ends_with("return");
        let tight_before = matches!(word, ";" | "," | ")" | "]" | "." | "->" | "++" | "--");
        let tight_after = self.is_prefix || out.ends_with(['(', '[', '.', '!', '~']) || out.ends_with("->");
        let calls = matches!(word, "(" | "[") && out.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        self.is_prefix = matches!(word, "*" | "&" | "-" | "+") && !has_operand && !out.is_empty();
        if !(out.is_empty() || tight_before || tight_after || calls) {
            out.push(' ');
        }
        out.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn marks_and_spaces_go() {
        let text = "if ( ( struct $size_t ) p -> n\n> f ( a , b [ 1 ] ) ) x ++ ;";
        assert_eq!(readable(text), "if((size_t) p->n > f(a, b[1])) x++;");
        assert_eq!(readable("x = \u{c}( ( * p ) \u{c}) * - y ;"), "x = (*p) * -y;");
    }
}
