//! What `csieve.toml` may say. The doc comments of the keys are their descriptions in the schema.

use csieve_analysis::own;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Deserialize;
use toml::Spanned;

use crate::REPOSITORY_URL;

/// Settings of csieve for the C files in this folder and below. All paths and patterns start at this folder.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "csieve.toml")]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Table {
    /// Checks to run: names for just these, `+name` for one more than usual, `-name` for one less.
    #[schemars(with = "Vec<String>")]
    pub checks: Vec<Spanned<String>>,
    /// Refuters to ask: names for just these, `-name` for one less than all.
    #[schemars(with = "Vec<String>")]
    pub refuters: Vec<Spanned<String>>,
    /// Files with tables of library functions; a later table replaces entries of an earlier one.
    pub library: Vec<String>,
    /// Files with rules of the project, as docs/own-rules.md describes.
    pub rules: Vec<String>,
    /// Signed overflow wraps, as with -fwrapv.
    pub wrapv: bool,
    /// Other definitions may take the place of all that are not `static`, as with -fsemantic-interposition.
    pub interposable: bool,
    /// Patterns of files and folders that are left out, as in `.gitignore`.
    #[schemars(with = "Vec<String>")]
    pub exclude: Vec<Spanned<String>>,
    /// The folder of `compile_commands.json`; looked for above each file if not given.
    pub compile_commands: Option<String>,
    /// Folders with headers, for files that no `compile_commands.json` describes.
    pub include_paths: Vec<String>,
    /// Macros, `NAME` or `NAME=VALUE`, for files that no `compile_commands.json` describes.
    pub defines: Vec<String>,
    /// Also show what was refuted as spurious, with the proofs.
    pub show_refuted: Option<bool>,
    /// Also show what is doubtful, each with the reason.
    pub show_doubtful: Option<bool>,
    /// Leave out what hardly anyone cares about: losses right before the program ends, and calls that fail in test programs.
    pub no_minor: Option<bool>,
    /// What to do with memory that is used although its allocation may have failed: `fold` tells it in a line for each file, as
    /// usual, `all` one by one, `off` not at all.
    #[schemars(with = "Option<String>")]
    pub allocations: Option<Spanned<String>>,
    /// What a finding must be for `csieve check` to fail: `confirmed`, `unrefuted`, `doubtful` or `never`, also with
    /// `rank=N` and `severity=critical|high|medium|low`, separated by commas.
    #[schemars(with = "Option<String>")]
    pub fail_on: Option<Spanned<String>>,
    /// The file with the findings that are known and not shown again.
    pub baseline: Option<String>,
    /// The cache of results.
    pub cache: CacheTable,
    /// Other settings for some files; a later part wins over an earlier one.
    #[serde(rename = "override")]
    pub parts: Vec<OverrideTable>,
}

/// The cache of results.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct CacheTable {
    /// Whether results are kept and used.
    pub enabled: Option<bool>,
    /// The folder of the cache; several machines may share it.
    pub folder: Option<String>,
    /// How many MiB the cache may take.
    pub size: Option<u64>,
}

/// Other settings for some files.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OverrideTable {
    /// Patterns of the files, as in `.gitignore`.
    #[schemars(with = "Vec<String>")]
    pub files: Vec<Spanned<String>>,
    /// Checks to run: names for just these, `+name` for one more than in the other files, `-name` for one less.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub checks: Vec<Spanned<String>>,
    /// Also show what was refuted as spurious, with the proofs.
    pub show_refuted: Option<bool>,
    /// Also show what is doubtful, each with the reason.
    pub show_doubtful: Option<bool>,
    /// Leave out what hardly anyone cares about.
    pub no_minor: Option<bool>,
    /// What to do with memory that is used although its allocation may have failed: `fold`, `all` or `off`.
    #[schemars(with = "Option<String>")]
    pub allocations: Option<Spanned<String>>,
    /// What a finding must be for `csieve check` to fail.
    #[schemars(with = "Option<String>")]
    pub fail_on: Option<Spanned<String>>,
}

/// Returns the JSON Schema of `csieve.toml`, indented.
pub fn schema() -> String {
    written(schema_for!(Table), "csieve.schema.json")
}

/// Returns the JSON Schema of files with rules, indented.
pub fn schema_of_rules() -> String {
    written(schema_for!(own::table::File), "rules.schema.json")
}

fn written(mut schema: Schema, name: &str) -> String {
    schema.insert("$id".to_owned(), format!("{REPOSITORY_URL}/{name}").into());
    let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text.push('\n');
    text
}
