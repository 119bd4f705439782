//! What a program gives the library to keep: memory such as the buffer of a stream, and functions that printing calls.
//! Later calls write the memory and call the functions, although they do not name them. And what the library gives to a
//! program to keep: the address of `errno`.

/// The functions that are given such memory, with the position of the argument, from 0, that is NULL if there is
/// none after all.
const KEEPING: [(&str, Option<usize>); 11] = [
    ("setvbuf", Some(1)),
    ("setbuf", Some(1)),
    ("setbuffer", Some(1)),
    ("fmemopen", Some(0)),
    ("open_memstream", None),
    ("open_wmemstream", None),
    ("fopencookie", None),
    ("initstate", None),
    ("setstate", None),
    // Memory that is shared with a file is written with the file, unless it is shared with none.
    ("mmap", None),
    ("mmap64", None),
];

/// What the arguments of `mmap` say of memory that is shared with no file.
const UNSHARED: [&str; 2] = ["MAP_PRIVATE", "MAP_ANON"];

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

/// What the library and a program may keep of each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kept {
    /// The library keeps memory of the program, such as the buffer of a stream, which calls that use it may write.
    pub memory: bool,
    /// The library calls functions of the program when it prints.
    pub hooks: bool,
    /// The program has the address of `errno`, which any call of the library may write.
    pub errno: bool,
}

impl Kept {
    /// Returns what a C text says of it. Errs on the side of yes.
    pub fn by(text: &str) -> Self {
        Self { memory: gives_memory(text), hooks: hooks_printing(text), errno: keeps_errno(text) }
    }

    /// Returns what two texts say together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            memory: self.memory || other.memory,
            hooks: self.hooks || other.hooks,
            errno: self.errno || other.errno,
        }
    }
}

/// Returns whether a C text may give the library functions that it calls when it prints.
fn hooks_printing(text: &str) -> bool {
    HOOKS.iter().any(|name| memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_some())
}

/// Returns whether a C text may take the address of `errno`, by `&` or from the function that gives it, to change or look
/// at it by that pointer later, or declares it as an object itself.
fn keeps_errno(text: &str) -> bool {
    // `__error` is the function of the BSDs, the others have the name of the object in theirs.
    ["errno", "__error"].iter().any(|name| {
        memchr::memmem::find_iter(text.as_bytes(), name.as_bytes()).any(|at| {
            let word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let (before, behind) = (text[..at].trim_end_matches(word), &text[at..]);
            let name = &text[before.len()..at + behind.find(|letter| !word(letter)).unwrap_or(behind.len())];
            let before = before.trim_end_matches(|letter: char| letter.is_whitespace() || letter == '(');
            let object = match name {
                "errno" => Some(before),
                "__errno_location" | "__error" | "___errno" | "_errno" | "__errno" => {
                    before.strip_suffix('*')
                }
                _ => return false,
            };
            // `a && errno` takes no address, and a declaration of the function gives none.
            let Some(object) = object else { return is_called(behind) };
            let object = object.trim_end_matches(|letter: char| letter.is_whitespace() || letter == '(');
            // Who declares `extern int errno` has it as an object.
            object.ends_with('&') && !object.ends_with("&&") || name == "errno" && object.ends_with("int")
        })
    })
}

/// Returns whether a function is called at the begin of a text, rather than declared: without parameters.
fn is_called(name: &str) -> bool {
    let behind = name.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || letter == '_');
    let arguments = behind.trim_start().strip_prefix('(').map(str::trim_start);
    arguments.is_none_or(|arguments| arguments.starts_with(')'))
}

/// Returns whether a C text may give the library memory to keep: it names a function for that, other than in a call
/// with a null pointer for the memory. A function without a body is searched for by its name as plain text, so that a
/// table of functions counts as well.
fn gives_memory(text: &str) -> bool {
    KEEPING.iter().any(|(name, argument)| {
        memchr::memmem::find_iter(text.as_bytes(), name.as_bytes()).any(|at| {
            let is_part =
                |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            let (before, behind) = (&text.as_bytes()[..at], &text[at + name.len()..]);
            let is_name = !is_part(before.last()) && !is_part(behind.as_bytes().first());
            let is_nothing = argument.is_some_and(|position| is_null(behind, position))
                || name.starts_with("mmap") && is_unshared(behind);
            is_name && !is_nothing
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

/// Returns whether the arguments of a call, of which `behind` is the text from its parenthesis on, ask for memory that is
/// shared with no file.
fn is_unshared(behind: &str) -> bool {
    let arguments = behind.split(';').next().unwrap_or_default();
    UNSHARED.iter().any(|flag| arguments.contains(flag))
}

fn says_null(argument: &str) -> bool {
    let spaced = argument.replace(['(', ')', '*'], " ");
    let mut words: Vec<&str> = spaced.split_whitespace().collect();
    words.retain(|word| !matches!(*word, "void" | "char"));
    matches!(words.as_slice(), ["0" | "NULL"])
}

#[cfg(test)]
mod tests {
    use super::{gives_memory, keeps_errno};

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
    #[test]
    fn the_address_of_errno_is_kept_if_it_is_a_value() {
        for text in [
            "int *e = &errno;",
            "f(& (errno))",
            "p = &(*__errno_location ());",
            "p = __errno_location();",
            "int *(*get)(void) = __errno_location;",
            "p = __error();",
            "extern int errno;",
        ] {
            assert!(keeps_errno(text), "{text}");
        }
        let not = [
            "if (a && errno)",
            "(*__errno_location ()) = 0;",
            "a && (*__errno_location ())",
            "extern int *__errno_location (void);",
            "#include <errno.h>",
            "int my_errno, *p = &my_errno;",
            "extern int *__error(void);",
        ];
        for text in not {
            assert!(!keeps_errno(text), "{text}");
        }
    }
}
