//! The initialisers of objects with static storage, as graphs of their own that the machine runs.

use super::{Lowering, UnitContext, function::Start};
use crate::summary::Summaries;
use csieve_base::library::Library;
use csieve_frontend::syntax::{Field, Unit};
use csieve_graph::{Action, Cfg, ExprKind, Type};

/// The initialiser of an object with static storage.
#[derive(Clone, Debug)]
pub struct Initialiser {
    /// A graph whose edges store the first values into the object. The object is the only one in the graph's
    /// `statics.own`.
    pub graph: Cfg,
    /// Whether the object is constant, so that it always holds its first values.
    pub is_constant: bool,
}

/// Lowers the initialiser of the object `name` with static storage, which a text declares outside functions, or
/// inside its function if `is_local` is set. `None` if there is no such initialiser, if there are several, or if
/// it is not understood.
pub fn lower_initialiser(
    unit: &Unit,
    context: &UnitContext,
    library: &Library,
    name: &str,
    is_local: bool,
) -> Option<Initialiser> {
    let all = unit.declared(name, is_local);
    let mut with_value = all.iter().filter(|(_, declarator)| declarator.field(Field::Value).is_some());
    let (&(declaration, declarator), other) = (with_value.next()?, with_value.next());
    if other.is_some() || is_local && all.len() > 1 {
        return None;
    }
    let summaries = Summaries::default();
    let start = Start { unit, context, library, summaries: &summaries };
    let mut lowering = Lowering::start(start, &format!("the initialiser of `{name}`"), declaration);
    lowering.scopes.open();
    let specifiers = lowering.type_reader().specifiers(declaration);
    let (declared, ty) = lowering.type_reader().declare(declarator, &specifiers);
    let may_be_replaced = specifiers.attributes.weak
        || lowering.type_reader().declarator_attributes(declarator).weak
        || !is_local && context.globals.get(name).is_some_and(|info| info.is_weak || info.is_aliased);
    if declared.as_deref() != Some(name) || may_be_replaced || is_local && !specifiers.is_static {
        return None;
    }
    let value = declarator.field(Field::Value)?;
    let ty = lowering.type_reader().completed(ty, Some(declarator), value);
    let object = lowering.graph.exprs().add(ExprKind::Address(name.to_owned()), Type::Pointer);
    lowering.graph.statics().own.push(object);
    if !lowering.may_be_longer(&ty) {
        lowering.note_object(object, &ty);
    } else if let Some(bytes) = lowering.type_reader().initialised_size(&ty, value) {
        lowering.graph.sizes().set_extent(object, bytes);
    }
    let span = lowering.span(value);
    lowering.initialise(object, &ty, value, span).ok()?;
    let exit = lowering.graph.exit();
    lowering.graph.edge(lowering.here, exit, Action::Return(None), span);
    Some(Initialiser { graph: lowering.graph.finish(), is_constant: ty.is_constant() })
}

/// Returns whether the function with this text has a `static` object of this name without an initialiser, so that
/// the object begins with zeros.
pub fn begins_with_zeros(unit: &Unit, context: &UnitContext, library: &Library, name: &str) -> bool {
    let all = unit.declared(name, true);
    let [(declaration, declarator)] = all.as_slice() else { return false };
    let summaries = Summaries::default();
    let start = Start { unit, context, library, summaries: &summaries };
    let mut lowering = Lowering::start(start, name, *declaration);
    lowering.scopes.open();
    let specifiers = lowering.type_reader().specifiers(*declaration);
    let (_, ty) = lowering.type_reader().declare(*declarator, &specifiers);
    specifiers.is_static && declarator.field(Field::Value).is_none() && !ty.volatile
}
