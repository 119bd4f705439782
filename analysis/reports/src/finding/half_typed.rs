//! What is known of a function around its syntax errors.

use borsh::{BorshDeserialize, BorshSerialize};

use csieve_base::{rule::Rule, text::Span};

use super::Finding;

/// What the analysis of a function that cannot be read says all the same, because the graph around its syntax errors is
/// certain. The findings of the report are such.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct HalfTyped {
    /// The places that the hidden text decides about, relative to the start of the function. Findings
    /// anywhere else are as they will be, whatever is typed there.
    pub open: Vec<Span>,
    /// The findings of the text as it is, by their rules and places. Others that are shown with them are of an older text.
    pub fresh: Vec<(String, Span)>,
}

impl HalfTyped {
    /// Returns what is known of a function if nothing is certain. `length` is that of the function, in bytes.
    pub fn nothing(length: u32) -> Self {
        Self { open: vec![Span { start: 0, end: length }], fresh: Vec::new() }
    }

    /// Notes that places are not decided either.
    pub fn leave_open(&mut self, places: impl IntoIterator<Item = Span>) {
        self.open.extend(places);
    }

    /// Returns whether nothing that is hidden decides what happens at a place.
    pub fn decides(&self, place: Span) -> bool {
        !self.open.iter().any(|open| open.start <= place.end && place.start <= open.end)
    }

    /// Returns whether nothing that is hidden decides about a finding: the steps that matter are at places that are decided,
    /// and the place that it is shown at. A leak may be shown before it happens.
    pub fn settles(&self, finding: &Finding) -> bool {
        // That a lock is not released somewhere is a finding only if it is released elsewhere.
        finding.rule != Rule::MissingUnlock && finding.grounds().all(|place| self.decides(place))
    }

    /// Returns whether a finding is one of the text as it is.
    pub fn has(&self, finding: &Finding) -> bool {
        self.fresh.iter().any(|(rule, span)| *rule == finding.id() && *span == finding.span)
    }
}
