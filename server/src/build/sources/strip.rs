//! Removes arguments from a command, as clangd does.

use crate::build::flags;

/// Removes the arguments that match a pattern. The first argument stays, because it is the compiler.
///
/// A pattern that is the name of an option, such as `-I`, matches all spellings of this option, together with
/// their values. Any other pattern matches itself, or with a `*` at its end every argument that begins like
/// it.
pub fn strip(arguments: &mut Vec<String>, patterns: &[String]) {
    if patterns.is_empty() {
        return;
    }
    let mut rest = std::mem::take(arguments).into_iter();
    arguments.extend(rest.next());
    while let Some(argument) = rest.next() {
        let values = patterns.iter().find_map(|pattern| flags::removes(pattern, &argument));
        match values {
            None => arguments.push(argument),
            Some(values) => {
                if arguments.last().is_some_and(|last| last == "-Xclang") {
                    arguments.pop();
                }
                for _ in 0..values {
                    if rest.next().is_some_and(|value| value == "-Xclang") {
                        rest.next();
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::strip;

    fn left(arguments: &str, patterns: &[&str]) -> String {
        let mut arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        strip(&mut arguments, &patterns);
        arguments.join(" ")
    }

    #[test]
    fn an_option_goes_with_all_its_spellings_and_values() {
        assert_eq!(left("cc -Ia -I b --include-directory c -isystem d a.c", &["-I"]), "cc -isystem d a.c");
        assert_eq!(left("cc -DA=1 -D B -UC a.c", &["--define-macro"]), "cc -UC a.c");
        assert_eq!(left("cc -Xclang -include -Xclang x.h -c", &["-include"]), "cc -c");
    }

    #[test]
    fn other_patterns_are_taken_as_they_stand() {
        assert_eq!(left("cc -m32 -march=x -Wall", &["-m*", "-W"]), "cc -Wall");
        assert_eq!(left("cc -std=c99 -std=c11", &["-std=c99"]), "cc -std=c11");
        assert_eq!(left("cc -std=c99 -std=c11", &["-std=*"]), "cc");
    }
}
