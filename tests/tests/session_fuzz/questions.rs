//! Questions of an editor about a place, a document or a finding.

use csieve_tests::random::Random;
use serde_json::{Value, json};

/// Questions about findings.
const ABOUT_FINDINGS: &[&str] = &["csieve/trace", "csieve/observer", "csieve/rounds", "csieve/driver"];

/// Commands about findings.
const COMMANDS: &[&str] = &[
    "csieve.openTrace",
    "csieve.openObserver",
    "csieve.openRounds",
    "csieve.openDriver",
    "csieve.openDrawing",
    "csieve.openFindings",
    "csieve.nonsense",
];

/// Returns the method and the parameters of a random question. `id` is that of a finding that there is or was.
pub(crate) fn question(random: &mut Random, uri: &str, id: &Value) -> (&'static str, Value) {
    let mut position = || {
        let (line, character) = (random.below(130), random.below(60));
        match random.below(20) {
            0 => json!({"line": u32::MAX, "character": u32::MAX}),
            _ => json!({"line": line, "character": character}),
        }
    };
    let (start, end) = (position(), position());
    let range = json!({"start": start, "end": end});
    let document = json!({"uri": uri});
    match random.below(13) {
        0 | 1 => ("textDocument/hover", json!({"textDocument": document, "position": start})),
        2 | 3 => (
            "textDocument/codeAction",
            json!({"textDocument": document, "range": range, "context": {"diagnostics": []}}),
        ),
        4 => ("textDocument/codeLens", json!({"textDocument": document})),
        5 => ("textDocument/documentSymbol", json!({"textDocument": document})),
        6 => ("textDocument/foldingRange", json!({"textDocument": document})),
        7 => ("textDocument/selectionRange", json!({"textDocument": document, "positions": [start, end]})),
        8 => ("textDocument/inlayHint", json!({"textDocument": document, "range": range})),
        9 => ("csieve/findings", json!({"uri": uri})),
        10 => {
            let argument = json!({"uri": uri, "id": id, "function": "f"});
            let command = COMMANDS[random.below(COMMANDS.len() as u64) as usize];
            ("workspace/executeCommand", json!({"command": command, "arguments": [argument]}))
        }
        11 => {
            let diagnostic = json!({
                "range": range, "source": "cppcheck", "code": "nullPointer",
                "message": "Null pointer dereference: p",
            });
            ("csieve/judge", json!({"uri": uri, "diagnostics": [diagnostic]}))
        }
        _ => {
            let method = ABOUT_FINDINGS[random.below(ABOUT_FINDINGS.len() as u64) as usize];
            (method, json!({"uri": uri, "id": id}))
        }
    }
}
