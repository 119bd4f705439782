//! Certificates, right and wrong; the arithmetic and the bits behind them against other ones.

mod arithmetic;
mod bits;
mod corrupted;
mod heaps;
mod intervals;
mod linear;

use super::check;

/// Why a certificate is refused.
#[track_caller]
fn refused(certificate: &str) -> String {
    match check(certificate) {
        Ok(()) => panic!("accepted:\n{certificate}"),
        Err(refused) => refused.to_string(),
    }
}
