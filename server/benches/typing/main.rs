//! Measures the server while a user types into a file of 10,000 lines: the delay of the last diagnostics, the
//! time that hovers take meanwhile, and the memory of the server.
//!
//! `cargo bench -p csieve --bench typing [-- FILE]` starts the language server as an editor does. If a `FILE`
//! is given, the server opens it with the flags of its project, and the benchmark types into its middle.

mod client;
mod text;

use std::{
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use client::Client;
use text::{Typed, key};

/// The number of edits in one repetition.
const EDITS: usize = 200;
/// The time between two edits.
const BETWEEN: Duration = Duration::from_millis(100);
/// The number of repetitions with the same server.
const REPETITIONS: usize = 10;

/// The delay of the last diagnostics, the times of the hovers, and the server's memory in KiB, in one
/// repetition.
struct Measured {
    last: Duration,
    hovers: Vec<Duration>,
    memory: u64,
}

fn main() {
    let file = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).map(PathBuf::from);
    let typed = file.map_or_else(Typed::generated, |file| Typed::file(&file));
    let mut client = Client::start(env!("CARGO_BIN_EXE_csieve"));
    let opened = Instant::now();
    client.open(&typed.uri, &typed.text);
    let found = client.analysed(&typed.uri);
    println!("{} lines, {found} diagnostics after {:?}", typed.text.lines().count(), opened.elapsed());
    let mut version = 1;
    let mut last = Vec::new();
    for repetition in 1..=REPETITIONS {
        let measured = repeat(&mut client, &typed, &mut version);
        let mut hovers = measured.hovers;
        println!(
            "{repetition:>2}: last diagnostics after {:>5.1?}, hover median {:>5.1?}, 99 % {:>5.1?}, {} MiB",
            measured.last,
            percentile(&mut hovers, 50),
            percentile(&mut hovers, 99),
            measured.memory >> 10,
        );
        last.push(measured.last);
    }
    println!("median of the last diagnostics: {:.1?}", percentile(&mut last, 50));
}

/// Types all edits, asks for a hover after each one, and restores the text at the end.
fn repeat(client: &mut Client, typed: &Typed, version: &mut i64) -> Measured {
    let start = Instant::now();
    let mut hovers = Vec::new();
    let mut keys = typed.keys();
    let mut edited = start;
    for edit in 0..EDITS {
        let due = start + BETWEEN * edit as u32;
        rest_until(due);
        *version += 1;
        edited = Instant::now();
        client.insert(&typed.uri, *version, keys.next_place(), &key(edit));
        // The delay between the edit and the hover varies. Every other hover is in the edited function, the
        // rest in another one.
        rest_until(due + Duration::from_millis((edit as u64 * 7) % 80));
        let line = if edit % 2 == 0 { typed.line } else { typed.elsewhere };
        hovers.push(client.hover(&typed.uri, line));
    }
    let last = client.diagnostics_at(&typed.uri, *version) - edited;
    let memory = client.memory();
    *version += 1;
    client.replace(&typed.uri, *version, &typed.text);
    client.diagnostics(&typed.uri, *version);
    Measured { last, hovers, memory }
}

/// Sleeps until a moment.
fn rest_until(due: Instant) {
    thread::sleep(due.saturating_duration_since(Instant::now()));
}

fn percentile(values: &mut [Duration], percent: usize) -> Duration {
    values.sort_unstable();
    values
        .get((values.len() * percent / 100).min(values.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}
