//! Finding the names in an expanded text by its characters, because a syntax tree may hide names inside
//! broken code.

/// Returns the names outside string and character literals, each with its byte offset.
pub(crate) fn names(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            match bytes[at] {
                b'"' | b'\'' => at = literal_end(bytes, at),
                b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                    let start = at;
                    at = name_end(bytes, at);
                    return Some((&text[start..at], start));
                }
                // A number includes its suffix and prefix, so `0x1f` contains no name.
                b'0'..=b'9' => at = name_end(bytes, at),
                _ => at += 1,
            }
        }
        None
    })
}

fn name_end(bytes: &[u8], from: usize) -> usize {
    let ends = |byte: &u8| !(byte.is_ascii_alphanumeric() || *byte == b'_');
    bytes[from..].iter().position(ends).map_or(bytes.len(), |length| from + length)
}

/// Returns the byte offset after a string or character literal. A literal that is not closed ends at the end
/// of the line.
fn literal_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == bytes[from] => return at + 1,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn literals_and_numbers_hold_no_names() {
        let found: Vec<_> = names("x \"y\\\"\" 'z' q1 0x1f\n_w \"a").collect();
        assert_eq!(found, [("x", 0), ("q1", 12), ("_w", 20)]);
    }
}
