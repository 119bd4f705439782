//! Library functions on floating-point numbers whose results IEEE 754 fixes.

use super::Computed;
use crate::{inputs::Host, outcome::Followed, real, state::Machine, value::Known};

impl<H: Host> Machine<'_, '_, H> {
    pub(super) fn on_reals(&mut self, function: &str, args: &[Known]) -> Followed<Computed> {
        let &[text, ..] = args else { return Ok(Computed::Nothing) };
        if function != "atof" {
            return Ok(of_numbers(function, args).map(real::known).into());
        }
        let Some(text) = self.text(text, i128::MAX)? else { return Ok(Computed::Nothing) };
        let is_plain = text.iter().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte));
        let number = std::str::from_utf8(&text).ok().filter(|_| is_plain).and_then(|text| text.parse().ok());
        Ok(number.filter(|number: &f64| number.is_finite()).map(real::known).into())
    }
}

/// Returns the result of a function on numbers; `None` if it is not known to the last bit.
fn of_numbers(function: &str, args: &[Known]) -> Option<f64> {
    let plain = function.strip_prefix("__builtin_").unwrap_or(function);
    let mut numbers = args.iter().map(|known| real::as_real(*known));
    let (first, second) = (numbers.next()??, numbers.next());
    // The functions for `float` round their argument first, and their results are exact then too.
    let (name, first) = match plain.strip_suffix('f') {
        Some(name) => (name, f64::from(first as f32)),
        _ => (plain, first),
    };
    Some(match name {
        "fabs" => first.abs(),
        "floor" => first.floor(),
        "ceil" => first.ceil(),
        "trunc" => first.trunc(),
        "round" => first.round(),
        "sqrt" if plain == "sqrt" => first.sqrt(),
        "sqrt" => f64::from((first as f32).sqrt()),
        "fmod" if plain == "fmod" => first % second??,
        _ => return None,
    })
}
