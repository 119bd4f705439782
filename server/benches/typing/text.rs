//! The document that the benchmark types into, and the typed keys.

use std::{fs, path::Path};

/// The number of functions in the generated file.
const FUNCTIONS: usize = 500;

/// One in this many functions of the generated file has two findings: one that is kept and one that is
/// refuted.
const FEW: usize = 25;

/// The text that is typed, over and over.
const WORDS: &str = "if (count > 3) { total += values[count] * 2; } else { total--; } ";

/// A document and the place where keys are typed into it.
pub(crate) struct Typed {
    /// The URI of the document.
    pub uri: String,
    /// The text of the document before anything is typed.
    pub text: String,
    /// The line that is typed into, from 0.
    pub line: usize,
    /// The column of the first typed character, from 0.
    pub column: usize,
    /// A line in another function, from 0. In the generated file, this line has a finding.
    pub elsewhere: usize,
}

/// An iterator over the places where keys are typed: each is one column right of the one before.
pub(crate) struct Keys {
    line: usize,
    column: usize,
}

impl Typed {
    /// Generates a file of [`FUNCTIONS`] functions with loops, pointers, and kept and refuted findings.
    pub(crate) fn generated() -> Self {
        let mut text = "#include <stdlib.h>\n#include <string.h>\n\n".to_owned();
        for number in 0..FUNCTIONS {
            // Most functions of real files have no finding.
            text.push_str(&BEGINNING.replace("NUMBER", &number.to_string()));
            text.push_str(if number % FEW == 3 { WITH_FINDINGS } else { WITHOUT });
        }
        let at = |name: String, line: usize| {
            text.lines().position(|line| line.contains(&name)).expect("the function is there") + line
        };
        let (line, elsewhere) = (at(format!("work_{}(", FUNCTIONS / 2), 4), at("work_3(".to_owned(), 15));
        Self { uri: "file:///typing/generated.c".to_owned(), line, column: 4, elsewhere, text }
    }

    /// Reads a file from disk. Keys are typed at the end of a statement near the middle of the file.
    pub(crate) fn file(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("the file can be read");
        let lines: Vec<&str> = text.lines().collect();
        let middle = lines.len() / 2;
        let is_statement = |line: &&str| line.starts_with([' ', '\t']) && line.ends_with(';');
        let line = middle + lines[middle..].iter().position(is_statement).expect("there is a statement");
        let path = path.canonicalize().expect("the file has a path");
        let uri = format!("file://{}", path.display());
        Self { uri, line, column: lines[line].len(), elsewhere: lines.len() / 3, text }
    }

    /// Returns the places at which the keys are pressed, one right of the other.
    pub(crate) fn keys(&self) -> Keys {
        Keys { line: self.line, column: self.column }
    }
}

/// Returns the character that the edit with this number types.
pub(crate) fn key(edit: usize) -> String {
    WORDS.chars().cycle().nth(edit).map(String::from).unwrap_or_default()
}

impl Keys {
    /// Returns the line and column of the next key, and moves on by one column.
    pub(crate) fn next_place(&mut self) -> (usize, usize) {
        self.column += 1;
        (self.line, self.column - 1)
    }
}

/// The C text with which every generated function begins.
const BEGINNING: &str = r"
static int work_NUMBER(int *values, int count)
{
    int total = 0;
    int *copy = malloc(count * sizeof *copy);

    if (!copy)
        return -1;
    for (int i = 0; i < count; i++) {
        copy[i] = values[i];
        total += copy[i];
    }
";

const WITH_FINDINGS: &str = r"    if (total > 100)
        free(copy);
    for (int i = 10; i > 0; i--) {
        values[i] = *copy;
        if (i == 1 && total <= 100)
            free(copy);
    }
    return total;
}
";

const WITHOUT: &str = r"    while (total > 100 && count > 0) {
        total -= copy[count - 1];
        count--;
    }
    if (total < 0)
        memset(values, 0, sizeof *values);
    free(copy);
    return total;
}
";
