//! The results of analysing the workspace's files, open or not.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::oneshot;
use tower_lsp::lsp_types::{Diagnostic, MessageType, Url};

use super::Owner;
use crate::{
    build::Builds,
    lsp::{
        diagnostics,
        document::Document,
        documents::Event,
        epoch::Current,
        outbox::Outgoing,
        progress::ShownProgress,
        schedule::PAUSE,
        settings::DiagnosticMode,
        workspace::{Depth, WorkspaceProgress, WorkspaceRun},
    },
    project::Others,
};

/// The prefix of the tokens under which workspace analyses show their progress.
const TOKEN: &str = "csieve-workspace/";

/// The time for which an opened document waits for what is known of other files.
pub(super) const FOR_OTHERS: Duration = Duration::from_millis(700);

/// The diagnostics of all files of the workspace. A file that is open has its document's version.
pub(crate) type Files = Vec<(Url, Option<i32>, Vec<Diagnostic>)>;

/// The state and results of workspace analyses.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// The number of the current workspace analysis.
    epoch: Current,
    /// The number of the last workspace analysis.
    last: u64,
    will_run: bool,
    /// The diagnostics of each analysed file.
    checked: BTreeMap<Url, Vec<Diagnostic>>,
    /// The files that the current workspace analysis has finished.
    seen: FxHashSet<Url>,
    /// The number of files that the current workspace analysis found; `read` is the number of those that were
    /// read.
    total: usize,
    read: usize,
    /// How far the current workspace analysis goes.
    depth: Depth,
    progress: Option<ShownProgress>,
    /// What the files in each folder of the workspace know of each other.
    others: FxHashMap<PathBuf, Arc<Others>>,
    waiting: Vec<oneshot::Sender<Files>>,
}

impl Workspace {
    /// Shows the progress of the workspace analysis. All files of a folder are read before the first is
    /// analysed.
    fn show(&self) {
        let Some(progress) = &self.progress else { return };
        let (read, seen, total) = (self.read, self.seen.len(), self.total);
        let message = match seen {
            0 => format!("{read}/{total} files read"),
            _ => format!("{seen}/{total} files"),
        };
        let all = match self.depth {
            Depth::Summaries => total,
            Depth::Findings => 2 * total,
        };
        progress.report((read + seen) * 100 / all.max(1), message);
    }
}

impl Owner {
    /// Returns what is known of the other files of a document's folder.
    pub(super) fn others(&self, uri: &Url) -> Arc<Others> {
        self.workspace.others.get(&self.units.folder_of(uri)).cloned().unwrap_or_default()
    }

    /// Returns whether what is known of the other files of a document's folder is all that will be known, unless
    /// something changes.
    pub(super) fn knows_others(&self, uri: &Url) -> bool {
        self.wanted().is_none() || self.workspace.others.contains_key(&self.units.folder_of(uri))
    }

    /// Schedules a workspace analysis because some file may have changed, if the settings ask for such
    /// analyses.
    pub(super) fn workspace_changed(&mut self) {
        if self.wanted().is_some() && !std::mem::replace(&mut self.workspace.will_run, true) {
            let to_self = self.to_self.clone();
            self.scheduler.after(PAUSE, move || to_self.send(Event::CheckWorkspace(None)));
        }
    }

    /// Returns how far the settings ask to go through all files of the workspace. `None` if they do not, or if there is
    /// no more to know than the open files: a client without a folder says nothing about a project.
    fn wanted(&self) -> Option<Depth> {
        match self.settings.diagnostic_mode {
            _ if !self.settings.enable => None,
            DiagnosticMode::Workspace => Some(Depth::Findings),
            DiagnosticMode::OpenFiles => {
                (self.settings.index && !self.folders.is_empty()).then_some(Depth::Summaries)
            }
        }
    }

    /// Goes through the files of the workspace now, as far as the settings ask or as `asked` says.
    pub(super) fn check_workspace(&mut self, asked: Option<Depth>) {
        self.workspace.will_run = false;
        let Some(depth) = asked.or_else(|| self.wanted()) else { return };
        // A search for findings that is under way is not given up because a file has changed.
        let depth = if self.checks_workspace() { depth.max(self.workspace.depth) } else { depth };
        if !self.settings.enable {
            let text = "csieve is turned off: the setting csieve.enable is false.";
            return self.outbox.message(MessageType::INFO, text);
        }
        self.documents.values_mut().for_each(Document::is_seen);
        let workspace = &mut self.workspace;
        workspace.last += 1;
        workspace.seen.clear();
        (workspace.total, workspace.read) = (0, 0);
        // What is read again is the little that has changed, and clients show progress above the text.
        let is_again = depth == Depth::Summaries && !workspace.others.is_empty();
        workspace.progress = (self.session.progress && !is_again).then(|| {
            let (client, token) = (self.client.clone(), format!("{TOKEN}{}", workspace.last));
            let title = match depth {
                Depth::Summaries => "Reading the workspace",
                Depth::Findings => "Analysing the workspace",
            };
            ShownProgress::begin(client, &self.runtime, token, title.to_owned())
        });
        workspace.depth = depth;
        let run = WorkspaceRun {
            depth,
            // What is typed into one open file counts for the others.
            folders: self.units.folders().map(Builds::edited),
            open: self.documents.keys().filter_map(|uri| uri.to_file_path().ok()).collect(),
            settings: Arc::clone(&self.settings),
            session: self.session,
            epoch: workspace.epoch.begin(workspace.last),
        };
        let (epoch, to_self) = (workspace.last, self.to_self.clone());
        self.scheduler.start_workspace(run, move |progress| {
            to_self.send(Event::Workspace { epoch, progress });
        });
        self.report_status();
    }

    /// Handles a report of a workspace analysis. Ignores reports of stale analyses.
    pub(super) fn workspace_progress(&mut self, epoch: u64, progress: WorkspaceProgress) {
        if self.workspace.epoch.number() != epoch {
            return;
        }
        match progress {
            WorkspaceProgress::Found(files) => self.workspace.total += files,
            WorkspaceProgress::Read => {
                self.workspace.read += 1;
                self.workspace.show();
            }
            WorkspaceProgress::Linked { folder, others } => {
                if self.workspace.others.get(&folder) != Some(&others) {
                    self.workspace.others.insert(folder.clone(), others);
                    let inside: Vec<Url> = self
                        .documents
                        .keys()
                        .filter(|uri| self.units.folder_of(uri) == folder)
                        .cloned()
                        .collect();
                    self.begin_all(&inside, Duration::ZERO);
                }
            }
            WorkspaceProgress::Checked { uri, diagnostics } => self.checked(uri, diagnostics),
            WorkspaceProgress::Ended => {
                self.end_workspace(self.workspace.depth == Depth::Findings);
                self.look_for_news();
            }
        }
    }

    fn checked(&mut self, uri: Url, diagnostics: Vec<Diagnostic>) {
        let workspace = &mut self.workspace;
        workspace.seen.insert(uri.clone());
        workspace.show();
        let is_news = workspace.checked.get(&uri).map_or(!diagnostics.is_empty(), |old| *old != diagnostics);
        if is_news && !self.documents.contains_key(&uri) {
            self.tell_file(&uri, diagnostics.clone());
        }
        self.workspace.checked.insert(uri, diagnostics);
    }

    /// Publishes the diagnostics of a file that is not open, unless the client requests diagnostics.
    fn tell_file(&self, uri: &Url, diagnostics: Vec<Diagnostic>) {
        if !self.session.pull {
            self.outbox.send(Outgoing::Diagnostics { uri: uri.clone(), version: None, diagnostics });
        }
    }

    /// Ends the current workspace analysis. If it was complete, forgets the results of files that no longer
    /// exist. An analysis that was stopped has not seen all files.
    fn end_workspace(&mut self, is_complete: bool) {
        let workspace = &mut self.workspace;
        workspace.epoch.end();
        workspace.progress = None;
        if is_complete {
            let gone: Vec<Url> =
                workspace.checked.keys().filter(|uri| !workspace.seen.contains(*uri)).cloned().collect();
            for uri in gone {
                let had = self.workspace.checked.remove(&uri).is_some_and(|old| !old.is_empty());
                if had && !self.documents.contains_key(&uri) {
                    self.tell_file(&uri, Vec::new());
                }
            }
        }
        for asked in std::mem::take(&mut self.workspace.waiting) {
            let _ = asked.send(self.files());
        }
        self.outbox.send(Outgoing::Refresh(self.session));
        self.report_status();
    }

    /// Schedules another workspace analysis if one has ended that may have seen another text of an open document than the
    /// current one.
    fn look_for_news(&mut self) {
        let is_news = |document: &mut Document| {
            let known = document.known.clone().filter(|_| document.interface.is_none());
            known.and_then(|known| known.basis.clone()).is_some_and(|basis| document.is_news(&basis))
        };
        if self.documents.values_mut().any(is_news) {
            self.workspace_changed();
        }
    }

    /// Ends the workspace analysis whose progress is shown under a token. The results so far stay.
    pub(super) fn cancel_workspace(&mut self, token: &str) {
        let is_ours =
            token.strip_prefix(TOKEN).is_some_and(|number| number == self.workspace.last.to_string());
        if is_ours && self.checks_workspace() {
            self.end_workspace(false);
        }
    }

    /// Forgets the results of workspace analyses if the settings no longer ask for them.
    pub(super) fn forget_workspace(&mut self) {
        let wanted = self.wanted();
        if wanted == Some(Depth::Findings) {
            return;
        }
        self.workspace.epoch.end();
        self.workspace.progress = None;
        if wanted.is_none() {
            self.workspace.others.clear();
        }
        for (uri, diagnostics) in std::mem::take(&mut self.workspace.checked) {
            if !diagnostics.is_empty() && !self.documents.contains_key(&uri) {
                self.tell_file(&uri, Vec::new());
            }
        }
    }

    /// Publishes the workspace's diagnostics of a file whose document was closed.
    pub(super) fn show_file(&self, uri: &Url) {
        if let Some(diagnostics) = self.workspace.checked.get(uri).filter(|found| !found.is_empty()) {
            self.tell_file(uri, diagnostics.clone());
        }
    }

    /// Answers with the diagnostics of all files, after the current workspace analysis if there is one.
    pub(super) fn ask_files(&mut self, reply: oneshot::Sender<Files>) {
        if self.checks_workspace() || self.workspace.will_run {
            self.workspace.waiting.push(reply);
        } else {
            let _ = reply.send(self.files());
        }
    }

    /// Returns whether a workspace analysis is under way.
    pub(super) fn checks_workspace(&self) -> bool {
        self.workspace.epoch.is_any()
    }

    /// Returns the diagnostics of all files. Open documents are included if their current text is analysed.
    fn files(&self) -> Files {
        let closed = self.workspace.checked.iter().filter(|(uri, _)| !self.documents.contains_key(*uri));
        let closed = closed.map(|(uri, diagnostics)| (uri.clone(), None, diagnostics.clone()));
        let open = self.documents.iter().filter(|(_, document)| document.is_complete());
        let open = open.filter_map(|(uri, document)| {
            let known = document.known.as_ref()?;
            Some((uri.clone(), Some(known.version), diagnostics::of(known)))
        });
        let mut files: Files = closed.chain(open).collect();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        files
    }
}
