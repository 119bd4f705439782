//! `csieve/driver`: a program that triggers a confirmed finding.

use serde::Serialize;
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::Url,
};

use super::{
    request::{self, FindingParams},
    server::Server,
    snapshot::{Entry, Snapshot},
};
use crate::driver::{Driver, Subject, driver};

/// A program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DriverAnswer {
    /// What it is, for a title bar.
    pub title: String,
    /// A name for its file.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Answers with a program that calls the function of a finding with its inputs.
pub(super) async fn handle(server: &Server, params: FindingParams) -> Result<DriverAnswer> {
    let snapshot = request::complete(server, params.uri).await?;
    let entry = request::find(&snapshot, &params.id)?;
    let Driver { title, name, text } = written(&snapshot, &entry)?;
    Ok(DriverAnswer { title, name, text })
}

/// The driver of a finding.
pub(super) fn written(snapshot: &Snapshot, entry: &Entry) -> Result<Driver> {
    let Some(basis) = &snapshot.basis else {
        return Err(Error::invalid_params(format!("{} could not be read", snapshot.uri)));
    };
    let path = path_of(&snapshot.uri);
    let subject = Subject {
        located: &entry.located,
        path: &path,
        source: &snapshot.source,
        unit: &basis.unit,
        build: &basis.build,
        options: &snapshot.settings.options,
    };
    driver(subject).map_err(|reason| Error::invalid_params(format!("there is no driver: {reason}")))
}

fn path_of(uri: &Url) -> std::path::PathBuf {
    uri.to_file_path().unwrap_or_else(|()| uri.path().into())
}
