//! Lowering of library calls that open resources or allocate memory and store them through their arguments, as
//! `pipe` and `getline` do. There is one path for success and one for failure.

use std::sync::Arc;

use super::{Call, library::variable};
use csieve_base::library::{Entry, Resource, Stored};
use csieve_domains::interval::type_range;
use csieve_graph::{Action, ExprId, Freeing, Loc, Type, VarId, VarKind};

use crate::lower::{Lowered, Lowering, constant::Constant, convert::Value, ctype::CType};

/// A place where a call stores what it makes.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// A variable `x`, for an argument `&x`, that no other code can change.
    Variable(VarId),
    /// Memory at an address, and the variable that has the value before it is stored there.
    Memory(ExprId, VarId),
}

impl Place {
    fn first(self) -> VarId {
        match self {
            Self::Variable(var) | Self::Memory(_, var) => var,
        }
    }
}

/// What is known of one call of a storing function.
struct Made {
    /// The places where the call stores what it makes, in order.
    places: Vec<Place>,
    /// The arguments, without the addresses of variables that no other code can change.
    args: Vec<ExprId>,
    /// The variable that receives the result of the call.
    result: Option<VarId>,
    /// The results that mean success, and those that mean failure.
    results: [(i128, i128); 2],
}

impl<'a> Lowering<'a> {
    /// Lowers a call of a function that stores what it makes through its arguments.
    pub(super) fn storing_call(&mut self, call: &Call<'a>, entry: &Entry, stored: &Stored) -> Lowered<Value> {
        let may_refer = |position| stored.arguments.contains(&position) && stored.elements == 1;
        let (references, values) = self.referring(call, may_refer)?;
        let mut values = values.into_iter();
        let args = references.iter().map(|reference| match reference {
            Some(_) => self.any(&CType::VOID.pointer()),
            None => values.next().unwrap_or_else(|| self.any(&CType::UNKNOWN)),
        });
        let args: Vec<Value> = args.collect();
        self.needed(call, entry, &args);
        let Some(places) = self.stored_places(call, stored, &args, &references) else {
            for var in references.into_iter().flatten() {
                self.forget(var, call);
            }
            return Ok(self.plain_call(call, entry, &args));
        };
        let ty = self.result_type(call, entry);
        let place = self.result_place(call, &ty);
        let result = variable(place.as_ref());
        if result.is_some() {
            self.graph.abstracted(call.span, format!("the result of `{}`", call.name));
        }
        let range = entry.result.unwrap_or((i128::from(i32::MIN), i128::from(i32::MAX)));
        let mut results = stored.success.split(range);
        // What is stored is what the format prints, and the result is its length.
        if let Some(least) = entry.format.and_then(|at| self.format(*call.args.get(at)?)?.least()) {
            let [(shortest, _), _] = &mut results;
            *shortest = (*shortest).max(i128::from(least));
        }
        let known = args.iter().zip(&references).filter(|(_, reference)| reference.is_none());
        let args = known.map(|(value, _)| value.expr).collect();
        let made = Made { places, args, result, results };
        let ends = match &stored.resource {
            Some(resource) => self.open_stored(call, entry, &made, resource),
            None if stored.replaces => self.replace_stored(call, entry, &made),
            None => self.allocate_stored(call, entry, &made),
        };
        self.merge_unless_dead(&ends, call);
        Ok(self.result_value(place.as_ref(), &ty))
    }

    /// Returns the places where a call stores what it makes. `None` if one of them has another type.
    fn stored_places(
        &mut self,
        call: &Call<'a>,
        stored: &Stored,
        args: &[Value],
        references: &[Option<VarId>],
    ) -> Option<Vec<Place>> {
        let is_pointer = stored.resource.as_ref().is_none_or(|resource| resource.is_pointer);
        let fits = |ty: Type| match ty {
            Type::Pointer => is_pointer,
            Type::Int(int) => !is_pointer && int.signed && int.bits >= 32,
            _ => false,
        };
        let mut places = Vec::new();
        for &position in &stored.arguments {
            if let Some(var) = references[position] {
                let is_fitting = fits(self.graph.var_info(var).ty);
                places.push(is_fitting.then_some(Place::Variable(var))?);
                continue;
            }
            let target = args[position].ty.target().filter(|target| fits(target.ty())).cloned()?;
            if stored.replaces {
                return None;
            }
            for element in 0..stored.elements {
                let name = self.source(call.args[position]);
                let (pointer, name) = if stored.elements == 1 {
                    (args[position].expr, format!("*{name}"))
                } else {
                    let index = self.constant(Constant::int(i128::from(element), self.context.model));
                    (self.offset(&args[position], Some(&index)).expr, format!("{name}[{element}]"))
                };
                let var = self.graph.var(name, target.ty(), VarKind::Temp);
                places.push(Place::Memory(pointer, var));
            }
        }
        Some(places)
    }

    /// Gives a variable any value of its type.
    fn forget(&mut self, var: VarId, call: &Call<'a>) {
        let ty = self.graph.var_info(var).ty;
        let value = self.graph.exprs().any(ty);
        self.step(Action::Assign { var, value }, call.span);
    }

    /// Adds the paths of a call that opens resources. Returns their ends.
    fn open_stored(
        &mut self,
        call: &Call<'a>,
        entry: &Entry,
        made: &Made,
        resource: &Arc<Resource>,
    ) -> Vec<Loc> {
        let [success, failure] = made.results;
        self.effect(call, entry, made.args.clone(), None, None);
        let start = self.here;
        let callee = || call.name.to_owned();
        let ty = if resource.is_pointer { Type::Pointer } else { self.int().ty() };
        let nothing = self.graph.var(self.source(call.node).to_owned(), ty, VarKind::Temp);
        let failed = Action::OpenFail { var: nothing, callee: callee(), resource: Arc::clone(resource) };
        self.step(failed, call.span);
        for place in &made.places {
            if let Place::Variable(var) = place {
                self.forget(*var, call);
            }
        }
        self.result_in(call, made.result, Some(failure));
        let failed = std::mem::replace(&mut self.here, start);
        for place in &made.places {
            let var = place.first();
            self.step(Action::Open { var, callee: callee(), resource: Arc::clone(resource) }, call.span);
            self.store_made(*place, call);
        }
        self.result_in(call, made.result, Some(success));
        vec![self.here, failed]
    }

    /// Adds the paths of a call that allocates memory, if it succeeds. Returns their ends.
    fn allocate_stored(&mut self, call: &Call<'a>, entry: &Entry, made: &Made) -> Vec<Loc> {
        let [success, failure] = made.results;
        self.effect(call, entry, made.args.clone(), None, None);
        let start = self.here;
        for place in &made.places {
            let alloc = Action::Alloc { var: place.first(), callee: call.name.to_owned() };
            self.step(alloc, call.span);
            self.store_made(*place, call);
        }
        self.result_in(call, made.result, Some(success));
        let succeeded = std::mem::replace(&mut self.here, start);
        for place in &made.places {
            self.forget(place.first(), call);
        }
        self.result_in(call, made.result, Some(failure));
        vec![succeeded, self.here]
    }

    /// Adds the paths of a call that uses memory again, or replaces it with memory of its own. Either the
    /// memory that a variable points to stays, or it is freed and other memory allocated, or the variable is NULL and
    /// memory is allocated. If that fails, nothing changes. Returns the ends of these paths.
    fn replace_stored(&mut self, call: &Call<'a>, entry: &Entry, made: &Made) -> Vec<Loc> {
        let [success, failure] = made.results;
        let Some(var) = made.places.first().map(|place| place.first()) else { return vec![self.here] };
        let callee = || call.name.to_owned();
        let start = self.here;
        let pointer = self.graph.exprs().var(var, Type::Pointer);
        let freed = Action::Free { pointer, callee: callee(), freeing: Freeing::Certain };
        let freed = self.graph.step(start, freed, call.span);
        let freed = self.graph.step(freed, Action::Alloc { var, callee: callee() }, call.span);
        let first = self.graph.step(start, Action::FreeNull { pointer }, call.span);
        let first = self.graph.step(first, Action::Alloc { var, callee: callee() }, call.span);
        let high = type_range(Type::Pointer).bounds().map_or(1, |(_, high)| high);
        let same = self.graph.step(start, Action::Learn { value: pointer, low: 1, high }, call.span);
        let name = self.source(call.node).to_owned();
        let nothing = self.graph.var(name, Type::Pointer, VarKind::Temp);
        let failed = Action::AllocFail { var: nothing, callee: callee() };
        let failed = self.graph.step(start, failed, call.span);
        let mut args = vec![pointer];
        args.extend(&made.args);
        self.merge_unless_dead(&[freed, first, same], call);
        // Even a call that fails may have allocated memory, at the end of a file for example.
        let all = (success.0.min(failure.0), success.1.max(failure.1));
        self.effect(call, entry, args.clone(), made.result, Some(all));
        let allocated = std::mem::replace(&mut self.here, failed);
        self.effect(call, entry, args, made.result, Some(failure));
        vec![allocated, self.here]
    }

    fn store_made(&mut self, place: Place, call: &Call<'a>) {
        if let Place::Memory(pointer, var) = place {
            let ty = self.graph.var_info(var).ty;
            let value = self.graph.exprs().var(var, ty);
            self.step(Action::Store { pointer, value }, call.span);
        }
    }
}
