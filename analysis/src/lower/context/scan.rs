//! A pass over the characters of a file that sees what a parse tree hides: directives inside broken
//! code, and names inside macro bodies.

/// A preprocessor directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Directive {
    /// `define`, `undef`, `if`, ...
    pub keyword: String,
    /// The rest of the logical line, without comments.
    pub rest: String,
}

/// What a pass over a text finds, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Directive(Directive),
    /// A name outside comments, literals and directives, with its offset.
    Name(&'a str, usize),
}

/// Calls `visit` for every piece of a text.
pub(super) fn scan<'a>(text: &'a str, mut visit: impl FnMut(Piece<'a>)) {
    let bytes = text.as_bytes();
    let (mut at, mut line_start) = (0, true);
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            b'\n' => {
                line_start = true;
                at += 1;
            }
            b'/' if matches!(bytes.get(at + 1), Some(b'*' | b'/')) => at = comment_end(bytes, at),
            b'"' | b'\'' => {
                at = literal_end(bytes, at);
                line_start = false;
            }
            b'#' if line_start => {
                let (directive, end) = directive(text, at + 1);
                visit(Piece::Directive(directive));
                at = end;
            }
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                let end = name_end(bytes, at);
                visit(Piece::Name(&text[at..end], at));
                at = end;
                line_start = false;
            }
            b'0'..=b'9' => {
                // A number takes its suffix with it, so that `0x1f` holds no name.
                at = name_end(bytes, at);
                line_start = false;
            }
            _ => {
                line_start &= byte.is_ascii_whitespace();
                at += 1;
            }
        }
    }
}

fn name_end(bytes: &[u8], from: usize) -> usize {
    let ends = |byte: &u8| !(byte.is_ascii_alphanumeric() || *byte == b'_');
    bytes[from..].iter().position(ends).map_or(bytes.len(), |length| from + length)
}

fn comment_end(bytes: &[u8], from: usize) -> usize {
    let block = bytes[from + 1] == b'*';
    let mut at = from + 2;
    while at < bytes.len() {
        if block && bytes[at] == b'*' && bytes.get(at + 1) == Some(&b'/') {
            return at + 2;
        }
        if !block && bytes[at] == b'\n' && bytes[at - 1] != b'\\' {
            return at;
        }
        at += 1;
    }
    at
}

/// The end of a string or character; a line end stops one that was not closed.
fn literal_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == bytes[from] => return at + 1,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

/// Reads a directive after its `#`, and says where its logical line ends.
fn directive(text: &str, from: usize) -> (Directive, usize) {
    let bytes = text.as_bytes();
    let mut line = Vec::new();
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => break,
            b'\\' if matches!(bytes.get(at + 1), Some(b'\n')) => at += 2,
            b'\\' if bytes.get(at + 1) == Some(&b'\r') && bytes.get(at + 2) == Some(&b'\n') => at += 3,
            b'/' if matches!(bytes.get(at + 1), Some(b'*' | b'/')) => {
                at = comment_end(bytes, at);
                line.push(b' ');
            }
            b'"' | b'\'' => {
                let end = literal_end(bytes, at);
                line.extend_from_slice(&bytes[at..end]);
                at = end;
            }
            byte => {
                line.push(byte);
                at += 1;
            }
        }
    }
    let line = String::from_utf8_lossy(&line);
    let line = line.trim();
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len());
    (Directive { keyword: line[..end].to_owned(), rest: line[end..].trim().to_owned() }, at)
}

#[cfg(test)]
mod tests {
    use super::{Piece, scan};

    #[test]
    fn comments_and_literals_hide_what_they_hold() {
        let text = "/*\n#define A 1\n*/ x \"y\\\"\" 'z' // w\n  # define B(a) \\\n a + /* c */ 1\nq 0x1f";
        let mut seen = Vec::new();
        scan(text, |piece| {
            seen.push(match piece {
                Piece::Directive(directive) => format!("#{} {}", directive.keyword, directive.rest),
                Piece::Name(name, _) => name.to_owned(),
            });
        });
        assert_eq!(seen, ["x", "#define B(a)  a +   1", "q"]);
    }
}
