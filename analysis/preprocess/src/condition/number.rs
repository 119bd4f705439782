//! Evaluates integer constants (C11 6.4.4.1).

use super::IfValue;

/// Returns the value of a preprocessing number modulo 2^64, and whether the number needs more than 64 bits.
/// Returns an error message if the number is not a valid integer constant.
pub(super) fn number(text: &str) -> Result<(IfValue, bool), &'static str> {
    let lower = text.replace('\'', "").to_ascii_lowercase();
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    let floating = match radix {
        16 => digits.contains(['.', 'p']),
        2 => digits.contains('.'),
        _ => digits.contains(['.', 'e']),
    };
    if floating {
        return Err("A floating-point constant is not allowed in #if");
    }
    let end = digits.find(|character: char| !character.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    if digits.is_empty() && radix != 8 {
        return Err("Not a valid integer constant");
    }
    let unsigned = match suffix {
        "" | "l" | "ll" => false,
        "u" | "ul" | "lu" | "ull" | "llu" => true,
        _ => return Err("Not a valid integer constant"),
    };
    let mut bits = 0_u64;
    let mut large = false;
    for digit in digits.chars().filter_map(|digit| digit.to_digit(radix)) {
        let (product, over) = bits.overflowing_mul(u64::from(radix));
        let (sum, carry) = product.overflowing_add(u64::from(digit));
        large |= over || carry;
        bits = sum;
    }
    Ok((IfValue { bits, unsigned: unsigned || i64::try_from(bits).is_err() }, large))
}
