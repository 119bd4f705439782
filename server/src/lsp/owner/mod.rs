//! The owner of the open documents, which handles all events about them.

mod fixes;
mod follow;
mod judge;
mod library;
mod outline;
mod round;
mod rule_matches;
mod tell;
mod workspace;

pub(crate) use workspace::Files;

use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use rustc_hash::FxHashMap;
use serde_json::Value;
use tokio::runtime::Handle;
use tower_lsp::{
    Client,
    lsp_types::{MessageType, Url},
};

use super::{
    document::{Document, Need, Reply, Unavailable},
    documents::{Documents, Event},
    epoch::Epoch,
    fixes::KnownFixes,
    language::Language,
    offers::Registrar,
    outbox::{Outbox, Outgoing, Status},
    pause::pause,
    raw::{Edits, Trees},
    schedule::{PAUSE, Round, Scheduler},
    session::Session,
    settings::Settings,
    snapshot::Snapshot,
    text::Text,
    units::Units,
    versions::Versions,
};
use tell::blocked;
use workspace::{FOR_OTHERS, Workspace};

/// The owner of all open documents, with everything that is needed to analyse them and publish results.
pub(crate) struct Owner {
    documents: FxHashMap<Url, Document>,
    last_epoch: u64,
    session: Session,
    settings: Arc<Settings>,
    status: Option<Status>,
    /// The problems in build files that the user was told about.
    problems: BTreeSet<String>,
    /// The problem in a table of library functions that the user was told about.
    library_problem: Option<String>,
    folders: Vec<PathBuf>,
    workspace: Workspace,
    looked_at: Instant,
    will_check: bool,
    trees: Trees,
    /// Tells the client what settings offer; `None` until the client is ready for requests.
    registrar: Option<Registrar>,
    to_self: Documents,
    versions: Versions,
    units: Arc<Units>,
    fixes: Arc<KnownFixes>,
    scheduler: Scheduler,
    outbox: Outbox,
    client: Client,
    runtime: Handle,
}

impl Owner {
    /// Creates an owner of no documents.
    pub(super) fn new(
        to_self: Documents,
        versions: Versions,
        units: Units,
        scheduler: Scheduler,
        client: Client,
        runtime: Handle,
    ) -> Self {
        Self {
            documents: FxHashMap::default(),
            last_epoch: 0,
            session: Session::default(),
            settings: Arc::default(),
            status: None,
            problems: BTreeSet::default(),
            library_problem: None,
            folders: Vec::new(),
            workspace: Workspace::default(),
            looked_at: Instant::now(),
            will_check: false,
            trees: Trees::start(),
            registrar: None,
            to_self,
            versions,
            units: Arc::new(units),
            fixes: Arc::default(),
            scheduler,
            outbox: Outbox::new(client.clone(), &runtime),
            client,
            runtime,
        }
    }

    /// Handles one event.
    pub(super) fn handle(&mut self, event: Event) {
        match event {
            Event::Start(session) => self.session = session,
            Event::Ready => self.register(),
            Event::Folders { added, removed } => self.change_folders(added, &removed),
            Event::CheckWorkspace(depth) => self.check_workspace(depth),
            Event::Workspace { epoch, progress } => self.workspace_progress(epoch, progress),
            Event::AskFiles(reply) => self.ask_files(reply),
            Event::Configure(section) => self.configure(&section),
            Event::Open(item) => {
                let mut document =
                    Document::new(item.version, Language::new(&item.language_id, &item.uri), item.text);
                self.units.edit(&item.uri, document.text.shared());
                self.look_again();
                self.versions.set(item.uri.as_str(), item.version);
                self.trees.forget(&item.uri);
                if let Some(mut old) = self.documents.remove(&item.uri) {
                    document.replace(&old);
                    old.abandon();
                    old.refuse(&Unavailable::Changed);
                }
                self.documents.insert(item.uri.clone(), document);
                // What others do is known soon if an earlier session has read them.
                let pause = if self.knows_others(&item.uri) { Duration::ZERO } else { FOR_OTHERS };
                self.begin(&item.uri, pause);
                self.expect(&item.uri);
                self.recheck();
            }
            Event::Change { uri, version, changes } => {
                let encoding = self.session.encoding;
                let before = self.documents.get(&uri).and_then(|document| document.edited);
                let pause = pause(&changes, before.map(|before| before.elapsed()));
                self.look_at_edit(&uri, &changes);
                self.edit(&uri, version, pause, |text| text.apply(changes, encoding));
            }
            Event::Save { uri, text } => self.save(&uri, text),
            Event::Close(uri) => self.close(&uri),
            Event::Watched(changed) => self.watched(&changed),
            Event::Recheck => self.check(),
            Event::Stale { uri, epoch } => {
                if self.documents.get(&uri).is_some_and(|document| document.is_current(epoch)) {
                    self.begin_all(&[uri], Duration::ZERO);
                }
            }
            Event::Long { uri, epoch } => self.takes_long(&uri, epoch),
            Event::Ask { uri, need, reply } => self.ask(&uri, need, reply),
            Event::Visible { uri, ranges } => {
                if let Some(document) = self.documents.get(&uri) {
                    document.attention.show(&ranges);
                }
            }
            Event::AskTree { uri, reply } => self.ask_tree(&uri, reply),
            Event::Fixes(question) => self.fixes(question),
            Event::RuleMatches(question) => self.rule_matches(question),
            Event::Judge(question) => self.judge(question),
            Event::Pulled(uri) => self.pulled(&uri),
            Event::Cancel(token) => self.cancel(&token),
            Event::Progress { uri, epoch, progress } => self.progress(&uri, epoch, progress),
            Event::Stop => self.stop(),
        }
    }

    /// Answers a question about a document, as soon as it can be answered.
    fn ask(&mut self, uri: &Url, need: Need, reply: Reply) {
        match self.documents.get_mut(uri) {
            None => drop(reply.send(Err(Unavailable::NotOpen))),
            Some(document) => match blocked(document, &self.settings) {
                Some(reason) => drop(reply.send(Err(Unavailable::NotAnalysed(reason)))),
                None => document.ask(need, reply),
            },
        }
    }

    /// Returns the current analysis round of the document that a snapshot is of. `None` if the text is another one by now.
    fn epoch_of(&self, snapshot: &Snapshot) -> Option<Epoch> {
        let document = self.documents.get(&snapshot.uri)?;
        (document.version == snapshot.version).then(|| document.epoch.now())
    }

    /// Ends all background work.
    pub(super) fn stop(&mut self) {
        for document in self.documents.values_mut() {
            document.abandon();
            document.refuse(&Unavailable::NotOpen);
        }
    }

    /// Closes a document after a panic in the handling of an event about it, and tells the user.
    pub(super) fn give_up(&mut self, uri: &Url) {
        self.close(uri);
        self.outbox
            .message(MessageType::ERROR, format!("csieve lost track of {}: close and reopen it.", name(uri)));
    }

    fn configure(&mut self, section: &Value) {
        let (mut settings, problems) = self.settings.read(section);
        for problem in problems {
            self.outbox.message(MessageType::WARNING, problem);
        }
        self.load_library(&mut settings);
        if settings != *self.settings {
            self.units.configure(&settings.build);
            self.settings = Arc::new(settings);
            self.offer();
            self.forget_workspace();
            self.begin_open();
            self.workspace_changed();
        }
    }

    fn change_folders(&mut self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(added);
        self.units.set_folders(self.folders.clone());
        self.reload_library();
        self.recheck();
        self.workspace_changed();
    }

    fn edit(&mut self, uri: &Url, version: i32, pause: Duration, edit: impl FnOnce(&mut Text) -> Edits) {
        let Some(document) = self.documents.get_mut(uri) else {
            tracing::warn!(%uri, "a document that is not open was changed");
            return;
        };
        // The results must go before the edit: they share the old text, so the edit would have to copy it.
        document.abandon();
        let edits = edit(&mut document.text);
        self.trees.edited(uri, edits);
        document.version = version;
        document.edited = Some(Instant::now());
        document.forget_places();
        let includers = self.units.edit(uri, document.text.shared());
        self.look_again();
        self.versions.set(uri.as_str(), version);
        self.begin(uri, pause);
        self.expect(uri);
        self.begin_all(&includers, PAUSE);
    }

    /// Records that the client expects new results of a document, so that the server need not announce them.
    fn expect(&mut self, uri: &Url) {
        if let Some(document) = self.documents.get_mut(uri) {
            document.is_expected = true;
        }
    }

    /// Handles the saving of a document. If the saved text differs from the document's, a change was lost on
    /// the way, so the saved text replaces it. Other files may have been saved too.
    fn save(&mut self, uri: &Url, text: Option<String>) {
        self.refresh();
        self.workspace_changed();
        let Some((document, text)) = self.documents.get(uri).zip(text) else { return };
        if document.text.as_str() != text {
            tracing::warn!(%uri, "the text differs from the saved one, which replaces it");
            self.edit(uri, document.version, Duration::ZERO, |old| {
                *old = Text::new(text);
                None
            });
        }
    }

    fn close(&mut self, uri: &Url) {
        if let Some(mut document) = self.documents.remove(uri) {
            // The text on disk counts again for the other files.
            if document.edited.is_some() || !is_saved(uri, &document) {
                self.workspace_changed();
            }
            document.abandon();
            document.refuse(&Unavailable::NotOpen);
            self.trees.forget(uri);
            self.units.close(uri);
            self.versions.remove(uri.as_str());
            if document.is_published {
                self.outbox.send(Outgoing::Diagnostics {
                    uri: uri.clone(),
                    version: None,
                    diagnostics: Vec::new(),
                });
            }
            self.show_file(uri);
            self.report_status();
            self.recheck();
        }
    }

    /// Begins new analysis rounds for documents whose text is unchanged, but whose headers or settings
    /// changed.
    fn begin_all(&mut self, documents: &[Url], pause: Duration) {
        for uri in documents {
            if let Some(document) = self.documents.get_mut(uri) {
                document.forget_shown();
            }
            self.begin(uri, pause);
        }
    }

    /// Begins new analysis rounds for all open documents.
    fn begin_open(&mut self) {
        let open: Vec<Url> = self.documents.keys().cloned().collect();
        self.begin_all(&open, Duration::ZERO);
    }

    /// Begins an analysis round for the current text of a document.
    fn begin(&mut self, uri: &Url, pause: Duration) {
        let (others, is_early) = (self.others(uri), !self.knows_others(uri));
        let Some(document) = self.documents.get_mut(uri) else { return };
        self.last_epoch += 1;
        let epoch = self.last_epoch;
        let (current, hurry) = document.begin(epoch);
        document.is_expected = false;
        if let Some(reason) = blocked(document, &self.settings) {
            self.refuse(uri, reason);
        } else if let Some(source) = document.text.source() {
            let (units, document_uri, language) = (Arc::clone(&self.units), uri.clone(), document.language);
            let turn = current.clone();
            let round = Round {
                source: source.clone(),
                translate: Arc::new(move |text| units.in_turn(&document_uri, &turn, language, text)),
                options: Arc::new(self.settings.options.clone()),
                others,
                is_early,
                is_opened: document.edited.is_none() && document.interface.is_none(),
                is_summarised: Arc::clone(&document.is_summarised),
                path: uri.to_file_path().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default(),
                epoch: current,
                attention: Arc::clone(&document.attention),
                hurry,
            };
            let (to_self, uri) = (self.to_self.clone(), uri.clone());
            self.scheduler.start(round, pause, move |progress| {
                to_self.send(Event::Progress { uri: uri.clone(), epoch, progress });
            });
        }
        self.report_status();
    }
}

/// Returns whether the text of a document is the one of its file.
fn is_saved(uri: &Url, document: &Document) -> bool {
    let saved = uri.to_file_path().ok().and_then(|path| fs::read(path).ok());
    saved.is_some_and(|saved| saved == document.text.as_str().as_bytes())
}

/// Returns the last component of a document's path.
fn name(uri: &Url) -> &str {
    uri.path_segments().and_then(Iterator::last).unwrap_or_else(|| uri.as_str())
}

#[cfg(test)]
mod tests;
