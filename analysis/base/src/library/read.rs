//! Reads tables of library functions from TOML.

use std::{collections::BTreeMap, fmt, sync::Arc};

use crate::text::one_line;

use super::{
    Library,
    entry::{
        Buffer, BufferSize, BufferUse, Contents, Decided, Effects, Entry, Numbers, Resource, Returns,
        ReturnsIf, Storage, Variable,
    },
    signature::Arguments,
    stored::{Stored, StoredTable},
    table::{
        BufferTable, Ends, Failure, File, FunctionTable, NumberTable, ResourceTable, SignatureTable,
        VariableTable,
    },
};

/// The first error in a table of library functions, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryError {
    /// The line of the table where the error is, from 1.
    pub line: usize,
    /// The message of the error, for people.
    pub problem: String,
}

impl LibraryError {
    fn new(line: usize, problem: &str) -> Self {
        Self { line, problem: one_line(problem) }
    }
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

/// Adds the contents of the table `text` to a library. After an error, the library may hold a part of the
/// contents.
pub(super) fn read(text: &str, library: &mut Library) -> Result<(), LibraryError> {
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let file: File = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        LibraryError::new(line(at), &error.message().trim().replace('\n', ", "))
    })?;
    library.signal_handlers.extend(file.signal_handlers);
    library.function_finders.extend(file.function_finders);
    library.opaque.extend(file.opaque);
    resources(file.resource, library).map_err(|(at, problem)| LibraryError::new(line(at), &problem))?;
    for table in file.variable {
        let line = line(table.names.span().start);
        variables(table, library).map_err(|problem| LibraryError::new(line, &problem))?;
    }
    for table in file.function {
        let line = line(table.names.span().start);
        let names = table.names.get_ref().clone();
        let entry = entry(table, library).map_err(|problem| LibraryError::new(line, &problem))?;
        for name in names {
            if !is_identifier(&name) {
                return Err(LibraryError::new(line, &format!("`{name}` is not a valid function name")));
            }
            let parameters = file.parameters.get(&name).copied().or(entry.parameters);
            library.insert(name, Entry { parameters, ..entry.clone() });
        }
    }
    for table in file.signature {
        let line = line(table.arguments.span().start);
        signature(table, library).map_err(|problem| LibraryError::new(line, &problem))?;
    }
    Ok(())
}

/// Adds the arguments of functions that are described already. What a function's own table says of them has precedence.
fn signature(table: SignatureTable, library: &mut Library) -> Result<(), String> {
    let arguments = Arguments::read(table.arguments.get_ref())?;
    for name in table.names {
        let Some(entry) = library.functions.get_mut(&name) else {
            return Err(format!("no `[[function]]` describes `{name}`"));
        };
        let entry = Arc::make_mut(entry);
        entry.arguments.get_or_insert_with(|| arguments.clone());
    }
    Ok(())
}

/// Adds the table's kinds of resources to a library. An error is its byte offset in the table, and its
/// message.
fn resources(tables: BTreeMap<String, ResourceTable>, library: &mut Library) -> Result<(), (usize, String)> {
    let mut alike = Vec::new();
    for (name, table) in tables {
        let is_pointer = matches!(table.failure, Failure::Null);
        let like = table.like.as_ref().map_or_else(|| name.clone(), |like| like.get_ref().clone());
        alike.extend(table.like.map(|like| (name.clone(), like)));
        let resource = Resource { name: name.clone(), like, is_pointer, kept_for: table.kept_for };
        library.resources.insert(name, Arc::new(resource));
    }
    for (name, like) in alike {
        let at = like.span().start;
        let other = resource(like.get_ref(), library).map_err(|problem| (at, problem))?;
        if library.resources.get(&name).is_some_and(|own| own.is_pointer != other.is_pointer) {
            return Err((at, format!("`{name}` and `{}` have different `failure`", other.name)));
        }
    }
    Ok(())
}

fn variables(table: VariableTable, library: &mut Library) -> Result<(), String> {
    let variable = Variable { is_open: table.open, is_input: table.input };
    for name in table.names.into_inner() {
        if !is_identifier(&name) {
            return Err(format!("`{name}` is not a valid variable name"));
        }
        library.variables.insert(name, variable);
    }
    Ok(())
}

fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|first| first == b'_' || first.is_ascii_alphabetic())
        && bytes.all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}

fn resource(name: &str, library: &Library) -> Result<Arc<Resource>, String> {
    let known = library.resources.get(name).cloned();
    known.ok_or_else(|| {
        let all: Vec<&str> = library.resources.keys().map(String::as_str).collect();
        format!("there is no resource `{name}`; there are: {}", all.join(", "))
    })
}

/// Returns the resource that a call closes, and the position of its argument.
fn closes(table: &FunctionTable, library: &Library) -> Result<Option<(Arc<Resource>, usize)>, String> {
    let Some(closes) = &table.closes else { return Ok(None) };
    match closes.iter().collect::<Vec<_>>().as_slice() {
        [(name, argument)] => Ok(Some((resource(name, library)?, **argument))),
        _ => Err("`closes` names one resource and its argument: `{ stream = 0 }`".to_owned()),
    }
}

fn entry(table: FunctionTable, library: &Library) -> Result<Entry, String> {
    let opens = table.opens.as_deref().map(|name| resource(name, library)).transpose()?;
    let closes = closes(&table, library)?;
    consistent(&table)?;
    let stores = table.stores.as_ref().map(|stored| stores(stored, library)).transpose()?;
    let result = result(table.result, table.returns)?;
    let number = table.number.as_ref().map(|number| numbers(number, result, table.returns)).transpose()?;
    let arguments = table.arguments.as_deref().map(Arguments::read).transpose()?;
    let buffers = table.buffers.iter().map(buffer).collect::<Result<_, _>>()?;
    Ok(Entry {
        returns: table.returns,
        result,
        at_most: table.at_most,
        null: table.null,
        nonnull: table.nonnull,
        nonnull_if_nonzero: table.nonnull_if_nonzero,
        sets: table.sets,
        fills: table.fills,
        effects: table.effects,
        format: table.format,
        allocates: table.allocates,
        failure: table.failure.map(i128::from),
        bytes: table.bytes,
        string: table.string,
        contents: table.contents,
        family: table.family,
        frees: table.frees,
        reallocates: table.reallocates,
        buffers,
        opens,
        closes,
        stores,
        takes: table.takes,
        for_its_number: table.for_its_number,
        locks: table.locks,
        unlocks: table.unlocks,
        noreturn: table.noreturn,
        returns_if: table.returns_if.or(table.noreturn_if_nonzero.map(ReturnsIf::Zero)),
        fails_assertion: table.fails_assertion,
        jumps_back: table.jumps_back,
        returns_twice: table.returns_twice,
        acts_like: table.acts_like,
        is_pure: table.pure,
        part_of: table.part_of,
        input: table.input,
        number,
        common: table.common,
        uses_kept: table.uses_kept,
        keeps: table.keeps,
        waits: table.waits,
        decided: table.decided_by,
        answers_anew: table.answers_anew,
        last: table.last.map(i128::from),
        parameters: table.parameters,
        arguments,
    })
}

/// Returns what a call stores through its arguments. An error says which keys contradict each other.
fn stores(table: &StoredTable, library: &Library) -> Result<Stored, String> {
    let opened = table.opens.as_deref().map(|name| resource(name, library)).transpose()?;
    if table.arguments.is_empty() || table.elements == 0 {
        return Err("`stores` needs arguments, and at least one element".to_owned());
    }
    if table.replaces && (opened.is_some() || table.arguments.len() > 1 || table.elements > 1) {
        return Err("`replaces` is for memory that one argument points to".to_owned());
    }
    Ok(Stored {
        arguments: table.arguments.clone(),
        elements: table.elements,
        resource: opened,
        success: table.success,
        replaces: table.replaces,
    })
}

/// Rejects combinations of keys in a function's table that contradict each other.
fn consistent(table: &FunctionTable) -> Result<(), String> {
    let roles = [
        table.allocates.is_some(),
        table.frees.is_some(),
        table.opens.is_some(),
        table.closes.is_some(),
        table.locks.is_some(),
        table.unlocks.is_some(),
        table.noreturn,
        table.stores.is_some(),
    ];
    if roles.iter().filter(|role| **role).count() > 1 {
        return Err(
            "a function has one of `allocates`, `frees`, `opens`, `closes`, `locks`, `unlocks`, `noreturn`, \
             `stores`"
                .to_owned(),
        );
    }
    let (allocates, is_fresh) = (table.allocates.is_some(), table.allocates == Some(Storage::Heap));
    let needs = [
        (table.reallocates.is_some() && !is_fresh, "`reallocates` needs `allocates = \"heap\"`"),
        (table.failure.is_some() && !is_fresh, "`failure` needs `allocates = \"heap\"`"),
        (!table.bytes.is_empty() && !allocates, "`bytes` needs `allocates`"),
        (table.string.is_some() && !allocates, "`string` needs `allocates`"),
        (table.string.is_some() && !table.bytes.is_empty(), "give only one of `bytes` and `string`"),
        (table.contents.is_some() && !is_fresh, "`contents` needs `allocates = \"heap\"`"),
        (
            table.contents == Some(Contents::Zeros) && table.reallocates.is_some(),
            "`contents = \"zeros\"` cannot be combined with `reallocates`",
        ),
        (
            table.family.is_some() && !is_fresh && table.frees.is_none() && table.stores.is_none(),
            "`family` needs `allocates = \"heap\"`, `frees` or `stores`",
        ),
        (!table.takes.is_empty() && table.opens.is_none(), "`takes` needs `opens`"),
        (table.at_most.is_some() && table.result.is_none(), "`at-most` needs `result`"),
        (table.fills.is_some() && table.effects != Effects::Memory, "`fills` needs `effects = \"memory\"`"),
        (table.for_its_number && table.opens.is_none(), "`for-its-number` needs `opens`"),
        (table.fails_assertion && !table.noreturn, "`fails-assertion` needs `noreturn = true`"),
        (table.jumps_back && !table.noreturn, "`jumps-back` needs `noreturn = true`"),
        (
            table.answers_anew && table.decided_by != Decided::Environment,
            "`answers-anew` needs `decided-by = \"environment\"`",
        ),
    ];
    match needs.iter().find(|(is_wrong, _)| *is_wrong) {
        Some((_, problem)) => Err((*problem).to_owned()),
        None => Ok(()),
    }
}

/// Returns the smallest and the largest number of an integer type, or `None` for any other type.
fn limits(returns: Returns) -> Option<(i128, i128)> {
    match returns {
        Returns::Int => Some((i128::from(i32::MIN), i128::from(i32::MAX))),
        Returns::Long => Some((i128::from(i64::MIN), i128::from(i64::MAX))),
        Returns::Size => Some((0, i128::from(u64::MAX))),
        _ => None,
    }
}

fn within(ends: Ends, (min, max): (i128, i128), key: &str) -> Result<(i128, i128), String> {
    let (min, max) = (ends.min.map_or(min, i128::from), ends.max.map_or(max, i128::from));
    if min > max {
        return Err(format!("`{key}` is empty: `min` is greater than `max`"));
    }
    Ok((min, max))
}

fn result(ends: Option<Ends>, returns: Returns) -> Result<Option<(i128, i128)>, String> {
    match (ends, limits(returns)) {
        (None, _) => Ok(None),
        (Some(ends), Some(limits)) => within(ends, limits, "result").map(Some),
        (Some(_), None) => Err("`result` needs `returns` to be `int`, `long` or `size`".to_owned()),
    }
}

fn numbers(table: &NumberTable, result: Option<(i128, i128)>, returns: Returns) -> Result<Numbers, String> {
    let NumberTable { text, into, format, min, max } = *table;
    if into.is_some() && (min.is_some() || max.is_some()) {
        return Err("`min` and `max` of a `number` cannot be combined with `into`".to_owned());
    }
    let known = result.or(limits(returns)).filter(|_| into.is_none());
    let range = match known {
        None if min.is_none() && max.is_none() => None,
        None if min.is_none() || max.is_none() => {
            return Err("a `number` needs both `min` and `max` unless `returns` is `int`, `long` or `size`"
                .to_owned());
        }
        known => Some(within(Ends { min, max }, known.unwrap_or((0, 0)), "number")?),
    };
    Ok(Numbers { text, into, format, range })
}

fn buffer(table: &BufferTable) -> Result<Buffer, String> {
    let (argument, usage) = match (table.reads, table.writes) {
        (Some(argument), None) => (argument, BufferUse::Reads),
        (None, Some(argument)) => (argument, BufferUse::Writes),
        _ => return Err("a buffer has one of `reads` and `writes`".to_owned()),
    };
    let size = match (&table.bytes, table.string, table.format) {
        (Some(arguments), None, None) => {
            BufferSize::Product { arguments: arguments.clone(), each: table.each }
        }
        (None, Some(string), None) => BufferSize::String(string),
        (None, None, Some(format)) => BufferSize::Format(format),
        _ => return Err("a buffer has one of `bytes`, `string` and `format`".to_owned()),
    };
    if table.each == 0 {
        return Err("`each` is the size of an element, and not 0".to_owned());
    }
    let (at_most, appends, is_text) = (table.at_most, table.appends, table.text);
    Ok(Buffer { argument, usage, size, at_most, appends, is_text })
}
