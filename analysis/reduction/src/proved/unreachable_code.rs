//! Findings of `unreachable-code`: sides of conditions that no run takes, and statements right after jumps.

use fixedbitset::FixedBitSet;

use csieve_base::refuter_id::RefuterId;
use csieve_base::{
    cancel::Cancelled,
    hints::names_a_constant,
    rule::Rule,
    text::{Line, Span, sentence},
};
use csieve_dataflow::ranges::Ranges;
use csieve_graph::{
    Action, Behind, Cfg, Edge, EdgeId, ExprId, ExprKind, Loc, condition_of, expr_text, source,
};
use csieve_modelcheck::model::Function;
use csieve_reports::finding::{Conflict, Finding};

use crate::reduce::{FindingWords, Impossible, Pool, Reduction};

use super::{
    builds,
    sides::{Accesses, Side, impossible_sides},
};

/// The search for findings of the check `unreachable-code`. Its declaration is in
/// [`csieve_modelcheck::checks`].
#[derive(Clone, Copy, Debug)]
pub struct UnreachableCode;

impl UnreachableCode {
    /// Returns all findings of a function. The pass that computes ranges of values finds sides of conditions
    /// that no run takes. A side is reported if the refuters prove that no run takes it; their proof becomes
    /// the explanation.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub fn findings<'a>(
        reduction: &Reduction<'a>,
        ranges: &Ranges,
        pool: &mut Pool<'a>,
    ) -> Result<Vec<Finding>, Cancelled> {
        let function = reduction.function;
        let mut findings = behind_jumps(reduction);
        let endless = endless(function, ranges);
        let sides = impossible_sides(function, ranges);
        if sides.is_empty() {
            return Ok(findings);
        }
        let accesses = Accesses::of(function);
        for side in sides {
            // If no run leaves a loop, the loop is reported, not the code after it.
            if side.edges.iter().any(|edge| endless.contains(edge.index())) {
                continue;
            }
            let access = accesses.through(function, &side);
            let access = access.map(|(pointer, spans)| EarlierAccess { pointer, spans });
            let dead = first_statement(function, ranges, &side);
            if access.is_none() && dead.is_none() {
                continue;
            }
            let Some(proof) =
                reduction.impossible(Rule::UnreachableCode, &edges(function.cfg, &side), pool)?
            else {
                continue;
            };
            if let Some(words) = words(reduction, ranges, &side, access, dead, &proof) {
                findings.push(reduction.proved(Rule::UnreachableCode, words, proof));
            }
        }
        Ok(findings)
    }
}

/// Returns the exits of all loops that no run leaves.
fn endless(function: &Function, ranges: &Ranges) -> FixedBitSet {
    let mut exits = FixedBitSet::with_capacity(function.cfg.edges.len());
    for one in ranges.loops(function.cfg) {
        if ranges.reaches(one.head) && !one.exits.iter().any(|exit| ranges.takes(*exit)) {
            exits.extend(one.exits.iter().map(|exit| exit.index()));
        }
    }
    exits
}

/// Returns the findings of statements right after a jump such as `return`, which control never reaches.
fn behind_jumps(reduction: &Reduction) -> Vec<Finding> {
    let is_own = |dead: &&Behind| !dead.expanded && !has_directive(reduction.text, dead.jump, dead.span);
    let stated = reduction.function.cfg.behind.iter().filter(is_own).map(|dead| {
        let line = Line(dead.jump.start);
        let jump = first_words(reduction.text, dead.jump);
        let message = sentence!("no run gets here: `{}` on line {} goes elsewhere", jump, line);
        let words = FindingWords { span: dead.span, message, subject: jump };
        reduction.stated(Rule::UnreachableCode, words, Vec::new(), Vec::new())
    });
    stated.collect()
}

/// Returns whether a preprocessor directive stands between two statements, so that another build may leave
/// one of them out.
fn has_directive(text: &str, before: Span, after: Span) -> bool {
    let between = text.get(before.start as usize..after.end as usize).unwrap_or_default();
    between.lines().any(|line| line.trim_start().starts_with('#'))
}

/// Returns the beginning of the source text of a statement, on one line and without the `;`.
fn first_words(text: &str, span: Span) -> String {
    source(text, span).trim_end_matches(';').to_owned()
}

/// Returns the edges of a side as a set.
fn edges(cfg: &Cfg, side: &Side) -> FixedBitSet {
    let mut edges = FixedBitSet::with_capacity(cfg.edges.len());
    edges.extend(side.edges.iter().map(|edge| edge.index()));
    edges
}

/// The accesses through a pointer that one side of a condition finds to be NULL.
struct EarlierAccess<'s> {
    pointer: ExprId,
    spans: &'s [Span],
}

/// Returns the first statement that is reached only over this side of a condition. `None` if the statement is
/// not worth a report.
fn first_statement<'a>(function: &Function<'a>, ranges: &Ranges, side: &Side) -> Option<&'a Edge> {
    let cfg = function.cfg;
    let mut pending: Vec<Loc> = vec![cfg.edge(side.first()).to];
    let mut seen = FixedBitSet::with_capacity(cfg.location_count());
    while let Some(loc) = pending.pop() {
        if ranges.reaches(loc) || seen.put(loc.index()) {
            continue;
        }
        for id in cfg.successors[loc.index()].iter().rev() {
            let edge = cfg.edge(*id);
            match edge.action {
                Action::Skip => pending.push(edge.to),
                _ if is_defensive(function, edge) => return None,
                _ => return Some(edge),
            }
        }
    }
    None
}

/// Returns whether unreachable code at an edge is not worth a report: code in macros, calls that end the run,
/// values of `&&`, `||` and `?:`, and `return` without a value. Programmers write such code to be safe.
fn is_defensive(function: &Function, edge: &Edge) -> bool {
    let cfg = function.cfg;
    if edge.expanded.is_some() || function.is_in_macro(edge.span) {
        return true;
    }
    match edge.action {
        Action::LibraryCall { .. } | Action::Call { .. } => cfg.successors[edge.to.index()].is_empty(),
        Action::Assign { var, .. } => !cfg.var(var).is_named(),
        Action::Return(None) => true,
        _ => false,
    }
}

fn words(
    reduction: &Reduction,
    ranges: &Ranges,
    side: &Side,
    access: Option<EarlierAccess>,
    dead: Option<&Edge>,
    proof: &Impossible,
) -> Option<FindingWords> {
    let cfg = reduction.function.cfg;
    let conflicts: Vec<&Conflict> = proof.rounds.iter().flat_map(|round| &round.conflicts).collect();
    // If an earlier misuse ends the run, that misuse is the finding. If the proof rests on an assumption of
    // the author, the author knows about the code.
    let is_assumed = |conflict: &&Conflict| conflict.equations.iter().any(|row| row.assumed);
    if conflicts.iter().any(|conflict| conflict.refuter == RefuterId::Misuse || is_assumed(conflict)) {
        return None;
    }
    // Nothing is reported either if an earlier access would have left its object: that access is the finding.
    let is_guarded = |conflict: &&Conflict| {
        let mut guards = cfg.limits.of.keys().map(|misuse| cfg.edge(*misuse).span);
        guards.any(|span| conflict.equations.iter().any(|row| row.span == span))
    };
    if conflicts.iter().any(is_guarded) || has_effect(reduction.text, side.span) {
        return None;
    }
    if let Some((pointer, line)) = access.and_then(|access| access.before(&conflicts)) {
        let pointer = expr_text(cfg, pointer);
        let message = sentence!(
            "`{}` was accessed on line {} already: this check for NULL is redundant, \
             or the access comes too early",
            pointer,
            line
        );
        return Some(FindingWords { span: side.span, message, subject: pointer });
    }
    let dead = dead?;
    if conflicts.iter().any(|conflict| !is_own_reason(reduction, conflict, side))
        || builds::varies(reduction.function, ranges, reduction.text, side.first())
    {
        return None;
    }
    // Only a conflict that ends at the condition explains it. Other conflicts say why one path does not reach
    // the condition.
    let is_about_it =
        |conflict: &&&Conflict| conflict.equations.last().is_some_and(|row| row.span == side.span);
    let message = match conflicts.iter().find(is_about_it) {
        Some(reason) => sentence!("no run gets here: {}", reason.sentence),
        None => {
            let (condition, line) = (condition_of(cfg, side.first()), Line(side.span.start));
            sentence!("no run gets here: `{}` on line {} never holds", condition, line)
        }
    };
    Some(FindingWords { span: dead.span, message, subject: condition_of(cfg, side.first()) })
}

impl EarlierAccess<'_> {
    /// Returns the pointer and the line of the access if, on all paths, the access alone decides the later
    /// test for NULL. `None` if a conflict also depends on something else, such as a value that the pointer
    /// gets.
    fn before(&self, conflicts: &[&Conflict]) -> Option<(ExprId, Line)> {
        let access = |conflict: &&Conflict| match conflict.equations.as_slice() {
            [row, _] if self.spans.contains(&row.span) => Some(row.span.start),
            _ => None,
        };
        let places: Vec<u32> = conflicts.iter().map(access).collect::<Option<_>>()?;
        Some((self.pointer, Line(*places.first()?)))
    }
}

/// Returns whether the text of a condition contains a side effect, as in `if (sections++) puts("")`. Such a
/// condition is often written for its side effect.
fn has_effect(text: &str, span: Span) -> bool {
    let condition = text.get(span.range()).unwrap_or_default();
    let bytes = condition.as_bytes();
    let assigns = bytes.windows(3).any(|at| at[1] == b'=' && at[2] != b'=' && !b"=!<>".contains(&at[0]));
    condition.contains("++") || condition.contains("--") || assigns
}

/// Returns whether a conflict rests on values that the function computes, and not on what a build chooses:
/// macros, named constants, the sizes of types, tables that nothing writes.
fn is_own_reason(reduction: &Reduction, conflict: &Conflict, side: &Side) -> bool {
    let cfg = reduction.function.cfg;
    let rows = &conflict.equations;
    let is_given = rows
        .iter()
        .any(|row| row.always || is_of_constant_callee(reduction, row.span) || is_parsed(cfg, row.span));
    if is_given || is_about_conversion(cfg, side) {
        return false;
    }
    let from_macro = rows.iter().any(|row| row.span != side.span && reduction.function.is_in_macro(row.span));
    let is_same_question =
        conflict.refuter == RefuterId::Atoms && rows.iter().any(|row| row.span != side.span);
    let sources = || rows.iter().map(|row| reduction.text.get(row.span.range()).unwrap_or_default());
    let is_named = || sources().any(names_a_constant);
    let is_wide = || rows.iter().any(|row| mentions_wide(cfg, row.span));
    !from_macro && (is_same_question || !is_named() && !is_wide())
}

/// Returns whether a statement is `p = f()` with an `f` that always returns the same constant. Another build
/// may have another `f`.
fn is_of_constant_callee(reduction: &Reduction, span: Span) -> bool {
    let cfg = reduction.function.cfg;
    let is_constant = |edge: &Edge| match edge.action {
        Action::Assign { value, .. } => {
            matches!(cfg.expr(cfg.exprs.strip_casts(value)).kind, ExprKind::Const(_))
        }
        _ => false,
    };
    let source = reduction.text.get(span.range()).unwrap_or_default();
    source.contains('(') && cfg.edges.iter().any(|edge| edge.span == span && is_constant(edge))
}

/// Returns whether a statement reads a number from a text. Programs check such a number to be safe, however short
/// the text is.
fn is_parsed(cfg: &Cfg, span: Span) -> bool {
    let parses = |edge: EdgeId| {
        let number = cfg.known.function(edge).and_then(|entry| entry.number);
        number.is_some_and(|number| number.text.is_some())
    };
    cfg.edge_ids().any(|edge| cfg.edge(edge).span == span && parses(edge))
}

/// Returns whether a condition compares a value with its conversion: `(size_t)n != n`. This tests whether the
/// type can hold the value, which depends on the machine.
fn is_about_conversion(cfg: &Cfg, side: &Side) -> bool {
    let Action::Assume { cond, .. } = cfg.edge(side.first()).action else { return false };
    match cfg.expr(cond).kind {
        ExprKind::Binary(_, a, b) => cfg.exprs.strip_casts(a) == cfg.exprs.strip_casts(b),
        _ => false,
    }
}

/// Returns whether an edge at a place of the source contains a constant above 2^30 in absolute value. Such a
/// constant may be a limit of a type, which differs between machines.
fn mentions_wide(cfg: &Cfg, span: Span) -> bool {
    let mut found = false;
    for edge in cfg.edges.iter().filter(|edge| edge.span == span) {
        for read in edge.reads() {
            cfg.exprs.walk(read, |_, expr| {
                found |= matches!(expr.kind, ExprKind::Const(value) if value.unsigned_abs() > 1 << 30);
            });
        }
    }
    found
}
