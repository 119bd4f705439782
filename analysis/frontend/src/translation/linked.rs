//! What a unit says of the names by which the linker knows its functions and objects: assembler names
//! (`asm("name")`), aliases, and pragmas such as `#pragma weak`. The grammar has no place for most of it, so it
//! follows the declarations of the unit as lines of its own, which begin with [`LINE`].

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::{
    UnitTokens,
    declares::{Declares, declares},
    items::{Item, ItemKind, group_end},
};
use csieve_base::text::words;
use csieve_preprocess::{Name, Names, Token, TokenKind, canonical, known};

/// The words with which each line about linked names begins.
const LINE: &str = "#pragma linked";

/// A declared name with strings that give it other names.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// The name in C.
    name: Name,
    /// The string literals.
    strings: Vec<Name>,
    /// The attribute whose argument they are; `None` for an assembler name.
    attribute: Option<Name>,
}

/// The attributes whose string names another function or object.
const NAMING: [&str; 3] = ["alias", "weakref", "ifunc"];

/// What was found, each list with all names in the order of the unit.
#[derive(Default)]
struct Found {
    weak: Vec<String>,
    aliased: Vec<String>,
    renamed: Vec<String>,
}

/// Returns lines that say which names are linked otherwise than they are written. They have the form
/// `#pragma linked KIND NAME...`, where the kind is one of these:
///
/// - `weak`: another definition may take the place of the one in the unit,
/// - `aliased`: the object has another name, too, or assembly outside functions names it,
/// - `renamed`: the function is another one than that of its name in C,
/// - `interposable`: all that is not `static` is as if it were weak,
/// - `shared`: the file becomes part of a shared library,
/// - `gnu89`: `inline` means what it did before C99,
/// - `library`: a missing header declares functions of the C library.
pub(super) fn lines(unit: UnitTokens<'_>, items: &[Item]) -> String {
    let mut found = Found::default();
    for link in &unit.headers.links {
        found.link(link, unit.names);
    }
    for link in links(unit.tokens, items) {
        found.link(&link, unit.names);
    }
    found.aliased.extend(assembled(unit.tokens, items, unit.names));
    unit.linked.iter().for_each(|pragma| found.pragma(pragma));
    let mut text = String::new();
    let lists = [("weak", found.weak), ("aliased", found.aliased), ("renamed", found.renamed)];
    for (kind, mut names) in lists {
        names.sort_unstable();
        names.dedup();
        if !names.is_empty() {
            let _ = writeln!(text, "{LINE} {kind} {}", names.join(" "));
        }
    }
    for (kind, holds) in [
        ("interposable", unit.interposable),
        ("shared", unit.shared),
        ("gnu89", unit.gnu89),
        ("library", unit.lacks_library),
    ] {
        if holds {
            let _ = writeln!(text, "{LINE} {kind}");
        }
    }
    text
}

impl Found {
    fn link(&mut self, Link { name, strings, attribute }: &Link, names: &Names) {
        let name = names.text(*name);
        let is_naming = |attribute: Name| NAMING.contains(&names.text(attribute).trim_matches('_'));
        if attribute.is_some_and(|attribute| !is_naming(attribute)) {
            return;
        }
        let others = || strings.iter().flat_map(|string| words(names.text(*string)));
        if attribute.is_none() && others().all(|label| is_same(name, label)) {
            return;
        }
        self.renamed.push(name.to_owned());
        self.aliased.push(name.to_owned());
        self.aliased.extend(others().map(str::to_owned));
    }

    fn pragma(&mut self, text: &str) {
        let mut names = words(text);
        let kind = names.next();
        let names: Vec<String> = names.map(str::to_owned).collect();
        match (kind, &*names) {
            (Some("weak"), [name]) => self.weak.push(name.clone()),
            (_, [name, _]) => {
                self.renamed.push(name.clone());
                self.aliased.extend(names);
            }
            // What is not understood may mean any of its words.
            _ => {
                self.weak.extend(names.iter().cloned());
                self.aliased.extend(names);
            }
        }
    }
}

/// Returns whether an assembler name is that of the same function or object: C libraries have such names for
/// other sizes of types and other standards (`fopen64`, `__isoc99_sscanf`).
fn is_same(name: &str, label: &str) -> bool {
    const BEFORE: [&str; 8] = ["", "_", "__", "__isoc99_", "__isoc23_", "__xpg_", "__posix_", "__sysv_"];
    const BEHIND: [&str; 5] = ["", "64", "_time64", "64_time64", "_r"];
    let parts = label.split_once(name);
    parts.is_some_and(|(before, behind)| BEFORE.contains(&before) && BEHIND.contains(&behind))
}

/// Returns the names that external declarations, and declarations in functions, link otherwise than they are
/// written.
pub(super) fn links(tokens: &[Token], items: &[Item]) -> Vec<Link> {
    let mut links = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_label = canonical(token.name) == known::ASM;
        let may_be = is_label || token.name == known::LEFT_PAREN && is_argument(tokens, at);
        if !may_be {
            continue;
        }
        let open = if is_label { at + 1 } else { at };
        let Some(first) = tokens.get(open + 1) else { continue };
        if tokens[open].name != known::LEFT_PAREN || first.kind != TokenKind::String {
            continue;
        }
        let item = items.partition_point(|item| item.tokens.end <= at);
        let Some(item) = items.get(item).filter(|item| item.tokens.contains(&at)) else { continue };
        let strings = tokens[open + 1..group_end(tokens, open)].iter();
        let strings: Vec<Name> =
            strings.filter(|token| token.kind == TokenKind::String).map(|token| token.name).collect();
        let names = declared(tokens, item, at);
        let attribute = (!is_label).then(|| tokens[at - 1].name);
        links.extend(names.map(|name| Link { name, strings: strings.clone(), attribute }));
    }
    links
}

/// Returns the names in assembly outside functions. It may give an object another name, or write it.
fn assembled(tokens: &[Token], items: &[Item], names: &Names) -> Vec<String> {
    let is_assembly =
        |item: &&Item| tokens.get(item.tokens.start).is_some_and(|token| canonical(token.name) == known::ASM);
    let strings = items.iter().filter(is_assembly).flat_map(|item| &tokens[item.tokens.clone()]);
    let strings = strings.filter(|token| token.kind == TokenKind::String);
    strings.flat_map(|token| words(names.text(token.name))).map(str::to_owned).collect()
}

/// Returns whether the parenthesis at a token opens the argument of an attribute that is a single string.
fn is_argument(tokens: &[Token], at: usize) -> bool {
    let is = |at: usize, kind: TokenKind| tokens.get(at).is_some_and(|token| token.kind == kind);
    at >= 2
        && is(at + 1, TokenKind::String)
        && is(at - 1, TokenKind::Identifier)
        && matches!(tokens[at - 2].name, known::LEFT_PAREN | known::COMMA)
}

/// Returns the name that the declarator before a token declares.
fn declared(tokens: &[Token], item: &Item, at: usize) -> impl Iterator<Item = Name> {
    let names: FxHashSet<Name> = declares(tokens, item)
        .into_iter()
        .filter(|declared| matches!(declared, Declares::Value(_)))
        .map(Declares::name)
        .collect();
    let before = tokens[item.tokens.start..at].iter().rev();
    let in_body = matches!(item.kind, ItemKind::Function(parts) if parts.body < at);
    let last = before.clone().find(|token| names.contains(&token.name)).map(|token| token.name);
    // In a body, `asm` behind a name is no statement.
    let local = before.clone().next().filter(|token| token.kind == TokenKind::Identifier);
    let local = local.filter(|token| !is_word_of_statement(token.name)).map(|token| token.name);
    if in_body { local } else { last }.into_iter()
}

/// Returns whether a word before `asm` makes it no assembler name.
fn is_word_of_statement(name: Name) -> bool {
    matches!(canonical(name), known::ELSE | known::DO | known::GOTO | known::VOLATILE)
}
