//! The structure of tables of library functions in TOML. The meaning of each key is described in
//! docs/library.md.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{signature::Listed, stored::StoredTable};

use super::entry::{
    ActsLike, AtMost, Contents, Decided, Effects, Fills, Input, Locking, NonnullIf, NullResult, Returns,
    ReturnsIf, Storage, Twice,
};

/// A whole table file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct File {
    #[serde(default)]
    pub(super) signal_handlers: Vec<String>,
    #[serde(default)]
    pub(super) function_finders: Vec<String>,
    #[serde(default)]
    pub(super) opaque: Vec<String>,
    #[serde(default)]
    pub(super) resource: BTreeMap<String, ResourceTable>,
    #[serde(default)]
    pub(super) parameters: BTreeMap<String, usize>,
    #[serde(default)]
    pub(super) variable: Vec<VariableTable>,
    #[serde(default)]
    pub(super) function: Vec<FunctionTable>,
    #[serde(default)]
    pub(super) signature: Vec<SignatureTable>,
}

/// The table `[[signature]]`: the arguments of functions that this table or an earlier one describes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SignatureTable {
    pub(super) arguments: Spanned<Vec<Listed>>,
    pub(super) names: Vec<String>,
}

/// The table `[resource.NAME]`: a kind of resource.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ResourceTable {
    pub(super) failure: Failure,
    #[serde(default)]
    pub(super) kept_for: Vec<String>,
    pub(super) like: Option<Spanned<String>>,
}

/// The value of the key `failure`: the result of a call that failed to open a resource.
#[derive(Deserialize)]
pub(super) enum Failure {
    #[serde(rename = "NULL")]
    Null,
    #[serde(rename = "-1")]
    MinusOne,
}

/// The table `[[variable]]`: global variables of a library.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VariableTable {
    pub(super) names: Spanned<Vec<String>>,
    #[serde(default)]
    pub(super) open: bool,
    #[serde(default)]
    pub(super) input: bool,
}

/// The table `[[function]]`: facts about functions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub(super) struct FunctionTable {
    pub(super) names: Spanned<Vec<String>>,
    #[serde(default)]
    pub(super) returns: Returns,
    pub(super) result: Option<Ends>,
    pub(super) at_most: Option<AtMost>,
    pub(super) null: Option<NullResult>,
    #[serde(default)]
    pub(super) nonnull: Vec<usize>,
    pub(super) nonnull_if_nonzero: Option<NonnullIf>,
    #[serde(default)]
    pub(super) sets: Vec<usize>,
    pub(super) fills: Option<Fills>,
    #[serde(default)]
    pub(super) effects: Effects,
    pub(super) format: Option<usize>,
    pub(super) allocates: Option<Storage>,
    pub(super) failure: Option<i64>,
    #[serde(default)]
    pub(super) bytes: Vec<usize>,
    pub(super) string: Option<usize>,
    pub(super) contents: Option<Contents>,
    pub(super) family: Option<String>,
    pub(super) frees: Option<usize>,
    pub(super) reallocates: Option<usize>,
    #[serde(default)]
    pub(super) buffers: Vec<BufferTable>,
    pub(super) opens: Option<String>,
    pub(super) closes: Option<BTreeMap<String, usize>>,
    pub(super) stores: Option<StoredTable>,
    #[serde(default)]
    pub(super) takes: Vec<usize>,
    #[serde(default)]
    pub(super) for_its_number: bool,
    #[serde(default)]
    pub(super) uses_kept: bool,
    pub(super) keeps: Option<usize>,
    #[serde(default)]
    pub(super) waits: bool,
    pub(super) locks: Option<Locking>,
    pub(super) unlocks: Option<Locking>,
    #[serde(default)]
    pub(super) noreturn: bool,
    pub(super) noreturn_if_nonzero: Option<usize>,
    pub(super) returns_if: Option<ReturnsIf>,
    #[serde(default)]
    pub(super) fails_assertion: bool,
    #[serde(default)]
    pub(super) jumps_back: bool,
    pub(super) returns_twice: Option<Twice>,
    pub(super) acts_like: Option<ActsLike>,
    #[serde(default)]
    pub(super) pure: bool,
    pub(super) part_of: Option<usize>,
    pub(super) input: Option<Input>,
    pub(super) number: Option<NumberTable>,
    #[serde(default)]
    pub(super) common: bool,
    #[serde(default)]
    pub(super) decided_by: Decided,
    #[serde(default)]
    pub(super) answers_anew: bool,
    pub(super) last: Option<i64>,
    pub(super) parameters: Option<usize>,
    pub(super) arguments: Option<Vec<Listed>>,
}

/// The value of the key `result`, such as `{ min = -1, max = 0 }`: inclusive bounds, each of which may be
/// left out.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ends {
    pub(super) min: Option<i64>,
    pub(super) max: Option<i64>,
}

/// The value of the key `number`, such as `{ text = 0 }`: integers from outside the program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NumberTable {
    pub(super) text: Option<usize>,
    pub(super) into: Option<usize>,
    pub(super) format: Option<usize>,
    pub(super) min: Option<i64>,
    pub(super) max: Option<i64>,
}

/// An element of the key `buffers`, such as `{ writes = 0, bytes = [2] }`: a buffer that a call uses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct BufferTable {
    pub(super) reads: Option<usize>,
    pub(super) writes: Option<usize>,
    pub(super) bytes: Option<Vec<usize>>,
    pub(super) string: Option<usize>,
    pub(super) format: Option<usize>,
    #[serde(default = "one")]
    pub(super) each: u64,
    #[serde(default)]
    pub(super) at_most: bool,
    #[serde(default)]
    pub(super) appends: bool,
    #[serde(default)]
    pub(super) text: bool,
}

fn one() -> u64 {
    1
}
