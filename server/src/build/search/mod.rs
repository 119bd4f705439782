//! Finds headers as gcc does: the list of folders, and the search in it.

mod builtin;
mod environment;
mod headers;
mod list;
mod system;

pub use environment::folders;
pub use headers::{FoundHeader, HeaderSearch, Wanted};
pub use list::{Folder, SearchList, Surroundings};
pub use system::standard_folders;
