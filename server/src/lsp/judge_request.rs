//! `csieve/judge`: what csieve says of diagnostics that other tools show in a document.

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{
        Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Url,
    },
};

use super::{
    documents::Event,
    judge::{JudgedDiagnostic, Question},
    request,
    server::Server,
};
use crate::judge::{Place, Stated, Step, claimed, has_path, named};

/// The source of the diagnostics of csieve itself, which are not judged.
const OWN: &str = "csieve";

/// The rule of clang whose reports stand where the way begins on which a variable has no value. What is claimed happens at
/// a place that they name besides.
const SOMETIMES: &str = "-Wsometimes-uninitialized";

/// How the note at that place begins; clangd begins sentences with a capital letter.
const USE: &str = "ninitialized use occurs here";

/// The parameters of the request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JudgeParams {
    /// The URI of the document.
    pub uri: Url,
    /// What other tools show in the current text of the document.
    pub diagnostics: Vec<Diagnostic>,
}

/// The answer to the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JudgeAnswer {
    /// One verdict for each diagnostic, in their order; `None` if the diagnostic says nothing about runs that is known.
    pub verdicts: Vec<Option<JudgedDiagnostic>>,
}

/// Judges the diagnostics of other tools in a document's current text.
///
/// # Errors
/// If the document is not open or not analysed, or if its text changes meanwhile.
pub(super) async fn handle(server: &Server, params: JudgeParams) -> Result<JudgeAnswer> {
    let JudgeParams { uri, diagnostics } = params;
    let asked = request::complete_now(server, uri.clone());
    let (mut at, mut results) = (Vec::new(), Vec::new());
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        let stated = stated(&uri, diagnostic);
        if diagnostic.source.as_deref() != Some(OWN) && claimed(&stated).is_some() {
            at.push(index);
            results.push(stated);
        }
    }
    let mut verdicts = vec![None; diagnostics.len()];
    let snapshot = asked.await?;
    if !results.is_empty() {
        let (reply, answer) = oneshot::channel();
        server.documents().send(Event::Judge(Question { snapshot, results, reply }));
        let judged = answer.await.map_err(|_| request::changed(&uri))?;
        for (index, judged) in at.into_iter().zip(judged) {
            verdicts[index] = Some(judged);
        }
    }
    Ok(JudgeAnswer { verdicts })
}

/// Returns a diagnostic as a result of a report: what it names besides is its path, or the places that matter.
fn stated(uri: &Url, diagnostic: &Diagnostic) -> Stated {
    let code = match &diagnostic.code {
        Some(NumberOrString::String(code)) => Some(code.as_str()),
        _ => None,
    };
    let (rule, cwe) = named(code, &diagnostic.message);
    let related = diagnostic.related_information.iter().flatten();
    let steps: Vec<Step> = related.map(step).collect();
    let here = place(&Location { uri: uri.clone(), range: diagnostic.range });
    let used = steps.iter().find(|step| rule == SOMETIMES && step.text.contains(USE));
    Stated {
        tool: tool(diagnostic.source.as_deref().unwrap_or_default()).to_owned(),
        level: match diagnostic.severity {
            Some(DiagnosticSeverity::ERROR) => "error",
            Some(DiagnosticSeverity::INFORMATION | DiagnosticSeverity::HINT) => "note",
            _ => "warning",
        }
        .to_owned(),
        message: diagnostic.message.clone(),
        cwe,
        place: Some(used.map_or(here, |step| step.place.clone())),
        is_path: has_path(&rule) && !steps.is_empty(),
        steps,
        rule,
        ..Stated::default()
    }
}

/// Returns the name of the tool itself; extensions spell it in several ways, and add words.
fn tool(source: &str) -> &str {
    let plain = source.to_ascii_lowercase();
    ["cppcheck", "clang"].into_iter().find(|tool| plain.contains(tool)).unwrap_or(source)
}

fn step(related: &DiagnosticRelatedInformation) -> Step {
    Step { place: place(&related.location), text: related.message.clone(), depth: None }
}

fn place(location: &Location) -> Place {
    let start = location.range.start;
    Place {
        file: request::path_of(&location.uri),
        line: start.line.saturating_add(1),
        column: start.character.saturating_add(1),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tower_lsp::lsp_types::{Diagnostic, Url};

    use super::{Stated, stated};

    fn of(source: &str, code: &str, notes: &[(u32, &str)]) -> Stated {
        let uri = Url::parse("file:///a.c").expect("this is a URI");
        let at = |line: u32, character: u32| json!({"line": line, "character": character});
        let range = |line: u32| json!({"start": at(line, 4), "end": at(line, 5)});
        let related: Vec<_> = notes
            .iter()
            .map(|(line, text)| json!({"location": {"uri": uri, "range": range(*line)}, "message": text}))
            .collect();
        let diagnostic: Diagnostic = serde_json::from_value(json!({
            "range": range(6), "source": source, "code": code, "message": "m", "relatedInformation": related,
        }))
        .expect("this is a diagnostic");
        stated(&uri, &diagnostic)
    }

    fn line(stated: &Stated) -> u32 {
        stated.place.as_ref().map_or(0, |place| place.line)
    }

    #[test]
    fn what_is_named_besides_is_a_path_if_an_analyser_says_it() {
        let notes = [(3, "'p' initialized to a null pointer value"), (5, "Assuming 'n' is <= 3")];
        let found = of("clang-tidy", "clang-analyzer-core.NullDereference", &notes);
        assert_eq!((found.is_path, found.steps.len(), line(&found)), (true, 2, 7));
        assert_eq!(found.tool, "clang");
        assert!(!of("clang", "-Wuninitialized", &notes).is_path);
        assert_eq!(of("CppCheck (style)", "uninitvar", &[]).tool, "cppcheck");
    }

    #[test]
    fn a_variable_without_a_value_on_some_ways_is_read_elsewhere() {
        let notes = [(8, "Uninitialized use occurs here"), (2, "initialize the variable")];
        assert_eq!(line(&of("clang", "-Wsometimes-uninitialized", &notes)), 9);
        assert_eq!(line(&of("clang", "-Wsometimes-uninitialized", &[])), 7);
        assert_eq!(line(&of("clang", "-Wuninitialized", &notes)), 7);
    }
}
