//! The properties that find every misuse which a claim may mean.

use fixedbitset::FixedBitSet;

use csieve_base::{rule::Rule, sentence, text::Sentence};
use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind, MisuseKind, Type, VarId, VarKind, expr_text};
use csieve_modelcheck::{
    checks::check,
    model::{Function, Move, Property, Tracked},
};

use crate::{
    claim::Claim,
    indeterminate::Indeterminate,
    lost::Lost,
    place::{Place, begins_in},
};

/// A property with the edges at which its misuse is the claimed one.
pub(crate) struct Asked {
    /// The property.
    pub property: Box<dyn Property>,
    /// The edges at which the misuse counts.
    pub edges: FixedBitSet,
    /// Whether every run that takes one of the edges does the misuse.
    pub is_taking: bool,
}

/// Returns the properties for a claim: no run does what is claimed if none of them has a counterexample. The error is
/// why the claim cannot be asked about.
pub(crate) fn properties(
    function: &Function,
    claim: &Claim,
    place: Option<&Place>,
) -> Result<Vec<Asked>, Sentence> {
    let around = || -> Result<FixedBitSet, Sentence> {
        let place = place.ok_or_else(|| sentence!("no statement of the function is on this line"))?;
        Ok(place.around.clone())
    };
    match claim.rule {
        Some(Rule::NullDereference) => misuses(function, claim, &around()?, MisuseKind::NullDereference),
        Some(Rule::DivisionByZero) => misuses(function, claim, &around()?, MisuseKind::DivisionByZero),
        Some(Rule::UninitializedRead) => Ok(vec![read(function, claim, &around()?)?]),
        Some(Rule::UseAfterFree | Rule::DoubleFree) => {
            begun_here(claim)?;
            Ok(of_checks(&[Rule::UseAfterFree, Rule::DoubleFree], &around()?))
        }
        Some(Rule::DoubleClose) => {
            begun_here(claim)?;
            Ok(of_checks(&[Rule::DoubleClose], &around()?))
        }
        Some(Rule::InvalidFree) => Ok(of_checks(&[Rule::InvalidFree], &around()?)),
        Some(rule @ (Rule::MemoryLeak | Rule::ResourceLeak)) => {
            begun_here(claim)?;
            Ok(vec![lost(function, rule, claim, place)?])
        }
        Some(_) | None => Err(sentence!("only whether the line can be reached was asked")),
    }
}

/// Fails if the misuse may have begun in a caller: then the function alone does not show it.
fn begun_here(claim: &Claim) -> Result<(), Sentence> {
    if claim.is_entered {
        return Err(sentence!("what is claimed may have begun in a caller"));
    }
    Ok(())
}

/// Returns the any-reason properties of checks.
fn of_checks(rules: &[Rule], edges: &FixedBitSet) -> Vec<Asked> {
    let property = |rule: &Rule| check(*rule).map(|check| Shared(check.for_any_reason()));
    let all = rules.iter().filter_map(property);
    all.map(|property| Asked { property: Box::new(property), edges: edges.clone(), is_taking: false })
        .collect()
}

/// A property that is there for ever.
struct Shared(&'static dyn Property);

impl Property for Shared {
    fn rule(&self) -> Rule {
        self.0.rule()
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        self.0.at_entry(function)
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        self.0.start(function, edge)
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        self.0.step(function, tracked, edge)
    }
}

/// Returns the property of misuses that have edges of their own.
fn misuses(
    function: &Function,
    claim: &Claim,
    around: &FixedBitSet,
    kind: MisuseKind,
) -> Result<Vec<Asked>, Sentence> {
    let cfg = function.cfg;
    let operand = |edge: usize| match cfg.edges[edge].action {
        Action::Misuse { kind: of, operand } if of == kind => Some(operand),
        _ => None,
    };
    let all: Vec<(usize, ExprId)> = around.ones().filter_map(|edge| Some((edge, operand(edge)?))).collect();
    let is_subject = |operand: ExprId| {
        let text = expr_text(cfg, cfg.exprs.strip_casts(operand));
        claim.subject.as_deref().is_some_and(|subject| subject == text)
    };
    let mut edges: FixedBitSet =
        all.iter().filter(|(_, operand)| is_subject(*operand)).map(|(edge, _)| *edge).collect();
    if edges.is_clear() {
        if let Some(unknown) = around.ones().find_map(|edge| unknown_pointer(cfg, EdgeId(edge as u32))) {
            return Err(sentence!("`{}` is not followed", expr_text(cfg, unknown)));
        }
        edges = all.iter().map(|(edge, _)| *edge).collect();
    }
    let is_number = |edge: usize| operand(edge).and_then(|operand| number_in(function, operand));
    if kind == MisuseKind::NullDereference
        && let Some(var) = edges.ones().find_map(is_number)
    {
        return Err(sentence!("`{}` is made of a number", cfg.var(var).name));
    }
    let rule = match kind {
        MisuseKind::NullDereference => Rule::NullDereference,
        _ => Rule::DivisionByZero,
    };
    if edges.is_clear() {
        return Err(sentence!("no misuse of this kind is known on this line"));
    }
    let asked = of_checks(&[rule], &edges).into_iter();
    Ok(asked.map(|asked| Asked { is_taking: true, ..asked }).collect())
}

/// Returns a variable that a number may get into, as in `p = (int *)4`, if a pointer may be computed from it. Pointers
/// are moved within objects, so that none becomes NULL: that does not hold for numbers.
fn number_in(function: &Function, pointer: ExprId) -> Option<VarId> {
    let cfg = function.cfg;
    let is_number = |value: ExprId| {
        let mut found = false;
        cfg.exprs.walk(value, |_, expr| {
            found |= match expr.kind {
                ExprKind::Const(number) => number != 0 && expr.ty == Type::Pointer,
                ExprKind::Cast(inner) => {
                    let zero = cfg.exprs.as_constant(inner) == Some(0);
                    expr.ty == Type::Pointer && cfg.expr(inner).ty.as_int().is_some() && !zero
                }
                _ => false,
            };
        });
        found
    };
    let mut pending = function.dependencies(pointer).vars.clone();
    let mut seen = FixedBitSet::with_capacity(cfg.vars.len());
    while let Some(var) = pending.pop() {
        if seen.put(var.index()) {
            continue;
        }
        for edge in &cfg.edges {
            let Action::Assign { var: assigned, value } = edge.action else { continue };
            if assigned == var {
                if is_number(value) {
                    return Some(var);
                }
                pending.extend(&function.dependencies(value).vars);
            }
        }
    }
    None
}

/// Returns the pointer of an access that may be NULL although no edge says so.
fn unknown_pointer(cfg: &Cfg, id: EdgeId) -> Option<ExprId> {
    let Action::Deref { pointer, .. } = cfg.edge(id).action else { return None };
    let is_object = match cfg.expr(pointer).kind {
        ExprKind::Address(_) | ExprKind::AddressOf(_) => true,
        ExprKind::Const(value) => value != 0,
        _ => false,
    };
    (!is_object && !cfg.is_implied(id)).then_some(pointer)
}

/// Returns the property of reading the named variable without a value.
fn read(function: &Function, claim: &Claim, around: &FixedBitSet) -> Result<Asked, Sentence> {
    let cfg = function.cfg;
    let Some(name) = claim.subject.as_deref() else {
        return Err(sentence!("the report does not name a variable without a value"));
    };
    let is_it = |var: &VarId| cfg.var(*var).kind == VarKind::Local && cfg.var(*var).name == name;
    let subjects: Vec<VarId> = cfg.var_ids().filter(is_it).collect();
    if subjects.is_empty() {
        return Err(sentence!("`{}` is no local variable that is followed", name));
    }
    let reads = |edge: &usize| {
        let read = function.reads(EdgeId(*edge as u32));
        subjects.iter().any(|var| read.binary_search(var).is_ok())
    };
    let edges: FixedBitSet = if claim.is_vague {
        (0..cfg.edges.len()).filter(reads).collect()
    } else {
        around.ones().filter(reads).collect()
    };
    if edges.is_clear() {
        return Err(sentence!("`{}` is not read on this line", name));
    }
    let property = Indeterminate::new(function, subjects, claim.is_entered);
    Ok(Asked { property: Box::new(property), edges, is_taking: false })
}

/// Returns the property of losing what is claimed to be lost.
fn lost(function: &Function, rule: Rule, claim: &Claim, place: Option<&Place>) -> Result<Asked, Sentence> {
    let cfg = function.cfg;
    let is_origin = |id: &EdgeId| {
        let is_there = claim.origin.is_none_or(|line| begins_in(cfg.edge(*id).span, line));
        is_there && Lost::is_origin(function, *id)
    };
    let origins: FixedBitSet = cfg.edge_ids().filter(is_origin).map(EdgeId::index).collect();
    if origins.is_clear() {
        return Err(sentence!("where the object comes from is not seen in the function"));
    }
    let edges: FixedBitSet = cfg.edge_ids().map(EdgeId::index).collect();
    let by = place.filter(|_| !claim.is_at_brace).map(|place| place.around.clone());
    Ok(Asked { property: Box::new(Lost { rule, origins, by }), edges, is_taking: false })
}
