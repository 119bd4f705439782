//! The client's own copy of a document, in which positions are computed independently of the server.

use serde_json::{Value, json};

/// The unit in which a client counts the columns of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16.
    Utf16,
}

/// A replacement of a range of characters by a text.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The index of the first character to replace.
    pub from: usize,
    /// The index after the last character to replace.
    pub to: usize,
    /// The text to insert.
    pub text: String,
}

/// A text as a list of characters, with the unit in which columns are counted.
#[derive(Clone, Debug)]
pub struct Mirror {
    characters: Vec<char>,
    columns: Columns,
}

impl Mirror {
    /// Makes a copy of a text.
    pub fn new(text: &str, columns: Columns) -> Self {
        Self { characters: text.chars().collect(), columns }
    }

    /// Returns the text.
    pub fn text(&self) -> String {
        self.characters.iter().collect()
    }

    /// Returns the length of the text in characters.
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// Returns whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.characters.is_empty()
    }

    /// Returns the index of a character, moved before a `\r\n` if it is inside one: the protocol has no
    /// position there.
    pub fn off_line_end(&self, at: usize) -> usize {
        let inside = at > 0 && self.characters.get(at) == Some(&'\n') && self.characters[at - 1] == '\r';
        if inside { at - 1 } else { at }
    }

    /// Applies an edit to the copy, and returns the edit as a change for the server.
    pub fn apply(&mut self, edit: &Edit) -> Value {
        let range = json!({"start": self.position(edit.from), "end": self.position(edit.to)});
        self.characters.splice(edit.from..edit.to, edit.text.chars());
        json!({"range": range, "text": edit.text})
    }

    fn position(&self, at: usize) -> Value {
        let before = &self.characters[..at];
        let line = before.iter().filter(|character| **character == '\n').count();
        let start = before.iter().rposition(|character| *character == '\n').map_or(0, |newline| newline + 1);
        json!({"line": line, "character": self.width(&before[start..])})
    }

    fn width(&self, characters: &[char]) -> usize {
        characters
            .iter()
            .map(|character| match self.columns {
                Columns::Utf8 => character.len_utf8(),
                Columns::Utf16 => character.len_utf16(),
            })
            .sum()
    }
}

/// Checks that diagnostics are inside a text and that their starts are not after their ends.
///
/// # Panics
/// If a diagnostic is outside the text or ends before it starts.
pub fn assert_valid_ranges(diagnostics: &[Value], text: &str, columns: Columns) {
    let mirror = Mirror::new(text, columns);
    let widths: Vec<usize> =
        text.split('\n').map(|line| mirror.width(&line.chars().collect::<Vec<char>>())).collect();
    for diagnostic in diagnostics {
        let position = |end: &str| {
            let position = &diagnostic["range"][end];
            let part = |name: &str| position[name].as_u64().expect("a number") as usize;
            (part("line"), part("character"))
        };
        let (start, end) = (position("start"), position("end"));
        assert!(start <= end, "{diagnostic:#}");
        for (line, character) in [start, end] {
            assert!(widths.get(line).is_some_and(|width| character <= *width), "{diagnostic:#}\n{text}");
        }
    }
}
