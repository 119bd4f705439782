//! Evaluates character constants (C11 6.4.4.4).

use super::IfValue;

/// Returns the value of a character constant, such as `'a'` or `L'\n'`, or an error message if the constant
/// is not valid. `unsigned` states whether plain `char` and `wchar_t` are unsigned types.
pub(super) fn character(literal: &str, unsigned: bool) -> Result<IfValue, &'static str> {
    const BAD: &str = "Not a valid character constant";
    let (prefix, rest) = literal.split_once('\'').ok_or(BAD)?;
    let body = rest.strip_suffix('\'').filter(|body| !body.is_empty()).ok_or(BAD)?;
    let units = units(body, prefix.is_empty()).ok_or(BAD)?;
    let last = units.last().copied().unwrap_or(0);
    Ok(match prefix {
        "L" if unsigned => IfValue::unsigned(u64::from(last)),
        "L" => IfValue::signed(i64::from(last as i32)),
        "u" => IfValue::unsigned(u64::from(last as u16)),
        "U" | "u8" => IfValue::unsigned(u64::from(last)),
        _ => narrow(&units, unsigned),
    })
}

fn narrow(units: &[u32], unsigned: bool) -> IfValue {
    if let [unit] = units {
        let byte = *unit as u8;
        return if unsigned {
            IfValue::unsigned(u64::from(byte))
        } else {
            IfValue::signed(i64::from(byte as i8))
        };
    }
    let value = units.iter().fold(0_u32, |value, &unit| value << 8 | (unit & 0xff));
    IfValue::signed(i64::from(value as i32))
}

/// Returns the code units of a character constant without its quotes: bytes of UTF-8 if `narrow`, otherwise
/// characters. `None` if an escape sequence is not valid.
fn units(body: &str, narrow: bool) -> Option<Vec<u32>> {
    let mut units = Vec::new();
    let mut rest = body;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character == '\\' {
            let (unit, length, code) = escape(rest)?;
            rest = &rest[length..];
            match char::from_u32(unit).filter(|_| code && narrow) {
                Some(character) => encode(character, &mut units),
                None => units.push(unit),
            }
        } else if narrow {
            encode(character, &mut units);
        } else {
            units.push(character as u32);
        }
    }
    Some(units)
}

fn encode(character: char, units: &mut Vec<u32>) {
    let mut buffer = [0; 4];
    units.extend(character.encode_utf8(&mut buffer).bytes().map(u32::from));
}

/// Reads the escape sequence after a backslash. Returns its value, its length in bytes, and whether it is a
/// universal character name such as `\u00e9`. `None` if the sequence is not valid.
fn escape(text: &str) -> Option<(u32, usize, bool)> {
    let digits = |from: usize, most: usize, radix: u32| {
        let digits = text[from..].chars().take(most).take_while(|digit| digit.is_digit(radix));
        let (value, length) = digits.fold((0_u32, 0), |(value, length), digit| {
            (value.wrapping_mul(radix).wrapping_add(digit.to_digit(radix).unwrap_or(0)), length + 1)
        });
        (length > 0).then_some((value, from + length))
    };
    let simple = |value: u32| Some((value, 1, false));
    match text.chars().next()? {
        'a' => simple(7),
        'b' => simple(8),
        't' => simple(9),
        'n' => simple(10),
        'v' => simple(11),
        'f' => simple(12),
        'r' => simple(13),
        'e' | 'E' => simple(27),
        'x' => digits(1, usize::MAX, 16).map(|(value, length)| (value, length, false)),
        'u' => digits(1, 4, 16).map(|(value, length)| (value, length, true)),
        'U' => digits(1, 8, 16).map(|(value, length)| (value, length, true)),
        '0'..='7' => digits(0, 3, 8).map(|(value, length)| (value, length, false)),
        other => Some((other as u32, other.len_utf8(), false)),
    }
}
