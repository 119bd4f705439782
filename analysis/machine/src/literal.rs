//! Decodes string literals.

use csieve_base::model::DataModel;

/// Returns the bytes of adjacent string literals, with the final 0; `None` for text that does not stand for
/// characters of one size, or for wide ones of another width than 32 bits.
pub fn literal_bytes(text: &str, model: DataModel) -> Option<Vec<u8>> {
    let (mut bytes, mut width) = (Vec::new(), None);
    let mut rest = text.trim_ascii_start();
    while !rest.is_empty() {
        let (prefix, literal) = rest.split_at(rest.find('"')?);
        let own = match prefix {
            "" | "u8" => 1,
            "L" if model.wchar == 32 && !model.is_big_endian => 4,
            "U" if !model.is_big_endian => 4,
            _ => return None,
        };
        // A literal without a prefix would take the prefix of its neighbours.
        if width.replace(own).is_some_and(|width| width != own) {
            return None;
        }
        rest = characters(literal.strip_prefix('"')?, own, &mut bytes)?.trim_ascii_start();
    }
    bytes.resize(bytes.len() + width.unwrap_or(1), 0);
    Some(bytes)
}

/// Adds the bytes of a literal, whose text starts after the opening quote. Returns the text after the
/// closing quote.
fn characters<'t>(text: &'t str, width: usize, bytes: &mut Vec<u8>) -> Option<&'t str> {
    let mut rest = text;
    loop {
        let first = rest.chars().next()?;
        let after = &rest[first.len_utf8()..];
        rest = match first {
            '"' => return Some(after),
            '\\' => {
                let (value, after) = escaped(after)?;
                if width == 1 {
                    bytes.push(u8::try_from(value).ok()?);
                } else {
                    bytes.extend(value.to_le_bytes());
                }
                after
            }
            _ if width == 1 => {
                bytes.extend(&rest.as_bytes()[..first.len_utf8()]);
                after
            }
            first => {
                bytes.extend((first as u32).to_le_bytes());
                after
            }
        };
    }
}

/// Returns the value for which an escape such as `\n` stands, and the text after the escape. `text` starts
/// after the backslash.
fn escaped(text: &str) -> Option<(u32, &str)> {
    let first = *text.as_bytes().first().filter(|byte| byte.is_ascii())?;
    let value = match first {
        b'n' => 10,
        b't' => 9,
        b'r' => 13,
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        b'\\' | b'\'' | b'"' | b'?' => u32::from(first),
        b'x' => return number(&text[1..], 16, usize::MAX),
        b'0'..=b'7' => return number(text, 8, 3),
        _ => return None,
    };
    Some((value, &text[1..]))
}

fn number(text: &str, radix: u32, most: usize) -> Option<(u32, &str)> {
    let digits = text.bytes().take(most).take_while(|byte| char::from(*byte).is_digit(radix)).count();
    let (digits, rest) = text.split_at(digits);
    Some((u32::from_str_radix(digits, radix).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::literal_bytes;
    use csieve_base::model::DataModel;

    #[test]
    fn escapes_are_bytes() {
        let bytes = |text: &str| literal_bytes(text, DataModel::LP64);
        assert_eq!(bytes(r#""ab" "c""#), Some(b"abc\0".to_vec()));
        assert_eq!(bytes(r#""\n\x41\0011\"""#), Some(b"\nA\x011\"\0".to_vec()));
        assert_eq!(bytes(r#"L"a\x20ac""#), Some(b"a\0\0\0\xac\x20\0\0\0\0\0\0".to_vec()));
        assert_eq!(bytes(r#"L"a" "b""#), None);
        assert_eq!(bytes(r#"u"a""#), None);
        assert_eq!(bytes(r#""\u00e9""#), None);
        assert_eq!(bytes(r#""a"#), None);
    }
}
