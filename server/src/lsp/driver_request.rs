//! `csieve/driver`: a C program that triggers a confirmed finding.

use csieve_analysis::project::Surroundings;
use serde::Serialize;
use tower_lsp::jsonrpc::{Error, Result};

use super::{
    request::{self, FindingParams},
    server::Server,
    snapshot::{Entry, Snapshot},
};
use crate::driver::{Driver, Subject, driver};

/// A driver as the answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DriverAnswer {
    /// A title of the driver for users.
    pub title: String,
    /// A name for the driver's file.
    pub name: String,
    /// The C program.
    pub text: String,
    /// The command that compiles and runs the file with that name, for a shell in its folder.
    pub build: String,
}

/// Returns a program that calls the function of a finding with the finding's inputs.
pub(super) async fn handle(server: &Server, params: FindingParams) -> Result<DriverAnswer> {
    let snapshot = request::complete(server, params.uri).await?;
    let entry = request::find(&snapshot, &params.id)?;
    let Driver { title, name, text, build } = written(&snapshot, &entry)?;
    Ok(DriverAnswer { title, name, text, build })
}

/// Returns the driver of a finding.
///
/// # Errors
/// If the document could not be parsed, or no driver can trigger the finding.
pub(super) fn written(snapshot: &Snapshot, entry: &Entry) -> Result<Driver> {
    let Some(basis) = &snapshot.basis else {
        return Err(Error::invalid_params(format!("{} could not be read", snapshot.uri)));
    };
    let path = request::path_of(&snapshot.uri);
    let subject = Subject {
        located: &entry.located,
        path: &path,
        source: &snapshot.source,
        files: Surroundings::new(&basis.others.project, path.to_str().unwrap_or_default(), &basis.unit),
        build: &basis.build,
        options: &snapshot.settings.options,
    };
    driver(subject).map_err(|reason| Error::invalid_params(format!("there is no driver: {reason}")))
}
