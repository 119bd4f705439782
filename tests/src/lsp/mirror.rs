//! The client's own copy of a text, counted independently of the server.

use serde_json::{Value, json};

/// What a client counts in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Bytes.
    Utf8,
    /// UTF-16 code units.
    Utf16,
}

/// A replacement, in characters of the text.
#[derive(Clone, Debug)]
pub struct Edit {
    /// First character.
    pub from: usize,
    /// One past the last character.
    pub to: usize,
    /// What comes there.
    pub text: String,
}

/// A text as a list of characters.
#[derive(Clone, Debug)]
pub struct Mirror {
    characters: Vec<char>,
    columns: Columns,
}

impl Mirror {
    /// A copy of a text.
    pub fn new(text: &str, columns: Columns) -> Self {
        Self { characters: text.chars().collect(), columns }
    }

    /// The text.
    pub fn text(&self) -> String {
        self.characters.iter().collect()
    }

    /// Its length, in characters.
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.characters.is_empty()
    }

    /// Moves an end of an edit out of a `\r\n`: no position stands for its middle.
    pub fn off_line_end(&self, at: usize) -> usize {
        let inside = at > 0 && self.characters.get(at) == Some(&'\n') && self.characters[at - 1] == '\r';
        if inside { at - 1 } else { at }
    }

    /// Carries out an edit, and describes it for the server.
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

/// Checks that diagnostics lie inside a text and in order.
///
/// # Panics
/// If they do not.
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
