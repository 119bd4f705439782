//! Which parts of the text under test the run needs.

use std::{collections::BTreeSet, ops::Range};

use csieve_analysis::{
    machine::Callee,
    preprocess::{Name, Preprocessed, SourceId, Token, TokenKind},
    translation::{Kept, SlicePart, Wanted, sliced},
};

use super::{Scene, cut, replay::under_test};

/// Library functions that call functions that they are given, now or later.
const CALL_BACK: [&str; 29] = [
    "at_quick_exit",
    "atexit",
    "bsearch",
    "bsearch_s",
    "call_once",
    "clone",
    "dl_iterate_phdr",
    "ftw",
    "glob",
    "lfind",
    "lsearch",
    "makecontext",
    "nftw",
    "on_exit",
    "pthread_atfork",
    "pthread_create",
    "pthread_key_create",
    "pthread_once",
    "qsort",
    "qsort_r",
    "qsort_s",
    "scandir",
    "sigaction",
    "signal",
    "tdelete",
    "tfind",
    "thrd_create",
    "tsearch",
    "twalk",
];

/// Returns the external declarations of the preprocessed text under test, with how much of each the run
/// needs. `rest` is the rest of the driver. `written` is the text if the driver has it as it is written, so
/// that only what can be cut out of it is left out.
pub(super) fn parts(
    scene: &Scene,
    (unit, tokens): (&Preprocessed, &[Token]),
    rest: &str,
    written: Option<&str>,
) -> Vec<SlicePart> {
    let own = under_test(scene.subject.located.finding);
    // The rest of the driver has a `main` of its own.
    let others = words(rest).filter(|word| *word != "main");
    let names: Vec<Name> = others.chain([own]).filter_map(|word| unit.names.get(word)).collect();
    let is_fixed = |range: &Range<usize>| {
        let is_own = tokens[range.clone()].iter().any(|token| unit.place(token).source == SourceId::MAIN);
        written.is_some_and(|text| is_own && cut::span(tokens, range, text).is_none())
    };
    let calls_back = scene.replay.seen.library.iter().any(|name| CALL_BACK.contains(&name.as_str()));
    let is_hollow = |name: usize, body: Range<usize>| {
        !calls_back
            && unit.place(&tokens[name]).source == SourceId::MAIN
            && is_left(scene, unit.spelling(&tokens[name]))
            && written.is_none_or(|text| cut::span(tokens, &body, text).is_some())
    };
    sliced(tokens, &unit.names, Wanted { names: &names, is_fixed: &is_fixed, is_hollow: &is_hollow })
}

/// Returns the names that what is kept mentions.
pub(super) fn names((unit, tokens): (&Preprocessed, &[Token]), parts: &[SlicePart]) -> BTreeSet<String> {
    let kept = parts.iter().map(|part| match part.kept {
        Kept::Whole => part.tokens.clone(),
        Kept::Header(body) => part.tokens.start..body,
        Kept::Nothing => 0..0,
    });
    let tokens = kept.flat_map(|range| &tokens[range]);
    let named = tokens.filter(|token| token.kind == TokenKind::Identifier);
    named.map(|token| unit.spelling(token).to_owned()).collect()
}

/// Returns whether the run certainly does not enter a function of the file.
fn is_left(scene: &Scene, name: &str) -> bool {
    let seen = &scene.replay.seen;
    name != under_test(scene.subject.located.finding)
        && !seen.entered.contains(name)
        && !seen.calls.contains_key(name)
        && !seen.library.contains(name)
        && scene.graphs.library().function(name).is_none()
        && matches!(scene.graphs.graph(name), Callee::Graph(_))
}

/// Yields the words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).filter(|word| !word.is_empty())
}
