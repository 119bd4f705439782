//! The proofs of a finding on the page, with their observers drawn.

use csieve_analysis::finding::Conflict;
use maud::{Markup, PreEscaped, html};

use super::{
    finding::Verdict,
    words::{prose, sentence, visible},
};
use crate::present::{Located, svg::svg};

/// Returns the proofs of a finding: open if they refute it, folded if they only ruled out other paths.
pub(super) fn all(proofs: &[(Located, &Conflict)], verdict: Verdict) -> Markup {
    let title = match (proofs.len(), verdict) {
        (0, _) => return html! {},
        (1, Verdict::Refuted) => "The proof".to_owned(),
        (count, Verdict::Refuted) => format!("The {count} proofs, each of which removes a class of paths"),
        (1, _) => "A proof that ruled out other paths".to_owned(),
        (count, _) => format!("{count} proofs that ruled out other paths"),
    };
    html! {
        details.proofs open[verdict == Verdict::Refuted] {
            summary { (title) }
            @for (at, proof) in proofs { (one(at, proof)) }
        }
    }
}

fn one(at: &Located, proof: &Conflict) -> Markup {
    html! {
        div.proof {
            p { (prose(&sentence(&at.reason(proof)))) " " span.refuter { "(" (proof.refuter.as_str()) ")" } }
            @if !proof.equations.is_empty() {
                div.wide { table {
                    thead { tr { th { "line" } th { "statement" } th { "what follows" } th { "least solution" } } }
                    tbody { @for row in &proof.equations { tr {
                        td.number { @if !row.always { (at.line(row.span)) } }
                        td { code { (visible(&row.text)) }
                            @if row.assumed { " assumed" }
                            @if row.always { " always" } }
                        td { code { (visible(&row.equation)) } }
                        td { code { (visible(&row.solution)) } }
                    } } }
                } }
            }
            @if !proof.observer.states.is_empty() {
                details.observer open {
                    summary { "The observer that rejects every such path" }
                    // The drawing escapes the texts in it.
                    div.wide { (PreEscaped(svg(at, proof))) }
                }
            }
            @for one in &proof.refinements { p { (prose(&sentence(&at.sentence(one)))) } }
            @if let Some(certificate) = &proof.certificate {
                details { summary { "The certificate, which can be checked without csieve" }
                    pre { (visible(&at.sentence(certificate))) } }
            }
        }
    }
}
