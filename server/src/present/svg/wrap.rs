//! Cuts texts into lines for a drawing.

/// Cuts a text into lines of at most `most` columns: between the parts of a list if that leaves lines that
/// are at least half full, else at other spaces, else before operators and after brackets, else anywhere.
pub(super) fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut rest: Vec<char> = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
    let mut lines = Vec::new();
    while columns(&rest) > most {
        let end = end_of_line(&rest, most.max(2));
        lines.push(rest[..end].iter().collect::<String>().trim_end().to_owned());
        rest.drain(..end);
        if rest.first() == Some(&' ') {
            rest.remove(0);
        }
    }
    lines.push(rest.into_iter().collect());
    lines
}

/// Returns the width of a text in columns of a font whose letters are all equally wide.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(column).sum()
}

fn columns(text: &[char]) -> usize {
    text.iter().copied().map(column).sum()
}

/// Ideographs and the like are two columns wide.
fn column(character: char) -> usize {
    if matches!(character, '\u{1100}'..='\u{115f}' | '\u{2e80}'..) { 2 } else { 1 }
}

/// Returns how many characters the first line takes.
fn end_of_line(text: &[char], most: usize) -> usize {
    let mut used = 0;
    let fits = text.iter().take_while(|&&character| {
        used += column(character);
        used <= most
    });
    let longest = fits.count().max(1);
    let last = |may_end: &dyn Fn(usize) -> bool| (1..=longest).rev().find(|&end| may_end(end));
    let space = last(&|end| text.get(end) == Some(&' '));
    let part = last(&|end| text.get(end) == Some(&' ') && text[end - 1] == ',');
    let operator = last(&|end| text.get(end).is_some_and(|&next| may_end(text[end - 1], next)));
    let full = [part, space, operator].into_iter().flatten().find(|end| end * 2 >= longest);
    full.or(space).or(operator).unwrap_or(longest)
}

/// Returns whether a line may end between two characters of an expression.
fn may_end(before: char, next: char) -> bool {
    const OPERATORS: &str = "+-*/%&|^=<>!?:.";
    let is_operator = |character| OPERATORS.contains(character);
    ",;([{".contains(before) || (is_operator(next) && !is_operator(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_spaces_then_at_operators_then_anywhere() {
        assert_eq!(wrap("x = 10", 48), ["x = 10"]);
        assert_eq!(wrap("the pointer `p` is freed", 12), ["the pointer", "`p` is freed"]);
        assert_eq!(
            wrap("table->entries[index]->next->value", 16),
            ["table->entries[", "index]->next", "->value"]
        );
        assert_eq!(wrap("a&&bbbbbbbbbb||cccc", 14), ["a&&bbbbbbbbbb", "||cccc"]);
        assert_eq!(wrap("aaaaaaaaaaaaaaaaaaaa", 8), ["aaaaaaaa", "aaaaaaaa", "aaaa"]);
        assert_eq!(wrap("", 8), [""]);
    }

    #[test]
    fn no_line_is_too_wide_and_no_character_is_lost() {
        let text = "if (strncmp(name, \"漢字漢字漢字\", sizeof(name)-1)==0&&list->head!=NULL) count += 1;";
        for most in 1..60 {
            let lines = wrap(text, most);
            assert!(lines.iter().all(|line| width(line) <= most.max(2)), "{most}: {lines:?}");
            let joined: String = lines.concat().chars().filter(|one| *one != ' ').collect();
            assert_eq!(joined, text.replace(' ', ""));
        }
    }
}
