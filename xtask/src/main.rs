//! Chores of the repository: `cargo xtask COMMAND`.
//!
//! Each command is a module that generates files from the source, so that code and documents cannot disagree:
//! - `docs`: the pages of the checks, and the table of checks.
//! - `nodes`: the node kinds and fields of the C grammar as Rust enumerations.
//! - `effects`: the tests, with each effect of an action dropped in turn.
//! - `refuters`: the page of the refuters.
//!
//! A command computes the path and text of each file (`files::Generated`). It writes them, or with `--check`
//! compares them with the files on disk and fails on the first difference. Each module has a test that does
//! the same comparison, so a stale file fails the tests. On an error, the program prints one sentence to
//! standard error and exits with 1.

mod docs;
mod effects;
mod files;
mod nodes;
mod refuters;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Chores of the repository")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Writes the pages of the checks, and the table of them.
    Docs(docs::Arguments),
    /// Writes the node kinds and fields of the C grammar as Rust enums.
    Nodes(nodes::Arguments),
    /// Drops each effect of an action in turn, and writes which test notices it.
    Effects(effects::Arguments),
    /// Writes the page of the refuters.
    Refuters(refuters::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Docs(arguments) => docs::run(&arguments),
        Command::Effects(arguments) => effects::run(&arguments),
        Command::Nodes(arguments) => nodes::run(&arguments),
        Command::Refuters(arguments) => refuters::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}
