//! What library functions touch: which argument is a buffer, and which says how many bytes of it.

use super::Call;
use crate::{
    cfg::{BinaryOp, Bytes, ExprKind, IntType, Type},
    lower::{Lowering, convert::Value, ctype::CType, literal, usage::inner},
    syntax::Kind,
};

/// How many bytes of a buffer are touched.
#[derive(Clone, Copy, Debug)]
enum Touched {
    /// As many as an argument says.
    Argument(usize),
    /// As many as the product of two arguments.
    Product(usize, usize),
    /// The string literal that is an argument, with its end.
    Literal(usize),
    /// At least what the format at a position prints, with the end.
    Format(usize),
}

/// One buffer of a family of functions.
struct Buffer {
    names: &'static [&'static str],
    /// The argument.
    pointer: usize,
    touched: Touched,
    /// All of it is touched, not just some.
    surely: bool,
}

const fn all(names: &'static [&'static str], pointer: usize, touched: Touched) -> Buffer {
    Buffer { names, pointer, touched, surely: true }
}

const fn some(names: &'static [&'static str], pointer: usize, touched: Touched) -> Buffer {
    Buffer { names, pointer, touched, surely: false }
}

static BUFFERS: &[Buffer] = &[
    all(&["memcpy", "memmove", "mempcpy", "memset", "strncpy", "stpncpy"], 0, Touched::Argument(2)),
    all(&["memcpy", "memmove", "mempcpy", "bcopy"], 1, Touched::Argument(2)),
    all(&["bcopy"], 0, Touched::Argument(2)),
    all(&["bzero", "explicit_bzero"], 0, Touched::Argument(1)),
    some(&["memcmp"], 0, Touched::Argument(2)),
    some(&["memcmp"], 1, Touched::Argument(2)),
    all(&["strcpy", "strcat", "stpcpy"], 0, Touched::Literal(1)),
    all(&["sprintf"], 0, Touched::Format(1)),
    some(&["snprintf", "vsnprintf", "fgets"], 0, Touched::Argument(1)),
    some(&["strlcpy", "strlcat"], 0, Touched::Argument(2)),
    some(&["strftime"], 0, Touched::Argument(1)),
    some(
        &["read", "recv", "recvfrom", "pread", "write", "send", "sendto", "pwrite"],
        1,
        Touched::Argument(2),
    ),
    some(&["readlink"], 1, Touched::Argument(2)),
    some(&["fread", "fwrite", "fread_unlocked", "fwrite_unlocked"], 0, Touched::Product(1, 2)),
];

impl<'a> Lowering<'a> {
    /// Notes the buffers of a library call.
    pub(super) fn note_buffers(&mut self, call: &Call<'a>, args: &[Value]) {
        let plain = call.name.strip_prefix("__builtin_").unwrap_or(call.name);
        for buffer in BUFFERS.iter().filter(|buffer| buffer.names.contains(&plain)) {
            let Some(pointer) = args.get(buffer.pointer) else { continue };
            let Some(bytes) = self.touched(buffer.touched, call, args) else { continue };
            self.note_buffer(pointer.expr, bytes, plain, buffer.surely, call.span);
        }
    }

    fn touched(&mut self, touched: Touched, call: &Call<'a>, args: &[Value]) -> Option<Bytes> {
        match touched {
            Touched::Argument(at) => {
                args.get(at).filter(|size| size.ty.as_int().is_some()).map(|size| Bytes::Computed(size.expr))
            }
            Touched::Product(one, two) => {
                let (one, two) = (args.get(one)?, args.get(two)?);
                if one.ty.as_int().is_none() || two.ty.as_int().is_none() {
                    return None;
                }
                let (one, two) = (self.converted(one, &CType::ULONG), self.converted(two, &CType::ULONG));
                let product = match (self.as_constant(&one), self.as_constant(&two)) {
                    (Some(known), _) if known.value == 1 => two.expr,
                    (_, Some(known)) if known.value == 1 => one.expr,
                    (Some(one), Some(two)) => {
                        return u64::try_from(one.value.checked_mul(two.value)?).ok().map(Bytes::Known);
                    }
                    _ => self.graph.exprs().binary(
                        BinaryOp::Mul,
                        one.expr,
                        two.expr,
                        Type::Int(IntType::ULONG),
                    ),
                };
                Some(Bytes::Computed(product))
            }
            Touched::Literal(at) => {
                let literal = self.graph.exprs_ref().strip_casts(args.get(at)?.expr);
                let is_literal = matches!(&self.graph.exprs_ref().get(literal).kind,
                    ExprKind::Address(name) if name.starts_with('"'));
                self.graph.sizes().extent(literal).filter(|_| is_literal).map(Bytes::Known)
            }
            Touched::Format(at) => {
                let format = inner(*call.args.get(at)?);
                if format.kind() != Kind::StringLiteral {
                    return None;
                }
                let text = self.source(format);
                // An escape is one byte; which one does not matter here.
                let bytes = literal::string_length(text)?;
                let printed = least_printed(text, bytes)?;
                Some(Bytes::Known(printed + 1))
            }
        }
    }
}

/// The least number of bytes that a format prints; `bytes` is its own length.
fn least_printed(format: &str, bytes: u64) -> Option<u64> {
    let mut printed = bytes;
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        rest = &rest[at + 1..];
        let flags = rest.len() - rest.trim_start_matches(['-', '+', ' ', '#', '0']).len();
        let spec = &rest[flags..];
        let digits = spec.len() - spec.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let width: u64 =
            if digits > 0 { spec[..digits].parse().ok().filter(|width| *width < 1 << 20)? } else { 0 };
        let tail = &spec[digits..];
        let letter = tail.find(|c: char| c.is_ascii_alphabetic() && !"hlLqjzt".contains(c) || c == '%')?;
        let conversion = tail[letter..].chars().next()?;
        let has_precision = tail[..letter].contains('.');
        let least = match conversion {
            '%' | 'c' => 1,
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' if !has_precision => 1,
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' => 1,
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 's' | 'p' => 0,
            _ => return None,
        };
        let consumed = flags + digits + letter + conversion.len_utf8();
        printed = printed.checked_sub(consumed as u64 + 1)?.checked_add(width.max(least))?;
        rest = &rest[consumed..];
    }
    Some(printed)
}

#[cfg(test)]
mod tests {
    use super::least_printed;

    #[test]
    fn formats_print_at_least_their_text() {
        let least = |text: &str| least_printed(&format!("\"{text}\""), text.len() as u64);
        assert_eq!(least("abc"), Some(3));
        assert_eq!(least("%d/%s"), Some(2));
        assert_eq!(least("%08lx"), Some(8));
        assert_eq!(least("%-10s|"), Some(11));
        assert_eq!(least("100%%"), Some(4));
        assert_eq!(least("%.0d"), Some(0));
        assert_eq!(least("%*d"), Some(1));
        assert_eq!(least("%"), None);
    }
}
