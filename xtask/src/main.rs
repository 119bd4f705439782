//! Chores of the repository: `cargo xtask COMMAND`. Each command is a module of its own.

mod docs;
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
    /// Writes the pages of the checks, and the table of them in the README.
    Docs(docs::Arguments),
    /// Writes the node kinds and fields of the C grammar as Rust enums.
    Nodes(nodes::Arguments),
    /// Writes the page of the refuters.
    Refuters(refuters::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Docs(arguments) => docs::run(&arguments),
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
