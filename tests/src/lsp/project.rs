//! A project on disk, with clients of the server that use the real analysis.

use std::{fs, path::PathBuf, sync::Arc};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Client, Setup, Wire};

/// The files of a test in a temporary folder. The folder looks like the root of a repository, so that no file
/// above it matters.
#[derive(Debug)]
pub struct Project {
    folder: TempDir,
}

impl Project {
    /// Makes a project with these files. `$ROOT` in a text is replaced by the project's folder.
    ///
    /// # Panics
    /// If the files cannot be written.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        fs::create_dir(folder.path().join(".git")).expect("a folder");
        let project = Self { folder };
        for (name, text) in files {
            project.write(name, text);
        }
        project
    }

    /// Returns the path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the URI of a file.
    pub fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    /// Writes a file. `$ROOT` in the text is replaced by the project's folder.
    ///
    /// # Panics
    /// If the file cannot be written.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, text.replace("$ROOT", &self.path("").display().to_string())).expect("it is written");
    }

    /// Removes a file.
    ///
    /// # Panics
    /// If the file cannot be removed.
    pub fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).expect("it is removed");
    }

    /// Starts a client that tells the server about changed files.
    pub async fn client(&self) -> Client {
        let capabilities = json!({
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}},
            "textDocument": {"publishDiagnostics": {"relatedInformation": true}},
        });
        self.client_of(Setup { capabilities, ..Setup::default() }).await
    }

    /// Starts a client with other properties.
    pub async fn client_of(&self, setup: Setup) -> Client {
        Client::start(Arc::new(csieve_analysis::analyse_function), setup).await
    }

    /// Starts the program as a server in a process of its own, and a client of it.
    pub async fn program(&self, setup: Setup) -> Client {
        let wire = Wire::program(&self.path(""), setup.cache.as_deref());
        Client::over(wire, setup).await
    }

    /// Opens a file as it is on disk, and waits for its diagnostics.
    ///
    /// # Panics
    /// If the file cannot be read.
    pub async fn open(&self, client: &mut Client, name: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.path(name)).expect("it is read");
        client.open(&self.uri(name), &text).await;
        client.published(&self.uri(name), 1).await
    }

    /// Tells the server through a client that files on disk changed.
    pub async fn tell(&self, client: &mut Client, names: &[&str]) {
        let changes: Vec<Value> =
            names.iter().map(|name| json!({"uri": self.uri(name), "type": 2})).collect();
        client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes})).await;
    }
}
