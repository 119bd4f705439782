//! csieve around its analysis: files, the command line, and the language server.

pub mod build;
pub mod cli;
pub mod config;
pub mod driver;
pub mod library;
pub mod lsp;
pub mod present;
pub mod project;

/// Where csieve lives.
pub const REPOSITORY_URL: &str = "https://github.com/csieve/csieve";

/// Where the pages of the checks are.
pub const DOCS_URL: &str = "https://github.com/csieve/csieve/blob/main/docs/checks";
