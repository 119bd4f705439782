//! Library functions on strings that end with a 0.

use super::{Computed, MOST_BYTES, pointer, size};
use crate::{
    inputs::Host,
    outcome::{Followed, Stop, unknown},
    state::Machine,
    value::Known,
};

impl<H: Host> Machine<'_, '_, H> {
    pub(super) fn on_strings(&mut self, function: &str, args: &[Known]) -> Followed<Computed> {
        let Some(&first) = args.first() else { return Ok(Computed::Nothing) };
        let second = args.get(1).copied().unwrap_or(Known::Nothing);
        let third = args.get(2).copied().and_then(size);
        Ok(match (function, second, third) {
            ("strlen", ..) => self.length(first)?.into(),
            ("strnlen", ..) => match size(second) {
                Some(most) => self.text(first, most)?.map(|text| text.len() as i128).into(),
                None => Computed::Nothing,
            },
            ("strcmp", ..) => self.compared(first, second, i128::MAX, true)?.into(),
            ("strncmp", _, Some(most)) => self.compared(first, second, most, true)?.into(),
            ("strcasecmp", ..) => self.compared_caseless(first, second, i128::MAX)?.into(),
            ("strncasecmp", _, Some(most)) => self.compared_caseless(first, second, most)?.into(),
            ("strchr" | "index", Known::Number(byte), _) => self.letter(first, byte, false)?.into(),
            ("strrchr" | "rindex", Known::Number(byte), _) => self.letter(first, byte, true)?.into(),
            ("strstr" | "strpbrk" | "strspn" | "strcspn", ..) => {
                self.searched(function, first, second)?.into()
            }
            ("strcpy" | "stpcpy" | "strcat", ..) => self.joined(function, first, second, i128::MAX)?,
            ("strncat", _, Some(most)) => self.joined(function, first, second, most)?,
            ("strncpy" | "stpncpy", _, Some(bytes)) => self.padded(function, first, second, bytes)?,
            _ => Computed::Nothing,
        })
    }

    /// Returns the length of a string in bytes, without its final 0; `None` if it is not known.
    fn length(&mut self, text: Known) -> Followed<Option<i128>> {
        Ok(self.text(text, i128::MAX)?.map(|text| text.len() as i128))
    }

    /// Returns the bytes of a string without its final 0, but at most `most` bytes. `None` if they are not
    /// known or too many.
    pub(crate) fn text(&mut self, text: Known, most: i128) -> Followed<Option<Vec<u8>>> {
        let Some((id, start)) = text.as_place() else { return Ok(None) };
        let mut bytes = Vec::new();
        while (bytes.len() as i128) < most {
            match self.byte_inside(id, start + bytes.len() as i128)? {
                Some(0) => return Ok(Some(bytes)),
                Some(byte) if (bytes.len() as i128) < MOST_BYTES => bytes.push(byte),
                _ => return Ok(None),
            }
        }
        Ok(Some(bytes))
    }

    /// Compares two strings without regard to case. Letters outside of ASCII depend on the locale, so a
    /// comparison that comes to one is unknown.
    fn compared_caseless(&mut self, a: Known, b: Known, most: i128) -> Followed<Option<Known>> {
        let (Some(a), Some(b)) = (a.as_place(), b.as_place()) else { return Ok(None) };
        for at in 0..most.min(MOST_BYTES) {
            let bytes = (self.byte_inside(a.0, a.1 + at)?, self.byte_inside(b.0, b.1 + at)?);
            let (Some(a), Some(b)) = bytes else { return Ok(None) };
            if !a.is_ascii() || !b.is_ascii() {
                return Ok(None);
            }
            let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
            if a != b {
                return Ok(Some(Known::NotZero { negative: Some(a < b) }));
            }
            if a == 0 {
                return Ok(Some(Known::Number(0)));
            }
        }
        Ok((most <= MOST_BYTES).then_some(Known::Number(0)))
    }

    /// Returns a pointer to the first or last occurrence of a byte in a string; NULL if there is none. The
    /// final 0 is a part of the string.
    fn letter(&mut self, text: Known, byte: i128, is_last: bool) -> Followed<Option<Known>> {
        let Some((id, start)) = text.as_place() else { return Ok(None) };
        let mut found = Known::Number(0);
        for at in start..start + MOST_BYTES {
            let Some(here) = self.byte_inside(id, at)? else { return Ok(None) };
            if i128::from(here) == byte & 0xFF {
                found = pointer((id, at));
                if !is_last {
                    return Ok(Some(found));
                }
            }
            if here == 0 {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Returns the result of a function that looks for the bytes of one string in another.
    fn searched(&mut self, function: &str, text: Known, wanted: Known) -> Followed<Option<Known>> {
        let Some((id, start)) = text.as_place() else { return Ok(None) };
        let Some(bytes) = self.text(text, i128::MAX)? else { return Ok(None) };
        let Some(wanted) = self.text(wanted, i128::MAX)? else { return Ok(None) };
        let is_wanted = |byte: &u8| wanted.contains(byte);
        let count = |at: Option<usize>| Known::Number(at.unwrap_or(bytes.len()) as i128);
        let place = |at: Option<usize>| at.map_or(Known::Number(0), |at| pointer((id, start + at as i128)));
        Ok(Some(match function {
            "strspn" => count(bytes.iter().position(|byte| !is_wanted(byte))),
            "strcspn" => count(bytes.iter().position(is_wanted)),
            "strpbrk" => place(bytes.iter().position(is_wanted)),
            _ if wanted.is_empty() => text,
            _ => place(memchr::memmem::find(&bytes, &wanted)),
        }))
    }

    /// Copies a string to a place, or appends at most `most` bytes of it to the string there.
    fn joined(&mut self, function: &str, to: Known, from: Known, most: i128) -> Followed<Computed> {
        let Some((id, start)) = to.as_place() else {
            return unknown("which memory a string is copied to is not known");
        };
        let is_copy = matches!(function, "strcpy" | "stpcpy");
        let Some(mut added) = self.text(from, most)? else { return Ok(Computed::Nothing) };
        let before = if is_copy { Some(0) } else { self.length(to)? };
        let Some(before) = before else { return Ok(Computed::Nothing) };
        let end = start + before + added.len() as i128;
        added.push(0);
        let to = pointer((id, start + before));
        Self::apart(to, from, added.len() as i128)?;
        self.put(to, &added)?;
        Ok(if function == "stpcpy" { Computed::Result(pointer((id, end))) } else { Computed::Memory })
    }

    /// Copies at most `bytes` bytes of a string, and fills the rest of `bytes` bytes with 0.
    fn padded(&mut self, function: &str, to: Known, from: Known, bytes: i128) -> Followed<Computed> {
        if bytes > MOST_BYTES {
            return Ok(Computed::Nothing);
        }
        let Some(mut text) = self.text(from, bytes)? else { return Ok(Computed::Nothing) };
        let length = text.len() as i128;
        text.resize(bytes as usize, 0);
        if bytes > 0 {
            Self::apart(to, from, bytes)?;
            self.put(to, &text)?;
        }
        let end = to.as_place().map(|(id, at)| pointer((id, at + length)));
        Ok(if function == "stpncpy" { end.into() } else { Computed::Memory })
    }

    /// Checks that two ranges of `bytes` bytes, of which one is copied to the other, do not overlap.
    pub(super) fn apart(to: Known, from: Known, bytes: i128) -> Followed<()> {
        if let (Some((to, at)), Some((from, start))) = (to.as_place(), from.as_place())
            && to == from
            && (at - start).abs() < bytes
        {
            return Err(Stop::Undefined("a string is copied to a place that overlaps it"));
        }
        Ok(())
    }
}
