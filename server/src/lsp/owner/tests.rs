//! Tests of the owner on its own, without a client.

use std::sync::Arc;

use csieve_analysis::{cancel::Cancelled, text::SourceText};
use tokio::runtime::Handle;
use tower_lsp::{
    LspService,
    lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Url},
};

use super::{Documents, Event, Owner, Scheduler, Units, Versions};
use crate::lsp::{
    schedule::{Listed, Progress},
    server::Server,
};

fn owner() -> Owner {
    let (documents, _) = Documents::new();
    let (service, _) = LspService::new(|client| Server::new(client, documents.clone()));
    let scheduler =
        Scheduler::new(Handle::current(), Arc::new(|_, _, _, _, _| Err(Cancelled)), None).unwrap();
    let client = service.inner().client().clone();
    let units = Units::new(std::env::temp_dir());
    Owner::new(documents, Versions::default(), units, scheduler, client, Handle::current())
}

fn epoch(owner: &Owner, uri: &Url) -> u64 {
    owner.documents[uri].epoch.number()
}

fn open(owner: &mut Owner, uri: &Url, text: &str) -> u64 {
    owner.handle(Event::Open(TextDocumentItem::new(uri.clone(), "c".to_owned(), 1, text.to_owned())));
    epoch(owner, uri)
}

/// Sends a report of an analysis round to the owner, and returns the text whose results the document then
/// has.
fn report(owner: &mut Owner, uri: &Url, epoch: u64, text: &str) -> Option<String> {
    let (source, (functions, reading, suppressions)) = (SourceText::new(text), Default::default());
    let progress = Progress::Listed(Listed { source, functions, reading, suppressions }, None);
    owner.handle(Event::Progress { uri: uri.clone(), epoch, progress });
    owner.documents[uri].known.as_ref().map(|known| known.source.text().to_string())
}

#[tokio::test]
async fn what_a_stale_round_reports_is_ignored() {
    let uri = Url::parse("file:///a.c").unwrap();
    let mut owner = owner();
    let stale = open(&mut owner, &uri, "int a;");
    let change =
        TextDocumentContentChangeEvent { range: None, range_length: None, text: "int b;".to_owned() };
    owner.handle(Event::Change { uri: uri.clone(), version: 2, changes: vec![change] });
    let current = epoch(&owner, &uri);
    assert_eq!(report(&mut owner, &uri, stale, "int a;"), None);
    assert_eq!(report(&mut owner, &uri, current, "int b;").as_deref(), Some("int b;"));
    assert_eq!(report(&mut owner, &uri, stale, "int a;").as_deref(), Some("int b;"));
}

#[tokio::test]
async fn a_reopened_document_ignores_the_rounds_before() {
    let uri = Url::parse("file:///a.c").unwrap();
    let mut owner = owner();
    let stale = open(&mut owner, &uri, "int a;");
    owner.handle(Event::Close(uri.clone()));
    open(&mut owner, &uri, "int b;");
    assert_eq!(report(&mut owner, &uri, stale, "int a;"), None);
    let before = open(&mut owner, &uri, "int c;");
    open(&mut owner, &uri, "int d;");
    assert_eq!(report(&mut owner, &uri, before, "int c;"), None);
}
