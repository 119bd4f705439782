//! The process that started the server, with which the server ends: a process that keeps the input open, such
//! as a terminal or another child of the editor, may outlive it.

use std::{io::ErrorKind, sync::Arc, thread};

use tokio::sync::Notify;
use waitpid_any::WaitHandle;

/// The process that started the server, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parent {
    ended: Arc<Notify>,
}

impl Parent {
    /// Begins to wait for the end of the process with this number, on a thread. Does nothing if there is no
    /// such process, as for a server in a container, or if the system cannot wait for it: then the server
    /// ends with its input.
    pub(super) fn watch(&self, id: u32) {
        let opened = i32::try_from(id).map_err(std::io::Error::other).and_then(WaitHandle::open);
        let mut process = match opened {
            Ok(process) => process,
            Err(error) => return tracing::info!(%error, id, "the client's process is not watched"),
        };
        let ended = Arc::clone(&self.ended);
        let wait = move || {
            let result = loop {
                match process.wait() {
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    result => break result,
                }
            };
            match result {
                Ok(()) => ended.notify_one(),
                Err(error) => tracing::info!(%error, id, "the client's process is not watched any more"),
            }
        };
        if let Err(error) = thread::Builder::new().name("parent".to_owned()).spawn(wait) {
            tracing::info!(%error, "the client's process is not watched");
        }
    }

    /// Waits for the end of the process. Without a process, waits without end.
    pub(super) async fn ended(&self) {
        self.ended.notified().await;
    }
}
