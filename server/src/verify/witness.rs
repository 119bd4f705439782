//! Witnesses of answers, in version 2.0 of the YAML format of the competition.
//!
//! A violation witness has one segment for each number that the run got from outside, with its value, and one for the
//! place of the violation. A correctness witness has no invariants: it says that the program was found correct.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The version of the format.
pub(super) const FORMAT: &str = "2.0";

/// A witness: a list of one entry.
pub type Witness = Vec<Entry>;

/// An entry of a witness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What the entry is.
    #[serde(rename = "entry_type")]
    pub kind: EntryType,
    /// What it is about and who made it.
    pub metadata: Metadata,
    /// The segments of a run, in order; nothing in a correctness witness.
    pub content: Vec<Step>,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryType {
    /// The steps of a run that violates the property.
    ViolationSequence,
    /// Invariants of a program that keeps the property.
    InvariantSet,
}

/// What a witness is about and who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// The version of the format.
    pub format_version: String,
    /// A name for the witness, made of what it says.
    pub uuid: String,
    /// When the witness was made.
    pub creation_time: String,
    /// Who made it.
    pub producer: Producer,
    /// What it is about.
    pub task: About,
}

/// Who made a witness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Producer {
    /// The name of the program.
    pub name: String,
    /// The version of the program.
    pub version: String,
}

/// What a witness is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The files of the task.
    pub input_files: Vec<String>,
    /// The SHA-256 of each file, as hexadecimal digits.
    pub input_file_hashes: BTreeMap<String, String>,
    /// The property, as the competition writes it.
    pub specification: String,
    /// The sizes of types.
    pub data_model: String,
    /// The language of the task.
    pub language: String,
}

/// A part of the content of a violation witness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The waypoints of the segment, of which the last one is to be passed.
    pub segment: Vec<Point>,
}

/// A waypoint in its wrapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// The waypoint.
    pub waypoint: Waypoint,
}

/// A place that the run passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waypoint {
    /// What happens at the place.
    #[serde(rename = "type")]
    pub kind: WaypointKind,
    /// Whether the run passes the place.
    pub action: Passing,
    /// What holds at the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
    /// The place.
    pub location: Location,
}

/// What happens at a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaypointKind {
    /// Something holds.
    Assumption,
    /// A function is entered.
    FunctionEnter,
    /// A function returns.
    FunctionReturn,
    /// A branch is taken.
    Branching,
    /// The property is violated.
    Target,
}

/// Whether a run passes a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// It does.
    Follow,
    /// It does not.
    Avoid,
}

/// What holds at a waypoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constraint {
    /// The condition, such as `\result == 1`.
    pub value: String,
    /// The language of the condition.
    pub format: String,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Location {
    /// The file.
    pub file_name: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The function.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub function: String,
}

impl Waypoint {
    /// Returns the waypoint as a segment of its own.
    pub fn alone(self) -> Step {
        Step { segment: vec![Point { waypoint: self }] }
    }
}

/// Returns the SHA-256 of a text as hexadecimal digits.
pub(super) fn sha256(text: &[u8]) -> String {
    let digit = |of: u8| char::from_digit(u32::from(of), 16).unwrap_or('0');
    Sha256::digest(text).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Makes a witness. Its name follows from what it says, so that equal answers have equal witnesses.
pub(super) fn witness(
    entry_type: EntryType,
    task: About,
    content: Vec<Step>,
    creation_time: &str,
) -> Witness {
    let producer = Producer { name: "csieve".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
    let named = serde_json::to_vec(&(entry_type, &task, &content)).unwrap_or_default();
    let metadata = Metadata {
        format_version: FORMAT.to_owned(),
        uuid: uuid(&named),
        creation_time: creation_time.to_owned(),
        producer,
        task,
    };
    vec![Entry { kind: entry_type, metadata, content }]
}

/// Returns a UUID made of a hash (version 8 of RFC 9562).
fn uuid(bytes: &[u8]) -> String {
    let hash = sha256(bytes);
    let variant = ['8', '9', 'a', 'b'][usize::from(hash.as_bytes()[16]) % 4];
    format!("{}-{}-8{}-{variant}{}-{}", &hash[..8], &hash[8..12], &hash[13..16], &hash[17..20], &hash[20..32])
}
