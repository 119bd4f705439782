//! What a tool reports, in one form for all tools.

use std::path::PathBuf;

use serde_json::{Value, json};

/// A report of a tool: the log that is written back, and its results.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The SARIF log. Nothing of it is lost when it is written back.
    pub log: Value,
    /// The results of the log, in its order.
    pub results: Vec<Stated>,
}

/// One result of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// The index of the run in the log, and of the result in the run.
    pub at: (usize, usize),
    /// The name of the tool.
    pub tool: String,
    /// The name of the rule in the tool; empty if it has none.
    pub rule: String,
    /// The level in SARIF's words: `error`, `warning` or `note`.
    pub level: String,
    /// The message.
    pub message: String,
    /// The numbers of the weaknesses (CWE) that the report names.
    pub cwe: Vec<u16>,
    /// The place of the misuse. `None` if the result has none in a file.
    pub place: Option<Place>,
    /// The variable, if the report names it apart from its message.
    pub symbol: Option<String>,
    /// The steps that lead to the place.
    pub steps: Vec<Step>,
    /// Whether the steps are a path, in the order of a run, and not just places that matter.
    pub is_path: bool,
}

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The path of the file, as the tool gave it.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

/// A step of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The place of the step.
    pub place: Place,
    /// What is said of the step; empty if control just comes by.
    pub text: String,
    /// The depth of calls, if the tool tells it. Callees are deeper than their callers.
    pub depth: Option<i64>,
}

impl Report {
    /// Adds the runs of another report.
    pub fn add(&mut self, mut other: Self) {
        let Some(runs) = self.log["runs"].as_array_mut() else {
            *self = other;
            return;
        };
        let first = runs.len();
        runs.extend(other.log["runs"].as_array_mut().map(std::mem::take).unwrap_or_default());
        for result in &mut other.results {
            result.at.0 += first;
        }
        self.results.extend(other.results);
    }

    /// Makes a report of the results of one tool.
    pub(super) fn of(tool: &str, version: Option<&str>, mut results: Vec<Stated>) -> Self {
        for (index, result) in results.iter_mut().enumerate() {
            result.at = (0, index);
            tool.clone_into(&mut result.tool);
        }
        let mut driver = json!({ "name": tool });
        if let Some(version) = version {
            driver["version"] = json!(version);
        }
        let told: Vec<Value> = results.iter().map(Stated::to_sarif).collect();
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{ "tool": { "driver": driver }, "results": told }],
        });
        Self { log, results }
    }
}

impl Stated {
    fn to_sarif(&self) -> Value {
        let mut result = json!({
            "ruleId": self.rule,
            "level": self.level,
            "message": { "text": self.message },
        });
        if let Some(place) = &self.place {
            result["locations"] = json!([place.to_sarif("")]);
        }
        let told: Vec<&Step> = self.steps.iter().filter(|step| !step.text.is_empty()).collect();
        if self.is_path && !told.is_empty() {
            let steps: Vec<Value> = told.iter().map(|step| step.to_sarif()).collect();
            result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
        } else if !told.is_empty() {
            let places: Vec<Value> = told.iter().map(|step| step.place.to_sarif(&step.text)).collect();
            result["relatedLocations"] = json!(places);
        }
        result
    }
}

impl Step {
    fn to_sarif(&self) -> Value {
        let mut step = json!({ "location": self.place.to_sarif(&self.text) });
        if let Some(depth) = self.depth.filter(|depth| *depth >= 0) {
            step["nestingLevel"] = json!(depth);
        }
        step
    }
}

impl Place {
    fn to_sarif(&self, text: &str) -> Value {
        let mut region = json!({ "startLine": self.line });
        if self.column > 0 {
            region["startColumn"] = json!(self.column);
        }
        let uri = crate::present::uri(&self.file);
        let mut location = json!({
            "physicalLocation": { "artifactLocation": { "uri": uri }, "region": region },
        });
        if !text.is_empty() {
            location["message"] = json!({ "text": text });
        }
        location
    }
}
