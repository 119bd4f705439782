//! A fuzzer of sessions with an editor: random edits, valid and broken, openings, closings, questions, cancels, settings,
//! files that change on disk, and messages that are none. A session that ends in some texts must show what a new server
//! shows for them, answer every question, and not panic anywhere.
//!
//! Edits are ranges in the model's copy of a text, so a server whose copy differs puts them elsewhere, and shows other
//! findings and symbols at the end.
//!
//! `CSIEVE_SESSIONS` says how many sessions there are, `CSIEVE_SESSIONS_FIRST` which is the first.

mod compare;
mod model;
mod noise;
mod questions;
mod session;

use csieve_tests::{panics, record_panics, setting};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_ends_in_what_a_new_server_shows() {
    record_panics();
    let (count, first) =
        (setting("CSIEVE_SESSIONS").unwrap_or(8), setting("CSIEVE_SESSIONS_FIRST").unwrap_or(1));
    let mut shown = 0;
    for seed in first..first + count {
        println!("session {seed}");
        shown += session::run(seed).await;
        assert_eq!(panics(), [""; 0], "session {seed}");
    }
    assert!(shown as u64 > count, "only {shown} findings were compared");
}
