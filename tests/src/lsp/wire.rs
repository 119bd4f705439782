//! JSON-RPC messages over a stream in memory, or to the program in a process of its own.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

use csieve::{
    cache::{CacheSettings, DiskCache},
    lsp::{Analyse, Ended, serve_on},
};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, duplex, split},
    process::Command,
    task::JoinHandle,
};

use crate::program;

/// The client's end of a stream, with a server at the other end.
pub struct Wire {
    input: BufReader<Box<dyn AsyncRead + Send + Unpin>>,
    output: Box<dyn AsyncWrite + Send + Unpin>,
    server: JoinHandle<Ended>,
}

impl std::fmt::Debug for Wire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wire").field("server", &self.server).finish_non_exhaustive()
    }
}

impl Wire {
    /// Starts a server at the other end of a new stream, with the cache in a folder if there is one.
    ///
    /// # Panics
    /// If the test itself cannot be read, of which a hash is in the keys of the cache.
    pub fn start(analyse: Analyse, cache: Option<PathBuf>) -> Self {
        let (ours, theirs) = duplex(1 << 16);
        let (input, output) = split(theirs);
        let settings = cache.map(|folder| CacheSettings { folder, limit: 1 << 30 });
        let cache = settings.map(|settings| DiskCache::open(&settings).expect("the test can be read"));
        let server =
            tokio::spawn(async move { serve_on((input, output), analyse, cache).await.expect("it starts") });
        let (input, output) = split(ours);
        Self { input: BufReader::new(Box::new(input)), output: Box::new(output), server }
    }

    /// Starts the program as a server in a folder, with the cache in another one if there is one. The program is
    /// killed if it is still there when this is dropped.
    ///
    /// # Panics
    /// If the program cannot be run.
    pub fn program(folder: &Path, cache: Option<&Path>) -> Self {
        let mut command = Command::new(program());
        command.arg("serve").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        match cache {
            Some(cache) => command.arg("--cache-dir").arg(cache),
            None => command.env("CSIEVE_NO_CACHE", "1"),
        };
        let mut child = command.stderr(Stdio::null()).kill_on_drop(true).spawn().expect("csieve runs");
        let output = child.stdin.take().expect("there is an input");
        let input = child.stdout.take().expect("there is an output");
        let server = tokio::spawn(async move {
            let status = child.wait().await.expect("it can be waited for");
            assert!(matches!(status.code(), Some(0 | 1)), "{status}");
            Ended { after_shutdown: status.success() }
        });
        Self { input: BufReader::new(Box::new(input)), output: Box::new(output), server }
    }

    /// Kills the server's process, which can do nothing about it.
    pub async fn kill(self) {
        self.server.abort();
        assert!(self.server.await.is_err_and(|error| error.is_cancelled()), "it has not ended before");
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &Value) {
        self.send_bytes(message.to_string().as_bytes()).await;
    }

    /// Sends bytes as the body of a message. They need not be JSON.
    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let header = format!("Content-Length: {}\r\n\r\n", bytes.len());
        self.send_raw(&[header.as_bytes(), bytes].concat()).await;
    }

    /// Sends bytes as they are, without a header.
    pub async fn send_raw(&mut self, bytes: &[u8]) {
        // Errors are ignored: a server that has ended reads no more.
        let _ = self.output.write_all(bytes).await;
        let _ = self.output.flush().await;
    }

    /// Receives the next message; `None` if the server has closed the stream.
    pub async fn receive(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.input.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = value.trim().parse().ok();
            } else if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length.expect("a length")];
        self.input.read_exact(&mut body).await.ok()?;
        Some(serde_json::from_slice(&body).expect("JSON"))
    }

    /// Closes the stream, and waits until the server ends.
    pub async fn close(self) -> Ended {
        let Self { input, mut output, server } = self;
        let _ = output.shutdown().await;
        drop((input, output));
        server.await.expect("the server ends well")
    }

    /// Waits until the server ends, without closing the stream.
    pub async fn ended(self) -> Ended {
        self.server.await.expect("the server ends well")
    }
}
