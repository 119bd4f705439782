//! The analysis of csieve: text in, findings with proofs out.
//!
//! This crate is the facade of the crates below it. Its main function is [`analyse_function`], which takes
//! one function of a translation unit through the whole flow:
//!
//! 1. The function's tree is lowered to a control-flow graph, and misuses of sizes are added to it.
//! 2. Each check searches the graph for counterexamples. Refuters prove paths infeasible, and observers built
//!    from the proofs steer the next search ([`findings`]).
//! 3. Findings that are left are tried once more with the bodies of callees and callers.
//! 4. The machine looks for inputs that confirm findings. If the function is `main`, it also runs the
//!    program.
//!
//! The result is a [`finding::FunctionReport`]. [`Around`] is what surrounds the function: its unit and the
//! summaries of callees. The modules below only re-export what the server needs of the other crates.
//! `analysis/order.toml` lists these crates in the order of their dependencies.
//!
//! What always holds:
//! - No I/O, no threads, no clock, no global state. The same input and options give the same bytes.
//! - A finding is refuted only with a proof. A budget that runs out keeps the finding.
//! - Budgets count steps, never time. Only `cancel` ends an analysis early.

mod analyse;
mod half_typed;
pub mod judge;
pub mod refuters;
mod uncalled;

pub use analyse::{FunctionFindings, analyse_function, findings};
pub use csieve_reduction::consult::Around;
pub use half_typed::{analyse_half_typed, has_syntax_error};

/// Budgets of steps; see [`csieve_base::budget`].
pub mod budget {
    pub use csieve_base::budget::Steps;
}

/// Cancelling an analysis; see [`csieve_base::cancel`].
pub mod cancel {
    pub use csieve_base::cancel::{Cancel, Cancelled, Never};
}

/// Control-flow graphs; see [`csieve_graph`].
pub mod cfg {
    pub use csieve_graph::{
        Action, CallTarget, Cfg, EdgeId, ExprId, ExprKind, IntType, Type, VarKind, expr_text,
    };
}

/// The checks and their declarations; see [`csieve_modelcheck::checks`].
pub mod checks {
    pub use csieve_modelcheck::checks::{AfterCall, Declaration, Instrument, Severity, declaration, page};
}

/// Candidates for quick fixes; see [`csieve_fixes`].
pub mod fixes {
    pub use csieve_fixes::{Candidate, Edit, MOST, RULES, Subject, applied, candidates, composed, moved};
}

/// Inputs that confirm findings; see [`csieve_runs::confirm`].
pub mod confirm {
    pub use csieve_runs::confirm::{UnitGraphs, reached};
}

/// The dependencies of a report; see [`csieve_reduction::consult`].
pub mod consult {
    pub use csieve_reduction::consult::are_same;
}

/// Inputs that together take all edges; see [`csieve_runs::cover`].
pub mod cover {
    pub use csieve_runs::cover::{Cover, Criterion, Reason, cover};
}

/// Findings and reports; see [`csieve_reports::finding`].
pub mod finding {
    pub use csieve_reports::finding::{
        Callee, Caller, Candidate, Cause, CauseKind, Confirmation, Conflict, Doubt, Elsewhere, Evidence,
        Finding, FunctionReport, HalfTyped, HintId, Input, ObserverEdge, ObserverGraph, Refuted, Round,
        ShownValue, Step, StepKind, Verdict, VerdictKind,
    };
}

/// What callers do with the results of functions; see [`csieve_lowering::habits`].
pub mod habits {
    pub use csieve_lowering::habits::{AllUses, FileUses, Habit, Released, Tested, Uses};
}

/// Hints from names; see [`csieve_base::hints`].
pub mod hints {
    pub use csieve_base::hints::{FOREIGN_FOLDERS, asks_for_option, is_foreign, is_trial, is_trial_program};
}

/// How targets represent types; see [`csieve_base::model`].
pub mod model {
    pub use csieve_base::model::DataModel;
}

/// Tables of library functions; see [`csieve_base::library`].
pub mod library {
    pub use csieve_base::library::Library;
}

/// Declarations of files, and how arguments are passed to functions; see [`csieve_lowering::lower`].
pub mod lower {
    pub use csieve_lowering::lower::{Passing, SYNTAX_ERROR, UnitContext};
}

/// The concrete interpreter of graphs; see [`csieve_machine`].
pub mod machine {
    pub use csieve_machine::{
        Callee, Chosen, End, Graphs, Host, InputObject, Listed, Misuse, Run, Source, Subject, Value, run,
    };
}

/// Rules of users; see [`csieve_own`].
pub mod own {
    pub use csieve_base::own::OwnRules;
    pub use csieve_modelcheck::own::{Labelled, labelled};
    pub use csieve_own::{LabelPlace, Mistake, Reader, label_places, table};
}

/// Options of an analysis; see [`csieve_base::options`].
pub mod options {
    pub use csieve_base::options::Options;
}

/// The C preprocessor; see [`csieve_preprocess`].
pub mod preprocess {
    pub use csieve_preprocess::{
        Header, Headers, Include, Lexed, Name, Note, NoteKind, PreprocessOptions, Preprocessed, Request,
        Source, SourceId, Standard, Target, Token, TokenKind, preprocess,
    };
}

/// Files that are checked together; see [`csieve_lowering::project`].
pub mod project {
    pub use csieve_lowering::project::{
        Contents, Kept, KeptInvariant, Project, ProjectFile, Reader, Surroundings,
    };
}

/// Runs of a program; see [`csieve_runs::program`].
pub mod program {
    pub use csieve_lowering::unit::START;
    pub use csieve_runs::program::{World, is_it};
}

/// Identifiers of refuters; see [`csieve_base::refuter_id`].
pub mod refuter_id {
    pub use csieve_base::refuter_id::{Portfolio, RefuterId};
}

/// Identifiers of checks; see [`csieve_base::rule`].
pub mod rule {
    pub use csieve_base::rule::Rule;
}

/// Computing summaries; see [`csieve_summaries`].
pub mod summarise {
    pub use csieve_summaries::{
        Apart, Cache, File, Made, Missing, Needed, NoCache, Place, ProjectSummaries, file_summaries,
        some_summaries, unit_summaries,
    };
}

/// Summaries of functions; see [`csieve_lowering::summary`].
pub mod summary {
    pub use csieve_lowering::summary::{Summaries, Summary, SummaryText};
}

/// Comments and attributes that suppress findings; see [`csieve_reports::suppress`].
pub mod suppress {
    pub use csieve_reports::suppress::{Suppression, Suppressions};
}

/// Syntax trees; see [`csieve_frontend::syntax`].
pub mod syntax {
    pub use csieve_frontend::syntax::{FunctionItem, Unit};
}

/// Texts, lines, spans and changes; see [`csieve_base::text`].
pub mod text {
    pub use csieve_base::text::{
        Change, Comments, Conditionals, LineIndex, Sentence, SourceText, Span, one_line, words,
    };
}

/// Expanded text for users; see [`csieve_frontend::translation`].
pub mod translation {
    pub use csieve_frontend::translation::{Kept, SlicePart, Wanted, readable, sliced};
}

/// Translation units and their versions; see [`csieve_lowering::unit`].
pub mod unit {
    pub use csieve_lowering::unit::{
        FunctionOutline, Outline, PackedUnit, SharedHeaders, TranslationUnit, UnitFunction, Unread, Version,
        lowered,
    };
}

/// Whole programs; see [`csieve_verify`].
pub mod verify {
    pub use csieve_verify::{
        Answer, Given, Happened, Limits, Program, Property, Query, Violation, Visit, repeated, verify,
    };
}

/// Threads that the analysis is lent; see [`csieve_base::workers`].
pub mod workers {
    pub use csieve_base::workers::{OneByOne, Workers};
}

/// Observing the questions and answers of an analysis; see [`csieve_base::watch`].
pub mod watch {
    pub use csieve_base::watch::{Answer, NoWatch, Stage, Watch, WatchedQuestion};
}
