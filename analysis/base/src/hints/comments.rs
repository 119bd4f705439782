//! Recognises comments of C code about objects and locks that are not released.

/// Words in a comment that say that an object is not released.
const SAYS_SO: [&str; 11] = [
    "need to free",
    "not free",
    "n't free",
    "never free",
    "not be free",
    "without free",
    "need to close",
    "not close",
    "n't close",
    "never close",
    "not be close",
];

/// Words that say that a comment with the word `leak` speaks of a leak that is meant. Without them, the comment
/// may just as well complain about the leak.
const IS_MEANT: [&str; 8] =
    ["intend", "intention", "deliberate", "on purpose", "purposely", "harmless", "accept", "don't care"];

/// Words of comments that complain about an object that is not released.
const COMPLAINS: [&str; 6] = ["leak", "bug", "fixme", "todo", "xxx", "warning"];

/// Words that say that a lock is held.
const IS_HELD: [&str; 6] =
    ["locked", "lock held", "holding the lock", "lock is held", "mutex held", "mutex is held"];

/// Words that say that something is so when the function returns.
const AT_THE_END: [&str; 7] = ["leave", "return", "stay", "remain", "keep", "caller", "still"];

/// Returns whether a comment says that a function returns with a lock held, or that its callers release it.
pub fn leaves_locked(comment: &str) -> bool {
    let comment = comment.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|words| comment.contains(words));
    let is_for_callers = comment.contains("caller") && comment.contains("unlock");
    (says(&IS_HELD) && says(&AT_THE_END) || is_for_callers) && !says(&COMPLAINS)
}

/// Returns whether a comment says that an object is not released, or leaks and is meant to. The words in
/// `for_tools` are ignored: a comment such as `NOLINT(memory-leak)` is for a tool.
pub fn mentions_loss<'a>(comment: &str, for_tools: impl Iterator<Item = &'a str>) -> bool {
    let comment = for_tools.fold(comment.to_ascii_lowercase(), |rest, word| rest.replace(word, ""));
    let words = comment.split(|char: char| char.is_whitespace() || char == '*');
    let comment = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let says = |words: &[&str]| words.iter().any(|words| comment.contains(words));
    says(&SAYS_SO) && !says(&COMPLAINS) || comment.contains("leak") && says(&IS_MEANT)
}

/// Returns whether a comment contains a release of the variable `name`, as in `/* else free(p); */`.
pub fn repeats_release(comment: &str, name: &str) -> bool {
    ["free", "close"].iter().any(|release| {
        comment.match_indices(release).any(|(at, _)| {
            let argument = comment[at + release.len()..].trim_start().strip_prefix('(').map(str::trim_start);
            let rest = argument.and_then(|argument| argument.strip_prefix(name));
            rest.is_some_and(|rest| rest.trim_start().starts_with(')'))
        })
    })
}
