//! Reads the results of SARIF logs of any tool. The log itself is kept as it is.

use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::{Place, Report, Stated, Step};

/// Reads a SARIF log.
///
/// # Errors
/// If the text is no JSON, or no SARIF log.
pub(super) fn read(text: &str) -> Result<Report, String> {
    let log: Value = serde_json::from_str(text).map_err(|error| format!("this is no SARIF log: {error}"))?;
    let Some(runs) = log["runs"].as_array() else {
        return Err("this JSON is no SARIF log: it has no `runs`".to_owned());
    };
    let mut results = Vec::new();
    for (run_index, run) in runs.iter().enumerate() {
        let all = run["results"].as_array().into_iter().flatten();
        results.extend(all.enumerate().map(|(index, result)| stated(run, result, (run_index, index))));
    }
    Ok(Report { log, results })
}

fn stated(run: &Value, result: &Value, at: (usize, usize)) -> Stated {
    let driver = &run["tool"]["driver"];
    let index = result["ruleIndex"].as_u64().or_else(|| result["rule"]["index"].as_u64());
    let ids = [&result["ruleId"], &result["rule"]["id"]];
    let known = ids.into_iter().find_map(Value::as_str);
    let descriptor = match (index, known) {
        (Some(index), _) => driver["rules"].get(index as usize),
        (None, Some(id)) => {
            driver["rules"].as_array().into_iter().flatten().find(|rule| rule["id"].as_str() == Some(id))
        }
        (None, None) => None,
    };
    let rule = known.or_else(|| descriptor?["id"].as_str()).unwrap_or_default();
    let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    let mut steps: Vec<Step> =
        flow.as_array().into_iter().flatten().filter_map(|one| step(run, one)).collect();
    let is_path = !steps.is_empty();
    if !is_path {
        let related = result["relatedLocations"].as_array().into_iter().flatten();
        steps = related.filter_map(|location| related_step(run, location)).collect();
    }
    Stated {
        at,
        tool: text(&driver["name"]),
        rule: rule.to_owned(),
        level: result["level"].as_str().unwrap_or("warning").to_owned(),
        message: text(&result["message"]["text"]),
        cwe: weaknesses(result, descriptor),
        place: place(run, &result["locations"][0]),
        symbol: None,
        steps,
        is_path,
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn step(run: &Value, step: &Value) -> Option<Step> {
    let location = &step["location"];
    Some(Step {
        place: place(run, location)?,
        text: text(&location["message"]["text"]),
        depth: step["nestingLevel"].as_i64(),
    })
}

fn related_step(run: &Value, location: &Value) -> Option<Step> {
    Some(Step { place: place(run, location)?, text: text(&location["message"]["text"]), depth: None })
}

/// Returns the numbers of weaknesses in the taxa of a result and in the tags of its rule.
fn weaknesses(result: &Value, descriptor: Option<&Value>) -> Vec<u16> {
    let taxa = result["taxa"].as_array().into_iter().flatten();
    let taxa = taxa.filter(|taxon| taxon["toolComponent"]["name"].as_str() == Some("cwe"));
    let taxa = taxa.filter_map(|taxon| taxon["id"].as_str()?.parse().ok());
    let tags = descriptor.and_then(|rule| rule["properties"]["tags"].as_array()).into_iter().flatten();
    let tags = tags.filter_map(|tag| {
        let tag = tag.as_str()?.to_ascii_lowercase();
        tag.rsplit_once("cwe-")?.1.parse().ok()
    });
    taxa.chain(tags).collect()
}

/// Returns the place of a location in a file.
fn place(run: &Value, location: &Value) -> Option<Place> {
    let physical = &location["physicalLocation"];
    let region = &physical["region"];
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    Some(Place {
        file: file(run, &physical["artifactLocation"])?,
        line: number(&region["startLine"])?,
        column: number(&region["startColumn"]).unwrap_or(0),
    })
}

/// Returns the path of an artifact, below the folder that its base stands for.
fn file(run: &Value, artifact: &Value) -> Option<PathBuf> {
    let by_index = artifact["index"].as_u64().map(|index| &run["artifacts"][index as usize]["location"]);
    let uri = artifact["uri"].as_str().or_else(|| by_index?["uri"].as_str())?;
    let path = path_of(uri);
    let base = artifact["uriBaseId"].as_str().or_else(|| by_index?["uriBaseId"].as_str());
    let base = base.and_then(|base| run["originalUriBaseIds"][base]["uri"].as_str()).map(path_of);
    let whole = match base {
        Some(base) if path.is_relative() => base.join(path),
        _ => path,
    };
    Some(whole.components().filter(|part| *part != Component::CurDir).collect())
}

fn path_of(uri: &str) -> PathBuf {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    Path::new(&*percent_decode_str(path).decode_utf8_lossy()).to_owned()
}
