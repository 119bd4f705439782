//! Tests of rules of users: what the program says of them, and random programs that are executed.

mod random;
mod told;
