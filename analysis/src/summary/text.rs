//! Summaries as people read them: one line for every way of returning.

use std::fmt::{self, Display, Formatter};

use super::{Case, ParamPath, PathStep, Returned, Summary};
use crate::interval::Interval;

/// A summary with the name of its function and those of its parameters, as far as they have any.
#[derive(Debug)]
pub struct SummaryText<'a> {
    /// The function.
    pub function: &'a str,
    /// What is known of it.
    pub summary: &'a Summary,
}

impl Display for SummaryText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Summary { params, cases, globals } = self.summary;
        writeln!(f, "{}", self.function)?;
        for (position, param) in params.iter().enumerate() {
            let mut facts = Vec::new();
            if param.dereferenced.is_some() {
                facts.push("accessed on every run");
            }
            if param.kept {
                facts.push("others may know it afterwards");
            } else if param.contents_kept {
                facts.push("others may know what it leads to");
            }
            if !facts.is_empty() {
                writeln!(f, "  {}: {}", argument(position), facts.join(", "))?;
            }
        }
        if !globals.is_empty() {
            writeln!(f, "  may write {}", globals.join(", "))?;
        }
        if cases.is_empty() {
            writeln!(f, "  never returns")?;
        }
        cases.iter().try_for_each(|case| writeln!(f, "  {}", case_text(case)))
    }
}

fn case_text(case: &Case) -> String {
    let mut parts = vec![match &case.returns {
        Returned::Value(Interval::TOP) => "returns".to_owned(),
        Returned::Value(value) => format!("returns {value}"),
        Returned::Failed => "returns NULL as an allocation failed".to_owned(),
        Returned::Fresh => "returns fresh memory".to_owned(),
        Returned::Param(position) => format!("returns {}", argument(*position)),
    }];
    let known = case.args.iter().enumerate().filter(|(_, range)| **range != Interval::TOP);
    let known = known.map(|(position, range)| format!("{} is {range}", argument(position)));
    let nonzero = case.nonzero.iter().map(|position| format!("{} is not 0", argument(*position)));
    let known: Vec<String> = known.chain(nonzero).collect();
    if !known.is_empty() {
        parts.push(format!("if {}", known.join(" and ")));
    }
    parts.extend(case.frees.iter().map(|freed| format!("frees {}", path(&freed.path))));
    for written in &case.writes {
        let verb = if written.certain { "writes" } else { "may write" };
        let value = match written.value {
            _ if written.fresh => " = fresh memory or NULL".to_owned(),
            Some((_, value)) => format!(" = {value}"),
            None => String::new(),
        };
        parts.push(format!("{verb} *{}{value}", argument(written.param)));
    }
    if case.opaque {
        parts.push("calls what is unknown".to_owned());
    } else if case.writes_memory {
        parts.push("writes other memory".to_owned());
    }
    parts.join(", ")
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
