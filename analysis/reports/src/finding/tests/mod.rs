//! Tests of what findings and their proofs say about themselves.

mod conflicts;
mod verdicts;

use csieve_base::{
    refuter_id::RefuterId,
    rule::Rule,
    text::{Sentence, Span},
};
use csieve_graph::Type;
use csieve_machine::{Chosen, Source};

use super::{
    Caller, Candidate, Confirmation, Conflict, Doubt, Equation, Finding, HintId, Input, ObserverGraph,
    Refuted, Trail, Verdict,
};

fn doubt() -> Doubt {
    Doubt::new(HintId::TwoAnswers, Sentence::from("the call gives two answers"))
}

fn trail() -> Trail {
    Trail { decisions: vec![7], ..Trail::default() }
}

fn input() -> Input {
    Input {
        what: Sentence::from("`n`"),
        value: "3".to_owned(),
        source: Source::Param(0),
        ty: Type::INT,
        chosen: Chosen::Number(3),
        is_read: true,
    }
}

fn confirmed() -> Verdict {
    Verdict::Confirmed(Confirmation {
        inputs: vec![input()],
        program: Some("main".to_owned()),
        evidence: super::Evidence::Program,
        doubt: Some(doubt()),
        trail: Some(trail()),
    })
}

fn unrefuted() -> Verdict {
    Verdict::Unrefuted(Candidate {
        limit: Some("too many paths".to_owned()),
        doubt: Some(doubt()),
        unconfirmed: Some("no inputs were found".to_owned()),
        trail: Some(trail()),
    })
}

fn refuted() -> Verdict {
    Verdict::Refuted(Refuted {
        callers: vec![Caller { function: "main".to_owned(), elsewhere: None, rounds: Vec::new() }],
    })
}

fn finding(verdict: Verdict) -> Finding {
    Finding {
        rule: Rule::DoubleFree,
        own: None,
        verdict,
        function: "f".to_owned(),
        span: Span::new(10, 20),
        message: Sentence::from("`p` is freed twice"),
        subject: "p".to_owned(),
        cause: None,
        witness: Vec::new(),
        rounds: Vec::new(),
        abstracted: Vec::new(),
        expansion: None,
    }
}

fn conflict(equations: Vec<Equation>) -> Conflict {
    Conflict {
        refuter: RefuterId::Intervals,
        equations,
        sentence: Sentence::default(),
        observer: ObserverGraph { states: Vec::new(), edges: Vec::new() },
        nearby: Vec::new(),
        refinements: Vec::new(),
        certificate: None,
    }
}
