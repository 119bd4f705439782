//! Names of functions and objects that code may reach under another name: in `alias` attributes, assembly
//! names, assembly statements, and pragmas such as `#pragma weak`.

use csieve_base::text::words;
use csieve_preprocess::{Names, Token, TokenKind, canonical, known};

/// The attributes whose string is the name of another function or object.
const NAMING: [&str; 6] = ["alias", "__alias__", "ifunc", "__ifunc__", "weakref", "__weakref__"];

/// The pragmas that name functions or objects.
const PRAGMAS: [&str; 5] = ["weak", "redefine_extname", "init", "fini", "extern_prefix"];

/// Returns all words that may be such names, in no order. Errs on the side of too many.
pub(super) fn aliased(tokens: &[Token], names: &Names, text: &str) -> Vec<String> {
    let strings = (2..tokens.len()).filter(|at| tokens[*at].kind == TokenKind::String);
    let naming = strings.filter(|at| is_naming(&tokens[..*at], names));
    let spelled = naming.map(|at| names.text(tokens[at].name));
    let lines = text.lines().filter(|line| is_naming_pragma(line));
    spelled.chain(lines).flat_map(words).map(str::to_owned).collect()
}

/// Returns whether a string after these tokens is the argument of a naming attribute or of `asm`, or goes on
/// from such a string.
fn is_naming(before: &[Token], names: &Names) -> bool {
    let is_string = |token: &&Token| token.kind == TokenKind::String;
    let rest = before.len() - before.iter().rev().take_while(is_string).count();
    let [.., function, parenthesis] = &before[..rest] else { return false };
    parenthesis.name == known::LEFT_PAREN
        && (canonical(function.name) == known::ASM
            || canonical(function.name) == known::VOLATILE
            || NAMING.contains(&names.text(function.name)))
}

/// Returns whether a line is a pragma, or has the operator `_Pragma`, that names functions or objects.
fn is_naming_pragma(line: &str) -> bool {
    let Some((_, rest)) = line.split_once("ragma") else { return false };
    words(rest).next().is_some_and(|word| PRAGMAS.contains(&word))
}
