//! Decodes string literals.

/// Returns the bytes of adjacent string literals, with the final 0; `None` for wide literals and for text
/// that does not stand for single bytes.
pub(crate) fn literal_bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    loop {
        rest = rest.trim_ascii_start();
        let Some(inner) = rest.strip_prefix(b"\"").or_else(|| rest.strip_prefix(b"u8\"")) else { break };
        rest = inner;
        loop {
            let (&first, after) = rest.split_first()?;
            rest = after;
            match first {
                b'"' => break,
                b'\\' => {
                    let (byte, after) = escaped(rest)?;
                    bytes.push(byte);
                    rest = after;
                }
                byte => bytes.push(byte),
            }
        }
    }
    bytes.push(0);
    rest.is_empty().then_some(bytes)
}

/// Returns the byte for which an escape such as `\n` stands, and the text after the escape. `text` starts
/// after the backslash.
fn escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    let (&first, after) = text.split_first()?;
    let byte = match first {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        b'\\' | b'\'' | b'"' | b'?' => first,
        b'x' => return number(after, 16, usize::MAX),
        b'0'..=b'7' => return number(text, 8, 3),
        _ => return None,
    };
    Some((byte, after))
}

fn number(text: &[u8], radix: u32, most: usize) -> Option<(u8, &[u8])> {
    let digits = text.iter().take(most).take_while(|byte| char::from(**byte).is_digit(radix)).count();
    let (digits, rest) = text.split_at(digits);
    let value = u32::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok()?;
    Some((u8::try_from(value).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::literal_bytes;

    #[test]
    fn escapes_are_bytes() {
        let bytes = |text: &str| literal_bytes(text);
        assert_eq!(bytes(r#""ab" "c""#), Some(b"abc\0".to_vec()));
        assert_eq!(bytes(r#""\n\x41\0011\"""#), Some(b"\nA\x011\"\0".to_vec()));
        assert_eq!(bytes(r#"L"a""#), None);
        assert_eq!(bytes(r#""\u00e9""#), None);
        assert_eq!(bytes(r#""a"#), None);
    }
}
