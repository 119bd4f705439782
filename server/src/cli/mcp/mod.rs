//! The command `csieve mcp`, which answers the questions of coding agents: a server of the Model Context Protocol on standard
//! input and output, with one file per tool.
//!
//! Answers are small and name findings by ids that stay the same when lines move ([`id`]). Nothing is executed, and only files
//! below the working folder are read. [`workbench`] analyses the files, with what the whole project knows.

mod assume;
mod check;
mod driver;
mod explain;
mod id;
mod refuted;
mod workbench;

use std::sync::Arc;

use clap::Args;
use rmcp::{
    Json, ServerHandler, ServiceExt,
    handler::server::wrapper::Parameters,
    model::{Implementation, ServerCapabilities, ServerConfig},
    tool, tool_handler, tool_router,
    transport::stdio,
};

use self::workbench::Workbench;
use super::{AnalysisOptions, CLEAN, Failure, cache::CacheArgs};

/// Serve coding agents with the Model Context Protocol on standard input and output.
#[derive(Args, Debug)]
pub(super) struct Mcp {
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

impl Mcp {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let bench = Workbench::new(self.analysis, &self.cache)?;
        let failed =
            |error: &dyn std::fmt::Display| Failure::incomplete(format!("the server ended: {error}"));
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| failed(&error))?;
        let served = runtime.block_on(async {
            let service =
                Server { bench: Arc::new(bench) }.serve(stdio()).await.map_err(|error| failed(&error))?;
            service.waiting().await.map_err(|error| failed(&error))
        });
        // Reading standard input cannot be interrupted, so its thread is not waited for.
        runtime.shutdown_background();
        served.map(|_| CLEAN)
    }
}

#[derive(Clone, Debug)]
struct Server {
    bench: Arc<Workbench>,
}

impl Server {
    /// Answers on a thread of its own, so that other messages are read meanwhile.
    async fn answer<T: Send + 'static>(
        &self,
        answer: impl FnOnce(&Workbench) -> Result<T, String> + Send + 'static,
    ) -> Result<Json<T>, String> {
        let bench = Arc::clone(&self.bench);
        let answered = tokio::task::spawn_blocking(move || bench.one_at_a_time(answer)).await;
        answered.unwrap_or_else(|error| Err(format!("internal error: {error}"))).map(Json)
    }
}

#[tool_router]
impl Server {
    #[tool(
        description = "Find real bugs in C files: memory, NULL, bounds, leaks, locks, overflow. All files of the project are \
                       known, whichever are asked about. `text` checks a file as if it had that text, before it is written. \
                       `since` leaves out what was there at a revision of git.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn check(
        &self,
        Parameters(asked): Parameters<check::Asked>,
    ) -> Result<Json<check::Answer>, String> {
        self.answer(move |bench| asked.answer(bench)).await
    }

    #[tool(
        description = "Explain a finding by its id: the verdict with the inputs that reach it, the key steps of the path, and the \
                       rounds in which other paths were proved impossible.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn explain(
        &self,
        Parameters(asked): Parameters<explain::Asked>,
    ) -> Result<Json<explain::Answer>, String> {
        self.answer(move |bench| asked.answer(bench)).await
    }

    #[tool(
        description = "Say why there is no report at a line: the suspicions there that were refuted as spurious, with their proofs.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn why_refuted(
        &self,
        Parameters(asked): Parameters<refuted::Asked>,
    ) -> Result<Json<refuted::Answer>, String> {
        self.answer(move |bench| asked.answer(bench)).await
    }

    #[tool(
        description = "Try whether a finding can still happen if a condition holds, such as `n > 0` or `p != NULL`. No file is \
                       changed.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn try_assumption(
        &self,
        Parameters(asked): Parameters<assume::Asked>,
    ) -> Result<Json<assume::Answer>, String> {
        self.answer(move |bench| asked.answer(bench)).await
    }

    #[tool(
        description = "Write a C program that triggers a confirmed finding under sanitizers, with the command that builds and runs \
                       it. Nothing is compiled or run.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn driver(
        &self,
        Parameters(asked): Parameters<driver::Asked>,
    ) -> Result<Json<driver::Answer>, String> {
        self.answer(move |bench| asked.answer(bench)).await
    }
}

#[tool_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("csieve", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }
}

/// What an agent is told about the tools as a whole.
const INSTRUCTIONS: &str = "csieve checks C code. A finding is `confirmed` if inputs reach it, and `unrefuted` if no proof rules it \
    out; correct both. `check` the files that you change, with `text` before you write them. `explain` an id before you \
    correct it. What `why_refuted` lists is proved to be impossible: leave it alone.";
