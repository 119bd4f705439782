//! Lines in sentences. A result is relative to its function, so a sentence names a line as
//! `{line:OFFSET}` until the place of the function is known.

use crate::text::LineIndex;

/// The placeholder for the line of an offset relative to the function's start.
pub fn line_of(offset: u32) -> String {
    format!("{{line:{offset}}}")
}

/// A sentence with its placeholders replaced by line numbers, for a function that starts at `base`.
pub fn resolve_lines(sentence: &str, base: u32, lines: &LineIndex) -> String {
    let mut out = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once("{line:") {
        out.push_str(before);
        rest = match after
            .split_once('}')
            .and_then(|(digits, rest)| Some((digits.parse::<u32>().ok()?, rest)))
        {
            Some((offset, rest)) => {
                out.push_str(&lines.line_number(base + offset).to_string());
                rest
            }
            None => {
                out.push_str("{line:");
                after
            }
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{line_of, resolve_lines};
    use crate::text::LineIndex;

    #[test]
    fn placeholders_become_line_numbers() {
        let lines = LineIndex::new("\n\nint f(void)\n{\n}\n");
        let sentence = format!("freed on line {}, {{line:x}} stays", line_of(12));
        assert_eq!(resolve_lines(&sentence, 2, &lines), "freed on line 4, {line:x} stays");
    }
}
