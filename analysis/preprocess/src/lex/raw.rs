//! Raw string literals, which GNU C supports from C99 on.

use memchr::memmem;

use super::token::is_space;

/// Returns the byte offset after the raw string literal that starts at byte `start`, or `None` if no complete
/// one starts there. `text` still contains its line splices, which have no meaning inside a raw string.
pub(super) fn raw_string_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let prefix = match bytes.get(start..)? {
        [b'R', b'"', ..] => 2,
        [b'L' | b'u' | b'U', b'R', b'"', ..] => 3,
        [b'u', b'8', b'R', b'"', ..] => 4,
        _ => return None,
    };
    let from = start + prefix;
    let legal = |byte: &u8| !matches!(byte, b'(' | b')' | b'\\') && !is_space(*byte);
    let delimiter = bytes[from..].iter().take(17).take_while(|byte| legal(byte)).count();
    if delimiter > 16 || bytes.get(from + delimiter) != Some(&b'(') {
        return None;
    }
    let mut end = vec![b')'];
    end.extend_from_slice(&bytes[from..from + delimiter]);
    end.push(b'"');
    let body = from + delimiter + 1;
    memmem::find(&bytes[body..], &end).map(|length| body + length + end.len())
}
