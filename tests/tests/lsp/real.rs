//! The server with the analysis that it has in earnest.

use std::sync::Arc;

use csieve_tests::lsp::{Client, Setup};
use serde_json::json;

use super::URI;

#[tokio::test]
async fn real_findings_are_published_with_their_trace() {
    let mut client = Client::start(Arc::new(csieve_analysis::analyse_function), Setup::default()).await;
    let text = "void *malloc(unsigned long);\nvoid free(void *);\n\nint f(int n)\n{\n    int *p = malloc(4);\n    \
                if (!p)\n        return 0;\n    free(p);\n    return *p;\n}\n";
    client.open(URI, text).await;
    let diagnostics = client.published(URI, 1).await;
    assert_eq!(diagnostics.len(), 1, "{diagnostics:#?}");
    assert_eq!(diagnostics[0]["code"], "use-after-free");
    assert_eq!(diagnostics[0]["severity"], 2);
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 9);
    let params = json!({"uri": URI, "id": diagnostics[0]["data"]["id"]});
    let trace = client.request("csieve/trace", params).await.unwrap();
    assert!(!trace["steps"].as_array().unwrap().is_empty());
}
