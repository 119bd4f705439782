//! The SARIF 2.1.0 output.

mod causes;

use std::{collections::BTreeMap, path::Path};

use csieve_analysis::{
    checks::{declaration, page},
    finding::Step,
    fixes::Edit,
    options::Options,
    rule::Rule,
    suppress::Suppression,
    text::Span,
};
use serde_json::json;
use serde_sarif::sarif;

use self::causes::{CAUSE, together};
use super::{
    INCOMPLETE, fix,
    json::{inputs, pretty},
    outcome::{Found, Outcome},
    summary::Summary,
};
use crate::{
    REPOSITORY_URL,
    fix::Fix,
    page_url,
    present::{
        Danger, Extent, Fingerprints, Located, Severity,
        rank::{minor, rank},
        trace, uri,
    },
    project::AnalysedFile,
};

/// The name of the folder at which relative paths start.
const ROOT: &str = "SRCROOT";

/// The property of an invocation that has the counts of what was analysed and left out.
pub(super) const SUMMARY: &str = "summary";

/// Renders the whole SARIF log. Suppressed findings are in it, marked as such. `fixes` are those of some
/// findings.
pub(super) fn render(
    outcome: &Outcome,
    options: &Options,
    category: Option<&str>,
    fixes: &[fix::Found],
    extent: Extent,
) -> String {
    let causes = outcome.causes_by_files();
    let of_causes = causes.iter().flat_map(|cause| cause.all().map(|found| (*found, Some(&*cause.id))));
    let mut fingerprints = Fingerprints::default();
    let told = |((file, located), cause): (Found, Option<&str>)| {
        let fix = fixes.iter().find(|(finding, _)| std::ptr::eq(*finding, located.finding));
        let fix = fix.map(|(_, fix)| vec![corrected(file, &located, fix)]);
        let mut told = result(file, &located, fingerprints.of(file, &located), extent);
        let named = told.partial_fingerprints.get_or_insert_default();
        named.extend(cause.map(|id| (CAUSE.to_owned(), id.to_owned())));
        sarif::Result { fixes: fix, ..told }
    };
    let suppressed = outcome.suppressed().map(|found| (found, None));
    let results: Vec<sarif::Result> = of_causes.chain(suppressed).map(told).collect();
    log((driver_of(options), category), &outcome.summary, results, outcome.exit_code())
}

/// Renders a log of results, those of one cause together. A category tells this run from others of the same commit.
pub(super) fn log(
    (driver, category): (sarif::ToolComponent, Option<&str>),
    summary: &Summary,
    results: Vec<sarif::Result>,
    exit_code: u8,
) -> String {
    let run = sarif::Run::builder()
        .tool(sarif::Tool::builder().driver(driver).build())
        .column_kind(json!("unicodeCodePoints"))
        .invocations(vec![invocation(summary, exit_code)])
        .automation_details(sarif::RunAutomationDetails::builder().id(automation_id(category)).build())
        .original_uri_base_ids(BTreeMap::from([(ROOT.to_owned(), root())]))
        .results(together(results))
        .build();
    let log = sarif::Sarif::builder()
        .schema("https://json.schemastore.org/sarif-2.1.0.json")
        .version(json!("2.1.0"))
        .runs(vec![run])
        .build();
    pretty(&log)
}

/// Returns the id of a run: the name of the tool and the category. What is behind the last slash would tell apart runs of
/// one category, of which only the last one counts.
fn automation_id(category: Option<&str>) -> String {
    category.map_or_else(|| "csieve/".to_owned(), |category| format!("csieve/{category}/"))
}

/// Returns what is said of the folder at which relative paths start. Its own path is left out: it is another one on each
/// machine, and readers know where the sources are.
fn root() -> sarif::ArtifactLocation {
    sarif::ArtifactLocation::builder().description(message("The folder in which csieve was run.")).build()
}

/// Returns the location of a file.
fn artifact(path: &Path) -> sarif::ArtifactLocation {
    let location = sarif::ArtifactLocation::builder().uri(uri(path));
    if path.is_absolute() { location.build() } else { location.uri_base_id(ROOT).build() }
}

/// Returns what a log says of csieve and its checks.
pub(super) fn driver_of(options: &Options) -> sarif::ToolComponent {
    sarif::ToolComponent::builder()
        .name("csieve")
        .semantic_version(env!("CARGO_PKG_VERSION"))
        .information_uri(REPOSITORY_URL)
        .rules(options.rules.iter().map(|rule| descriptor(*rule)).chain(own(options)).collect::<Vec<_>>())
        .build()
}

/// Returns what a log says of the rules of users.
fn own(options: &Options) -> impl Iterator<Item = sarif::ReportingDescriptor> {
    let text = |text: &str| sarif::MultiformatMessageString::builder().text(text).build();
    options.library.own().all().iter().map(move |rule| {
        let level = sarif::ReportingConfiguration::builder().level(json!("warning")).build();
        sarif::ReportingDescriptor::builder()
            .id(&*rule.name.id)
            .short_description(text(&rule.name.title))
            .default_configuration(level)
            .help_uri(page_url(Rule::Own(0)))
            .build()
    })
}

fn descriptor(rule: Rule) -> sarif::ReportingDescriptor {
    let declared = declaration(rule);
    let text = |text: &str| sarif::MultiformatMessageString::builder().text(text).build();
    let help = sarif::MultiformatMessageString::builder().text(page(rule)).markdown(page(rule)).build();
    let tags = vec!["security".to_owned(), format!("external/cwe/cwe-{}", declared.cwe)];
    let level = sarif::ReportingConfiguration::builder().level(json!("warning")).build();
    let references = [
        ("security-severity", json!(Danger::of(rule).score())),
        ("precision", json!(precision(rule))),
        ("problem.severity", json!(if Danger::of(rule) == Danger::Low { "warning" } else { "error" })),
        ("cwe", json!(format!("CWE-{}", declared.cwe))),
        ("cert", json!(declared.cert)),
        ("misra", json!(declared.misra)),
    ];
    sarif::ReportingDescriptor::builder()
        .id(rule.id())
        .short_description(text(declared.title))
        .help(help)
        .default_configuration(level)
        .help_uri(page_url(rule))
        .properties(properties(tags, references))
        .build()
}

/// Returns how often the findings of a rule are right, in GitHub's words. Those that are proofs themselves always are.
fn precision(rule: Rule) -> &'static str {
    match rule {
        Rule::UnreachableCode | Rule::InfiniteLoop => "very-high",
        _ => "high",
    }
}

fn properties<const N: usize>(
    tags: Vec<String>,
    values: [(&str, serde_json::Value); N],
) -> sarif::PropertyBag {
    let values: BTreeMap<String, serde_json::Value> =
        values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let bag = sarif::PropertyBag::builder().additional_properties(values);
    if tags.is_empty() { bag.build() } else { bag.tags(tags).build() }
}

/// Returns the record of this `csieve check`: its exit code, the unreadable inputs, and the reasons for
/// skipped functions.
fn invocation(summary: &Summary, exit_code: u8) -> sarif::Invocation {
    let note = |level: &str, text: &str| {
        sarif::Notification::builder().level(json!(level)).message(message(text)).build()
    };
    let unreadable = summary.unreadable.iter().map(|problem| note("error", problem));
    let skipped =
        summary.reasons.iter().map(|(reason, count)| note("note", &format!("skipped {count}: {reason}")));
    sarif::Invocation::builder()
        .execution_successful(exit_code != INCOMPLETE)
        .exit_code(exit_code)
        .tool_execution_notifications(unreadable.chain(skipped).collect::<Vec<_>>())
        .properties(properties(Vec::new(), [(SUMMARY, json!(summary))]))
        .build()
}

fn result(file: &AnalysedFile, located: &Located, fingerprint: String, extent: Extent) -> sarif::Result {
    let finding = located.finding;
    let is_refuted = finding.is_refuted();
    let place = location(file, located, located.span(finding.span), None);
    let (kind, level) = match Severity::of(finding) {
        Severity::Hint => (sarif::ResultKind::Pass, sarif::ResultLevel::None),
        Severity::Information => (sarif::ResultKind::Fail, sarif::ResultLevel::Note),
        Severity::Warning => (sarif::ResultKind::Fail, sarif::ResultLevel::Warning),
        Severity::Error => (sarif::ResultKind::Fail, sarif::ResultLevel::Error),
    };
    let mut values = BTreeMap::from([
        ("verdict".to_owned(), json!(finding.verdict.as_str())),
        ("function".to_owned(), json!(finding.function)),
    ]);
    if let Some(evidence) = finding.evidence() {
        values.insert("evidence".to_owned(), json!(evidence.as_str()));
    }
    if is_refuted {
        values.insert("proof".to_owned(), proof(located, extent));
    }
    if let Some(doubt) = finding.doubt() {
        values.insert("doubt".to_owned(), json!(located.sentence(&doubt.sentence)));
    }
    let of_callers = located.doubtful_reasons();
    if !of_callers.is_empty() {
        values.insert("doubtOfCallers".to_owned(), json!(of_callers));
    }
    if !finding.inputs().is_empty() {
        values.insert("inputs".to_owned(), json!(inputs(located)));
    }
    if let Some(minor) = minor(located, &file.path) {
        values.insert("minor".to_owned(), json!(minor.as_str()));
    }
    if !finding.abstracted.is_empty() {
        values.insert("abstracted".to_owned(), json!(finding.abstracted));
    }
    let result = sarif::Result::builder()
        .rule_id(finding.id())
        .kind(kind)
        .level(level)
        .rank(f64::from(rank(located, &file.path)))
        .message(message(&located.message().replace('`', "'")))
        .locations(vec![place])
        .code_flows(vec![code_flow(file, located, &extent.steps(&finding.witness))])
        .partial_fingerprints(BTreeMap::from([("csieve/v1".to_owned(), fingerprint)]))
        .properties(sarif::PropertyBag::builder().additional_properties(values).build());
    match located.suppressed {
        Some(suppression) => result.suppressions(vec![suppressed(suppression)]).build(),
        None => result.build(),
    }
}

/// Returns an edit that corrects a finding.
fn corrected(file: &AnalysedFile, located: &Located, fix: &Fix) -> sarif::Fix {
    let replacement = |edit: &Edit| {
        let inserted = sarif::ArtifactContent::builder().text(&edit.text).build();
        sarif::Replacement::builder()
            .deleted_region(region(located, edit.span))
            .inserted_content(inserted)
            .build()
    };
    let change = sarif::ArtifactChange::builder()
        .artifact_location(artifact(&file.path))
        .replacements(fix.edits.iter().map(replacement).collect::<Vec<_>>())
        .build();
    sarif::Fix::builder()
        .description(message(&fix.headline().replace('`', "'")))
        .artifact_changes(vec![change])
        .build()
}

fn suppressed(suppression: &Suppression) -> sarif::Suppression {
    let kind = sarif::Suppression::builder().kind(json!("inSource"));
    match suppression.reason.as_str() {
        "" => kind.build(),
        reason => kind.justification(reason).build(),
    }
}

/// Returns the proofs of a refuted finding.
pub(super) fn proof(located: &Located, extent: Extent) -> serde_json::Value {
    let proofs = extent.proofs(located);
    let all = proofs.iter().map(|(located, proof)| {
        let equations = proof.equations.iter().map(|row| {
            let mut equation = json!({
                "line": located.line(row.span),
                "statement": row.text,
                "equation": row.equation,
                "solution": row.solution,
            });
            if row.assumed {
                equation["assumed"] = json!(true);
            }
            if row.always {
                equation["always"] = json!(true);
            }
            equation
        });
        let equations: Vec<_> = equations.collect();
        let mut said = json!({ "refuter": proof.refuter, "equations": equations });
        let certificate = proof.certificate.as_ref();
        if let Some(certificate) = certificate.filter(|one| extent.has_certificate(one.len())) {
            said["certificate"] = json!(located.sentence(certificate));
        }
        said
    });
    let all: Vec<serde_json::Value> = all.collect();
    let mut first = all.first().cloned().unwrap_or_else(|| json!({ "refuter": "none", "equations": [] }));
    if let (Some(object), true) = (first.as_object_mut(), all.len() > 1) {
        object.insert("others".to_owned(), json!(all[1..]));
    }
    first
}

fn code_flow(file: &AnalysedFile, located: &Located, path: &[(usize, &Step)]) -> sarif::CodeFlow {
    let steps: Vec<sarif::ThreadFlowLocation> = path
        .iter()
        .map(|(index, step)| {
            let values = trace::values(step);
            let text = trace::text(step).trim_start().replace('`', "'");
            let text = if values.is_empty() { text } else { format!("{text} ({values})") };
            sarif::ThreadFlowLocation::builder()
                .location(step_location(file, located, step, &text))
                .execution_order(*index as i64 + 1)
                .nesting_level(step.callee.as_ref().map_or(0, |callee| i64::from(callee.depth)))
                .importance(json!(if step.decisive { "essential" } else { "unimportant" }))
                .build()
        })
        .collect();
    let flow = sarif::ThreadFlow::builder().locations(steps).build();
    sarif::CodeFlow::builder().thread_flows(vec![flow]).build()
}

/// Returns the location of a step of a path. Of a step in another file, only the line is known.
fn step_location(file: &AnalysedFile, located: &Located, step: &Step, text: &str) -> sarif::Location {
    let place = located.place(step);
    if let Some(span) = place.span {
        return location(file, located, span, Some(text));
    }
    let path = place.file.map_or(&*file.path, Path::new);
    let region = sarif::Region::builder().start_line(i64::from(place.line)).build();
    let physical =
        sarif::PhysicalLocation::builder().artifact_location(artifact(path)).region(region).build();
    sarif::Location::builder().physical_location(physical).message(message(text)).build()
}

/// Returns the location of a span in the file, with a message about it if given.
fn location(file: &AnalysedFile, located: &Located, span: Span, text: Option<&str>) -> sarif::Location {
    let region = region(located, span);
    let physical =
        sarif::PhysicalLocation::builder().artifact_location(artifact(&file.path)).region(region).build();
    let location = sarif::Location::builder().physical_location(physical);
    match text {
        Some(text) => location.message(message(text)).build(),
        None => location.build(),
    }
}

fn region(located: &Located, span: Span) -> sarif::Region {
    let (start, end) = (located.line_column(span.start), located.line_column(span.end));
    sarif::Region::builder()
        .start_line(start.0)
        .start_column(start.1)
        .end_line(end.0)
        .end_column(end.1)
        .build()
}

fn message(text: &str) -> sarif::Message {
    sarif::Message::builder().text(text).build()
}
