//! Parsing of integer, character and string literals.

use super::constant::Constant;
use csieve_base::model::DataModel;
use csieve_graph::IntType;

/// The value and type of a number literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Int(Constant),
    /// A floating literal, with the size of its type in bytes.
    Float(u8),
    /// An integer that is too large, or a literal with an unknown suffix.
    Unknown,
}

/// Parses a number literal. It may begin with a sign, because tree-sitter includes the sign in the token.
pub(crate) fn number(text: &str, model: DataModel) -> Number {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    match unsigned_number(&digits.replace('\'', ""), model) {
        Number::Int(constant) if negative => {
            super::constant::unary(csieve_graph::UnaryOp::Neg, constant, model)
                .map_or(Number::Unknown, Number::Int)
        }
        other => other,
    }
}

fn unsigned_number(text: &str, model: DataModel) -> Number {
    let lower = text.to_ascii_lowercase();
    let (radix, body) = if let Some(hex) = lower.strip_prefix("0x") {
        (16, hex)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        (2, binary)
    } else if lower.len() > 1 && lower.starts_with('0') && lower.as_bytes()[1].is_ascii_digit() {
        (8, &lower[1..])
    } else {
        (10, lower.as_str())
    };
    let is_float = body.contains('.')
        || (radix != 16 && body.contains('e'))
        || (radix == 16 && body.contains('p'))
        || (radix == 10 && body.ends_with(['f', 'd']));
    if is_float {
        return match body.as_bytes().last() {
            Some(b'0'..=b'9' | b'.') => Number::Float(model.double),
            Some(b'f') if !body.ends_with("bf") => Number::Float(4),
            Some(b'l') => Number::Float(model.long_double),
            _ => Number::Unknown,
        };
    }
    let end = body.find(|c: char| !c.is_digit(radix)).unwrap_or(body.len());
    let (digits, suffix) = body.split_at(end);
    let Ok(value) = i128::from_str_radix(digits, radix) else { return Number::Unknown };
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ll" | "i64" => (false, 2),
        "ul" | "lu" => (true, 1),
        "ull" | "llu" | "ui64" => (true, 2),
        _ => return Number::Unknown,
    };
    // C lists types for integer literals; a literal gets the first type of its list that can hold its value.
    let signed = [IntType::int_of(model), IntType::long_of(model), IntType::long_long_of(model)];
    let candidates = signed[longs..].iter().flat_map(|ty| [*ty, ty.as_unsigned()]);
    let allowed = |ty: &IntType| (!unsigned || !ty.signed) && (unsigned || ty.signed || radix != 10);
    candidates
        .into_iter()
        .find(|ty| allowed(ty) && value <= ty.max())
        .map_or(Number::Unknown, |ty| Number::Int(Constant { value, ty }))
}

/// Returns the value of a decimal floating literal of a type with this size in bytes. `None` for hexadecimal
/// literals and those of `long double`, whose values a `double` need not hold.
pub(crate) fn real(text: &str, bytes: u8) -> Option<f64> {
    let digits = text.strip_suffix(['f', 'F']).unwrap_or(text);
    let number = match bytes {
        4 => f64::from(digits.parse::<f32>().ok()?),
        8 => digits.parse::<f64>().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

/// Parses a character constant with its quotes. Returns `None` for constants of several characters, and for
/// an unknown prefix or escape.
pub(crate) fn character(text: &str, model: DataModel) -> Option<Constant> {
    if let Some(wide) = text.strip_prefix('L') {
        return wide_character(wide, model);
    }
    if let Some(byte) = text.strip_prefix("u8") {
        let byte_type = IntType { bits: 8, signed: false };
        return character(byte, model).map(|known| known.converted(byte_type));
    }
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    if first != '\\' {
        return (rest.is_empty() && first.is_ascii()).then(|| Constant::int(i128::from(first as u32), model));
    }
    let value = escape(rest)?;
    let char_type = IntType::char_of(model);
    let converted = |value| Constant { value, ty: char_type }.converted(char_type);
    (value <= 255).then(|| converted(value).converted(IntType::int_of(model)))
}

/// Parses a character constant of the type `wchar_t` without its prefix.
fn wide_character(text: &str, model: DataModel) -> Option<Constant> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    let value = if first == '\\' { escape(rest)? } else { i128::from(u32::from(first)) };
    let is_single = first == '\\' || rest.is_empty();
    let ty = IntType::wide_char_of(model);
    (is_single && value <= ty.max()).then_some(Constant { value, ty })
}

fn escape(text: &str) -> Option<i128> {
    if let Some(hex) = text.strip_prefix('x') {
        return i128::from_str_radix(hex, 16).ok();
    }
    if text.starts_with(|c: char| c.is_digit(8)) {
        return (text.len() <= 3).then(|| i128::from_str_radix(text, 8).ok()).flatten();
    }
    Some(match text {
        "n" => 10,
        "t" => 9,
        "r" => 13,
        "a" => 7,
        "b" => 8,
        "f" => 12,
        "v" => 11,
        "e" | "E" => 27,
        "\\" | "'" | "\"" | "?" => i128::from(text.as_bytes()[0]),
        _ => return None,
    })
}

/// Returns the length in bytes of one or more adjacent string literals, without the 0 at the end. Returns
/// `None` for wide strings and if there is other text between the literals.
pub(crate) fn string_length(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    let (mut at, mut length) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at += 1,
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'u' if bytes[at..].starts_with(b"u8\"") => at += 3,
            _ => return None,
        }
        while *bytes.get(at)? != b'"' {
            let digits = |from: usize, most: usize, radix: u32| {
                let digits = bytes[from..].iter().take(most);
                digits.take_while(|byte| char::from(**byte).is_digit(radix)).count()
            };
            at += match (bytes[at], bytes.get(at + 1)) {
                (b'\\', Some(b'x')) => 2 + digits(at + 2, usize::MAX, 16),
                (b'\\', Some(b'0'..=b'7')) => 1 + digits(at + 1, 3, 8),
                (b'\\', Some(b'u' | b'U' | b'N' | b'\n' | b'\r')) => return None,
                (b'\\', Some(_)) => 2,
                _ => 1,
            };
            length += 1;
        }
        at += 1;
    }
    Some(length)
}

/// Returns the number of characters of one wide string literal such as `L"ab"`, without the 0 at the end.
/// `None` for other text.
pub(crate) fn wide_length(text: &str) -> Option<u64> {
    let inner = text.strip_prefix("L\"")?.strip_suffix('"')?;
    let (mut rest, mut length) = (inner, 0);
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let escaped = |radix: u32, most: usize, from: &str| {
            from.bytes().take(most).take_while(|byte| char::from(*byte).is_digit(radix)).count()
        };
        rest = match (first, after.as_bytes().first()) {
            ('"', _) => return None,
            ('\\', Some(b'x')) => &after[1 + escaped(16, usize::MAX, &after[1..])..],
            ('\\', Some(b'0'..=b'7')) => &after[escaped(8, 3, after)..],
            ('\\', Some(byte)) if byte.is_ascii() && !matches!(byte, b'u' | b'U' | b'N') => &after[1..],
            ('\\', _) => return None,
            _ => after,
        };
        length += 1;
    }
    Some(length)
}

#[cfg(test)]
mod tests {
    use super::{Number, character, number, string_length, wide_length};
    use crate::lower::constant::Constant;
    use csieve_base::model::DataModel;

    const MODEL: DataModel = DataModel::LP64;

    fn int(text: &str) -> Option<(i128, u8, bool)> {
        match number(text, MODEL) {
            Number::Int(Constant { value, ty }) => Some((value, ty.bits, ty.signed)),
            _ => None,
        }
    }

    #[test]
    fn literals_have_the_first_type_that_fits() {
        assert_eq!(int("10"), Some((10, 32, true)));
        assert_eq!(int("0x80000000"), Some((0x8000_0000, 32, false)));
        assert_eq!(int("2147483648"), Some((2_147_483_648, 64, true)));
        assert_eq!(int("-2147483648"), Some((-2_147_483_648, 64, true)));
        assert_eq!(int("017ul"), Some((15, 64, false)));
        assert_eq!(int("-1u"), Some((0xFFFF_FFFF, 32, false)));
        assert_eq!(int("1'000"), Some((1000, 32, true)));
        assert_eq!(int("0"), Some((0, 32, true)));
        assert_eq!(int("0xeful"), Some((0xef, 64, false)));
        assert_eq!(number("1e5", MODEL), Number::Float(8));
        assert_eq!(number("1.f", MODEL), Number::Float(4));
        assert_eq!(number("0x1p3L", MODEL), Number::Float(16));
        assert_eq!(number("3i", MODEL), Number::Unknown);
        assert_eq!(number("99999999999999999999", MODEL), Number::Unknown);
    }

    #[test]
    fn the_widths_are_those_of_the_target() {
        let of = |text: &str, model: DataModel| match number(text, model) {
            Number::Int(Constant { ty, .. }) => Some((ty.bits, ty.signed)),
            _ => None,
        };
        assert_eq!(of("2147483648", DataModel::I386), Some((64, true)));
        assert_eq!(of("1L", DataModel::I386), Some((32, true)));
        assert_eq!(of("1LL", DataModel { long: 32, ..MODEL }), Some((64, true)));
        assert_eq!(of("40000", DataModel::IP16), Some((32, true)));
        assert_eq!(of("0x8000", DataModel::IP16), Some((16, false)));
        assert_eq!(number("1.5", DataModel::IP16), Number::Float(4));
        let unsigned = DataModel { char_is_signed: false, ..MODEL };
        assert_eq!(character(r"'\xff'", unsigned).map(|c| c.value), Some(255));
    }

    #[test]
    fn characters_are_signed() {
        assert_eq!(character("'a'", MODEL).map(|c| c.value), Some(97));
        assert_eq!(character(r"'\xff'", MODEL).map(|c| c.value), Some(-1));
        assert_eq!(character(r"'\0'", MODEL).map(|c| c.value), Some(0));
        assert_eq!(character(r"'\''", MODEL).map(|c| c.value), Some(39));
        assert_eq!(character("'ab'", MODEL), None);
        assert_eq!(character("L'a'", MODEL).map(|c| c.value), Some(97));
        assert_eq!(character(r"L'\xff'", MODEL).map(|c| c.value), Some(255));
        assert_eq!(character("L'ab'", MODEL), None);
    }

    #[test]
    fn strings_are_as_long_as_their_bytes() {
        assert_eq!(string_length(r#""abc""#), Some(3));
        assert_eq!(string_length(r#""a\n\x41f\0018" "\"" u8"x""#), Some(7));
        assert_eq!(string_length(r#""é""#), Some(2));
        assert_eq!(string_length(r#"L"ab""#), None);
        assert_eq!(string_length(r#""a" PRIu64"#), None);
        assert_eq!(string_length(r#""a"#), None);
        assert_eq!(wide_length(r#"L"a\x41z\0é""#), Some(5));
        assert_eq!(wide_length(r#"L"a" L"b""#), None);
    }
}
