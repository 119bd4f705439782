//! One finding on the page.

use csieve_analysis::finding::{Step, VerdictKind};
use maud::{Markup, html};

use super::{
    super::{
        outcome::{Found, Names, Outcome},
        output::counted,
        places::{by_file, tested},
        told::Told,
    },
    proof, source,
    words::{prose, sentence, visible},
};
use crate::{
    page_url,
    present::{Cause, Extent, Located, Shared, inputs, key_steps::numbers, rank::rank, slashed, trace},
};

/// What the page sorts findings by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    Confirmed,
    Unrefuted,
    Doubtful,
    Refuted,
}

impl Verdict {
    /// All, in the order of the page.
    pub(super) const ALL: [Self; 4] = [Self::Confirmed, Self::Unrefuted, Self::Doubtful, Self::Refuted];

    pub(super) fn of(one: &Told) -> Self {
        let finding = one.located.finding;
        match finding.verdict.kind() {
            VerdictKind::Refuted => Self::Refuted,
            _ if finding.doubt().is_some() => Self::Doubtful,
            VerdictKind::Confirmed => Self::Confirmed,
            VerdictKind::Unrefuted => Self::Unrefuted,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Unrefuted => "unrefuted",
            Self::Doubtful => "doubtful",
            Self::Refuted => "refuted",
        }
    }

    pub(super) fn meaning(self) -> &'static str {
        match self {
            Self::Confirmed => "a run with the named inputs reaches the misuse",
            Self::Unrefuted => "no refuter could rule out the last path",
            Self::Doubtful => "its path needs something unlikely, which is named",
            Self::Refuted => "proofs rule out every path to the misuse",
        }
    }
}

/// Returns the card of a cause, the `nth` of the page: its finding and its other places.
pub(super) fn card(
    (outcome, names, extent): (&Outcome, &Names, Extent),
    (one, cause): (&Told, &Cause<Found>),
    nth: usize,
) -> Markup {
    let verdict = Verdict::of(one);
    let finding = one.located.finding;
    let rule = finding.id();
    let place = format!("{}:{}", one.path, one.start.0);
    let proofs = extent.proofs(&one.located);
    html! {
        details id=(format!("f{nth}")) class=(format!("finding {}", verdict.name()))
            data-rule=(rule) data-file=(visible(&one.path)) open[verdict == Verdict::Confirmed && nth <= 10]
        {
            summary {
                span class=(format!("badge {}", verdict.name())) { (verdict.name()) } " "
                span.message { (prose(&one.located.message())) }
                span.place { (visible(&place)) " in " code { (visible(&finding.function)) } }
                span.about {
                    (rule) " · " span title="how dangerous the misuse is" { (one.danger.as_str()) }
                    @if verdict != Verdict::Refuted {
                        " · " span title="how much it is worth a look, of 100" { "rank " (rank(&one.located, &one.file.path)) }
                    }
                    @if !cause.others.is_empty() { " · " b { (counted(1 + cause.others.len(), "place")) } }
                    @if one.fails { " · " span.fails { "fails the check" } }
                }
            }
            div.body {
                (facts(&one.located, verdict))
                (source::walk(outcome, one, nth))
                (all_steps(&one.located, extent))
                (others(cause))
                (proof::all(&proofs, verdict))
                p.more {
                    "Every round to this verdict: " code { "csieve explain " (visible(&names.of(&cause.first))) } ". "
                    a href=(page_url(finding.rule)) { "About " (rule) } " · "
                    a href=(format!("#f{nth}")) { "link to this finding" }
                }
            }
        }
    }
}

/// The list of the other places of a cause, by their files.
fn others(cause: &Cause<Found>) -> Markup {
    let files = by_file(cause.others.iter());
    let what = match &cause.shared {
        Shared::Statement => "Other places of the same cause".to_owned(),
        shared => sentence(&format!("{} the lines below", shared.elsewhere())),
    };
    html! {
        @if let Some(tested) = tested(cause) { p { (sentence(&tested)) } }
        @if !files.is_empty() {
            details.places {
                summary { (what.trim_end_matches('.')) " (" (cause.others.len()) ")" }
                ul { @for (path, lines) in &files {
                    li { (visible(&slashed(path))) ": " @for (at, line) in lines.iter().enumerate() { @if at > 0 { ", " } (line) } }
                } }
            }
        }
    }
}

/// What is known besides the path: the inputs, the doubt, what was taken as any value.
fn facts(located: &Located, verdict: Verdict) -> Markup {
    let finding = located.finding;
    html! {
        @if verdict == Verdict::Refuted { p { "It would be: " (prose(&located.sentence(&finding.message))) "." } }
        @if let Some(inputs) = inputs::sentence(located) { p.inputs { (prose(&sentence(&inputs))) } }
        @if let Some(evidence) = finding.evidence() { p { "Confirmed " (evidence.said()) "." } }
        @if let Some(doubt) = finding.doubt() { p.doubt { "Doubtful: " (prose(&located.sentence(&doubt.sentence))) "." } }
        @let of_callers = located.doubtful_reasons();
        @if !of_callers.is_empty() { ul.doubt { @for reason in &of_callers { li { (prose(reason)) } } } }
        @if let Some(limit) = finding.limit() { p { (prose(&sentence(limit))) } }
        @if let Some(why) = finding.verdict.candidate().and_then(|candidate| candidate.unconfirmed.as_ref()) {
            p { "Not confirmed by inputs: " (prose(why)) "." }
        }
        @if !finding.abstracted.is_empty() {
            p { "Taken as any value: " @for (index, one) in finding.abstracted.iter().enumerate() {
                @if index > 0 { ", " } code { (visible(one)) }
            } }
        }
    }
}

/// The table of all steps of the path.
fn all_steps(located: &Located, extent: Extent) -> Markup {
    let steps = &located.finding.witness;
    let is_key = numbers(steps);
    let shown = extent.steps(steps);
    let left_out = match steps.len() - shown.len() {
        0 => String::new(),
        some => format!(", {some} of them left out: --all-steps"),
    };
    let row = |(number, step): (&Option<usize>, &Step)| {
        html! {
            tr.key[number.is_some()] {
                td.number { @if let Some(number) = number { (number) } }
                td.number { (visible(&trace::line(located, step))) }
                td { (prose(&trace::text(step))) }
                td { (visible(&trace::values(step))) }
                td { @if let Some(way) = &step.way { (prose(way)) } }
            }
        }
    };
    html! {
        @if !steps.is_empty() {
            details.steps {
                summary { "All steps of the path (" (steps.len()) (left_out) ")" }
                div.wide { table {
                    thead { tr { th { "#" } th { "line" } th { "step" } th { "values" } th { "why this way" } } }
                    tbody { @for (at, step) in shown { (row((&is_key[at], step))) } }
                } }
            }
        }
    }
}
