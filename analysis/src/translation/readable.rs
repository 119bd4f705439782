//! Expanded text as people write it.

/// Expanded text without the marks that are only there for the parser, on one line.
pub fn readable(expanded: &str) -> String {
    let mut out = String::with_capacity(expanded.len());
    for word in expanded.split_whitespace() {
        let tight_before = matches!(word, ";" | "," | ")" | "]" | "." | "->" | "++" | "--");
        let tight_after = out.ends_with(['(', '[', '.', '!', '~']) || out.ends_with("->");
        let calls = matches!(word, "(" | "[") && out.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if word.starts_with('$') && out.ends_with("struct") {
            out.truncate(out.len() - "struct".len());
            out.push_str(&word[1..]);
            continue;
        }
        if !(out.is_empty() || tight_before || tight_after || calls) {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn marks_and_spaces_go() {
        let text = "if ( ( struct $size_t ) p -> n\n> f ( a , b [ 1 ] ) ) x ++ ;";
        assert_eq!(readable(text), "if((size_t) p->n > f(a, b[1])) x++;");
    }
}
