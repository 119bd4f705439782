//! Library functions on single characters, for the characters of ASCII. Others depend on the locale.

use super::Computed;
use crate::value::Known;

/// Computes a call of a function on a character.
pub(super) fn computed(function: &str, args: &[Known]) -> Computed {
    let [Known::Number(number), ..] = args else { return Computed::Nothing };
    match function {
        "toupper" | "tolower" => converted(function, *number).map(Known::Number).into(),
        _ => {
            // C does not say which number other than 0 these functions return for "yes".
            let yes = Known::NotZero { negative: None };
            let result = is_of_class(function, *number).map(|is| if is { yes } else { Known::Number(0) });
            result.into()
        }
    }
}

/// Returns whether a byte is white space, for `isspace` and the functions that skip it.
pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 11
}

pub(super) fn converted(function: &str, number: i128) -> Option<i128> {
    match u8::try_from(number).ok().filter(u8::is_ascii) {
        Some(letter) if function == "toupper" => Some(i128::from(letter.to_ascii_uppercase())),
        Some(letter) => Some(i128::from(letter.to_ascii_lowercase())),
        None if number == -1 => Some(-1),
        None => None,
    }
}

/// Returns whether a character is in the class for which a function tests. `None` if the function is another
/// one, or the answer depends on the locale.
pub(super) fn is_of_class(function: &str, number: i128) -> Option<bool> {
    let is_in: fn(u8) -> bool = match function {
        "isalnum" => |letter| letter.is_ascii_alphanumeric(),
        "isalpha" => |letter| letter.is_ascii_alphabetic(),
        "isblank" => |letter| matches!(letter, b' ' | b'\t'),
        "iscntrl" => |letter| letter.is_ascii_control(),
        "isdigit" => |letter| letter.is_ascii_digit(),
        "isgraph" => |letter| letter.is_ascii_graphic(),
        "islower" => |letter| letter.is_ascii_lowercase(),
        "isprint" => |letter| letter.is_ascii_graphic() || letter == b' ',
        "ispunct" => |letter| letter.is_ascii_punctuation(),
        "isspace" => is_space,
        "isupper" => |letter| letter.is_ascii_uppercase(),
        "isxdigit" => |letter| letter.is_ascii_hexdigit(),
        _ => return None,
    };
    match u8::try_from(number).ok() {
        Some(letter) if letter.is_ascii() => Some(is_in(letter)),
        // Whether other bytes are digits does not depend on the locale.
        Some(_) if matches!(function, "isdigit" | "isxdigit") => Some(false),
        None if number == -1 => Some(false),
        _ => None,
    }
}
