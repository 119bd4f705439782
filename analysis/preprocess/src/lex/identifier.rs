//! The characters of identifiers (C11 6.4.2.1 and annex D).

use std::borrow::Cow;

/// Returns the length in bytes of the identifier at the start of a text, or 0 if there is none.
pub(super) fn identifier_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    if bytes.first().is_some_and(u8::is_ascii_digit) { 0 } else { tail_length(text, 0) }
}

/// Returns the length in bytes of the longest sequence of identifier characters that starts at byte `from`.
pub(super) fn tail_length(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        while at < bytes.len() && PART[bytes[at] as usize] {
            at += 1;
        }
        match bytes.get(at) {
            Some(b'\\') => match universal(&bytes[at..]) {
                Some((_, length)) => at += length,
                None => return at - from,
            },
            Some(&byte) if byte >= 0x80 => match text[at..].chars().next() {
                Some(character) if in_annex_d(character) => at += character.len_utf8(),
                _ => return at - from,
            },
            _ => return at - from,
        }
    }
}

/// For each byte, whether it is an ASCII character that identifiers may contain.
pub(super) const PART: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let character = byte as u8;
        table[byte] = character.is_ascii_alphanumeric() || character == b'_' || character == b'$';
        byte += 1;
    }
    table
};

/// Returns an identifier with its universal character names replaced by the characters that they denote. In
/// C, both spellings are the same identifier.
pub(super) fn normalised(name: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed("");
    let mut rest = name;
    while let Some(at) = rest.find('\\') {
        let Some((character, length)) = universal(&rest.as_bytes()[at..]) else { break };
        let text = text.to_mut();
        text.push_str(&rest[..at]);
        text.push(character);
        rest = &rest[at + length..];
    }
    if rest.len() == name.len() { Cow::Borrowed(name) } else { text + rest }
}

/// Decodes a universal character name, such as `\u00e9` or `\U000000e9`, at the start of `bytes`. Returns its
/// character and its length in bytes, or `None` if no name stands there that annex D allows.
fn universal(bytes: &[u8]) -> Option<(char, usize)> {
    let digits = match bytes.get(1)? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let digits = bytes.get(2..2 + digits)?;
    let code = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    let character = char::from_u32(code).filter(|&character| in_annex_d(character));
    character.map(|character| (character, 2 + digits.len()))
}

/// Returns whether identifiers may contain a character, by the ranges of annex D.1 of C11.
fn in_annex_d(character: char) -> bool {
    const RANGES: &[(u32, u32)] = &[
        (0xa8, 0xa8),
        (0xaa, 0xaa),
        (0xad, 0xad),
        (0xaf, 0xaf),
        (0xb2, 0xb5),
        (0xb7, 0xba),
        (0xbc, 0xbe),
        (0xc0, 0xd6),
        (0xd8, 0xf6),
        (0xf8, 0x167f),
        (0x1681, 0x180d),
        (0x180f, 0x1fff),
        (0x200b, 0x200d),
        (0x202a, 0x202e),
        (0x203f, 0x2040),
        (0x2054, 0x2054),
        (0x2060, 0x218f),
        (0x2460, 0x24ff),
        (0x2776, 0x2793),
        (0x2c00, 0x2dff),
        (0x2e80, 0x2fff),
        (0x3004, 0x3007),
        (0x3021, 0x302f),
        (0x3031, 0xd7ff),
        (0xf900, 0xfd3d),
        (0xfd40, 0xfdcf),
        (0xfdf0, 0xfe44),
        (0xfe47, 0xfffd),
    ];
    let code = character as u32;
    if code >= 0x1_0000 {
        return code < 0xf_0000 && code & 0xffff <= 0xfffd;
    }
    let after = RANGES.partition_point(|&(start, _)| start <= code);
    after > 0 && code <= RANGES[after - 1].1
}
