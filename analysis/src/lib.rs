//! The analysis of csieve. Text in, findings with proofs out: no I/O, no threads, no clock.
//!
//! This crate is the facade: it analyses one function ([`analyse_function`]) and names what a server needs of
//! the crates below it. `order.toml` lists these crates in the order of their dependencies, which is also that of
//! the flow: text, tree, graph, word, proof, finding.

mod analyse;
pub mod refuters;

pub use analyse::{Found, analyse_function, findings};
pub use csieve_reduction::consult::Around;

/// See [`csieve_base::budget`].
pub mod budget {
    pub use csieve_base::budget::Steps;
}

/// See [`csieve_base::cancel`].
pub mod cancel {
    pub use csieve_base::cancel::{Cancel, Cancelled, Never};
}

/// See [`csieve_graph`].
pub mod cfg {
    pub use csieve_graph::{
        Action, CallTarget, Cfg, EdgeId, ExprId, ExprKind, IntType, Type, VarKind, expr_text,
    };
}

/// See [`csieve_modelcheck::checks`].
pub mod checks {
    pub use csieve_modelcheck::checks::{AfterCall, Declaration, Instrument, Severity, declaration, page};
}

/// See [`csieve_runs::confirm`].
pub mod confirm {
    pub use csieve_runs::confirm::{UnitGraphs, reached};
}

/// See [`csieve_reduction::consult`].
pub mod consult {
    pub use csieve_reduction::consult::are_same;
}

/// See [`csieve_runs::cover`].
pub mod cover {
    pub use csieve_runs::cover::{Cover, Criterion, Reason, cover};
}

/// See [`csieve_reports::finding`].
pub mod finding {
    pub use csieve_reports::finding::{
        Callee, Caller, Candidate, Confirmation, Conflict, Doubt, Finding, FunctionReport, HintId, Input,
        ObserverEdge, ObserverGraph, Refuted, Round, Step, StepKind, Value, Verdict, VerdictKind,
    };
}

/// See [`csieve_base::library`].
pub mod library {
    pub use csieve_base::library::Library;
}

/// See [`csieve_lowering::lower`].
pub mod lower {
    pub use csieve_lowering::lower::Passing;
}

/// See [`csieve_machine`].
pub mod machine {
    pub use csieve_machine::{
        Callee, Chosen, End, Graphs, Host, InputObject, Misuse, Run, Source, Subject, Value, run,
    };
}

/// See [`csieve_base::options`].
pub mod options {
    pub use csieve_base::options::Options;
}

/// See [`csieve_preprocess`].
pub mod preprocess {
    pub use csieve_preprocess::{
        Header, Headers, Include, Lexed, Note, NoteKind, PreprocessOptions, Preprocessed, Source, SourceId,
        Standard, Target, Token, preprocess,
    };
}

/// See [`csieve_runs::program`].
pub mod program {
    pub use csieve_runs::program::{World, is_it};
}

/// See [`csieve_base::refuter_id`].
pub mod refuter_id {
    pub use csieve_base::refuter_id::{Portfolio, RefuterId};
}

/// See [`csieve_base::rule`].
pub mod rule {
    pub use csieve_base::rule::Rule;
}

/// See [`csieve_summaries`].
pub mod summarise {
    pub use csieve_summaries::{Cache, NoCache, exported, unit_summaries};
}

/// See [`csieve_lowering::summary`].
pub mod summary {
    pub use csieve_lowering::summary::{Summaries, Summary, SummaryText};
}

/// See [`csieve_reports::suppress`].
pub mod suppress {
    pub use csieve_reports::suppress::{Suppression, Suppressions};
}

/// See [`csieve_frontend::syntax`].
pub mod syntax {
    pub use csieve_frontend::syntax::{FunctionItem, Unit};
}

/// See [`csieve_base::text`].
pub mod text {
    pub use csieve_base::text::{Change, Comments, LineIndex, Sentence, SourceText, Span};
}

/// See [`csieve_frontend::translation`].
pub mod translation {
    pub use csieve_frontend::translation::readable;
}

/// See [`csieve_lowering::unit`].
pub mod unit {
    pub use csieve_lowering::unit::{TranslationUnit, UnitFunction, Version};
}

/// See [`csieve_base::watch`].
pub mod watch {
    pub use csieve_base::watch::{Answer, Nobody, Question, Watch};
}
