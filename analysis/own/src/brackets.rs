//! Brackets of queries. The reader of queries ends the program if a capture stands behind brackets with conditions alone.

/// Brackets that are open.
struct Open {
    /// Their offset in bytes.
    start: usize,
    /// Whether they are a condition: `(#eq? ...)`.
    is_condition: bool,
    /// Whether a node stands in them.
    has_node: bool,
}

/// Returns the offset in bytes of the first brackets of a query that have no node in them and are no condition.
pub(crate) fn without_node(query: &str) -> Option<usize> {
    let mut open: Vec<Open> = Vec::new();
    let mut characters = query.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '(' | '[' => {
                let is_condition = query[at + 1..].trim_start().starts_with('#');
                open.push(Open { start: at, is_condition, has_node: false });
            }
            ')' | ']' => {
                let closed = open.pop()?;
                if !closed.is_condition && !closed.has_node {
                    return Some(closed.start);
                }
                if let Some(around) = open.last_mut() {
                    around.has_node |= !closed.is_condition;
                }
            }
            '"' => {
                while let Some((_, inside)) = characters.next() {
                    match inside {
                        '\\' => drop(characters.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                note_node(&mut open);
            }
            ';' => while characters.next_if(|(_, inside)| *inside != '\n').is_some() {},
            '@' | '#' | '!' => while characters.next_if(|(_, inside)| is_word(*inside)).is_some() {},
            _ if is_word(character) && character != '.' => {
                note_node(&mut open);
            }
            _ => {}
        }
    }
    None
}

fn note_node(open: &mut [Open]) {
    if let Some(around) = open.last_mut() {
        around.has_node = true;
    }
}

/// Returns whether a character may be a part of a name. `.` by itself stands between nodes.
fn is_word(character: char) -> bool {
    character.is_alphanumeric() || ['_', '-', '.', '?'].contains(&character)
}
