//! Where headers are found.

mod builtin;
mod environment;
mod headers;
mod list;
mod system;

pub use environment::folders;
pub use headers::{Found, Search, Wanted};
pub use list::{Folder, SearchList, Surroundings};
pub use system::standard_folders;
