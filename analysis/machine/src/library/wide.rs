//! Library functions on wide strings where `wchar_t` has 32 bits and a sign, which it has on most targets.

use super::{Computed, MOST_BYTES, pointer, size};
use crate::{
    inputs::Host,
    outcome::{Followed, unknown},
    state::Machine,
    value::{Known, Value},
};
use csieve_graph::{IntType, Type};

/// The type `wchar_t`.
const WIDE: Type = Type::Int(IntType::INT);

/// The size of a wide character in bytes.
const WIDTH: i128 = 4;

impl<H: Host> Machine<'_, '_, H> {
    pub(super) fn on_wide(&mut self, function: &str, args: &[Known]) -> Followed<Computed> {
        if IntType::wide_char_of(self.memory.model()) != IntType::INT {
            return Ok(Computed::Nothing);
        }
        let (Some(&first), second) = (args.first(), args.get(1).copied().unwrap_or(Known::Nothing)) else {
            return Ok(Computed::Nothing);
        };
        let third = args.get(2).copied().and_then(size);
        Ok(match (function, second, third) {
            ("wcslen", ..) => self.wide_text(first, i128::MAX)?.map(|text| text.len() as i128).into(),
            ("wcscmp", ..) => self.compared_wide(first, second, i128::MAX)?.into(),
            ("wcsncmp", _, Some(most)) => self.compared_wide(first, second, most)?.into(),
            ("wcschr", Known::Number(wanted), _) => self.wide_letter(first, wanted, false)?.into(),
            ("wcsrchr", Known::Number(wanted), _) => self.wide_letter(first, wanted, true)?.into(),
            ("wcscpy" | "wcscat", ..) => self.joined_wide(function, first, second, i128::MAX)?,
            ("wcsncat", _, Some(most)) => self.joined_wide(function, first, second, most)?,
            ("wcsncpy", _, Some(count)) if count <= MOST_BYTES => {
                let Some(mut text) = self.wide_text(second, count)? else { return Ok(Computed::Nothing) };
                text.resize(count as usize, 0);
                self.put_wide(first, second, &text)?
            }
            ("wmemset", Known::Number(wanted), Some(count)) if count <= MOST_BYTES => {
                let wanted = IntType::INT.wrapped(wanted);
                self.put_wide(first, Known::Nothing, &vec![wanted; count as usize])?
            }
            ("wmemcpy" | "wmemmove", _, Some(count)) => {
                self.copied(first, second, count.saturating_mul(WIDTH))?;
                Computed::Memory
            }
            _ => Computed::Nothing,
        })
    }

    /// Returns the characters of a wide string without its final 0, but at most `most` of them. `None` if
    /// they are not known or too many.
    fn wide_text(&mut self, text: Known, most: i128) -> Followed<Option<Vec<i128>>> {
        let Some((id, start)) = text.as_place() else { return Ok(None) };
        let mut characters = Vec::new();
        while (characters.len() as i128) < most {
            let at = start + characters.len() as i128 * WIDTH;
            self.accessible(id)?;
            self.inside(id, at, WIDTH)?;
            match self.read(id, at, WIDE)?.known.as_number() {
                Some(0) => return Ok(Some(characters)),
                Some(character) if (characters.len() as i128) < MOST_BYTES => characters.push(character),
                _ => return Ok(None),
            }
        }
        Ok(Some(characters))
    }

    fn compared_wide(&mut self, a: Known, b: Known, most: i128) -> Followed<Option<Known>> {
        let (Some(a), Some(b)) = (self.wide_text(a, most)?, self.wide_text(b, most)?) else {
            return Ok(None);
        };
        let differ = Known::NotZero { negative: Some(a < b) };
        Ok(Some(if a == b { Known::Number(0) } else { differ }))
    }

    /// Returns a pointer to the first or last occurrence of a character in a wide string; NULL if there is
    /// none. The final 0 is a part of the string.
    fn wide_letter(&mut self, text: Known, wanted: i128, is_last: bool) -> Followed<Option<Known>> {
        let Some((id, start)) = text.as_place() else { return Ok(None) };
        let Some(mut characters) = self.wide_text(text, i128::MAX)? else { return Ok(None) };
        characters.push(0);
        let is_it = |character: &i128| *character == IntType::INT.wrapped(wanted);
        let found =
            if is_last { characters.iter().rposition(is_it) } else { characters.iter().position(is_it) };
        Ok(Some(found.map_or(Known::Number(0), |at| pointer((id, start + at as i128 * WIDTH)))))
    }

    /// Copies a wide string to a place, or appends at most `most` characters of it to the string there.
    fn joined_wide(&mut self, function: &str, to: Known, from: Known, most: i128) -> Followed<Computed> {
        let before = if function == "wcscpy" { Some(Vec::new()) } else { self.wide_text(to, i128::MAX)? };
        let (Some(before), Some(mut added)) = (before, self.wide_text(from, most)?) else {
            return Ok(Computed::Nothing);
        };
        added.push(0);
        let Some((id, start)) = to.as_place() else {
            return unknown("which memory a string is copied to is not known");
        };
        self.put_wide(pointer((id, start + before.len() as i128 * WIDTH)), from, &added)
    }

    /// Writes wide characters at a pointer. They were read at `from`, which must not overlap them.
    fn put_wide(&mut self, to: Known, from: Known, characters: &[i128]) -> Followed<Computed> {
        if characters.is_empty() {
            return Ok(Computed::Memory);
        }
        let bytes = characters.len() as i128 * WIDTH;
        Self::apart(to, from, bytes)?;
        let (id, start) = self.range(to, bytes)?;
        self.writable(id)?;
        self.may_lose = true;
        for (at, character) in (start..).step_by(WIDTH as usize).zip(characters) {
            self.memory.write(id, Some(at), Value::number(*character), WIDE);
        }
        Ok(Computed::Memory)
    }
}
