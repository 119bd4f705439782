//! The numbers that functions such as `strtol` can read from a text in an object of known size.

use csieve_base::library::Entry;
use csieve_graph::{ExprKind, IntType, outermost};

use super::Call;
use crate::lower::{Lowering, convert::Value};

/// The functions that read a signed number. Those that read unsigned ones take a minus sign as well, so that a
/// short text may stand for a very large number.
const SIGNED: [&str; 6] = ["atoi", "atol", "atoll", "strtol", "strtoll", "strtoimax"];

impl<'a> Lowering<'a> {
    /// Returns the smallest and the largest number that a call reads from a text in an object of known size, if
    /// they say something: an array of four characters has room for three digits.
    pub(super) fn parsed_range(
        &self,
        call: &Call<'a>,
        entry: &Entry,
        args: &[Value],
    ) -> Option<(i128, i128)> {
        let text = args.get(entry.number?.text?).filter(|_| SIGNED.contains(&call.name))?;
        // The last byte of the object ends the text, or a read behind the object ends the run.
        let characters = self.bytes_from(text)?.checked_sub(1)?;
        let base = match args {
            [_] => 10,
            [_, _, base] => self.as_constant(base)?.value,
            _ => return None,
        };
        let most = greatest(base, characters)?;
        let least = greatest(base, characters.saturating_sub(1))?;
        let model = self.context.model;
        let ty = if call.name == "atoi" { IntType::int_of(model) } else { IntType::long_of(model) };
        (most < ty.max()).then_some((-least, most))
    }

    /// Returns the number of bytes from where a pointer leads to the end of the object there. `None` if the
    /// object or the place in it is not known.
    fn bytes_from(&self, pointer: &Value) -> Option<u32> {
        let graph = self.graph.so_far();
        let reach = outermost(&graph.exprs, &graph.sizes, pointer.expr)?;
        let is_object = matches!(graph.expr(reach.base).kind, ExprKind::Address(_));
        let extent = graph.sizes.extent(reach.base).filter(|_| is_object && reach.parts.is_empty())?;
        let offset = u64::try_from(reach.constant).ok()?;
        u32::try_from(extent.checked_sub(offset)?).ok()
    }
}

/// Returns the greatest number that a text of some characters can stand for. With the base 0, the text says the
/// base: decimal, or hexadecimal behind `0x`.
fn greatest(base: i128, characters: u32) -> Option<i128> {
    let power = |base: i128, digits: u32| base.checked_pow(digits).map(|power| power - 1);
    match base {
        0 => Some(power(10, characters)?.max(power(16, characters.saturating_sub(2))?)),
        2..=36 => power(base, characters),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::greatest;

    #[test]
    fn each_character_is_a_digit() {
        assert_eq!(greatest(10, 0), Some(0));
        assert_eq!(greatest(10, 3), Some(999));
        assert_eq!(greatest(16, 2), Some(255));
        assert_eq!(greatest(0, 3), Some(999));
        assert_eq!(greatest(0, 14), Some((1 << 48) - 1));
        assert_eq!(greatest(1, 3), None);
        assert_eq!(greatest(36, 60), None);
    }
}
