//! Preprocesses random texts: `cargo run --release -- COUNT [SEED]`.
//!
//! Nothing may panic or hang, two runs agree, a run from a prefix agrees with one without, and the printed text has
//! the tokens of the result. A failure prints the seed and the text.

#[path = "../../tests/preprocess/soup.rs"]
mod soup;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use csieve_analysis::preprocess::{
    Header, Headers, Include, Lexed, PreprocessLimits, PreprocessOptions, Preprocessed, Source, preprocess_with,
};

/// One header, itself random.
struct One(Arc<Lexed>);

impl Headers for One {
    fn find(&self, include: &Include<'_>) -> Option<Header> {
        let lexed = Arc::clone(&self.0);
        (include.name == "a.h").then(|| Header { path: "a.h".into(), lexed, system: false, folder: Some(0) })
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().unwrap_or(0));
    let count = arguments.next().unwrap_or(10_000);
    let first = arguments.next().unwrap_or(0);
    for seed in first..first.saturating_add(count) {
        let text = soup::text(seed, 80);
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&text, seed)));
        let wrong = outcome.unwrap_or_else(|_| Err("panic"));
        let slow = start.elapsed() > Duration::from_secs(5);
        if let Err(wrong) = if slow { Err("slow") } else { wrong } {
            println!("{wrong}: seed {seed}\n{text:?}\n{text}");
            return ExitCode::FAILURE;
        }
    }
    println!("{count} texts from seed {first} on: nothing wrong");
    ExitCode::SUCCESS
}

fn check(text: &str, seed: u64) -> Result<(), &'static str> {
    let headers = One(Arc::new(Lexed::new(soup::text(seed ^ 0xa5a5, 20).into())));
    let limits = PreprocessLimits { expansion: 20_000, steps: 1_000_000, ..PreprocessLimits::default() };
    let options = PreprocessOptions { limits, ..PreprocessOptions::default() };
    let run = |prefix, text: &str| {
        let lexed = Arc::new(Lexed::new(text.into()));
        let main = Source::main("main.c".into(), lexed);
        preprocess_with(prefix, main, &headers, &options)
    };
    let cut = (0..=seed as usize % (text.len() + 1)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let (_, prefix) = run(None, &text[..cut]);
    let (result, _) = run(None, text);
    if describe(&result) != describe(&run(None, text).0) {
        return Err("two runs differ");
    }
    if describe(&result) != describe(&run(Some(&prefix), text).0) {
        return Err("a prefix makes a difference");
    }
    for token in result.tokens.iter() {
        let place = result.place(token);
        let text = result.sources.get(place.source.0 as usize).ok_or("no such source")?.lexed.text();
        text.get(place.span.range()).ok_or("a place outside its text")?;
    }
    Ok(())
}

fn describe(result: &Preprocessed) -> String {
    let tokens: Vec<_> = result.tokens.iter().collect();
    let expansions: Vec<_> = result.expansions.iter().collect();
    format!("{tokens:?}{expansions:?}{:?}{:?}{}", result.notes, result.inactive, result.text())
}
