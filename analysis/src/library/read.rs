//! Reading tables of library functions.

use std::{collections::BTreeMap, fmt, sync::Arc};

use serde::Deserialize;
use toml::Spanned;

use super::{
    Library,
    entry::{
        Buffer, BufferSize, BufferUse, Decided, Effects, Entry, Locking, NullResult, Resource, Returns,
        Storage,
    },
};

/// What is wrong with a table, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    resource: BTreeMap<String, ResourceTable>,
    #[serde(default)]
    parameters: BTreeMap<String, usize>,
    #[serde(default)]
    function: Vec<FunctionTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResourceTable {
    failure: Failure,
    #[serde(default, rename = "kept-for")]
    kept_for: Vec<String>,
}

#[derive(Deserialize)]
enum Failure {
    #[serde(rename = "NULL")]
    Null,
    #[serde(rename = "-1")]
    MinusOne,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FunctionTable {
    names: Spanned<Vec<String>>,
    #[serde(default)]
    returns: Returns,
    result: Option<Ends>,
    null: Option<NullResult>,
    #[serde(default)]
    nonnull: Vec<usize>,
    #[serde(default)]
    sets: Vec<usize>,
    #[serde(default)]
    effects: Effects,
    format: Option<usize>,
    allocates: Option<Storage>,
    failure: Option<i64>,
    #[serde(default)]
    bytes: Vec<usize>,
    frees: Option<usize>,
    reallocates: Option<usize>,
    #[serde(default)]
    buffers: Vec<BufferTable>,
    opens: Option<String>,
    closes: Option<BTreeMap<String, usize>>,
    #[serde(default)]
    takes: Vec<usize>,
    locks: Option<Locking>,
    unlocks: Option<Locking>,
    #[serde(default)]
    noreturn: bool,
    #[serde(default)]
    common: bool,
    #[serde(default)]
    decided_by: Decided,
    parameters: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    min: Option<i64>,
    max: Option<i64>,
}

impl Ends {
    /// The ends, or those of a type.
    fn within(self, min: i128, max: i128) -> (i128, i128) {
        (self.min.map_or(min, i128::from), self.max.map_or(max, i128::from))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct BufferTable {
    reads: Option<usize>,
    writes: Option<usize>,
    bytes: Option<Vec<usize>>,
    string: Option<usize>,
    #[serde(default = "one")]
    each: u64,
    #[serde(default)]
    at_most: bool,
    #[serde(default)]
    appends: bool,
}

fn one() -> u64 {
    1
}

/// Adds what a text says to a library.
pub(super) fn read(text: &str, library: &mut Library) -> Result<(), LibraryError> {
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let file: File = toml::from_str(text).map_err(|error| LibraryError {
        line: line(error.span().map_or(0, |span| span.start)),
        problem: error.message().trim().replace('\n', ", "),
    })?;
    for (name, table) in file.resource {
        let is_pointer = matches!(table.failure, Failure::Null);
        let resource = Resource { name: name.clone(), is_pointer, kept_for: table.kept_for };
        library.resources.insert(name, Arc::new(resource));
    }
    for table in file.function {
        let line = line(table.names.span().start);
        let names = table.names.get_ref().clone();
        let entry = entry(table, library).map_err(|problem| LibraryError { line, problem })?;
        for name in names {
            if !is_identifier(&name) {
                return Err(LibraryError { line, problem: format!("`{name}` is no name of a function") });
            }
            let parameters = file.parameters.get(&name).copied().or(entry.parameters);
            library.insert(name, Entry { parameters, ..entry.clone() });
        }
    }
    Ok(())
}

fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|first| first == b'_' || first.is_ascii_alphabetic())
        && bytes.all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}

fn entry(table: FunctionTable, library: &Library) -> Result<Entry, String> {
    let resource = |name: &String| {
        let known = library.resources.get(name).cloned();
        known.ok_or_else(|| {
            let all: Vec<&str> = library.resources.keys().map(String::as_str).collect();
            format!("there is no resource `{name}`; there are: {}", all.join(", "))
        })
    };
    let opens = table.opens.as_ref().map(resource).transpose()?;
    let closes = match &table.closes {
        None => None,
        Some(closes) => match closes.iter().collect::<Vec<_>>().as_slice() {
            [(name, argument)] => Some((resource(name)?, **argument)),
            _ => return Err("`closes` names one resource and its argument: `{ stream = 0 }`".to_owned()),
        },
    };
    let roles = [
        table.allocates.is_some(),
        table.frees.is_some(),
        opens.is_some(),
        closes.is_some(),
        table.locks.is_some(),
        table.unlocks.is_some(),
        table.noreturn,
    ];
    if roles.iter().filter(|role| **role).count() > 1 {
        return Err(
            "a function has one of `allocates`, `frees`, `opens`, `closes`, `locks`, `unlocks`, `noreturn`"
                .to_owned(),
        );
    }
    if table.reallocates.is_some() && table.allocates != Some(Storage::Heap) {
        return Err("`reallocates` needs `allocates = \"heap\"`".to_owned());
    }
    if table.failure.is_some() && table.allocates != Some(Storage::Heap) {
        return Err("`failure` needs `allocates = \"heap\"`".to_owned());
    }
    if !table.takes.is_empty() && opens.is_none() {
        return Err("`takes` needs `opens`".to_owned());
    }
    let result = match (table.result, table.returns) {
        (None, _) => None,
        (Some(ends), Returns::Int) => Some(ends.within(i128::from(i32::MIN), i128::from(i32::MAX))),
        (Some(ends), Returns::Long) => Some(ends.within(i128::from(i64::MIN), i128::from(i64::MAX))),
        (Some(ends), Returns::Size) => Some(ends.within(0, i128::from(u64::MAX))),
        (Some(_), _) => return Err("`result` needs `returns` to be `int`, `long` or `size`".to_owned()),
    };
    if result.is_some_and(|(min, max)| min > max) {
        return Err("`result` is empty: `min` is greater than `max`".to_owned());
    }
    let buffers = table.buffers.iter().map(buffer).collect::<Result<_, _>>()?;
    Ok(Entry {
        returns: table.returns,
        result,
        null: table.null,
        nonnull: table.nonnull,
        sets: table.sets,
        effects: table.effects,
        format: table.format,
        allocates: table.allocates,
        failure: table.failure.map(i128::from),
        bytes: table.bytes,
        frees: table.frees,
        reallocates: table.reallocates,
        buffers,
        opens,
        closes,
        takes: table.takes,
        locks: table.locks,
        unlocks: table.unlocks,
        noreturn: table.noreturn,
        common: table.common,
        decided: table.decided_by,
        parameters: table.parameters,
    })
}

fn buffer(table: &BufferTable) -> Result<Buffer, String> {
    let (argument, usage) = match (table.reads, table.writes) {
        (Some(argument), None) => (argument, BufferUse::Reads),
        (None, Some(argument)) => (argument, BufferUse::Writes),
        _ => return Err("a buffer has one of `reads` and `writes`".to_owned()),
    };
    let size = match (&table.bytes, table.string) {
        (Some(arguments), None) => BufferSize::Product { arguments: arguments.clone(), each: table.each },
        (None, Some(string)) => BufferSize::String(string),
        _ => return Err("a buffer has one of `bytes` and `string`".to_owned()),
    };
    Ok(Buffer { argument, usage, size, at_most: table.at_most, appends: table.appends })
}
