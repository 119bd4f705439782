//! The `csieve` binary.

fn main() {}
