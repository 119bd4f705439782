//! Turns proofs of refuters into conflicts for the reader.

use csieve_base::{
    refuter_id::RefuterId,
    rule::Rule,
    text::{Line, Sentence, sentence},
};
use csieve_dataflow::automaton::{Automaton, Quantity, QuantityId, Update, program_text, quantity_text};
use csieve_domains::{interval::Interval, relations::Instead};
use csieve_graph::{Action, Cfg, EdgeId, VarId, edge_text};
use csieve_modelcheck::model::Function;
use csieve_refuters::{
    AssertionClause, AssertionConflict, BitConflict, HeapClause, HeapConflict, IntervalConflict,
    MisuseConflict, Proof, Reasoning, Refinement,
};

use crate::finding::{Conflict, Equation};

use super::{
    certificate::certificate,
    clash::{Statement, clash},
    drawing,
    values::shown,
};

/// Returns the sentence that tells readers a proof by intervals.
pub fn sentence(cfg: &Cfg, automaton: &Automaton, function_text: &str, found: &IntervalConflict) -> Sentence {
    of_intervals(cfg, automaton, function_text, found, &equations(cfg, automaton, function_text, found))
}

/// Returns the sentence for a proof by intervals with these equations.
fn of_intervals(
    cfg: &Cfg,
    automaton: &Automaton,
    function_text: &str,
    found: &IntervalConflict,
    equations: &[Equation],
) -> Sentence {
    let statements = equations.iter().zip(&found.equations).zip(&found.values).map(|((row, one), value)| {
        let update = automaton.update(one.update);
        let edge = cfg.edge(update.edge);
        let is_call = edge.inside.is_some() && !matches!(edge.action, Action::Assume { .. });
        let gives = is_call.then(|| given(cfg, automaton, update.target, &row.text, *value)).flatten();
        Statement::of(row, update.edge).giving(gives)
    });
    clash(cfg, function_text, &statements.collect::<Vec<_>>())
}

/// Returns what a call gives: "3" for its result, "`n` = 3" for what it writes. `None` if that is no value that readers
/// know by a name.
fn given(
    cfg: &Cfg,
    automaton: &Automaton,
    target: QuantityId,
    call: &str,
    value: Interval,
) -> Option<String> {
    let known = shown(cfg, automaton, target, value)?;
    let is_unnamed = |var: VarId| !cfg.var(var).is_named();
    let is_result = matches!(automaton.quantities.get(target), Quantity::Var(var) if is_unnamed(*var));
    Some(if is_result || known.name == call {
        known.of("").trim_start_matches([' ', '=']).to_owned()
    } else {
        known.of(&format!("`{}`", known.name))
    })
}

/// Returns a proof as a conflict: equations, sentence, observer and certificate for the reader.
pub fn conflict(function: &Function, automaton: &Automaton, function_text: &str, proof: &Proof) -> Conflict {
    let cfg = function.cfg;
    match &proof.reasoning {
        Reasoning::Intervals(found) => {
            let equations = equations(cfg, automaton, function_text, found);
            Conflict {
                refuter: proof.refuter,
                sentence: of_intervals(cfg, automaton, function_text, found, &equations),
                observer: drawing::of_intervals(
                    cfg,
                    automaton,
                    function_text,
                    found,
                    proof.observer.as_ref(),
                ),
                equations,
                nearby: Vec::new(),
                refinements: Vec::new(),
                certificate: certificate(cfg, automaton, function_text, found),
            }
        }
        Reasoning::Misuse(found) => earlier(cfg, function_text, proof.refuter, found),
        Reasoning::Bits(found) => bits(cfg, function_text, proof.refuter, found),
        Reasoning::Assertions(found) => assertions(cfg, function_text, proof.refuter, found),
        Reasoning::Heaps(found) => heaps(cfg, function_text, proof.refuter, found),
    }
}

/// Returns the row of a statement in a proof.
fn row(cfg: &Cfg, function_text: &str, edge: EdgeId, equation: String, solution: String) -> Equation {
    let span = cfg.edge(edge).span;
    Equation {
        span,
        text: edge_text(cfg, function_text, edge),
        equation,
        assumed: cfg.is_assumed(span),
        always: cfg.is_always(edge),
        solution,
    }
}

/// Returns the solution of a statement that no run gets past, if `nothing` holds.
fn empty_if(nothing: bool) -> String {
    if nothing { "∅".to_owned() } else { String::new() }
}

fn equations(
    cfg: &Cfg,
    automaton: &Automaton,
    function_text: &str,
    found: &IntervalConflict,
) -> Vec<Equation> {
    // Several equations may write one variable on one line, so equations are numbered.
    let name = |index: usize| {
        let target = automaton.update(found.equations[index].update).target;
        format!("{}#{}", quantity_text(cfg, automaton, target), index + 1)
    };
    let rows = found.equations.iter().zip(&found.values).enumerate().map(|(index, (equation, solution))| {
        let update = automaton.update(equation.update);
        let mut sides: Vec<String> =
            equation.occurrences.iter().map(|sources| side(cfg, automaton, update, sources, &name)).collect();
        sides.dedup();
        let equation = format!("{} = {}", name(index), sides.join(" ⊔ "));
        row(cfg, function_text, update.edge, equation, solution.to_string())
    });
    rows.collect()
}

/// Returns the right-hand side of an equation for one occurrence of its update, as text for readers.
fn side(
    cfg: &Cfg,
    automaton: &Automaton,
    update: &Update,
    sources: &[Option<u32>],
    name: &dyn Fn(usize) -> String,
) -> String {
    program_text(&update.program, &|quantity| {
        let at = update.reads.iter().position(|read| *read == quantity);
        match at.and_then(|at| sources[at]) {
            Some(source) => name(source as usize),
            None => quantity_text(cfg, automaton, quantity),
        }
    })
}

/// Returns the statements of a proof, from its rows and their edges.
fn statements(rows: &[Equation], edges: impl Iterator<Item = EdgeId>) -> Vec<Statement<'_>> {
    rows.iter().zip(edges).map(|(row, edge)| Statement::of(row, edge)).collect()
}

fn bits(cfg: &Cfg, function_text: &str, refuter: RefuterId, found: &BitConflict) -> Conflict {
    let last = found.clauses.len() - 1;
    let rows = found.clauses.iter().enumerate().map(|(index, clause)| {
        row(cfg, function_text, clause.edge, clause.says.clone(), empty_if(index == last))
    });
    let equations: Vec<Equation> = rows.collect();
    Conflict {
        refuter,
        sentence: clash(
            cfg,
            function_text,
            &statements(&equations, found.clauses.iter().map(|clause| clause.edge)),
        ),
        observer: drawing::of_bits(cfg, function_text, found),
        equations,
        nearby: Vec::new(),
        refinements: Vec::new(),
        certificate: Some(found.script.as_str().into()),
    }
}

fn assertions(cfg: &Cfg, function_text: &str, refuter: RefuterId, found: &AssertionConflict) -> Conflict {
    let row = |clause: &AssertionClause| {
        let holds = clause.holds.join(", ");
        let says = if holds.is_empty() { "nothing gets past".to_owned() } else { format!("then {holds}") };
        row(cfg, function_text, clause.edge, says, empty_if(holds.is_empty()))
    };
    let equations: Vec<Equation> = found.clauses.iter().map(row).collect();
    let last = found.rules.last();
    let always: Vec<String> = last
        .into_iter()
        .flat_map(|rule| &rule.needs)
        .map(|need| format!("`{}`", found.predicates[need.index()].text(cfg)))
        .collect();
    let sentence = match (last, always.as_slice()) {
        (Some(rule), [_, ..]) => {
            let edge = cfg.edge(rule.edge);
            let text = edge_text(cfg, function_text, rule.edge);
            sentence!(
                "{} always {} on line {}, so `{}` cannot be",
                and(&always),
                if always.len() == 1 { "holds" } else { "hold" },
                Line(edge.span.start),
                text
            )
        }
        _ => {
            clash(cfg, function_text, &statements(&equations, found.clauses.iter().map(|clause| clause.edge)))
        }
    };
    Conflict {
        refuter,
        sentence,
        observer: drawing::of_assertions(cfg, function_text, found),
        equations,
        nearby: Vec::new(),
        refinements: found.refinements.iter().map(|one| refinement(cfg, one)).collect(),
        certificate: Some(found.script.as_str().into()),
    }
}

/// Returns a sentence about a step at which an iteration used a union or the connector instead of widening.
fn refinement(cfg: &Cfg, refinement: &Refinement) -> Sentence {
    let instead = match refinement.instead {
        Instead::Union => "union",
        Instead::Connector => "connector",
    };
    let line = Line(cfg.edge(refinement.edge).span.start);
    sentence!("{} instead of widening at step {} of the loop on line {}", instead, refinement.step, line)
}

fn heaps(cfg: &Cfg, function_text: &str, refuter: RefuterId, found: &HeapConflict) -> Conflict {
    let row = |clause: &HeapClause| {
        let says = match clause.heaps.as_slice() {
            [] => "no heap gets past".to_owned(),
            heaps => format!("then {}", heaps.join("; or ")),
        };
        row(cfg, function_text, clause.edge, says, empty_if(clause.heaps.is_empty()))
    };
    let equations: Vec<Equation> = found.clauses.iter().map(row).collect();
    let mut sentence = equations.last().map_or_else(Sentence::default, |last| {
        sentence!("whatever the lists look like, `{}` on line {} cannot be", last.text, Line(last.span.start))
    });
    let hints: Vec<String> = found.hints.iter().map(|field| format!("`{field}`")).collect();
    if !hints.is_empty() {
        sentence.push(&format!(", with objects told apart by {}", and(&hints)));
    }
    Conflict {
        refuter,
        sentence,
        observer: drawing::of_heaps(cfg, function_text, found),
        equations,
        nearby: Vec::new(),
        refinements: Vec::new(),
        certificate: Some(found.certificate.clone()),
    }
}

/// Joins a list into a phrase: `a`, `b` and `c`.
fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn earlier(cfg: &Cfg, function_text: &str, refuter: RefuterId, found: &MisuseConflict) -> Conflict {
    let row = |edge: EdgeId, equation: &str, solution: &str| Equation {
        assumed: false,
        always: false,
        ..row(cfg, function_text, edge, equation.to_owned(), solution.to_owned())
    };
    let line = Line(cfg.edge(found.misuse).span.start);
    Conflict {
        refuter,
        equations: vec![
            row(found.origin, "followed from here", "still to come"),
            row(found.misuse, found.rule.id(), "∅"),
        ],
        sentence: sentence!("no run gets past line {}: {} there ends it", line, with_article(found.rule)),
        observer: drawing::of_misuse(cfg, function_text, found),
        nearby: Vec::new(),
        refinements: Vec::new(),
        certificate: None,
    }
}

fn with_article(rule: Rule) -> String {
    let id = rule.id();
    // Of the ids that begin with `u`, "use" takes "a", and "unlock" takes "an".
    let is_vowel = id.starts_with(['a', 'e', 'i', 'o']) || id.starts_with("un");
    format!("{} {id}", if is_vowel { "an" } else { "a" })
}
