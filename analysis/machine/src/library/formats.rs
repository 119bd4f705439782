//! The library functions that print into a buffer by a format.

use super::{
    Computed,
    numbers::bits_of,
    scan::{Stored, scanned},
    size,
};
use crate::{
    inputs::Host,
    outcome::{Followed, unknown},
    state::Machine,
    value::{Known, Value},
};
use csieve_base::model::DataModel;
use csieve_graph::{IntType, Type};

/// The largest width and precision of a conversion that is printed.
const MOST_WIDTH: i128 = 1 << 12;

/// A conversion of a format, such as `%-5ld`.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
struct Conversion {
    is_left: bool,
    has_plus: bool,
    has_space: bool,
    is_alternative: bool,
    has_zeros: bool,
    width: usize,
    precision: Option<usize>,
    /// The width in bits of an integer, as its length modifier says.
    bits: u8,
    letter: u8,
}

impl<H: Host> Machine<'_, '_, H> {
    pub(super) fn on_formats(&mut self, function: &str, args: &[Known]) -> Followed<Computed> {
        let listed = match (function, args) {
            ("vsprintf", [_, _, list]) | ("vsnprintf", [_, _, _, list]) => self.rest_of_list(*list),
            _ => None,
        };
        let (to, most, format, values) = match (function, args) {
            ("vsprintf", [to, format, _]) => (*to, i128::MAX, *format, listed.as_deref()),
            ("vsnprintf", [to, most, format, _]) => match size(*most) {
                Some(most) => (*to, most, *format, listed.as_deref()),
                None => return Ok(Computed::Nothing),
            },
            ("sprintf", [to, format, values @ ..]) => (*to, i128::MAX, *format, Some(values)),
            ("snprintf", [to, most, format, values @ ..]) => match size(*most) {
                Some(most) => (*to, most, *format, Some(values)),
                None => return Ok(Computed::Nothing),
            },
            _ => return Ok(Computed::Nothing),
        };
        let Some(values) = values else { return Ok(Computed::Nothing) };
        let Some(text) = self.formatted(format, values)? else { return Ok(Computed::Nothing) };
        let kept = text.len().min(usize::try_from(most - 1).unwrap_or(usize::MAX));
        if most > 0 {
            if to.as_place().is_none() {
                return unknown("where a library function prints to is not known");
            }
            let from = values.iter().copied().filter(|value| value.as_place().is_some());
            for from in from.collect::<Vec<_>>() {
                Self::apart(to, from, kept as i128 + 1)?;
            }
            let mut printed = text[..kept].to_vec();
            printed.push(0);
            self.put(to, &printed)?;
        }
        Ok(Computed::Result(Known::Number(text.len() as i128)))
    }

    /// Reads values from a string by a format.
    pub(super) fn on_scans(&mut self, function: &str, args: &[Known]) -> Followed<Computed> {
        let ("sscanf" | "__isoc99_sscanf", [text, format, places @ ..]) = (function, args) else {
            return Ok(Computed::Nothing);
        };
        let (Some(bytes), Some(format)) = (self.text(*text, i128::MAX)?, self.text(*format, i128::MAX)?)
        else {
            return Ok(Computed::Nothing);
        };
        let Some(scanned) = scanned(&bytes, &format, self.memory.model()) else {
            return Ok(Computed::Nothing);
        };
        let is_apart = |place: &Known| {
            place.as_place().is_some_and(|(id, _)| text.as_place().is_some_and(|(own, _)| own != id))
        };
        if places.len() < scanned.stored.len() || !places.iter().all(is_apart) {
            return Ok(Computed::Nothing);
        }
        for (place, stored) in places.iter().zip(scanned.stored) {
            match stored {
                Stored::Number(number, ty) => self.store(*place, Value::number(number), Type::Int(ty))?,
                Stored::Real(number, bytes) => {
                    let value = Value::plain(Known::Real(number.to_bits()));
                    self.store(*place, value, Type::Float(bytes))?;
                }
                Stored::Bytes(bytes) => self.put(*place, &bytes)?,
            }
        }
        Ok(Computed::Result(Known::Number(scanned.result)))
    }

    /// Returns the text that a format prints; `None` if something in it is not known.
    fn formatted(&mut self, format: Known, values: &[Known]) -> Followed<Option<Vec<u8>>> {
        let Some(format) = self.text(format, i128::MAX)? else { return Ok(None) };
        let (mut rest, mut values) = (format.as_slice(), values.iter().copied());
        let mut printed = Vec::new();
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if byte != b'%' {
                printed.push(byte);
                continue;
            }
            let Some((conversion, after)) = Conversion::read(rest, &mut values, self.memory.model()) else {
                return Ok(None);
            };
            rest = after;
            let Some(text) = self.converted_text(&conversion, &mut values)? else { return Ok(None) };
            conversion.pad(&text, &mut printed);
        }
        Ok(Some(printed))
    }

    fn converted_text(
        &mut self,
        conversion: &Conversion,
        values: &mut impl Iterator<Item = Known>,
    ) -> Followed<Option<Vec<u8>>> {
        if conversion.letter == b'%' {
            return Ok(Some(vec![b'%']));
        }
        let Some(value) = values.next() else { return Ok(None) };
        Ok(match (conversion.letter, value) {
            (b's', value) if conversion.bits == 32 => {
                self.text(value, conversion.precision.map_or(i128::MAX, |most| most as i128))?
            }
            (b'c', Known::Number(number)) if conversion.bits == 32 => Some(vec![number as u8]),
            (b'f' | b'F', Known::Real(bits)) if conversion.bits == 32 || conversion.bits == 64 => {
                conversion.fraction(f64::from_bits(bits))
            }
            (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', Known::Number(number)) => {
                Some(conversion.digits(number))
            }
            _ => None,
        })
    }
}

impl Conversion {
    /// Reads a conversion after its `%`. Returns it with the rest of the format. A `*` takes its number from
    /// `values`.
    fn read<'f>(
        format: &'f [u8],
        values: &mut impl Iterator<Item = Known>,
        model: DataModel,
    ) -> Option<(Self, &'f [u8])> {
        let mut conversion = Self { bits: model.int, ..Self::default() };
        let mut rest = format;
        loop {
            match rest.first()? {
                b'-' => conversion.is_left = true,
                b'+' => conversion.has_plus = true,
                b' ' => conversion.has_space = true,
                b'#' => conversion.is_alternative = true,
                b'0' => conversion.has_zeros = true,
                _ => break,
            }
            rest = &rest[1..];
        }
        let (width, after) = number(rest, values)?;
        conversion.is_left |= width.is_some_and(|width| width < 0);
        conversion.width = usize::try_from(width.unwrap_or(0).abs()).ok()?;
        rest = after;
        if rest.first() == Some(&b'.') {
            let (precision, after) = number(&rest[1..], values)?;
            // A negative precision counts as none.
            conversion.precision = usize::try_from(precision.unwrap_or(0)).ok();
            rest = after;
        }
        let modifiers = rest.iter().take_while(|byte| b"hljztq".contains(byte)).count();
        conversion.bits = bits_of(&rest[..modifiers], model)?;
        let (letter, rest) = rest[modifiers..].split_first()?;
        conversion.letter = *letter;
        Some((conversion, rest))
    }

    /// Returns a number in digits, with its sign and the zeros before it.
    fn digits(&self, number: i128) -> Vec<u8> {
        let is_signed = matches!(self.letter, b'd' | b'i');
        let number = IntType { bits: self.bits, signed: is_signed }.wrapped(number);
        let magnitude = number.unsigned_abs();
        let mut digits = match self.letter {
            b'x' => format!("{magnitude:x}"),
            b'X' => format!("{magnitude:X}"),
            b'o' => format!("{magnitude:o}"),
            _ => magnitude.to_string(),
        };
        if self.precision == Some(0) && number == 0 {
            digits.clear();
        }
        let mut before = match number {
            _ if number < 0 => "-",
            _ if is_signed && self.has_plus => "+",
            _ if is_signed && self.has_space => " ",
            _ => "",
        };
        if self.is_alternative && number != 0 {
            before = match self.letter {
                b'x' => "0x",
                b'X' => "0X",
                _ => before,
            };
        }
        let mut least = self.precision.unwrap_or(1);
        if self.precision.is_none() && self.has_zeros && !self.is_left {
            least = self.width.saturating_sub(before.len());
        }
        if self.is_alternative && self.letter == b'o' && !digits.starts_with('0') {
            least = least.max(digits.len() + 1);
        }
        let zeros = "0".repeat(least.saturating_sub(digits.len()));
        format!("{before}{zeros}{digits}").into_bytes()
    }

    /// Returns a floating-point number in decimal digits; `None` if it is not finite.
    fn fraction(&self, number: f64) -> Option<Vec<u8>> {
        if !number.is_finite() || self.is_alternative {
            return None;
        }
        let digits = format!("{:.*}", self.precision.unwrap_or(6), number.abs());
        let before = match number {
            _ if number.is_sign_negative() => "-",
            _ if self.has_plus => "+",
            _ if self.has_space => " ",
            _ => "",
        };
        let width = if self.has_zeros && !self.is_left { self.width.saturating_sub(before.len()) } else { 0 };
        let zeros = "0".repeat(width.saturating_sub(digits.len()));
        Some(format!("{before}{zeros}{digits}").into_bytes())
    }

    /// Adds a text with the spaces that make it as wide as the conversion says.
    fn pad(&self, text: &[u8], printed: &mut Vec<u8>) {
        let spaces = self.width.saturating_sub(text.len());
        let (before, after) = if self.is_left { (0, spaces) } else { (spaces, 0) };
        printed.extend(std::iter::repeat_n(b' ', before));
        printed.extend_from_slice(text);
        printed.extend(std::iter::repeat_n(b' ', after));
    }
}

/// Reads a width or a precision: digits, `*`, or nothing. Returns `None` if it is too large or not known.
fn number<'f>(
    format: &'f [u8],
    values: &mut impl Iterator<Item = Known>,
) -> Option<(Option<i128>, &'f [u8])> {
    if let Some(rest) = format.strip_prefix(b"*") {
        let Known::Number(number) = values.next()? else { return None };
        let number = IntType::INT.wrapped(number);
        return (number.abs() <= MOST_WIDTH).then_some((Some(number), rest));
    }
    let (digits, rest) = format.split_at(format.iter().take_while(|byte| byte.is_ascii_digit()).count());
    if digits.is_empty() {
        return Some((None, rest));
    }
    let number: i128 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (number <= MOST_WIDTH).then_some((Some(number), rest))
}
