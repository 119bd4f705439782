//! JSON-RPC messages over a stream in memory.

use std::path::PathBuf;

use csieve::{
    cache::{CacheSettings, DiskCache},
    lsp::{Analyse, Ended, serve_on},
};
use serde_json::Value;
use tokio::{
    io::{
        AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex,
        split,
    },
    task::JoinHandle,
};

/// The client's end of a stream, with a server at the other end.
#[derive(Debug)]
pub struct Wire {
    input: BufReader<ReadHalf<DuplexStream>>,
    output: WriteHalf<DuplexStream>,
    server: JoinHandle<Ended>,
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
        Self { input: BufReader::new(input), output, server }
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &Value) {
        self.send_bytes(message.to_string().as_bytes()).await;
    }

    /// Sends bytes as the body of a message. They need not be JSON.
    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let header = format!("Content-Length: {}\r\n\r\n", bytes.len());
        // Errors are ignored: a server that has ended reads no more.
        let _ = self.output.write_all(&[header.as_bytes(), bytes].concat()).await;
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
