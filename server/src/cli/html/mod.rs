//! The output as one page of HTML, to attach to a review: it loads nothing, and reads well without its script.

mod finding;
mod proof;
mod source;
mod words;

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use csieve_analysis::refuter_id::RefuterId;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::finding::Verdict;
use super::{
    outcome::{Found, Outcome},
    output::counted,
    told,
    told::Told,
};
use crate::{
    REPOSITORY_URL,
    present::{Cause, Extent, rank::rank},
};

/// A cause on the page, by the finding that is told.
type Shown<'a> = (Told<'a>, Cause<Found<'a>>);

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// What the page may load: nothing but what stands in it.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'";

/// Renders the page of all findings.
pub(super) fn render(outcome: &Outcome, extent: Extent) -> String {
    let names = outcome.names();
    let mut found = told::causes(outcome);
    // What is most worth a look comes first; equal ones stay in the order of the files.
    found.sort_by_key(|(one, cause)| {
        (Verdict::of(one), Reverse(cause.rank(rank(&one.located, &one.file.path))))
    });
    let verdicts: BTreeMap<Verdict, usize> = found.iter().fold(BTreeMap::new(), |mut counts, (one, _)| {
        *counts.entry(Verdict::of(one)).or_default() += 1;
        counts
    });
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("csieve ", env!("CARGO_PKG_VERSION")));
                title { (title(&found)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "csieve" }
                    p.summary { (outcome.line()) }
                    @if let Some(reason) = outcome.summary.nothing() { p.problem { (reason) } }
                    @for problem in &outcome.summary.unreadable { p.problem { (problem) } }
                }
                @if !found.is_empty() { (filters(&found, &verdicts)) }
                main {
                    @if found.is_empty() { p.none { "Nothing to show." } }
                    @for (index, (one, cause)) in found.iter().enumerate() { (finding::card((outcome, &names, extent), (one, cause), index + 1)) }
                    p #nothing.none hidden { "No finding passes the filters." }
                }
                footer { (legend(&found, extent)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    let mut text = page.into_string();
    text.push('\n');
    text
}

fn title(found: &[Shown]) -> String {
    let findings = found.iter().map(|(_, cause)| 1 + cause.others.len()).sum();
    if findings == found.len() {
        return format!("csieve: {}", counted(findings, "finding"));
    }
    format!("csieve: {} of {}", counted(findings, "finding"), counted(found.len(), "cause"))
}

/// The filters. Those by verdict work without the script.
fn filters(found: &[Shown], verdicts: &BTreeMap<Verdict, usize>) -> Markup {
    let rules: BTreeSet<&str> = found.iter().map(|(one, _)| one.located.finding.id()).collect();
    let files: BTreeSet<&str> = found.iter().map(|(one, _)| &*one.path).collect();
    html! {
        form.filters autocomplete="off" {
            fieldset {
                legend { "Verdicts" }
                @for (verdict, count) in verdicts {
                    label class=(format!("chip {}", verdict.name())) title=(verdict.meaning()) {
                        input type="checkbox" id=(format!("show-{}", verdict.name())) checked;
                        (verdict.name()) " " b { (count) }
                    }
                }
            }
            div.scripted hidden {
                label { "Check " select #rule { option value="" { "all" } @for rule in rules { option { (rule) } } } }
                label { "File " select #file { option value="" { "all" } @for file in files { option { (words::visible(file)) } } } }
                label { "Text " input #text type="search"; }
                button type="button" #open { "Open all" }
                button type="button" #close { "Close all" }
            }
        }
    }
}

/// What the verdicts and the refuters on the page mean.
fn legend(found: &[Shown], extent: Extent) -> Markup {
    let all = found.iter().flat_map(|(one, _)| extent.proofs(&one.located)).map(|(_, proof)| proof.refuter);
    let refuters: BTreeSet<RefuterId> = all.collect();
    html! {
        h2 { "What the words mean" }
        dl {
            @for verdict in Verdict::ALL { dt { span class=(format!("badge {}", verdict.name())) { (verdict.name()) } } dd { (verdict.meaning()) } }
        }
        @if !refuters.is_empty() {
            p {
                "The proofs are by: " (refuters.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(", ")) ". "
                a href=(format!("{REPOSITORY_URL}/blob/main/docs/refuters.md")) { "What they prove" } "."
            }
        }
    }
}
