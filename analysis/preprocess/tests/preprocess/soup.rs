//! Generates random texts that define and use macros.

/// A small pseudo-random number generator, which yields the same numbers for the same seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Pieces of text that matter to a preprocessor. Random texts are made of them.
pub(crate) const PIECES: &[&str] = &[
    "\n",
    "\n#",
    " ",
    "\\\n",
    "define ",
    "undef ",
    "if ",
    "ifdef ",
    "elif ",
    "else",
    "endif",
    "include ",
    "line ",
    "pragma ",
    "error",
    "f",
    "g",
    "x",
    "(",
    ")",
    ",",
    "...",
    "#",
    "##",
    "__VA_ARGS__",
    "__VA_OPT__",
    "defined",
    "__has_include(",
    "\"a.h\"",
    "<a.h>",
    "_Pragma(\"",
    "push_macro(",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "1",
    "0x",
    "+",
    "?",
    ":",
    "<",
    ">",
    "/",
    "&&",
    "R\"(",
    ")\"",
    "__LINE__",
    "__COUNTER__",
    "é",
    "\\u00e9",
    "\r\n",
    "@",
    "\u{feff}",
    "f(",
    "#define f(x) x ",
    "\n#define g f(",
    "\n#define f(x, ...) g x #x x##f ",
];

/// Returns a text of fewer than `most` random pieces.
#[allow(dead_code, reason = "for the fuzzer")]
pub(crate) fn text(seed: u64, most: usize) -> String {
    let mut random = Random::new(seed);
    (0..random.below(most)).map(|_| random.pick(PIECES)).collect()
}

/// A generated macro. `parameters` is the number of parameters, or `None` for an object-like macro.
struct Defined {
    name: String,
    parameters: Option<usize>,
    variadic: bool,
}

/// Returns random macro definitions and a text that uses the macros. Macro names start with `prefix`, so that
/// several results can be combined.
pub(crate) fn program(seed: u64, prefix: &str) -> String {
    let mut random = Random::new(seed);
    let macros: Vec<Defined> = (0..2 + random.below(3))
        .map(|index| Defined {
            name: format!("{prefix}{index}"),
            parameters: (!random.one_in(3)).then(|| random.below(4)),
            variadic: random.one_in(4),
        })
        .collect();
    let mut text = String::new();
    for definition in &macros {
        define(&mut random, &macros, definition, &mut text);
    }
    for _ in 0..=random.below(2) {
        let length = 1 + random.below(4);
        tokens(&mut random, &macros, &[], length, 2, &mut text);
        text.push('\n');
    }
    text
}

const PARAMETERS: &[&str] = &["x", "y", "z"];

fn define(random: &mut Random, macros: &[Defined], definition: &Defined, text: &mut String) {
    text.push_str("#define ");
    text.push_str(&definition.name);
    let mut names: Vec<&str> = Vec::new();
    if let Some(count) = definition.parameters {
        names.extend(&PARAMETERS[..count]);
        let mut list = names.join(", ");
        if definition.variadic {
            let named = random.one_in(3);
            list.push_str(if count > 0 { ", " } else { "" });
            list.push_str(if named { "rest..." } else { "..." });
            names.push(if named { "rest" } else { "__VA_ARGS__" });
        }
        text.extend(["(", &list, ")"]);
    }
    text.push(' ');
    let length = random.below(6);
    body(random, macros, &names, length, text);
    text.push('\n');
}

/// Writes the body of a function-like macro, in which all operators are well formed.
fn body(random: &mut Random, macros: &[Defined], names: &[&str], length: usize, text: &mut String) {
    for index in 0..length {
        match random.below(12) {
            0 if !names.is_empty() => text.extend(["#", random.pick(names)]),
            1 | 2 if index + 1 < length => {
                operand(random, macros, names, text);
                text.push_str(random.pick(&["##", " ## "]));
                operand(random, macros, names, text);
                // Without the space, `L` and a literal after it would become one token.
                text.push(' ');
            }
            3 if names.last() == Some(&"__VA_ARGS__") => {
                text.push_str(random.pick(&[", ## __VA_ARGS__", "__VA_OPT__(a, b)", "__VA_OPT__(x z)"]));
            }
            _ => tokens(random, macros, names, 1, 1, text),
        }
        if !random.one_in(3) {
            text.push(' ');
        }
    }
}

fn operand(random: &mut Random, macros: &[Defined], names: &[&str], text: &mut String) {
    match random.below(4) {
        0 | 1 if !names.is_empty() => text.push_str(random.pick(names)),
        2 => text.push_str(&macros[random.below(macros.len())].name),
        _ => text.push_str(random.pick(&["a", "b1", "7", "+", "L"])),
    }
}

/// Writes random tokens and macro invocations. Most invocations have the right number of arguments, and all
/// have balanced parentheses.
fn tokens(
    random: &mut Random,
    macros: &[Defined],
    names: &[&str],
    count: usize,
    depth: usize,
    text: &mut String,
) {
    for _ in 0..count {
        match random.below(10) {
            0..=4 => {
                let definition = &macros[random.below(macros.len())];
                text.push_str(&definition.name);
                if depth > 0 && !random.one_in(5) {
                    invocation(random, macros, names, definition, depth, text);
                }
            }
            5 | 6 if !names.is_empty() => text.push_str(random.pick(names)),
            7 if depth > 0 => {
                text.push('(');
                tokens(random, macros, names, count.min(3), depth - 1, text);
                text.push(')');
            }
            _ => {
                text.push_str(
                    random.pick(&["a", "b1", "7", "+", "-", "\"s\\n\"", "'c'", "<", ";", ",", "."]),
                );
            }
        }
        text.push_str(random.pick(&[" ", " ", "  ", "/**/", "\t"]));
    }
}

fn invocation(
    random: &mut Random,
    macros: &[Defined],
    names: &[&str],
    definition: &Defined,
    depth: usize,
    text: &mut String,
) {
    let extra = if definition.variadic { random.below(3) } else { 0 };
    let count = definition.parameters.unwrap_or(1) + extra;
    text.push_str(random.pick(&["(", " (", "( "]));
    for index in 0..count {
        if index > 0 {
            text.push(',');
        }
        let length = random.below(3);
        let mut argument = String::new();
        tokens(random, macros, names, length, depth - 1, &mut argument);
        // A comma would split the argument in two.
        text.push_str(&argument.replace(", ", "; "));
    }
    text.push(')');
}
