//! Tests of valid and invalid certificates, and of the checker's arithmetic and bits against other
//! implementations.

mod arithmetic;
mod bits;
mod corrupted;
mod heaps;
mod intervals;
mod linear;

use super::check;

/// Returns why a certificate is refused. Panics if it is accepted.
#[track_caller]
fn refused(certificate: &str) -> String {
    match check(certificate) {
        Ok(()) => panic!("accepted:\n{certificate}"),
        Err(refused) => refused.to_string(),
    }
}
