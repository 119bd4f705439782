//! Drops one effect of one kind of action, to see which test notices it.
//!
//! Only `cargo xtask effects` compiles this (feature `mutation`), and the tests of this crate, which compare the list of
//! effects with what the actions have.

use super::{Action, Assigns, CallTarget, Calls, Effects, Frees, Tests, Writes};

/// Returns the name of a kind of action in the list of all effects, `mutation/all.txt`.
pub(crate) fn kind(action: &Action) -> &'static str {
    match action {
        Action::Skip => "nothing",
        Action::Return(_) => "return",
        Action::Declare(_) => "declaration",
        Action::Assign { .. } => "assignment",
        Action::Assume { .. } => "condition",
        Action::Learn { .. } => "bounds of a value",
        Action::AssumeNone { .. } => "default of a switch",
        Action::Deref { .. } => "access",
        Action::Store { .. } => "store",
        Action::Alloc { .. } => "allocation",
        Action::AllocFail { .. } => "failed allocation",
        Action::Free { .. } => "free",
        Action::FreeNull { .. } => "free of NULL",
        Action::Open { .. } => "opening",
        Action::OpenFail { .. } => "failed opening",
        Action::Close { .. } => "closing",
        Action::CloseFail { .. } => "failed closing",
        Action::Lock { .. } => "locking",
        Action::LockFail { .. } => "failed locking",
        Action::Unlock { .. } => "unlocking",
        Action::Call { target: CallTarget::Named(_), .. } => "call",
        Action::Call { target: CallTarget::Pointer(_), .. } => "call through a pointer",
        Action::Call { target: CallTarget::MaybeMacro(_), .. } => "call of a macro",
        Action::LibraryCall { .. } => "call of the library",
        Action::Opaque { .. } => "construct that is not understood",
        Action::Misuse { .. } => "misuse",
    }
}

/// Returns effects without one part.
///
/// # Panics
/// If no part has this name.
fn without<'a>(effects: Effects<'a>, part: &str) -> Effects<'a> {
    let none = Effects::NONE;
    match part {
        "reads" => Effects { reads: none.reads, ..effects },
        "tests" => Effects { tests: Tests::Nothing, ..effects },
        "writes" => Effects { writes: Writes::Nothing, ..effects },
        "assigns" => Effects { assigns: Assigns::Nothing, ..effects },
        "frees" => Effects { frees: Frees::Nothing, ..effects },
        "calls" => Effects { calls: Calls::Nothing, ..effects },
        part => panic!("no part of effects is called {part}"),
    }
}

/// Returns the effects of an action without the one that the environment variable `CSIEVE_DROPPED_EFFECT` names as a line of
/// `mutation/all.txt`: the action, a comma, and the part of [`Effects`].
#[cfg(feature = "mutation")]
pub(crate) fn mutated<'a>(action: &Action, effects: Effects<'a>) -> Effects<'a> {
    use std::sync::LazyLock;

    static DROPPED: LazyLock<Option<(String, String)>> = LazyLock::new(|| {
        let line = std::env::var("CSIEVE_DROPPED_EFFECT").ok()?;
        line.split_once(", ").map(|(action, part)| (action.to_owned(), part.to_owned()))
    });
    match &*DROPPED {
        Some((dropped, part)) if kind(action) == dropped => without(effects, part),
        _ => effects,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{kind, without};
    use crate::Action;

    const ALL: &str = include_str!("mutation/all.txt");

    /// Checks that the list has all effects that these actions have, and no others.
    pub(crate) fn has_all(actions: &[Action]) {
        let parts = ["reads", "tests", "writes", "assigns", "frees", "calls"];
        let mut all: Vec<String> = Vec::new();
        for action in actions {
            let effects = action.effects();
            let has = |part: &&&str| without(effects, part) != effects;
            all.extend(parts.iter().filter(has).map(|part| format!("{}, {part}", kind(action))));
        }
        all.sort_unstable();
        all.dedup();
        let mut listed: Vec<&str> = ALL.lines().collect();
        listed.sort_unstable();
        assert_eq!(listed, all, "analysis/graph/src/mutation/all.txt");
    }
}
