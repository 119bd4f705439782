//! Finds how a function may write the objects to which its parameters point, and what later tests say of the
//! written values.

use csieve_dataflow::automaton::{Automaton, Quantity, QuantityId};
use csieve_domains::interval::{Interval, type_range};
use csieve_graph::{Action, EdgeId, ExprId, ExprKind, Type, VarId};
use csieve_modelcheck::model::{Function, strip_pointer_casts};

use super::{
    params::{Flow, MAX_PARAMS, Params},
    state::{Facts, MAX_OUTS, Sign, sign},
};

/// The ways in which a function writes the objects to which its parameters point.
#[derive(Debug)]
pub(crate) struct Outs {
    /// The stores to each object, by the position of its parameter.
    pub stores: Vec<Stores>,
    /// The parameters for which the values written to their objects are followed, those with a pointer as the
    /// object first.
    followed: Vec<Followed>,
}

/// The ways in which a function writes the object to which one parameter points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stores {
    /// The first edge that writes the whole object to which the parameter points.
    pub first: Option<EdgeId>,
    /// The types of the values that are written to the whole object, each once.
    pub types: Vec<Type>,
    /// Whether parts of the object may be written on their own, or by code outside the function.
    pub partly: bool,
}

/// A parameter whose object is written only as a whole, with values of one type. A caller that passes the
/// address of its own variable knows that nothing else writes the object. Only such callers may rely on the
/// values that are followed here.
#[derive(Debug)]
struct Followed {
    param: usize,
    /// The automaton's quantities for loads from the object, such as `*out`, which conditions may restrict.
    loads: Vec<QuantityId>,
}

impl Outs {
    /// Collects the stores to the objects to which parameters point from all edges.
    pub(crate) fn new(function: &Function, automaton: &Automaton, flow: &Flow, params: usize) -> Self {
        let stores = stores(function, flow, params);
        let is_followed = |position: usize| match stores[position].types.as_slice() {
            [ty] => {
                let of_interest = matches!(ty, Type::Pointer | Type::Int(_));
                (of_interest && !stores[position].partly && flow.kept & (1 << position) == 0).then_some(*ty)
            }
            _ => None,
        };
        let mut all: Vec<(usize, Type)> = (0..params.min(MAX_PARAMS))
            .filter_map(|position| Some((position, is_followed(position)?)))
            .collect();
        all.sort_by_key(|(position, ty)| (*ty != Type::Pointer, *position));
        let followed = all
            .into_iter()
            .map(|(param, ty)| Followed { param, loads: loads(function, automaton, flow, param, ty) })
            .collect();
        Self { stores, followed }
    }

    /// Returns the number of parameters for which the values written to their objects are followed.
    pub(crate) fn len(&self) -> usize {
        self.followed.len()
    }

    /// Narrows the values of written objects to which parameters point, by what is known of loads from these
    /// objects and of variables with the same value.
    pub(crate) fn refine(&self, automaton: &Automaton, facts: &mut Facts) {
        for followed in self.followed.iter().filter(|followed| facts.overwritten & (1 << followed.param) != 0)
        {
            let out = facts.outs[followed.param];
            let copied = out.copied.map(QuantityId::from);
            let tested = followed.loads.iter().copied().chain(copied);
            // The value becomes empty on runs on which other code has written the object. Such runs do not
            // exist for callers that may rely on the value.
            facts.outs[followed.param].value =
                tested.fold(out.value, |value, quantity| value.meet(facts.known.get(automaton, quantity)));
        }
    }

    /// Returns the interval of a quantity under the assumption that no other code writes the objects to which
    /// parameters point.
    pub(crate) fn value(&self, automaton: &Automaton, facts: &Facts, quantity: QuantityId) -> Interval {
        let known = facts.known.get(automaton, quantity);
        let written = self
            .followed
            .iter()
            .find(|followed| followed.loads.contains(&quantity))
            .filter(|followed| facts.overwritten & (1 << followed.param) != 0)
            .map(|followed| known.meet(facts.outs[followed.param].value));
        written.filter(|both| !both.is_empty()).unwrap_or(known)
    }

    /// Returns the signs of the values in the first `most` followed objects. For an object that was not
    /// written on all runs or has no possible value, the sign in `before` stays.
    pub(crate) fn signs(&self, facts: &Facts, before: [Sign; MAX_OUTS], most: usize) -> [Sign; MAX_OUTS] {
        let mut signs = before;
        for (known, followed) in signs.iter_mut().zip(&self.followed).take(most) {
            let value = facts.outs[followed.param].value;
            if facts.overwritten & (1 << followed.param) != 0 && !value.is_empty() {
                *known = sign(value);
            }
        }
        signs
    }

    /// Returns whether the object to which a parameter points has no possible value, for the first
    /// [`MAX_OUTS`] followed parameters.
    pub(crate) fn without_value(&self, facts: &Facts) -> [bool; MAX_OUTS] {
        let mut none = [false; MAX_OUTS];
        for (is_none, followed) in none.iter_mut().zip(&self.followed) {
            *is_none = facts.outs[followed.param].value.is_empty();
        }
        none
    }
}

/// Returns the variable whose value an expression is, perhaps converted to a type that contains all values of
/// the variable's type.
pub(crate) fn copied(function: &Function, mut expr: ExprId) -> Option<VarId> {
    let cfg = function.cfg;
    loop {
        expr = strip_pointer_casts(function, expr);
        match cfg.expr(expr).kind {
            ExprKind::Var(var) => return (!cfg.var(var).exposed).then_some(var),
            ExprKind::Cast(inner)
                if matches!(cfg.expr(inner).ty, Type::Int(_))
                    && type_range(cfg.expr(inner).ty).is_subset(type_range(cfg.expr(expr).ty)) =>
            {
                expr = inner;
            }
            _ => return None,
        }
    }
}

/// Returns the automaton's quantities for loads of the whole object to which a parameter points, in the type
/// in which the object is written.
fn loads(function: &Function, automaton: &Automaton, flow: &Flow, param: usize, ty: Type) -> Vec<QuantityId> {
    let is_load = |id: &QuantityId| match automaton.quantities.get(*id) {
        Quantity::Value(expr) => {
            loaded(function, flow, *expr) == Some(param) && function.cfg.expr(*expr).ty == ty
        }
        _ => false,
    };
    automaton.quantities.ids().filter(is_load).collect()
}

/// Returns the position of the parameter `p` if an expression loads the whole object to which it points, as
/// `*p` does.
pub(crate) fn loaded(function: &Function, flow: &Flow, expr: ExprId) -> Option<usize> {
    match function.cfg.expr(strip_pointer_casts(function, expr)).kind {
        ExprKind::Load(pointer) => flow.target(function, pointer),
        _ => None,
    }
}

/// Returns how a function writes the objects to which its parameters point, by position of the parameter.
fn stores(function: &Function, flow: &Flow, params: usize) -> Vec<Stores> {
    let mut all = vec![Stores::default(); params];
    for id in function.cfg.edge_ids() {
        match &function.cfg.edge(id).action {
            Action::Store { pointer, value } => {
                let whole = flow.target(function, *pointer);
                for param in positions(flow.inside(function, *pointer)).filter(|param| Some(*param) != whole)
                {
                    all[param].partly = true;
                }
                if let Some(param) = whole {
                    let ty = function.cfg.expr(*value).ty;
                    all[param].first.get_or_insert(id);
                    if !all[param].types.contains(&ty) {
                        all[param].types.push(ty);
                    }
                }
            }
            Action::LibraryCall { args, writes_memory: true, .. } => {
                for param in args.iter().flat_map(|arg| positions(flow.inside(function, *arg))) {
                    all[param].partly = true;
                }
            }
            _ => {}
        }
    }
    all
}

/// Returns the positions in a set of parameters, ascending.
pub(crate) fn positions(params: Params) -> impl Iterator<Item = usize> {
    (0..Params::BITS as usize).filter(move |position| params & (1 << position) != 0)
}
