//! Cppcheck's own form, `--xml`.

use roxmltree::{Document, Node};

use super::{Place, Report, Stated, Step};

/// Reads what cppcheck wrote.
///
/// # Errors
/// If the text is no XML, or not of cppcheck.
pub(super) fn read(text: &str) -> Result<Report, String> {
    let document = Document::parse(text).map_err(|error| format!("this is no XML of cppcheck: {error}"))?;
    let root = document.root_element();
    if root.tag_name().name() != "results" {
        return Err("this XML is not of cppcheck: it has no `results`".to_owned());
    }
    let named = |name: &'static str| root.descendants().filter(move |node| node.has_tag_name(name));
    let version = named("cppcheck").next().and_then(|tool| tool.attribute("version"));
    Ok(Report::of("cppcheck", version, named("error").map(stated).collect()))
}

fn stated(error: Node) -> Stated {
    let attribute = |name: &str| error.attribute(name).unwrap_or_default().to_owned();
    let mut steps: Vec<Step> = error.children().filter_map(step).collect();
    let place = steps.first().map(|step| step.place.clone());
    // The first place is that of the error; without words, it is no step.
    steps.retain(|step| !step.text.is_empty());
    let symbol = error.children().find(|child| child.has_tag_name("symbol"));
    let message = match attribute("verbose") {
        verbose if verbose.is_empty() => attribute("msg"),
        verbose => verbose,
    };
    Stated {
        rule: attribute("id"),
        level: if attribute("severity") == "error" { "error" } else { "warning" }.to_owned(),
        message,
        cwe: error.attribute("cwe").and_then(|cwe| cwe.parse().ok()).into_iter().collect(),
        place,
        symbol: symbol.and_then(|symbol| symbol.text()).map(ToOwned::to_owned),
        steps,
        ..Stated::default()
    }
}

fn step(node: Node) -> Option<Step> {
    let number = |name: &str| node.attribute(name).and_then(|text| text.parse().ok());
    let place = Place {
        file: node.attribute("file").filter(|_| node.has_tag_name("location"))?.into(),
        line: number("line")?,
        column: number("column").unwrap_or(0),
    };
    Some(Step { place, text: node.attribute("info").unwrap_or_default().to_owned(), depth: None })
}
