//! Formats of `printf` and its kin: how many characters they print, at least and at most.

use csieve_frontend::syntax::{Kind, Node};
use csieve_graph::{Action, ExprId, ExprKind, VarKind};

use crate::lower::{Lowering, convert::Value, ctype::CType, literal, usage::inner};

/// The largest number of choices inside each other of which the longest text is sought.
const MOST_CHOICES: u32 = 3;

/// The largest width or precision that is understood.
const MOST_WIDTH: u64 = 1 << 20;

/// A format string, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// The number of characters that stand for themselves.
    plain: u64,
    conversions: Vec<Conversion>,
    /// Whether some part of the format is not understood.
    has_unknown: bool,
}

/// A conversion such as `%-8.3ld`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Conversion {
    letter: char,
    /// The size of the argument: `l` in `%ld`.
    size: String,
    /// Whether a flag may add characters to a number.
    has_long_flags: bool,
    /// The least number of characters; 0 if the format does not say.
    width: u64,
    /// The precision, if the format itself says it.
    precision: Option<u64>,
    has_precision: bool,
    /// The number of `*` in the conversion: arguments that say a width or a precision.
    stars: usize,
}

/// The greatest number of characters that a format can print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Most {
    /// No more than this number.
    Known(u64),
    /// A text of any length.
    AnyText,
    /// It is not known.
    Unknown,
}

impl Format {
    /// Reads a format from the source of its literal. `bytes` is the length of the string itself.
    fn read(source: &str, bytes: u64) -> Self {
        let mut format = Self { plain: bytes, conversions: Vec::new(), has_unknown: false };
        let mut rest = source;
        while let Some(at) = rest.find('%') {
            rest = &rest[at + 1..];
            // Every escape sequence counts as one byte, but a conversion has none.
            let read = Conversion::read(rest).and_then(|(conversion, length)| {
                Some((conversion, length, format.plain.checked_sub(length as u64 + 1)?))
            });
            let Some((conversion, length, plain)) = read else {
                format.has_unknown = true;
                break;
            };
            format.plain = plain;
            format.conversions.push(conversion);
            rest = &rest[length..];
        }
        format
    }

    /// Returns the least number of characters that the format prints. `None` if it is not known.
    pub(super) fn least(&self) -> Option<u64> {
        let of_each = self.conversions.iter().map(Conversion::least);
        let sum = of_each.sum::<Option<u64>>().filter(|_| !self.has_unknown)?;
        sum.checked_add(self.plain)
    }

    /// Returns the greatest number of characters that the format prints. `longest` is the length of the
    /// longest text that the argument at a position can be, counted from the first one after the format.
    pub(super) fn most(&self, longest: impl Fn(usize) -> Option<u64>) -> Most {
        let mut sum = Most::Known(self.plain);
        let mut position = 0;
        for conversion in &self.conversions {
            position += conversion.stars;
            sum = match (sum, conversion.most(|| longest(position))) {
                (Most::AnyText, _) | (_, Most::AnyText) => Most::AnyText,
                (Most::Known(one), Most::Known(two)) => Most::Known(one + two),
                _ => Most::Unknown,
            };
            position += usize::from(conversion.letter != '%');
        }
        if self.has_unknown && sum != Most::AnyText { Most::Unknown } else { sum }
    }
}

impl Conversion {
    /// Reads the conversion behind a `%`. Returns it and its length in bytes.
    fn read(text: &str) -> Option<(Self, usize)> {
        let after_flags = text.trim_start_matches(['-', '+', ' ', '#', '0', '\'']);
        let (width, width_is_given, after_width) = number(after_flags)?;
        let behind_dot = after_width.strip_prefix('.');
        let (precision, precision_is_given, after) = number(behind_dot.unwrap_or(after_width))?;
        let has_precision = behind_dot.is_some();
        let precision = Some(precision).filter(|_| has_precision && !precision_is_given);
        let letters = after.trim_start_matches(['h', 'l', 'L', 'q', 'j', 'z', 't']);
        let letter = letters.chars().next()?;
        let size = after[..after.len() - letters.len()].to_owned();
        let stars = usize::from(width_is_given) + usize::from(precision_is_given);
        let flags = &text[..text.len() - after_flags.len()];
        let has_long_flags = flags.contains([' ', '+', '#', '\'']);
        let length = text.len() - letters.len() + letter.len_utf8();
        Some((Self { letter, size, has_long_flags, width, precision, has_precision, stars }, length))
    }

    fn least(&self) -> Option<u64> {
        let least = match self.letter {
            // The wide character 0 prints nothing.
            'c' if !self.size.is_empty() => 0,
            '%' | 'c' | 'f' | 'F' | 'e' | 'E' | 'g' | 'G' => 1,
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' if !self.has_precision => 1,
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 's' | 'p' => 0,
            _ => return None,
        };
        Some(self.width.max(least))
    }

    fn most(&self, longest: impl Fn() -> Option<u64>) -> Most {
        let is_small = !self.size.contains(['l', 'L', 'q', 'j', 'z', 't']);
        let most = match self.letter {
            _ if self.stars > 0 => return Most::Unknown,
            '%' => 1,
            'c' if is_small => 1,
            's' if is_small => match self.precision.or_else(longest) {
                Some(most) => most,
                None => return Most::AnyText,
            },
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' if !self.has_long_flags => {
                // The sign and the digits of a number of 32 or 64 bits.
                let digits: u64 = match (self.letter, is_small) {
                    ('x' | 'X', true) => 8,
                    ('x' | 'X', false) => 16,
                    (_, true) => 11,
                    (_, false) => 22,
                };
                digits.max(self.precision.map_or(0, |precision| precision + 1))
            }
            _ => return Most::Unknown,
        };
        Most::Known(most.max(self.width))
    }
}

/// Reads a width or a precision. Returns it, whether an argument gives it (`*`), and the rest of the text.
fn number(text: &str) -> Option<(u64, bool, &str)> {
    if let Some(rest) = text.strip_prefix('*') {
        return Some((0, true, rest));
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    let number =
        if digits.is_empty() { 0 } else { digits.parse().ok().filter(|width| *width < MOST_WIDTH)? };
    Some((number, false, rest))
}

impl<'a> Lowering<'a> {
    /// Reads the format that an argument is. `None` if it is no string literal.
    pub(super) fn format(&self, argument: Node<'a>) -> Option<Format> {
        let literal = inner(argument);
        if literal.kind() != Kind::StringLiteral {
            return None;
        }
        let source = self.source(literal);
        // A zero inside the literal ends the format.
        if source.contains("\\0") || source.contains("\\x0") {
            return None;
        }
        Some(Format::read(source, literal::string_length(source)?))
    }

    /// Returns the greatest number of characters that a call prints whose format is the argument at a
    /// position.
    pub(super) fn most_printed(&mut self, arguments: &[Node<'a>], args: &[Value], position: usize) -> Most {
        let Some(format) = arguments.get(position).and_then(|argument| self.format(*argument)) else {
            return Most::Unknown;
        };
        let printed: Vec<Option<u64>> =
            args[position + 1..].iter().map(|text| self.longest_text(text)).collect();
        format.most(|at| printed.get(at).copied().flatten())
    }

    /// Returns the length of the longest text that a pointer can lead to: that of a literal, or of an array
    /// with its last element for the zero at the end. Of a choice `c ? "one" : "many"`, the longer text counts.
    pub(super) fn longest_text(&mut self, text: &Value) -> Option<u64> {
        // A list of variable arguments is no text.
        let is_text = text.ty.target().and_then(CType::as_int).is_some_and(|int| int.bits == 8);
        let longest = self.longest_object(text.expr, MOST_CHOICES).filter(|_| is_text)?;
        longest.checked_sub(1)
    }

    /// Returns the size in bytes of the largest object that a pointer can lead to, if it is one of a few that are known.
    fn longest_object(&mut self, pointer: ExprId, choices: u32) -> Option<u64> {
        let place = self.graph.exprs_ref().strip_casts(pointer);
        match self.graph.exprs_ref().get(place).kind {
            ExprKind::Address(_) => self.graph.sizes().extent(place),
            ExprKind::Var(var) if self.graph.var_info(var).kind == VarKind::Temp && choices > 0 => {
                let edges = &self.graph.so_far().edges;
                let assigns = edges.iter().filter(|edge| edge.assigned() == Some(var));
                let values = assigns.map(|edge| match edge.action {
                    Action::Assign { value, .. } => Some(value),
                    _ => None,
                });
                let values: Vec<ExprId> = values.collect::<Option<_>>()?;
                let sizes = values.into_iter().map(|value| self.longest_object(value, choices - 1));
                sizes.collect::<Option<Vec<_>>>()?.into_iter().max()
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, Most};

    fn read(text: &str) -> Format {
        Format::read(&format!("\"{text}\""), text.len() as u64)
    }

    #[test]
    fn formats_print_at_least_their_text() {
        let least = |text| read(text).least();
        assert_eq!(least("abc"), Some(3));
        assert_eq!(least("%d/%s"), Some(2));
        assert_eq!(least("%08lx"), Some(8));
        assert_eq!(least("%-10s|"), Some(11));
        assert_eq!(least("100%%"), Some(4));
        assert_eq!(least("%.0d"), Some(0));
        assert_eq!(least("%*d"), Some(1));
        assert_eq!(least("%c%lc"), Some(1));
        assert_eq!(least("%"), None);
    }

    #[test]
    fn formats_print_no_more_than_their_numbers_and_texts() {
        let most = |text, texts: &[Option<u64>]| read(text).most(|at| texts.get(at).copied().flatten());
        assert_eq!(most("abc", &[]), Most::Known(3));
        assert_eq!(most("%d-%d", &[]), Most::Known(23));
        assert_eq!(most("%020d", &[]), Most::Known(20));
        assert_eq!(most("%lu", &[]), Most::Known(22));
        assert_eq!(most("%s", &[None]), Most::AnyText);
        assert_eq!(most("%s=%s", &[Some(3), Some(4)]), Most::Known(8));
        assert_eq!(most("%.7s", &[None]), Most::Known(7));
        assert_eq!(most("%.*s", &[None, None]), Most::Unknown);
        assert_eq!(most("%f", &[]), Most::Unknown);
        assert_eq!(most("%f %s", &[None, None]), Most::AnyText);
        assert_eq!(most("%#x", &[]), Most::Unknown);
        assert_eq!(most("%m", &[]), Most::Unknown);
    }
}
