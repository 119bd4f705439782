//! Tests of the language server through the protocol, with one module per feature.

mod actions;
mod configured;
mod edits;
mod fixes;
mod half_typed;
mod headers;
mod hints;
mod hover;
mod index;
mod judge;
mod large;
mod lifecycle;
mod macros;
mod messages;
mod notes;
mod opened_headers;
mod outline;
mod parent;
mod publishing;
mod pull;
mod real;
mod requests;
mod robustness;
mod rule_matches;
mod scenarios;
mod settings;
mod stale_builds;
mod typing;
mod views;
mod workspace;

use csieve_tests::lsp::{Client, Fake, Setup};

/// The URI of the document in most tests.
const URI: &str = "file:///project/a.c";

/// A text with a kept and a refuted finding for the fake analysis.
const TEXT: &str = "int f(int x)\n{\n    BUG;\n}\nint g(void)\n{\n    /* é𝄞 */ FINE;\n}\n";

/// Starts a client with the fake analysis.
async fn client(setup: Setup) -> (Client, Fake) {
    let fake = Fake::default();
    (Client::start(fake.analyse(), setup).await, fake)
}

/// Starts a client that has opened [`TEXT`].
async fn opened(setup: Setup) -> Client {
    let (mut client, _) = client(setup).await;
    client.open(URI, TEXT).await;
    client
}
