//! Rules of users: which events of a function have which labels, and the automaton over these events whose
//! end is a misuse. The crate `csieve-own` reads them from a file.

mod automaton;
mod label;

pub use automaton::{Automaton, Guard, MAX_STATES, State, States, Target, Transition};
pub use label::{Event, Happening, Hit, LabelId, Marking, Matcher, ObjectAt, ResultIs, Source};

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use borsh::{BorshDeserialize, BorshSerialize};
use rustc_hash::{FxHashMap, FxHasher};
use serde::Serialize;

/// The name of a rule of a user, as findings carry it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, BorshSerialize, BorshDeserialize)]
pub struct OwnName {
    /// The identifier that outputs and suppressions use.
    pub id: Arc<str>,
    /// What the rule is about, as a phrase.
    pub title: Arc<str>,
}

/// What happens to an object that the function hands on: passes to a function without a label of the rule,
/// returns, or stores where other code finds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HandedOn {
    /// The object is followed no further: whoever has it now may do what the rule asks for.
    #[default]
    Leaves,
    /// The object is followed as before.
    Stays,
}

/// One rule of a user.
#[derive(Clone, Debug)]
pub struct OwnRule {
    /// The name of the rule.
    pub name: OwnName,
    /// The message of a finding. `{object}` stands for the object, `{line}` for the line of the last event
    /// before the misuse.
    pub message: String,
    /// The labels, with their names. The automaton refers to them by position.
    pub labels: Vec<(String, Source)>,
    /// The automaton over events, for one object at a time.
    pub automaton: Automaton,
    /// What happens to objects that the function hands on.
    pub handed_on: HandedOn,
    /// The labels of which the function must have an event about the same object: one of each set. Bits are
    /// positions of labels.
    pub only_with: Vec<u64>,
    /// The labels one of which must be able to be the first event about an object in the function; any if
    /// there is no set. Bits are positions of labels.
    pub begins_with: Option<u64>,
}

/// All rules of a user that take part in an analysis.
#[derive(Clone, Debug, Default)]
pub struct OwnRules {
    rules: Vec<OwnRule>,
    markings: Vec<Marking>,
    /// The markings of calls, by the name of the called function.
    calls: FxHashMap<String, Vec<LabelId>>,
    matcher: Option<Arc<dyn Matcher>>,
    /// The hash of the texts that the rules were read from; 0 for none. Rules with the same hash count as
    /// equal.
    hash: u64,
}

impl PartialEq for OwnRules {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}

impl Eq for OwnRules {}

impl Hash for OwnRules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl OwnRules {
    /// Makes rules of their parts. `matcher` finds the events of the markings with queries; `texts` are the
    /// files that the rules were read from.
    pub fn new(
        rules: Vec<OwnRule>,
        markings: Vec<Marking>,
        matcher: Option<Arc<dyn Matcher>>,
        texts: &[String],
    ) -> Self {
        let mut calls: FxHashMap<String, Vec<LabelId>> = FxHashMap::default();
        for (index, marking) in markings.iter().enumerate() {
            for name in &marking.calls {
                calls.entry(name.clone()).or_default().push(index as LabelId);
            }
        }
        let mut hasher = FxHasher::default();
        texts.hash(&mut hasher);
        Self { rules, markings, calls, matcher, hash: hasher.finish() }
    }

    /// Returns whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns the rules, in the order of their files.
    pub fn all(&self) -> &[OwnRule] {
        &self.rules
    }

    /// Returns the labels of calls of a function.
    pub fn of_call(&self, name: &str) -> &[LabelId] {
        self.calls.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns what a label marks.
    pub fn marking(&self, label: LabelId) -> &Marking {
        &self.markings[usize::from(label)]
    }

    /// Returns what the queries of the rules match in the text of a function.
    pub fn matches(&self, text: &str) -> Vec<Hit> {
        self.matcher.as_ref().map(|matcher| matcher.hits(text)).unwrap_or_default()
    }
}
