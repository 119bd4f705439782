//! Finds and reads files, and analyses all their functions.

mod again;
mod analyse;
mod function_key;
mod infer;
mod kept;
mod known;
mod language;
mod link;
mod mark;
mod prepared;
mod read;
mod reading;
mod shard;
mod store;
mod threads;
mod unit;
mod walk;

pub use analyse::{
    Analysed, AnalysedFile, Done, analyse_safely, analyse_text, analyse_together, prepare_first, run,
    run_first, skipped,
};
pub use function_key::{FunctionKey, function_keys, surroundings};
pub use infer::{Inferred, infer};
pub use kept::KeptForFile;
pub use known::{HandedOn, KnownSummaries};
pub use link::{Linked, Member, Others, SharedCache, summaries, summarised};
pub use mark::{IS_DRIVER, MARK, is_driver};
pub use prepared::Prepared;
pub use read::{FileText, ReadError, TextNote, read, read_all, read_up_to};
pub use reading::{Reading, Remark};
pub use shard::{Selected, Shard};
pub use store::{Earlier, FileResults, Store};
pub use threads::Threads;
pub use unit::{version, version_by};
pub use walk::{WalkResult, walk};

/// The size of the largest file that is analysed, in bytes.
pub const MAX_FILE_BYTES: u64 = 32 << 20;

/// The stack size of analysis threads, in bytes. C code may be deeply nested.
pub const STACK_BYTES: usize = 64 << 20;
