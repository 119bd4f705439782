//! Replaces lone halves of surrogate pairs in JSON.
//!
//! Strings of JavaScript may contain lone halves and strings of Rust may not, so the message would be
//! refused. If a change of a text were refused, the server's text would differ from the editor's.

/// The replacement character, which has one UTF-16 code unit, like the half that it replaces.
const REPLACEMENT: &[u8] = b"\\ufffd";

/// Returns the message with lone halves of surrogate pairs replaced; `None` if it contains none.
pub(super) fn repaired(json: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(json.len());
    let mut changed = false;
    let mut at = 0;
    while at < json.len() {
        let length = match unit(&json[at..]) {
            Some(0xD800..=0xDBFF) if matches!(unit(&json[at + 6..]), Some(0xDC00..=0xDFFF)) => 12,
            Some(0xD800..=0xDFFF) => {
                out.extend_from_slice(REPLACEMENT);
                changed = true;
                at += 6;
                continue;
            }
            Some(_) => 6,
            // Skips any other escape, so that its second character is not taken for the start of one.
            None if json[at] == b'\\' => 2,
            None => 1,
        };
        let end = (at + length).min(json.len());
        out.extend_from_slice(&json[at..end]);
        at = end;
    }
    changed.then_some(out)
}

/// Returns the UTF-16 code unit of a `\u` escape at the start of the bytes; `None` if there is no such
/// escape.
fn unit(json: &[u8]) -> Option<u16> {
    let digits = json.strip_prefix(b"\\u")?.get(..4)?;
    let digits = std::str::from_utf8(digits).ok()?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::repaired;

    fn text(json: &str) -> Option<String> {
        repaired(json.as_bytes()).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn halves_are_replaced_and_nothing_else() {
        assert_eq!(text(r#""a\ud834b""#).unwrap(), r#""a\ufffdb""#);
        assert_eq!(text(r#""\udd1e\ud834""#).unwrap(), r#""\ufffd\ufffd""#);
        assert_eq!(text(r#""\ud834\ud834\udd1e\\ud834""#).unwrap(), r#""\ufffd\ud834\udd1e\\ud834""#);
        for whole in [r#""\ud834\udd1e""#, r#""\\ud834""#, r#""é\n\u00e9""#, r#""\u12"#, "\\"] {
            assert_eq!(text(whole), None, "{whole}");
        }
    }
}
