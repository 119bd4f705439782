//! The library functions that cut a string into tokens.

use super::{Computed, pointer};
use crate::{
    inputs::Host,
    outcome::{Followed, unknown},
    state::Machine,
    value::{Known, Value},
};
use csieve_graph::Type;

impl<H: Host> Machine<'_, '_, H> {
    pub(super) fn on_tokens(&mut self, function: &str, args: &[Known]) -> Followed<Computed> {
        match (function, args) {
            ("strtok", [text, stops, ..]) => {
                let from = if *text == Known::Number(0) { self.rest_of_tokens } else { *text };
                let (token, rest) = self.token(from, *stops)?;
                self.rest_of_tokens = rest;
                Ok(Computed::Result(token))
            }
            ("strtok_r", [text, stops, saved, ..]) => {
                let is_next = *text == Known::Number(0);
                let from = if is_next { self.load(*saved, Type::Pointer)?.known } else { *text };
                let (token, rest) = self.token(from, *stops)?;
                self.store(*saved, Value::plain(rest), Type::Pointer)?;
                Ok(Computed::Result(token))
            }
            _ => Ok(Computed::Nothing),
        }
    }

    /// Cuts the first token from a string: skips the bytes of `stops`, and writes a 0 at the next one of
    /// them. Returns the token, NULL if there is none, and the place where the next search begins.
    fn token(&mut self, from: Known, stops: Known) -> Followed<(Known, Known)> {
        // The call writes the string of an earlier call, so it cannot go on if that is not known.
        let (Some((id, start)), Some(stops), Some(bytes)) =
            (from.as_place(), self.text(stops, i128::MAX)?, self.text(from, i128::MAX)?)
        else {
            return unknown("which string is cut into tokens is not known");
        };
        let is_stop = |byte: &u8| stops.contains(byte);
        let at = |index: usize| pointer((id, start + index as i128));
        let Some(first) = bytes.iter().position(|byte| !is_stop(byte)) else {
            return Ok((Known::Number(0), at(bytes.len())));
        };
        let Some(length) = bytes[first..].iter().position(is_stop) else {
            return Ok((at(first), at(bytes.len())));
        };
        self.put(at(first + length), &[0])?;
        Ok((at(first), at(first + length + 1)))
    }
}
