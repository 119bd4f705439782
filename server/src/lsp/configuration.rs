//! The client's settings: `workspace/didChangeConfiguration`, and requests for them.

use serde_json::{Value, json};
use tower_lsp::lsp_types::{ConfigurationItem, DidChangeConfigurationParams, Registration};

use super::{documents::Event, server::Server};

/// The section of the client's configuration that has all settings of csieve.
const SECTION: &str = "csieve";

/// The names of the settings in the section `csieve`.
const KEYS: [&str; 19] = [
    "enable",
    "codeLens",
    "documentSymbols",
    "inlayHints",
    "diagnosticMode",
    "index",
    "showMinor",
    "allocations",
    "checks",
    "refuters",
    "wrapv",
    "exclude",
    "showRefuted",
    "showDoubtful",
    "library",
    "rules",
    "compileCommands",
    "includePaths",
    "defines",
];

/// Returns the settings in `initializationOptions`: under the key `csieve`, or else at the top level.
pub(super) fn initial(options: &Value) -> Value {
    section(options).cloned().unwrap_or_else(|| {
        let known = KEYS.iter().filter_map(|key| Some(((*key).to_owned(), options.get(*key)?.clone())));
        Value::Object(known.collect())
    })
}

fn section(settings: &Value) -> Option<&Value> {
    settings.get(SECTION).filter(|section| !section.is_null())
}

/// Registers for changes of settings and asks for the settings, if the client supports that.
pub(super) async fn start(server: &Server) {
    let session = server.session();
    if session.register_configuration {
        let registration = Registration {
            id: SECTION.to_owned(),
            method: "workspace/didChangeConfiguration".to_owned(),
            register_options: Some(json!({ "section": SECTION })),
        };
        if let Err(error) = server.client().register_capability(vec![registration]).await {
            tracing::warn!(%error, "the client does not tell about changed settings");
        }
    }
    if session.configuration {
        pull(server).await;
    }
}

/// Takes changed settings from a notification, or asks for them if the notification does not contain them.
pub(super) async fn handle(server: &Server, params: DidChangeConfigurationParams) {
    if let Some(section) = section(&params.settings) {
        server.documents().send(Event::Configure(section.clone()));
    } else if server.session().configuration {
        pull(server).await;
    } else if KEYS.iter().any(|key| params.settings.get(key).is_some()) {
        server.documents().send(Event::Configure(params.settings));
    }
}

async fn pull(server: &Server) {
    let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
    match server.client().configuration(vec![item]).await {
        // A client without any setting of csieve answers null; then the earlier settings stay.
        Ok(sections) => {
            if let Some(section) = sections.into_iter().next().filter(|section| !section.is_null()) {
                server.documents().send(Event::Configure(section));
            }
        }
        Err(error) => tracing::warn!(%error, "the client does not tell its settings"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::initial;

    #[test]
    fn initial_settings_stand_in_a_section_or_at_the_top() {
        assert_eq!(initial(&json!({"csieve": {"enable": false}, "status": true})), json!({"enable": false}));
        assert_eq!(initial(&json!({"checks": "a", "status": true})), json!({"checks": "a"}));
        assert_eq!(initial(&json!(null)), json!({}));
    }
}
