//! Reading enumerations and their constants.

use std::sync::Arc;

use super::{Attributes, Meaning, TypeReader, builtin};
use csieve_base::model::DataModel;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::IntType;

use crate::lower::{constant::Constant, ctype::CType};

impl TypeReader<'_> {
    pub(super) fn enumeration(&mut self, node: Node<'_>) -> CType {
        let tag = node.field(Field::Name).map(|name| format!("enum {}", self.source(name)));
        let Some(body) = node.field(Field::Body) else {
            return tag.and_then(|tag| self.env.tag(&tag)).unwrap_or(CType::UNKNOWN);
        };
        let constants = self.enumerators(body);
        // `enum e : char { ... }` fixes the type of the enumeration and of its constants.
        let fixed = node.field(Field::UnderlyingType).map(|ty| builtin(self.source(ty), self.env.model()));
        let int = match &fixed {
            Some(fixed) => fixed.as_ref().and_then(CType::as_int),
            None => fitting(&constants, &self.attributes(node), self.env.model()),
        };
        self.retype(&constants, int, fixed.is_some());
        let ty = int.map_or(CType::UNKNOWN, CType::int);
        if let Some(tag) = tag {
            if let Some(values) = self.enumerated(node) {
                self.env.define_enumeration(&tag, values);
            }
            self.env.define_tag(&tag, ty.clone());
        }
        ty
    }

    /// Returns the values that the enumeration of a type specifier names, ascending; `None` if it is no enumeration, or if a value
    /// is unknown.
    pub(crate) fn enumerated(&self, specifier: Node<'_>) -> Option<Arc<[i128]>> {
        let known = |name: &str| self.env.enumeration(name).filter(|values| !values.is_empty()).cloned();
        match (specifier.kind(), specifier.field(Field::Body)) {
            (Kind::TypeIdentifier, _) => known(self.source(specifier)),
            (Kind::StructSpecifier, None) => known(self.disguised(specifier)?),
            (Kind::EnumSpecifier, None) => {
                specifier.field(Field::Name).and_then(|tag| known(&format!("enum {}", self.source(tag))))
            }
            (Kind::EnumSpecifier, Some(body)) => {
                let named = body.named_children().filter(|item| item.kind() != Kind::Comment);
                let value = |item: Node<'_>| {
                    let name = item.field(Field::Name).filter(|_| item.kind() == Kind::Enumerator)?;
                    match self.env.meaning(self.source(name)) {
                        Some(Meaning::Constant(constant)) => Some(constant?.value),
                        _ => None,
                    }
                };
                let mut values: Vec<i128> = named.map(value).collect::<Option<_>>()?;
                values.sort_unstable();
                values.dedup();
                (!values.is_empty()).then(|| values.into())
            }
            _ => None,
        }
    }

    /// Defines the constants of an enumeration, with the type `int` if they fit. Returns their names and
    /// values; `None` stands for an unknown value.
    fn enumerators(&mut self, body: Node<'_>) -> Vec<(String, Option<Constant>)> {
        let model = self.env.model();
        let mut next = Some(Constant::int(0, model));
        let mut constants = Vec::new();
        for item in body.named_children() {
            match item.kind() {
                Kind::Enumerator => {}
                Kind::Comment => continue,
                _ => {
                    // With preprocessor conditionals among the constants, the values of the constants after
                    // them are not known.
                    constants.push((String::new(), None));
                    next = None;
                    continue;
                }
            }
            let Some(name) = item.field(Field::Name) else { continue };
            if let Some(value) = item.field(Field::Value) {
                next = self.evaluate(value);
            }
            let as_int =
                |next: Constant| if fits_int(next, model) { Constant::int(next.value, model) } else { next };
            let constant = next.map(as_int);
            let name = self.source(name).to_owned();
            self.env.define_constant(&name, constant);
            constants.push((name, constant));
            next = constant.and_then(|constant| successor(constant, model));
        }
        constants
    }

    /// Corrects the types of the constants of an enumeration if a constant does not fit into `int`, or if the
    /// declaration fixes the type of the enumeration.
    fn retype(&mut self, constants: &[(String, Option<Constant>)], int: Option<IntType>, fixed: bool) {
        let model = self.env.model();
        if !fixed
            && constants.iter().filter_map(|constant| constant.1).all(|constant| fits_int(constant, model))
        {
            return;
        }
        for (name, constant) in constants {
            // Compilers disagree on the type of those constants that fit into `int`, so their values become
            // unknown.
            let kept = constant.filter(|constant| fixed || !fits_int(*constant, model));
            self.env.replace_constant(name, kept.zip(int).map(|(constant, int)| constant.converted(int)));
        }
    }
}

fn fits_int(constant: Constant, model: DataModel) -> bool {
    let int = IntType::int_of(model);
    (int.min()..=int.max()).contains(&constant.value)
}

/// Returns the value of a constant without an initialiser: one more than the constant before it.
fn successor(constant: Constant, model: DataModel) -> Option<Constant> {
    let value = constant.value + 1;
    if value <= constant.ty.max() {
        return Some(Constant { value, ty: constant.ty });
    }
    // GNU C continues with a wider type.
    let signed = [IntType::long_of(model), IntType::long_long_of(model)];
    let wider = signed.into_iter().flat_map(|ty| [ty, ty.as_unsigned()]);
    wider.into_iter().find(|ty| value <= ty.max()).map(|ty| Constant { value, ty })
}

/// Returns the type that GCC and Clang choose for an enumeration with these constants; `None` if a value is
/// unknown.
fn fitting(
    constants: &[(String, Option<Constant>)],
    attributes: &Attributes,
    model: DataModel,
) -> Option<IntType> {
    let values: Option<Vec<i128>> =
        constants.iter().map(|constant| constant.1.map(|constant| constant.value)).collect();
    let values = values.filter(|_| !attributes.retyped)?;
    let (low, high) = (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
    let smallest = if attributes.packed || model.short_enums { 8 } else { model.int };
    [8, 16, 32, 64]
        .into_iter()
        .filter(|bits| *bits >= smallest)
        .map(|bits| IntType { bits, signed: low < 0 })
        .find(|ty| ty.min() <= low && high <= ty.max())
}
