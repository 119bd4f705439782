//! Messages that quote what a user wrote.

/// Returns a message on one line: control characters in what it quotes are written as escapes, such as `\\n`.
pub fn one_line(message: &str) -> String {
    let mut line = String::with_capacity(message.len());
    for char in message.chars() {
        if char.is_control() { line.extend(char.escape_default()) } else { line.push(char) }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn what_is_quoted_stays_on_the_line() {
        assert_eq!(one_line("there is no check `a\nb\u{1}é`"), "there is no check `a\\nb\\u{1}é`");
    }
}
