//! Code that several tests share.

pub(crate) mod interpreter;
