//! Library functions and compiler built-ins on numbers, and those that read numbers from strings.

use super::{Computed, characters::is_space, pointer};
use crate::{
    inputs::Host,
    outcome::Followed,
    state::Machine,
    value::{Known, Value},
};
use csieve_base::model::DataModel;
use csieve_graph::{IntType, Type};

impl<H: Host> Machine<'_, '_, H> {
    pub(super) fn on_numbers(&mut self, function: &str, args: &[Known]) -> Followed<Computed> {
        let model = self.memory.model();
        let (int, long) = (IntType::int_of(model), IntType::long_of(model));
        Ok(match (function, args) {
            ("atoi" | "atol" | "atoll", [text, ..]) => {
                let ty = match function {
                    "atoi" => int,
                    "atol" => long,
                    _ => IntType::long_long_of(model),
                };
                self.read_number(*text, 10)?.and_then(|read| read.fits(ty)).into()
            }
            ("strtol", [text, end, Known::Number(base), ..]) => self.parsed(*text, *end, *base, long)?,
            ("strtoul", [text, end, Known::Number(base), ..]) => {
                self.parsed(*text, *end, *base, long.as_unsigned())?
            }
            ("strtoll" | "strtoimax", [text, end, Known::Number(base), ..]) => {
                self.parsed(*text, *end, *base, IntType::LONG)?
            }
            ("strtoull" | "strtoumax", [text, end, Known::Number(base), ..]) => {
                self.parsed(*text, *end, *base, IntType::ULONG)?
            }
            (_, [Known::Number(number), ..]) => of_number(function, *number, model).into(),
            _ => Computed::Nothing,
        })
    }

    /// Reads a number from a string and stores the place after it at `end`, if `end` is not NULL.
    fn parsed(&mut self, text: Known, end: Known, base: i128, ty: IntType) -> Followed<Computed> {
        let is_base = base == 0 || (2..=36).contains(&base);
        let read = if is_base { self.read_number(text, base as u32)? } else { None };
        let (Some(read), Some((id, start))) = (read, text.as_place()) else { return Ok(Computed::Nothing) };
        if end != Known::Number(0) {
            let after = pointer((id, start + read.length as i128));
            self.store(end, Value::plain(after), Type::Pointer)?;
        }
        let result = read.clamped(ty);
        if read.length == 0 {
            // The function may say that there is no number.
            self.forget_errno();
        } else if read.is_too_large(ty)
            && let Some(errno) = self.errno
        {
            let ty = Type::Int(IntType::int_of(self.memory.model()));
            self.memory.write(errno, Some(0), Value::number(ERANGE), ty);
        }
        Ok(Computed::Result(Known::Number(result)))
    }

    fn read_number(&mut self, text: Known, base: u32) -> Followed<Option<Read>> {
        Ok(self.text(text, i128::MAX)?.map(|text| Read::new(&text, base)))
    }
}

/// The value of `errno` for a number out of range, which is the same in all systems.
const ERANGE: i128 = 34;

/// A number at the start of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Read {
    is_negative: bool,
    /// The absolute value, at most 2 to the power of 64.
    magnitude: u128,
    /// The number of bytes from the start of the string to the end of the number; 0 if there is no number.
    pub length: usize,
}

impl Read {
    /// Reads as `strtol` does. With the base 0, a prefix such as `0x` says the base.
    pub(super) fn new(text: &[u8], base: u32) -> Self {
        let mut at = text.iter().take_while(|byte| is_space(**byte)).count();
        let sign = text.get(at).copied().filter(|sign| matches!(sign, b'+' | b'-'));
        at += usize::from(sign.is_some());
        let digit = |at: usize, base: u32| text.get(at).and_then(|byte| char::from(*byte).to_digit(base));
        let says_hex = text.get(at) == Some(&b'0')
            && matches!(text.get(at + 1), Some(b'x' | b'X'))
            && digit(at + 2, 16).is_some();
        let base = match base {
            0 if says_hex => 16,
            0 if text.get(at) == Some(&b'0') => 8,
            0 => 10,
            base => base,
        };
        at += if says_hex && base == 16 { 2 } else { 0 };
        let mut read = Self { is_negative: sign == Some(b'-'), magnitude: 0, length: 0 };
        while let Some(value) = digit(at, base) {
            read.magnitude = (read.magnitude * u128::from(base) + u128::from(value)).min(1 << 64);
            at += 1;
            read.length = at;
        }
        read
    }

    fn exact(self) -> i128 {
        let magnitude = self.magnitude as i128;
        if self.is_negative { -magnitude } else { magnitude }
    }

    /// Returns the number if a type can hold it. What `atoi` does with other numbers is undefined.
    pub(super) fn fits(self, ty: IntType) -> Option<i128> {
        Some(self.exact()).filter(|number| (ty.min()..=ty.max()).contains(number))
    }

    /// Returns the absolute value.
    pub(super) fn magnitude(self) -> u128 {
        self.magnitude
    }

    /// Returns the number wrapped to an unsigned type, if the type can hold its absolute value.
    pub(super) fn wrapped(self, ty: IntType) -> Option<i128> {
        (self.magnitude as i128 <= ty.max()).then(|| ty.wrapped(self.exact()))
    }

    /// Returns whether `strtol` or `strtoul` says that the number is out of the range of a type.
    fn is_too_large(self, ty: IntType) -> bool {
        let number = if ty.signed { self.exact() } else { self.magnitude as i128 };
        !(ty.min()..=ty.max()).contains(&number)
    }

    /// Returns the number as `strtol` or `strtoul` does: the nearest one if the type cannot hold it.
    fn clamped(self, ty: IntType) -> i128 {
        if ty.signed {
            return self.exact().clamp(ty.min(), ty.max());
        }
        let magnitude = self.magnitude as i128;
        if magnitude > ty.max() { ty.max() } else { ty.wrapped(self.exact()) }
    }
}

/// Returns the width in bits of the integers that the length modifiers of a conversion mean.
pub(super) fn bits_of(modifiers: &[u8], model: DataModel) -> Option<u8> {
    Some(match modifiers {
        b"" => model.int,
        b"hh" => 8,
        b"h" => model.short,
        b"l" => model.long,
        b"ll" | b"q" => model.long_long,
        b"j" => 64,
        b"z" | b"t" => model.size,
        _ => return None,
    })
}

/// Returns the result of a function on one number.
fn of_number(function: &str, number: i128, model: DataModel) -> Option<i128> {
    // Functions of another width have another name: those of `int` and `long` on other targets are not computed.
    let is_usual = match function {
        "abs" | "__builtin_abs" | "ffs" | "__builtin_ffs" | "__builtin_popcount" | "__builtin_parity"
        | "__builtin_clz" | "__builtin_ctz" => model.int == 32,
        "labs"
        | "ffsl"
        | "__builtin_ffsl"
        | "__builtin_popcountl"
        | "__builtin_parityl"
        | "__builtin_clzl"
        | "__builtin_ctzl" => model.long == 64,
        "htons" | "ntohs" | "htonl" | "ntohl" => !model.is_big_endian,
        _ => true,
    };
    if !is_usual {
        return None;
    }
    let (int, long) = (IntType::INT.wrapped(number), IntType::LONG.wrapped(number));
    let (low, wide) = (int as u32, long as u64);
    let ffs = |first: u32, number: i128| Some(if number == 0 { 0 } else { i128::from(first) + 1 });
    let not_zero = |number: i128, result: u32| (number != 0).then_some(i128::from(result));
    match function {
        "abs" | "__builtin_abs" => (int > IntType::INT.min()).then_some(int.abs()),
        "labs" | "llabs" => (long > IntType::LONG.min()).then_some(long.abs()),
        "__builtin_popcount" => Some(i128::from(low.count_ones())),
        "__builtin_popcountl" | "__builtin_popcountll" => Some(i128::from(wide.count_ones())),
        "__builtin_parity" => Some(i128::from(low.count_ones() % 2)),
        "__builtin_parityl" | "__builtin_parityll" => Some(i128::from(wide.count_ones() % 2)),
        "__builtin_clz" => not_zero(int, low.leading_zeros()),
        "__builtin_clzl" | "__builtin_clzll" => not_zero(long, wide.leading_zeros()),
        "__builtin_ctz" => not_zero(int, low.trailing_zeros()),
        "__builtin_ctzl" | "__builtin_ctzll" => not_zero(long, wide.trailing_zeros()),
        "ffs" | "__builtin_ffs" => ffs(low.trailing_zeros(), int),
        "ffsl" | "ffsll" | "__builtin_ffsl" | "__builtin_ffsll" => ffs(wide.trailing_zeros(), long),
        "__builtin_bswap16" | "htons" | "ntohs" => Some(i128::from((number as u16).swap_bytes())),
        "__builtin_bswap32" | "htonl" | "ntohl" => Some(i128::from(low.swap_bytes())),
        "__builtin_bswap64" => Some(i128::from(wide.swap_bytes())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Read, of_number};
    use csieve_base::model::DataModel;
    use csieve_graph::IntType;

    #[test]
    fn numbers_are_read_as_strtol_does() {
        let read = |text: &str, base: u32| {
            let read = Read::new(text.as_bytes(), base);
            (read.clamped(IntType::LONG), read.length)
        };
        assert_eq!(read(" -42x", 10), (-42, 4));
        assert_eq!(read("0x1f", 0), (31, 4));
        assert_eq!(read("0xg", 0), (0, 1));
        assert_eq!(read("017", 0), (15, 3));
        assert_eq!(read("x", 10), (0, 0));
        assert_eq!(read("99999999999999999999", 10), (IntType::LONG.max(), 20));
        assert_eq!(Read::new(b"-1", 10).clamped(IntType::ULONG), IntType::ULONG.max());
        assert_eq!(Read::new(b"3000000000", 10).fits(IntType::INT), None);
    }

    #[test]
    fn bits_are_counted_in_the_types_of_the_functions() {
        assert_eq!(of_number("__builtin_popcount", -1, DataModel::LP64), Some(32));
        assert_eq!(of_number("__builtin_clz", 1, DataModel::LP64), Some(31));
        assert_eq!(of_number("__builtin_clz", 0, DataModel::LP64), None);
        assert_eq!(of_number("ffs", 8, DataModel::LP64), Some(4));
        assert_eq!(of_number("__builtin_bswap32", 1, DataModel::LP64), Some(0x0100_0000));
    }
}
