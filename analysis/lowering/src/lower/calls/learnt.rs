//! Adding edges for what a case of a summary states about the values of arguments and of the result.

use super::Call;
use csieve_domains::interval::{Interval, type_range};
use csieve_graph::{Action, ExprId, ExprKind, IntType, Type, VarId};

use crate::{
    lower::{
        Lowering,
        convert::Value,
        ctype::{CType, Shape},
    },
    summary::{Case, Condition, Param, PathStep, Returned, Summary},
};

/// An argument of a call of a function with a summary.
#[derive(Clone, Debug)]
pub(super) enum Argument {
    /// The value of the argument. The second expression is the value after conversion to the type of the
    /// parameter, if known.
    Value(ExprId, Option<ExprId>),
    /// The address of a variable. The callee does not let the address escape from the caller.
    Reference(VarId),
}

impl Argument {
    /// Returns the value of the argument; `None` for the address of a variable.
    pub(super) fn value(&self) -> Option<ExprId> {
        match self {
            Self::Value(value, _) => Some(*value),
            Self::Reference(_) => None,
        }
    }
}

impl<'a> Lowering<'a> {
    /// Converts an argument to the type of its parameter. A pointer is used only if argument and parameter
    /// point to equal types, because two structures may have members of the same name. Returns `None` if the
    /// graph has no expression for the converted value.
    pub(super) fn given(&mut self, value: &Value, param: &Param, ty: &CType) -> Option<ExprId> {
        let passed = self.graph.exprs_ref().get(value.expr);
        match (passed.ty, param.ty) {
            (Type::Int(from), Type::Int(to)) if from == to => Some(value.expr),
            (Type::Int(_), Type::Int(_)) if ty.ty() == param.ty => Some(self.converted(value, ty).expr),
            (Type::Pointer, Type::Pointer) => {
                let (passed, expected) = (value.ty.target()?, ty.target()?);
                (passed.shape == expected.shape && passed.shape != Shape::Unknown).then_some(value.expr)
            }
            _ => None,
        }
    }

    /// Restricts the arguments of a call to the values for which the case applies.
    pub(super) fn learn_arguments(
        &mut self,
        call: &Call<'a>,
        summary: &Summary,
        case: &Case,
        args: &[Argument],
    ) {
        let params = args.iter().zip(&summary.params);
        let values: Vec<Option<ExprId>> = params.map(|(arg, param)| self.plain(arg, param)).collect();
        for ((arg, value), range) in args.iter().zip(&values).zip(&case.args) {
            match (arg, value) {
                (_, Some(value)) => self.learn(*value, *range, call),
                // The address of a variable is never NULL.
                (Argument::Reference(_), None) if range.meet(Interval::NON_NULL).is_empty() => {
                    self.exclude(call);
                }
                _ => {}
            }
        }
        for &position in &case.nonzero {
            if let Some(Some(value)) = values.get(position) {
                self.step(Action::Assume { cond: *value, holds: true }, call.span);
            }
        }
        for condition in &case.conditions {
            if let Some(value) = self.asked(condition, args) {
                self.step(Action::Learn { value, low: 1, high: 1 }, call.span);
            }
        }
    }

    /// Returns the value of the parameter as an expression of the caller; `None` if there is none.
    fn plain(&self, arg: &Argument, param: &Param) -> Option<ExprId> {
        match *arg {
            Argument::Value(_, Some(given)) => Some(given),
            Argument::Value(value, None) => {
                (self.graph.exprs_ref().get(value).ty == param.ty).then_some(value)
            }
            Argument::Reference(_) => None,
        }
    }

    /// Translates a condition of a case to an expression over the values at a call.
    fn asked(&mut self, condition: &Condition, args: &[Argument]) -> Option<ExprId> {
        let path = &condition.path;
        let value = match args.get(path.param)? {
            Argument::Value(_, given) => path.from_argument(self.graph.exprs(), (*given)?, None)?,
            Argument::Reference(var) => {
                // A condition on the variable itself can be expressed, but not one on memory that the
                // variable points to.
                let is_object = |step: &PathStep| !matches!(step, PathStep::Inside(..));
                let loads = path.steps.iter().filter(|step| matches!(step, PathStep::Load(_))).count();
                if loads != 1 || !path.steps.iter().all(is_object) {
                    return None;
                }
                let ty = self.graph.var_info(*var).ty;
                let object = self.graph.exprs().var(*var, ty);
                path.from_argument(self.graph.exprs(), object, Some(object))?
            }
        };
        condition.over(self.graph.exprs(), value)
    }

    /// Adds an assumption that is never true: the case cannot apply to this call.
    pub(super) fn exclude(&mut self, call: &Call<'a>) {
        let never = self.graph.exprs().constant(0, IntType::INT);
        self.step(Action::Assume { cond: never, holds: true }, call.span);
    }

    /// Restricts a value to a range on a new edge, unless the range allows all values of its type.
    pub(super) fn learn(&mut self, value: ExprId, range: Interval, call: &Call<'a>) {
        let all = type_range(self.graph.exprs_ref().get(value).ty);
        let Some((low, high)) = range.meet(all).bounds() else { return };
        let is_address =
            matches!(self.graph.exprs_ref().get(value).kind, ExprKind::Address(_) | ExprKind::AddressOf(_));
        if is_address && low <= 1 && high > 0 {
            return;
        }
        if Some((low, high)) != all.bounds() && all != Interval::TOP {
            self.step(Action::Learn { value, low, high }, call.span);
        }
    }

    /// Restricts the result of the call to the range that the case states.
    pub(super) fn learn_result(&mut self, call: &Call<'a>, case: &Case, result: Option<VarId>) {
        let Some(var) = result else { return };
        let ty = self.graph.var_info(var).ty;
        if let Returned::Value(range) = case.returns
            && range.as_point().is_none_or(|_| ty == Type::Pointer)
            && matches!(ty, Type::Int(_) | Type::Pointer)
            && range.is_subset(type_range(ty))
        {
            let value = self.graph.exprs().var(var, ty);
            self.learn(value, range, call);
            if case.returns_nonzero {
                self.step(Action::Assume { cond: value, holds: true }, call.span);
            }
        }
    }
}
