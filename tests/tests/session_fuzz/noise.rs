//! Messages that no client should send: none of them may change anything.

use csieve_tests::random::Random;
use serde_json::json;

/// Bodies of messages that are no messages.
const BODIES: &[&[u8]] = &[
    b"",
    b"\0",
    b"\xff\xfe\x00",
    b"{\"jsonrpc\": \"2.0\", ",
    b"[]",
    b"[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"shutdown\"}]",
    b"{}",
    b"null",
    b"{\"jsonrpc\": \"2.0\", \"id\": 77777777}",
    b"{\"jsonrpc\": \"2.0\", \"id\": 77777777, \"result\": {\"a\": 1}}",
    b"{\"jsonrpc\": \"2.0\", \"id\": \"x\", \"error\": {\"code\": 1, \"message\": \"\"}}",
    b"{\"jsonrpc\": \"1.0\", \"id\": 77777778, \"method\": \"textDocument/hover\"}",
    b"{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"textDocument/hover\"}",
    b"{\"jsonrpc\": \"2.0\", \"method\": 7}",
    b"{\"jsonrpc\": \"2.0\", \"method\": \"\"}",
    b"{\"jsonrpc\": \"2.0\", \"method\": \"$/cancelRequest\", \"params\": {\"id\": -1}}",
    b"{\"jsonrpc\": \"2.0\", \"method\": \"$/unknown\"}",
    b"{\"jsonrpc\": \"2.0\", \"method\": \"initialized\", \"params\": 3}",
    b"{\"jsonrpc\": \"2.0\", \"id\": 77777779, \"method\": \"initialize\", \"params\": {\"capabilities\": {}}}",
    b"{\"jsonrpc\": \"2.0\", \"id\": 77777780, \"method\": \"initialize\"}",
];

/// Notifications about documents, which have wrong parameters in every way.
const NOTIFICATIONS: &[&str] = &[
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "workspace/didRenameFiles",
    "window/workDoneProgress/cancel",
    "csieve/visible",
];

/// Returns the body of a random message that means nothing.
pub(crate) fn noise(random: &mut Random, uri: &str) -> Vec<u8> {
    if random.one_in(2) {
        return random.choose(BODIES).to_vec();
    }
    let method = random.pick(NOTIFICATIONS);
    let params = random.choose(&[
        json!(null),
        json!([]),
        json!(7),
        json!({"textDocument": 3}),
        json!({"textDocument": {"uri": "no uri", "version": 1}, "contentChanges": []}),
        json!({"textDocument": {"uri": uri, "version": "one"}, "contentChanges": [{"text": ""}]}),
        json!({"textDocument": {"uri": uri, "version": 1e300}, "contentChanges": [{"text": ""}]}),
        json!({"textDocument": {"uri": uri}, "contentChanges": [{"range": {"start": {"line": -1}}, "text": ""}]}),
        json!({"changes": [{"uri": "", "type": 9}]}),
        json!({"uri": uri, "ranges": [{"start": {"line": 9, "character": 9}}]}),
        json!({"token": {}}),
    ]);
    // Who closes a document need not say more than its URI.
    let params = if method == "textDocument/didClose" { json!({"textDocument": 3}) } else { params };
    json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string().into_bytes()
}
