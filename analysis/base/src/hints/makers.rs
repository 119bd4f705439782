//! Recognises, by their names, functions that make something and may fail to.

/// Returns whether the name of a function says that it makes an object: `evbuffer_new`, `git__strndup`.
pub fn makes_something(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words = name.split('_');
    let is_maker = |word: &str| {
        matches!(word, "new" | "create" | "clone" | "make" | "copy")
            || word.ends_with("alloc")
            || word.ends_with("dup")
    };
    words.into_iter().any(is_maker)
}
