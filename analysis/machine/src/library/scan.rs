//! Reading values from text by a format, as `sscanf` does.

use super::{
    characters::is_space,
    numbers::{Read, bits_of},
};
use csieve_base::model::DataModel;
use csieve_graph::IntType;

/// The result of reading a text by a format.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Scanned {
    /// What the function returns.
    pub result: i128,
    /// What is stored, for each argument from the first one on.
    pub stored: Vec<Stored>,
}

/// A value that is stored behind an argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stored {
    Number(i128, IntType),
    /// A `float` or `double`, by its size in bytes.
    Real(f64, u8),
    Bytes(Vec<u8>),
}

/// The reason why reading ends before the end of the format.
enum Stop {
    /// The text does not match the format.
    Mismatch,
    /// The text has come to its end.
    AtEnd,
    /// C leaves open what happens, or the format is not understood.
    Unknown,
}

/// A conversion such as `%*5ld`.
struct Conversion<'f> {
    model: DataModel,
    is_dropped: bool,
    width: Option<usize>,
    modifiers: &'f [u8],
    letter: u8,
    /// The characters between the brackets of `%[...]`.
    set: &'f [u8],
}

/// Reads a text by a format. `None` if C leaves open what happens, or the format is not understood.
pub(super) fn scanned(text: &[u8], format: &[u8], model: DataModel) -> Option<Scanned> {
    let mut scan = Scan { model, text, at: 0, has_converted: false, count: 0, stored: Vec::new() };
    let result = match scan.follow(format) {
        Ok(()) | Err(Stop::Mismatch) => scan.count,
        Err(Stop::AtEnd) if scan.has_converted => scan.count,
        Err(Stop::AtEnd) => -1,
        Err(Stop::Unknown) => return None,
    };
    Some(Scanned { result, stored: scan.stored })
}

struct Scan<'t> {
    model: DataModel,
    text: &'t [u8],
    at: usize,
    /// Whether a conversion is complete.
    has_converted: bool,
    count: i128,
    stored: Vec<Stored>,
}

impl Scan<'_> {
    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at += self.rest().iter().take_while(|byte| is_space(**byte)).count();
    }

    fn follow(&mut self, format: &[u8]) -> Result<(), Stop> {
        let mut rest = format;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            match byte {
                byte if is_space(byte) => self.skip_space(),
                b'%' => {
                    let (conversion, after) = Conversion::read(rest, self.model).ok_or(Stop::Unknown)?;
                    rest = after;
                    self.convert(&conversion)?;
                }
                byte => self.literally(byte)?,
            }
        }
        Ok(())
    }

    fn literally(&mut self, wanted: u8) -> Result<(), Stop> {
        match self.rest().first() {
            None => Err(Stop::AtEnd),
            Some(byte) if *byte == wanted => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(Stop::Mismatch),
        }
    }

    fn convert(&mut self, conversion: &Conversion<'_>) -> Result<(), Stop> {
        if !matches!(conversion.letter, b'c' | b'[' | b'n') {
            self.skip_space();
        }
        if conversion.letter == b'%' {
            return self.literally(b'%');
        }
        if conversion.letter == b'n' {
            let ty = conversion.int(true).filter(|_| !conversion.is_dropped).ok_or(Stop::Unknown)?;
            self.stored.push(Stored::Number(self.at as i128, ty));
            return Ok(());
        }
        if self.rest().is_empty() {
            return Err(Stop::AtEnd);
        }
        let most = conversion.width.unwrap_or(usize::MAX).min(self.rest().len());
        let (stored, length) = conversion.value(&self.rest()[..most], self.rest())?;
        self.at += length;
        self.has_converted = true;
        if !conversion.is_dropped {
            self.count += 1;
            self.stored.push(stored);
        }
        Ok(())
    }
}

impl<'f> Conversion<'f> {
    /// Reads a conversion after its `%`. Returns it with the rest of the format.
    fn read(format: &'f [u8], model: DataModel) -> Option<(Self, &'f [u8])> {
        let (is_dropped, rest) = match format.split_first()? {
            (b'*', rest) => (true, rest),
            _ => (false, format),
        };
        let (width, rest) = rest.split_at(rest.iter().take_while(|byte| byte.is_ascii_digit()).count());
        let (modifiers, rest) =
            rest.split_at(rest.iter().take_while(|byte| b"hljztqL".contains(byte)).count());
        let (&letter, rest) = rest.split_first()?;
        let (set, rest) = if letter == b'[' { bracketed(rest)? } else { (&rest[..0], rest) };
        let width = match std::str::from_utf8(width).ok()? {
            "" => None,
            digits => Some(digits.parse().ok().filter(|width| *width > 0)?),
        };
        Some((Self { model, is_dropped, width, modifiers, letter, set }, rest))
    }

    /// Returns the type of an integer as the length modifier says.
    fn int(&self, signed: bool) -> Option<IntType> {
        Some(IntType { bits: bits_of(self.modifiers, self.model)?, signed })
    }

    /// Returns the value at the start of `text`, which is at least one byte and not longer than the width of
    /// the conversion, and the value's length. `rest` is the text without regard to the width.
    fn value(&self, text: &[u8], rest: &[u8]) -> Result<(Stored, usize), Stop> {
        match self.letter {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => self.number(text),
            b'f' | b'e' | b'g' | b'E' | b'G' => self.real(text),
            b'c' | b's' | b'[' if !self.modifiers.is_empty() => Err(Stop::Unknown),
            b'c' => {
                let width = self.width.unwrap_or(1);
                let bytes = rest.get(..width).ok_or(Stop::Unknown)?;
                Ok((Stored::Bytes(bytes.to_vec()), width))
            }
            b's' => Ok(with_end(text, |byte| !is_space(byte))),
            b'[' => {
                let (is_not, set) = match self.set.split_first() {
                    Some((b'^', set)) => (true, set),
                    _ => (false, self.set),
                };
                let (stored, length) = with_end(text, |byte| contains(set, byte) != is_not);
                if length == 0 { Err(Stop::Mismatch) } else { Ok((stored, length)) }
            }
            _ => Err(Stop::Unknown),
        }
    }

    fn number(&self, text: &[u8]) -> Result<(Stored, usize), Stop> {
        let (base, signed) = match self.letter {
            b'd' => (10, true),
            b'i' => (0, true),
            b'u' => (10, false),
            b'o' => (8, false),
            _ => (16, false),
        };
        let ty = self.int(signed).ok_or(Stop::Unknown)?;
        let read = Read::new(text, base);
        let digits = text.iter().skip_while(|byte| matches!(byte, b'+' | b'-')).copied();
        let lower: Vec<u8> = digits.take(2).map(|byte| byte.to_ascii_lowercase()).collect();
        // How much of `0xg` is taken differs.
        if lower == b"0x" && matches!(base, 0 | 16) && read.magnitude() == 0 {
            return Err(Stop::Unknown);
        }
        if read.length == 0 {
            return Err(Stop::Mismatch);
        }
        let number = if signed { read.fits(ty) } else { read.wrapped(ty) };
        Ok((Stored::Number(number.ok_or(Stop::Unknown)?, ty), read.length))
    }

    /// Reads a decimal fraction.
    fn real(&self, text: &[u8]) -> Result<(Stored, usize), Stop> {
        let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let start = usize::from(matches!(text[0], b'+' | b'-'));
        let whole = digits(start);
        let mut length = start + whole;
        let mut fraction = 0;
        if text.get(length) == Some(&b'.') {
            fraction = digits(length + 1);
            length += 1 + fraction;
        }
        // Names such as `inf`, hexadecimal digits and exponents without digits are left out.
        let is_odd = |byte: &u8| byte.is_ascii_alphabetic();
        if whole + fraction == 0 {
            return Err(if text.get(length).is_some_and(is_odd) { Stop::Unknown } else { Stop::Mismatch });
        }
        if matches!(text.get(length), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(text.get(length + 1), Some(b'+' | b'-')));
            let exponent = digits((length + 1 + sign).min(text.len()));
            if exponent == 0 {
                return Err(Stop::Unknown);
            }
            length += 1 + sign + exponent;
        } else if whole == 1 && text[start] == b'0' && matches!(text.get(length), Some(b'x' | b'X')) {
            return Err(Stop::Unknown);
        }
        let text = std::str::from_utf8(&text[..length]).map_err(|_| Stop::Unknown)?;
        let (number, bytes) = match self.modifiers {
            b"" => (text.parse::<f32>().ok().map(f64::from), 4),
            b"l" => (text.parse::<f64>().ok(), 8),
            _ => return Err(Stop::Unknown),
        };
        let number = number.filter(|number| number.is_finite()).ok_or(Stop::Unknown)?;
        Ok((Stored::Real(number, bytes), length))
    }
}

/// Returns the longest start of a text with only these bytes, as a string, and its length.
fn with_end(text: &[u8], is_in: impl Fn(u8) -> bool) -> (Stored, usize) {
    let length = text.iter().take_while(|byte| is_in(**byte)).count();
    let mut bytes = text[..length].to_vec();
    bytes.push(0);
    (Stored::Bytes(bytes), length)
}

/// Splits the format after `%[` at the closing bracket.
fn bracketed(format: &[u8]) -> Option<(&[u8], &[u8])> {
    let first = usize::from(format.first() == Some(&b'^'));
    // A bracket at the start of the set is a member of it.
    let start = first + usize::from(format.get(first) == Some(&b']'));
    let end = start + format.get(start..)?.iter().position(|byte| *byte == b']')?;
    Some((&format[..end], &format[end + 1..]))
}

/// Returns whether a set such as `a-z_` has a byte.
fn contains(set: &[u8], byte: u8) -> bool {
    let mut rest = set;
    while let Some((&first, after)) = rest.split_first() {
        match after {
            [b'-', last, behind @ ..] => {
                if (first..=*last).contains(&byte) {
                    return true;
                }
                rest = behind;
            }
            _ => {
                if first == byte {
                    return true;
                }
                rest = after;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Stored, scanned};
    use csieve_base::model::DataModel;
    use csieve_graph::IntType;

    #[test]
    fn texts_are_read_as_sscanf_does() {
        let int = |number: i128| Stored::Number(number, IntType::INT);
        let of = |text: &str, format: &str| {
            scanned(text.as_bytes(), format.as_bytes(), DataModel::LP64)
                .map(|scanned| (scanned.result, scanned.stored))
        };
        assert_eq!(of("12-ab", "%2d-%d"), Some((1, vec![int(12)])));
        assert_eq!(of("", "%d"), Some((-1, vec![])));
        assert_eq!(of("x", "%d"), Some((0, vec![])));
        assert_eq!(of(" 7,8", "%d,%*d%n"), Some((1, vec![int(7), int(4)])));
        assert_eq!(of("ab cd", "%1s%c"), Some((2, vec![bytes(b"a\0"), bytes(b"b")])));
        assert_eq!(of("k=v;", "%[a-z]=%[^;]"), Some((2, vec![bytes(b"k\0"), bytes(b"v\0")])));
        assert_eq!(of("1.5e1", "%lf"), Some((1, vec![Stored::Real(15.0, 8)])));
        assert_eq!(of("99999999999", "%d"), None);
        assert_eq!(of("0xg", "%x"), None);
        assert_eq!(of("5", "%d %d"), Some((1, vec![int(5)])));
    }

    fn bytes(text: &[u8]) -> Stored {
        Stored::Bytes(text.to_vec())
    }
}
