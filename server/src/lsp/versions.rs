//! The current version of each open document, shared between threads.

use std::sync::Arc;

use dashmap::DashMap;
use serde_json::Value;
use tower_lsp::jsonrpc::Request;

/// The versions of the open documents. The owner of the documents updates a version before any message can
/// depend on the change. The transport reads the version for each message that it writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Versions {
    current: Arc<DashMap<String, i32>>,
}

impl Versions {
    /// Sets the current version of a document.
    pub(super) fn set(&self, uri: &str, version: i32) {
        self.current.insert(uri.to_owned(), version);
    }

    /// Removes a document that was closed.
    pub(super) fn remove(&self, uri: &str) {
        self.current.remove(uri);
    }

    /// Returns whether a message may be sent: all messages but diagnostics of an outdated version.
    pub(super) fn allow(&self, message: &Request) -> bool {
        if message.method() != "textDocument/publishDiagnostics" {
            return true;
        }
        let params = message.params().unwrap_or(&Value::Null);
        let (Some(uri), Some(version)) = (params["uri"].as_str(), params["version"].as_i64()) else {
            return true;
        };
        self.current.get(uri).is_some_and(|current| i64::from(*current) == version)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tower_lsp::jsonrpc::Request;

    use super::Versions;

    #[test]
    fn only_the_current_version_passes() {
        let versions = Versions::default();
        versions.set("file:///a.c", 2);
        let publish = |params| Request::build("textDocument/publishDiagnostics").params(params).finish();
        let allowed = |uri: &str, version: i32| {
            versions.allow(&publish(json!({"uri": uri, "version": version, "diagnostics": []})))
        };
        assert!(!allowed("file:///a.c", 1));
        assert!(allowed("file:///a.c", 2));
        assert!(!allowed("file:///b.c", 2));
        assert!(versions.allow(&publish(json!({"uri": "file:///b.c", "diagnostics": []}))));
        assert!(versions.allow(&Request::build("window/showMessage").params(json!({"version": 1})).finish()));
    }
}
