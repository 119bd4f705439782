//! Damages texts and bytes.

use csieve_tests::random::Random;

/// What is put into texts: what readers of C, TOML, JSON and YAML look at.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "\"",
    "'",
    "\\",
    "\\\n",
    "\n",
    "\r",
    "\0",
    "\u{feff}",
    "#",
    "##",
    "#if 0\n",
    "#endif\n",
    "#define f(x, ...) x\n",
    "#include __FILE__\n",
    "/*",
    "*/",
    "//",
    "0x",
    "1e",
    "99999999999999999999",
    "4294967295",
    "-1",
    "=",
    "==",
    "?",
    ":",
    "...",
    "->",
    ".",
    "goto ",
    "case 1:",
    "default:",
    "else ",
    "if (1) ",
    "switch (n) ",
    "for (;;) ",
    "do ",
    "while (0);",
    "return ",
    "break;",
    "continue;",
    "struct ",
    "union { int a; } ",
    "enum { A = 1 << 40 } ",
    "typedef ",
    "sizeof ",
    "_Generic(1, int: 2)",
    "__attribute__((cleanup(f))) ",
    "__asm__(\"\")",
    "(int (*[3])(void)) ",
    "int a[-1];",
    "int a[n];",
    "&&l",
    "static ",
    "extern ",
    "void ",
    "unsigned _BitInt(9999) ",
    "é",
    "𝄞",
    "???",
    "<<",
    "/ 0",
    "% 0",
    "INT_MIN",
];

/// Damages a text at some places.
pub(crate) fn mutant(text: &str, other: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let part = |of: &[char], random: &mut Random| {
        let from = random.below(of.len() as u64 + 1) as usize;
        let length = random.choose(&[1, 2, 5, 20, 100]);
        from..(from + random.below(length + 1) as usize).min(of.len())
    };
    for _ in 0..=random.below(4) {
        let range = part(&characters, random);
        let piece: Vec<char> = match random.below(6) {
            0 => Vec::new(),
            1 => characters[part(&characters, random)].to_vec(),
            2 => {
                let other: Vec<char> = other.chars().collect();
                other[part(&other, random)].to_vec()
            }
            3 => characters[range.clone()].iter().rev().copied().collect(),
            4 => characters[range.clone()].repeat(random.below(9) as usize),
            _ => random.pick(PIECES).chars().collect(),
        };
        let end = if random.one_in(2) { range.start } else { range.end };
        characters.splice(range.start..end, piece);
    }
    characters.into_iter().collect()
}
