//! Which cases of a summary callers can tell apart.

use csieve_base::model::DataModel;
use csieve_domains::interval::Interval;
use csieve_graph::Type;

use super::{Case, Returned, Summary, Written};

impl Case {
    /// Returns whether a caller can tell two cases apart by the result of the call or by the arguments that
    /// it passed.
    pub fn looks_different(&self, other: &Self) -> bool {
        let mut args = self.args.iter().zip(&other.args);
        self.range().meet(other.range()).is_empty()
            || self.returns_nonzero && other.range() == Interval::ZERO
            || other.returns_nonzero && self.range() == Interval::ZERO
            || args.any(|(one, two)| one.meet(*two).is_empty())
            || self.nonzero.iter().any(|param| other.is_given_zero(*param))
            || other.nonzero.iter().any(|param| self.is_given_zero(*param))
    }

    /// Returns whether the argument at this position is always 0 or NULL in this case.
    pub fn is_given_zero(&self, param: usize) -> bool {
        self.args.get(param) == Some(&Interval::ZERO)
    }

    /// Returns the bounds of the function's result in this case.
    fn range(&self) -> Interval {
        match self.returns {
            Returned::Value(range) => range,
            Returned::Failed => Interval::ZERO,
            Returned::Fresh => Interval::NON_NULL,
            Returned::Opened(ref resource) if resource.is_pointer => Interval::NON_NULL,
            Returned::Opened(_) => Interval::at_least(0),
            Returned::Param(param) => self.args.get(param).copied().unwrap_or(Interval::TOP),
        }
    }

    /// Returns the write to the object of a parameter (the object that it points to), or `None` if the case
    /// does not write it.
    fn written(&self, param: usize) -> Option<&Written> {
        self.writes.iter().find(|written| written.param == param)
    }

    /// Returns whether the case writes nothing of the object of a parameter, as far as it does not pass the
    /// object on through others.
    pub fn leaves(&self, param: usize) -> bool {
        !self.opaque && self.written(param).is_none()
    }

    /// Returns whether every run of the case frees the object of a parameter.
    pub fn frees(&self, param: usize) -> bool {
        self.frees.iter().any(|freed| freed.path.is_param(param))
    }

    /// Returns whether every run of the case writes the whole object of a parameter.
    pub fn surely_writes(&self, param: usize) -> bool {
        self.written(param).is_some_and(|written| written.certain)
    }
}

impl Summary {
    /// Returns whether the object of a parameter may have been written in a case without callers being able
    /// to see it: only some runs of the case write the object, or another case writes it that callers cannot
    /// tell apart.
    pub fn may_write_unseen(&self, case: &Case, param: usize) -> bool {
        if let Some(written) = case.written(param) {
            return !written.certain;
        }
        self.cases.iter().any(|other| other.written(param).is_some() && !case.looks_different(other))
    }

    /// Returns whether a caller that does not look at the result has reason to expect a case that leaves the
    /// object of a parameter as it is: a number that it passes decides, or the function looks at nothing else
    /// that it is given. Of the state of other objects, callers may know more.
    pub fn is_to_be_expected(&self, case: &Case, param: usize, model: DataModel) -> bool {
        let mut writing = self.cases.iter().filter(|other| other.written(param).is_some());
        let is_number = |position: &usize| matches!(self.params[*position].ty, Type::Int(_));
        let differs = |other: &Case, at: usize| match (case.args.get(at), other.args.get(at)) {
            (Some(one), Some(two)) => {
                one.meet(*two).is_empty()
                    || case.nonzero.contains(&at) && other.is_given_zero(at)
                    || other.nonzero.contains(&at) && case.is_given_zero(at)
            }
            _ => false,
        };
        let mut others = self.params.iter().enumerate().filter(|(at, _)| *at != param);
        !others.any(|(_, other)| other.touched && other.ty.can_point(model))
            || writing.all(|other| (0..self.params.len()).filter(is_number).any(|at| differs(other, at)))
    }
}
