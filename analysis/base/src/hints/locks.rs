//! Recognises, by their names, functions that may take or release a lock although no library table says so.

/// The change of a lock that the name of a function may announce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockHint {
    /// The function may release a lock: `leave_queue`.
    Releases,
    /// The function may take a lock: `enter_queue`.
    Takes,
}

impl LockHint {
    /// Returns whether the name of a function announces this change of a lock.
    pub fn is_in(self, function: &str) -> bool {
        let name = function.to_ascii_lowercase();
        match self {
            Self::Releases => contains_any(&name, &["unlock", "release", "leave", "wait"]),
            Self::Takes => contains_any(&name.replace("unlock", ""), &["lock", "acquire", "enter", "wait"]),
        }
    }
}

/// Returns whether the name of a function says that it may destroy the object that contains a lock:
/// `queue_destroy`.
pub fn may_end_owner(function: &str) -> bool {
    let words = ["destroy", "free", "unlink", "unref", "put", "drop", "close", "done"];
    contains_any(&function.to_ascii_lowercase(), &words)
}

/// Returns whether the name of a function says that it takes a lock for its callers: `queue_lock`, but not
/// `unlock` or `block`.
pub fn is_lock_for_callers(function: &str) -> bool {
    let lower = function.to_ascii_lowercase();
    ["lock", "locked", "acquire", "enter"].iter().any(|word| {
        lower.match_indices(word).any(|(at, _)| {
            let is_start = !lower[..at].ends_with(|c: char| c.is_ascii_alphabetic());
            is_start
                || function[at..].starts_with(|c: char| c.is_ascii_uppercase())
                || lower[..at].ends_with("try")
        })
    })
}

fn contains_any(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.contains(word))
}
