//! Findings as people read them: the same content for the command line and for editors.

mod located;
pub mod observer;
pub mod svg;
pub mod trace;

pub use located::Located;
