//! Which version of each document is the current one, for everyone.

use std::sync::Arc;

use dashmap::DashMap;
use serde_json::Value;
use tower_lsp::jsonrpc::Request;

/// The versions of the open documents. The owner of the documents writes it before anybody can learn that
/// a change was taken in; the transport reads it for each message that it writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Versions {
    current: Arc<DashMap<String, i32>>,
}

impl Versions {
    /// A document has this version now.
    pub(super) fn set(&self, uri: &str, version: i32) {
        self.current.insert(uri.to_owned(), version);
    }

    /// A document is closed.
    pub(super) fn remove(&self, uri: &str) {
        self.current.remove(uri);
    }

    /// Whether a message does not describe a text that is no more.
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
