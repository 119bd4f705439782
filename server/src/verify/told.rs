//! Tells answers as witnesses, and runs witnesses again.

use std::sync::Arc;

use csieve_analysis::{
    text::Span,
    verify::{Answer, Given, Property, Violation, Visit},
};

use super::{
    DataModel, Task,
    witness::{
        About, Constraint, EntryType, FORMAT, Location, Passing, Step, Waypoint, WaypointKind, Witness,
        sha256, witness,
    },
};

/// What a witness is made for.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The property.
    pub property: Property,
    /// The sizes of types.
    pub data_model: DataModel,
    /// When the witness is made.
    pub creation_time: &'a str,
}

/// Why a witness does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The text is no witness of this format, for this reason.
    Form(String),
    /// The witness is about something else.
    Other(&'static str),
    /// The program does not do what the witness says.
    NotSeen,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Form(why) => write!(f, "this is no witness: {why}"),
            Self::Other(what) => write!(f, "the witness has another {what}"),
            Self::NotSeen => f.write_str("the run that the witness describes does not violate the property"),
        }
    }
}

/// Returns the property as the competition writes it.
fn specification(property: Property) -> &'static str {
    match property {
        Property::UnreachCall => "CHECK( init(main()), LTL(G ! call(reach_error())) )",
        Property::ValidMemsafety => {
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )"
        }
        Property::NoOverflow => "CHECK( init(main()), LTL(G ! overflow) )",
        Property::Termination => "CHECK( init(main()), LTL(F end) )",
    }
}

impl Task {
    /// Returns the witness of an answer; `None` if the answer is unknown.
    pub fn witness(&self, answer: &Answer, told: Told) -> Option<Witness> {
        let (entry_type, content) = match answer {
            Answer::True => (EntryType::InvariantSet, Vec::new()),
            Answer::False(violation) => (EntryType::ViolationSequence, self.segments(violation)),
            Answer::Unknown(_) => return None,
        };
        let about = self.about(told.property, told.data_model);
        Some(witness(entry_type, about, content, told.creation_time))
    }

    fn about(&self, property: Property, data_model: DataModel) -> About {
        let name = self.name();
        let hash = sha256(self.source.text().as_bytes());
        About {
            input_files: vec![name.clone()],
            input_file_hashes: [(name, hash)].into(),
            specification: specification(property).to_owned(),
            data_model: match data_model {
                DataModel::Ilp32 => "ILP32".to_owned(),
                DataModel::Lp64 => "LP64".to_owned(),
            },
            language: "C".to_owned(),
        }
    }

    /// Returns the waypoints of a run, each in a segment of its own.
    fn segments(&self, violation: &Violation) -> Vec<Step> {
        let mut segments = Vec::new();
        for visit in &violation.inputs {
            let Some(location) = self.end_of_call(visit) else { continue };
            let value = format!("\\result == {}", visit.number);
            let constraint = Some(Constraint { value, format: "acsl_expression".to_owned() });
            let kind = WaypointKind::FunctionReturn;
            segments.push(Waypoint { kind, action: Passing::Follow, constraint, location }.alone());
        }
        if let Some(location) = self.target(violation) {
            let kind = WaypointKind::Target;
            segments.push(Waypoint { kind, action: Passing::Follow, constraint: None, location }.alone());
        }
        segments
    }

    /// Returns the place of a violation. What happens in a function that csieve adds to the task happens at its call.
    fn target(&self, violation: &Violation) -> Option<Location> {
        let span = self.span_of(&violation.function, violation.span)?;
        self.location(span.start, &violation.function)
    }

    /// Returns the place of the closing parenthesis of a call.
    fn end_of_call(&self, visit: &Visit) -> Option<Location> {
        let function = &visit.function;
        let start = self.span_of(function, visit.span)?.start as usize;
        let text = self.source.text();
        let behind = start + text.get(start..)?.find(&visit.callee)? + visit.callee.len();
        let mut depth = 0_u32;
        for (at, c) in text.get(behind..)?.char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth <= 1 => return self.location((behind + at) as u32, function),
                ')' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    fn span_of(&self, function: &str, span: Span) -> Option<Span> {
        Some(span.shifted(self.unit().first_named(function)?.span().start))
    }

    fn location(&self, offset: u32, function: &str) -> Option<Location> {
        if offset as usize >= self.source.text().len() {
            return None;
        }
        let (line, column) = self.source.lines().line_column(offset);
        let (line, column) = (line + 1, column + 1);
        Some(Location { file_name: self.name(), line, column, function: function.to_owned() })
    }

    /// Returns the numbers that a violation witness says the program gets from outside, in order. `functions` says which
    /// function is called at each place.
    ///
    /// # Errors
    /// Why the witness is not one for the task.
    pub fn given(&self, witness: &str, property: Property) -> Result<Vec<Given>, Mismatch> {
        let options = serde_saphyr::options! { with_snippet: false };
        let witness: Witness = serde_saphyr::from_str_with_options(witness, options)
            .map_err(|error| Mismatch::Form(error.to_string()))?;
        let [entry] = witness.as_slice() else {
            return Err(Mismatch::Form("it has not one entry".to_owned()));
        };
        let task = &entry.metadata.task;
        if entry.metadata.format_version != FORMAT {
            return Err(Mismatch::Other("format version"));
        }
        if entry.kind != EntryType::ViolationSequence {
            return Err(Mismatch::Other("type: only violation witnesses can be run"));
        }
        if task.specification != specification(property) {
            return Err(Mismatch::Other("property"));
        }
        let hash = sha256(self.source.text().as_bytes());
        if !task.input_file_hashes.values().any(|of| *of == hash) {
            return Err(Mismatch::Other("program: the hash of the file differs"));
        }
        entry
            .content
            .iter()
            .flat_map(|step| &step.segment)
            .filter_map(|point| self.number(&point.waypoint))
            .collect()
    }

    /// Returns the number that a waypoint gives to a call; `None` for other waypoints.
    fn number(&self, waypoint: &Waypoint) -> Option<Result<Given, Mismatch>> {
        if waypoint.kind != WaypointKind::FunctionReturn || waypoint.action != Passing::Follow {
            return None;
        }
        let value = &waypoint.constraint.as_ref()?.value;
        let number = value.strip_prefix("\\result").and_then(|rest| rest.trim_start().strip_prefix("=="));
        let number = number.and_then(|number| number.trim().parse::<i128>().ok());
        let place = &waypoint.location;
        Some(match (number, self.called_at(place.line, place.column)) {
            (Some(number), Some(function)) => Ok(Given { function, bits: number as u128 }),
            (None, _) => Err(Mismatch::Form(format!("`{value}` is no value of a result"))),
            (_, None) => Err(Mismatch::Form(format!("no call ends at {}:{}", place.line, place.column))),
        })
    }

    /// Returns the name of the function whose call ends with the parenthesis at a place.
    fn called_at(&self, line: u32, column: u32) -> Option<Arc<str>> {
        let text = self.source.text();
        let start = self.source.lines().line_start(line.checked_sub(1)?)?;
        let end = start.checked_add(column.checked_sub(1)?)? as usize;
        if text.as_bytes().get(end) != Some(&b')') {
            return None;
        }
        let mut depth = 0_u32;
        let open = text.get(..end)?.char_indices().rev().find(|(_, c)| match c {
            ')' => {
                depth += 1;
                false
            }
            '(' if depth == 0 => true,
            '(' => {
                depth -= 1;
                false
            }
            _ => false,
        });
        let before = text.get(..open?.0)?.trim_end();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = before.rfind(|c| !is_word(c)).map_or(before, |at| &before[at + 1..]);
        (!name.is_empty()).then(|| name.into())
    }
}
