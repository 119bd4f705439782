//! The language server: one file per request or notification, and the code that they share.
//!
//! [`transport`] reads messages and starts their handlers in order. [`server`] dispatches each message to its
//! own file. [`documents`] and [`owner`] own all texts on one thread. [`schedule`] analyses functions on
//! threads with big stacks, and [`cache`] keeps the reports. [`outbox`] sends notifications to the client.
//! [`raw`] has the trees of the texts as they are, for what editors ask about the text itself.

mod attention;
mod cache;
mod cancel_progress;
mod change;
mod close;
mod code_action;
mod code_lens;
mod commands;
mod configuration;
mod configured;
mod diagnostics;
mod document;
mod document_symbol;
mod documents;
mod driver_request;
mod epoch;
mod file_operations;
mod findings_request;
mod fixes;
mod focus;
mod folders;
mod folding_range;
mod frame;
mod held;
mod hover;
mod initialize;
mod inlay_hint;
mod judge;
mod judge_request;
mod language;
mod observer_request;
mod offers;
mod open;
mod outbox;
mod owner;
mod parent;
mod pause;
mod positions;
mod progress;
mod pull;
mod raw;
mod remarks;
mod request;
mod rounds_request;
mod rule_matches;
mod rule_matches_request;
mod save;
mod schedule;
mod selection_range;
mod server;
mod session;
mod settings;
mod snapshot;
mod summaries;
mod suppress;
mod suppressed;
mod surrogates;
mod text;
mod trace_request;
mod transport;
mod unaffected;
mod units;
mod versions;
mod view;
mod visible;
mod watched_files;
mod workspace;
mod workspace_diagnostic;
mod workspace_folders;

use std::{process::ExitCode, sync::Arc};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    runtime::{Builder, Handle},
};
use tower_lsp::LspService;

use crate::cache::DiskCache;

use self::{
    documents::{Documents, Event},
    owner::Owner,
    schedule::Scheduler,
    server::Server,
    units::Units,
    versions::Versions,
};
pub use self::{
    driver_request::DriverAnswer,
    findings_request::{ListedFinding, UriParams},
    judge::JudgedDiagnostic,
    judge_request::{JudgeAnswer, JudgeParams},
    observer_request::ObserverAnswer,
    outbox::{State, Status},
    request::FindingParams,
    rounds_request::{RoundView, RoundsAnswer},
    rule_matches_request::{RuleLabel, RuleMatch, RuleMatchesAnswer, RuleMatchesParams, RuleMistake},
    schedule::Analyse,
    trace_request::TraceAnswer,
    transport::Ended,
    view::{ObserverEquation, ObserverState, ObserverTransition, ObserverView, TraceStep, TraceValue},
    visible::VisibleParams,
};

/// The environment variable with the filter of the log on standard error, such as `debug`.
const LOG_VARIABLE: &str = "CSIEVE_LOG";

/// Serves one client on standard input and output until the client leaves. Returns the exit code of the
/// program. Results for the workspace are kept in the cache.
pub fn serve(cache: Option<DiskCache>) -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_env(LOG_VARIABLE)
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).try_init();
    let runtime = match Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let analyse: Analyse = Arc::new(csieve_analysis::analyse_function);
    let ended = runtime.block_on(serve_on((tokio::io::stdin(), tokio::io::stdout()), analyse, cache));
    // Reading standard input cannot be interrupted, so its thread is not waited for.
    runtime.shutdown_background();
    match ended {
        Ok(ended) if ended.after_shutdown => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => failed(&error),
    }
}

fn failed(error: &std::io::Error) -> ExitCode {
    tracing::error!(%error, "the language server cannot start");
    ExitCode::FAILURE
}

/// Serves one client until it sends `exit` or closes `input`. `analyse` analyses a function. Results for the workspace
/// are kept in the cache.
///
/// # Errors
/// If the system cannot start threads.
pub async fn serve_on<I, O>(
    (input, output): (I, O),
    analyse: Analyse,
    cache: Option<DiskCache>,
) -> std::io::Result<Ended>
where
    I: AsyncRead + Unpin,
    O: AsyncWrite + Unpin,
{
    let runtime = Handle::current();
    let scheduler =
        Scheduler::new(runtime.clone(), analyse, cache.map(Arc::new)).map_err(std::io::Error::other)?;
    let versions = Versions::default();
    let (documents, events) = Documents::new();
    let (service, socket) = LspService::build(|client| Server::new(client, documents.clone()))
        .custom_method("csieve/driver", Server::driver)
        .custom_method("csieve/observer", Server::observer)
        .custom_method("csieve/trace", Server::trace)
        .custom_method("csieve/rounds", Server::rounds)
        .custom_method("csieve/ruleMatches", Server::rule_matches)
        .custom_method("csieve/findings", Server::findings)
        .custom_method("csieve/judge", Server::judge)
        .custom_method("csieve/visible", Server::visible)
        .custom_method("window/workDoneProgress/cancel", Server::cancel_progress)
        .finish();
    let client = service.inner().client().clone();
    let parent = service.inner().parent().clone();
    let units = Units::new(std::env::current_dir().unwrap_or_default());
    let owner = Owner::new(documents.clone(), versions.clone(), units, scheduler, client, runtime);
    documents::start(owner, events)?;
    let ended = transport::run((input, output), (service, socket), versions, parent).await;
    documents.send(Event::Stop);
    Ok(ended)
}
