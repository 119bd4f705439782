//! Expands response files: `@file` stands for the arguments in a file.

use std::path::Path;

use crate::{build::paths, project};

/// The deepest nesting of response files.
const DEPTH: usize = 8;

/// The most arguments of one command, so that response files that name each other cannot make it endless.
const MOST: usize = 200_000;

/// Replaces each `@file` argument by the arguments in that file. Like compilers, leaves an argument whose
/// file cannot be read as it is.
pub fn expand(arguments: &[String], directory: &Path) -> Vec<String> {
    let mut out = Vec::with_capacity(arguments.len());
    append(arguments, directory, DEPTH, &mut out);
    out
}

fn append(arguments: &[String], directory: &Path, depth: usize, out: &mut Vec<String>) {
    for argument in arguments {
        let file = argument.strip_prefix('@').filter(|_| depth > 0);
        let content = file.and_then(|file| project::read(&paths::absolute(directory, Path::new(file))).ok());
        match content {
            Some(content) => append(&split(&content.text), directory, depth - 1, out),
            None if out.len() < MOST => out.push(argument.clone()),
            None => return,
        }
    }
}

/// Splits the text of a response file at white space that is not in quotes. A backslash takes the next
/// character as it is.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            ('\\', _) => word.get_or_insert_default().extend(characters.next()),
            (_, Some(open)) if character == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (_, None) if character.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_split_as_compilers_do() {
        assert_eq!(
            split("-DA  -I'a b'\n\"-DS=\\\"x\\\"\" c\\ d ''"),
            ["-DA", "-Ia b", "-DS=\"x\"", "c d", ""]
        );
    }
}
