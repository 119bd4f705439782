//! Summaries as text for users: one line for each case.

use std::fmt::{self, Display, Formatter};

use super::{
    Case, Condition, Happened, Locked, Locking, Null, Param, ParamPath, PathStep, Reached, Returned, Summary,
    Through,
};
use csieve_domains::interval::{Interval, type_range};
use csieve_graph::{IntType, Type};

/// Displays a summary with the name of its function. Parameters are shown as `argument 1`, `argument 2` and
/// so on.
#[derive(Debug)]
pub struct SummaryText<'a> {
    /// The name of the function.
    pub function: &'a str,
    /// The summary of the function.
    pub summary: &'a Summary,
}

impl Display for SummaryText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Summary { params, variadic: _, cases, globals, locks, events, others: _ } = self.summary;
        writeln!(f, "{}", self.function)?;
        for (position, param) in params.iter().enumerate() {
            let mut facts = Vec::new();
            if param.dereferenced.is_some() {
                facts.push("accessed on every run");
            }
            if param.kept {
                facts.push("may be kept by other code");
            } else if param.contents_kept {
                facts.push("objects it points to may be kept by other code");
            }
            if !facts.is_empty() {
                writeln!(f, "  {}: {}", argument(position), facts.join(", "))?;
            }
        }
        if !globals.is_empty() {
            writeln!(f, "  may write {}", globals.join(", "))?;
        }
        for Locked { object, path: way, locking, .. } in locks {
            let verb = match locking {
                Locking::Takes { .. } => "takes",
                Locking::Releases { .. } => "releases",
            };
            match object {
                Some(object) if way.steps.is_empty() => writeln!(f, "  {verb} the lock {object}")?,
                Some(object) => writeln!(f, "  {verb} a lock in {object}")?,
                None => writeln!(f, "  {verb} the lock {}", path(way))?,
            }
        }
        for Happened { name, object, .. } in events {
            match object {
                None => writeln!(f, "  is `{name}`")?,
                Some(Reached { object: None, path: way }) => writeln!(f, "  is `{name}` for {}", path(way))?,
                Some(Reached { object: Some(object), .. }) => writeln!(f, "  is `{name}` for {object}")?,
            }
        }
        if cases.is_empty() {
            writeln!(f, "  never returns")?;
        }
        cases.iter().try_for_each(|case| writeln!(f, "  {}", case_text(case, params)))
    }
}

fn case_text(case: &Case, params: &[Param]) -> String {
    let mut parts = vec![match &case.returns {
        Returned::Value(value) if is_any(*value) && case.returns_nonzero => {
            "returns anything but 0".to_owned()
        }
        Returned::Value(value) if is_any(*value) => "returns".to_owned(),
        Returned::Value(value) if case.returns_nonzero => format!("returns {value} but not 0"),
        Returned::Value(value) => format!("returns {value}"),
        Returned::Failed => "returns NULL because an allocation failed".to_owned(),
        Returned::Fresh => "returns fresh memory".to_owned(),
        Returned::Opened(resource) => format!("returns a new {}", resource.like),
        Returned::Param(position) => format!("returns {}", argument(*position)),
    }];
    let known = case.args.iter().zip(params).enumerate().filter_map(|(position, (range, param))| {
        Some(format!("{} {}", argument(position), range_text(*range, param.ty)?))
    });
    let nonzero = case.nonzero.iter().map(|position| format!("{} is not 0", argument(*position)));
    let is_same = |one: &Condition, two: &Condition| {
        one.path == two.path && one.through == two.through && !one.is_equal && !two.is_equal
    };
    let conditions = case.conditions.chunk_by(is_same).map(condition_text);
    let known: Vec<String> = known.chain(nonzero).chain(conditions).collect();
    if !known.is_empty() {
        parts.push(format!("if {}", known.join(" and ")));
    }
    parts.extend(case.frees.iter().map(|freed| format!("frees {}", path(&freed.path))));
    parts.extend(case.may_free.iter().map(|freed| format!("may free {}", path(freed))));
    for written in &case.writes {
        let verb = if written.certain { "writes" } else { "may write" };
        let value = match written.value {
            Some((_, value)) if value.is_empty() => " only if other code writes it as well".to_owned(),
            Some((_, value)) if let Some(made) = &written.fresh => {
                let (what, how) = match &made.resource {
                    Some(_) => ("what it opened", "opening"),
                    None => ("fresh memory", "an allocation"),
                };
                match (value.contains(0), made.null) {
                    (false, _) => format!(" = {what}"),
                    (true, _) if value != Interval::ZERO => format!(" = {what} or NULL"),
                    (true, Null::Failed) => format!(" = NULL because {how} failed"),
                    (true, Null::Unknown) => " = NULL".to_owned(),
                }
            }
            Some((ty, value)) if value != type_range(ty) => format!(" = {value}"),
            _ => String::new(),
        };
        parts.push(format!("{verb} *{}{value}", argument(written.param)));
    }
    if case.opaque {
        parts.push("calls unknown code".to_owned());
    } else if case.writes_memory {
        parts.push("writes memory that no argument points to".to_owned());
    }
    parts.join(", ")
}

/// Returns the text of conditions that compare one value with several constants.
fn condition_text(conditions: &[Condition]) -> String {
    let [condition, ..] = conditions else { return String::new() };
    let masks = condition.through.iter().filter_map(|through| match through {
        Through::Bits(bits, _) => Some(bits),
        Through::Cast(_) => None,
    });
    let masked = masks.fold(path(&condition.path), |text, bits| format!("{text} & {bits}"));
    let verb = if condition.is_equal { "is" } else { "is not" };
    let constants: Vec<String> = conditions.iter().map(|condition| condition.constant.to_string()).collect();
    format!("{masked} {verb} {}", constants.join(" or "))
}

/// Returns the text for a range of values of a type, or `None` if the range excludes nothing.
fn range_text(range: Interval, ty: Type) -> Option<String> {
    let all = type_range(ty);
    match ty {
        _ if range == Interval::TOP || range == all => None,
        Type::Pointer if range == all.meet(Interval::NON_NULL) => Some("is not NULL".to_owned()),
        Type::Pointer if range == Interval::ZERO => Some("is NULL".to_owned()),
        _ => Some(format!("is {range}")),
    }
}

/// Returns whether a range is the full range of some integer type. The actual type of the result is not
/// available here.
fn is_any(range: Interval) -> bool {
    let types = [IntType::INT, IntType::UINT, IntType::LONG, IntType::ULONG];
    range == Interval::TOP || types.map(Interval::of_type).contains(&range)
}

fn argument(position: usize) -> String {
    format!("argument {}", position + 1)
}

fn path(path: &ParamPath) -> String {
    let mut text = argument(path.param);
    for step in &path.steps {
        match step {
            PathStep::Inside(member, None) if !member.is_empty() => text = format!("{text}->{member}"),
            PathStep::Inside(_, Some((index, _))) => text = format!("{text}[{index}]"),
            PathStep::Load(_) if !text.contains("->") && !text.contains('[') => text = format!("*{text}"),
            _ => {}
        }
    }
    text
}
