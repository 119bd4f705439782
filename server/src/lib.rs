//! The `csieve` program: language server and command line over [`csieve_analysis`].

pub mod lsp;
