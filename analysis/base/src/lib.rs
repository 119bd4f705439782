//! The foundation that all crates of the analysis share. It depends on no other crate of csieve.
//!
//! Main types, by module:
//! - `text`: [`text::Span`] (byte ranges), [`text::SourceText`], line numbers, edits, and [`text::Sentence`],
//!   a message that keeps line numbers relative to its function.
//! - `budget`: [`budget::Steps`], a resource limit that counts steps.
//! - `cancel`: [`cancel::Cancel`], which long loops ask whether the result is still wanted.
//! - `rule`, `refuter_id`: the ids of checks and refuters, which stay the same in all releases.
//! - `library`: [`library::Library`], the facts about C library functions. They come from the built-in tables
//!   `c.toml` and `others.toml`, and from tables of users, all TOML texts.
//! - `model`: [`model::DataModel`], the sizes of a target's types.
//! - `own`: [`own::OwnRules`], rules of users: labels of events, and automata over them.
//! - `options`: [`options::Options`], everything that a user can choose about an analysis.
//! - `watch`: [`watch::Watch`], the interface through which timings and traces are taken.
//! - `workers`: [`workers::Workers`], the interface through which threads are lent.
//! - `hints`: guesses from names and comments, which may make a finding doubtful.
//! - `fixpoint`: the engine that iterates data-flow equations over a graph.
//!
//! Data flow: the server builds the [`options::Options`], with a library inside. The later crates receive
//! them together with a text, and spend budgets while they work on it.
//!
//! This crate must never read files, start threads or read a clock. The same input and options give the same
//! result on every machine. The only global value is the built-in library table, which never changes.

pub mod budget;
pub mod cancel;
pub mod fixpoint;
pub mod hints;
pub mod library;
pub mod model;
pub mod options;
pub mod own;
pub mod refuter_id;
pub mod rule;
pub mod text;
pub mod watch;
pub mod workers;
