//! The whole flow for one function.

use crate::{
    cancel::{Cancel, Cancelled},
    finding::FunctionReport,
    options::Options,
    syntax::{FunctionItem, Unit},
};

/// Analyses one function of a unit.
///
/// # Errors
/// [`Cancelled`] if `cancel` said so before the end.
pub fn analyse_function(
    _unit: &Unit,
    function: &FunctionItem,
    _options: &Options,
    cancel: &dyn Cancel,
) -> Result<FunctionReport, Cancelled> {
    if cancel.is_cancelled() {
        return Err(Cancelled);
    }
    Ok(FunctionReport { function: function.name.clone(), findings: Vec::new(), skipped: None })
}
