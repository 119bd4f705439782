//! What a program gives the library to keep: memory such as the buffer of a stream, and functions that printing calls.
//! Later calls write the memory and call the functions, although they do not name them.

/// The functions that are given such memory, with the position of the argument, from 0, that is NULL if there is
/// none after all.
const KEEPING: [(&str, Option<usize>); 9] = [
    ("setvbuf", Some(1)),
    ("setbuf", Some(1)),
    ("setbuffer", Some(1)),
    ("fmemopen", Some(0)),
    ("open_memstream", None),
    ("open_wmemstream", None),
    ("fopencookie", None),
    ("initstate", None),
    ("setstate", None),
];

/// The functions and variables by which the library gets functions that it calls when it prints, and a counter of what
/// was printed.
const HOOKS: [&str; 6] = [
    "error_message_count",
    "error_print_progname",
    "register_printf_function",
    "register_printf_modifier",
    "register_printf_specifier",
    "register_printf_type",
];

/// Returns whether a C text may give the library functions that it calls when it prints.
pub fn hooks_printing(text: &str) -> bool {
    HOOKS.iter().any(|name| memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_some())
}

/// Returns whether a C text may give the library memory to keep: it names a function for that, other than in a call
/// with a null pointer for the memory. A function without a body is searched for by its name as plain text, so that a
/// table of functions counts as well.
pub fn gives_memory(text: &str) -> bool {
    KEEPING.iter().any(|(name, argument)| {
        memchr::memmem::find_iter(text.as_bytes(), name.as_bytes()).any(|at| {
            let is_part =
                |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            let (before, behind) = (&text.as_bytes()[..at], &text[at + name.len()..]);
            !is_part(before.last())
                && !is_part(behind.as_bytes().first())
                && !argument.is_some_and(|position| is_null(behind, position))
        })
    })
}

/// Returns whether the arguments of a call, of which `behind` is the text from its parenthesis on, are sure to have a
/// null pointer at a position: `NULL`, or 0, perhaps converted.
fn is_null(behind: &str, position: usize) -> bool {
    let Some(arguments) = behind.trim_start().strip_prefix('(') else { return false };
    let (mut depth, mut commas, mut start) = (0, 0, 0);
    for (at, letter) in arguments.char_indices() {
        let is_end = depth == 0 && matches!(letter, ',' | ')');
        match letter {
            '"' | '\'' => return false,
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ => {}
        }
        if is_end && commas == position {
            return says_null(&arguments[start..at]);
        }
        if is_end && letter == ')' {
            return false;
        }
        if is_end {
            (commas, start) = (commas + 1, at + 1);
        }
    }
    false
}

fn says_null(argument: &str) -> bool {
    let spaced = argument.replace(['(', ')', '*'], " ");
    let mut words: Vec<&str> = spaced.split_whitespace().collect();
    words.retain(|word| !matches!(*word, "void" | "char"));
    matches!(words.as_slice(), ["0" | "NULL"])
}

#[cfg(test)]
mod tests {
    use super::gives_memory;

    #[test]
    fn memory_is_given_unless_it_is_null() {
        for text in ["setvbuf(stdout, b, 0, 64);", "x = &setbuf;", "setbuf ( f (1, 2), b)", "setbuf(f"] {
            assert!(gives_memory(text), "{text}");
        }
        let nothing = [
            "setvbuf(stdout, NULL, 2, 0);",
            "setbuf(f(0, b), (char *) ((void *)0));",
            "my_setbuf(f, b)",
            "f();",
        ];
        for text in nothing {
            assert!(!gives_memory(text), "{text}");
        }
        assert!(gives_memory("setbuf(f, 0); setbuf(g, b);") && gives_memory("open_memstream(&p, &n)"));
    }
}
