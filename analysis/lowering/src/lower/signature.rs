//! Lowering the header of a function: its result type and its parameters.

use super::{
    Lowered, Lowering,
    ctype::{CType, Shape},
    scope::Symbol,
};
use csieve_base::model::DataModel;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, IntType};

impl<'a> Lowering<'a> {
    pub(super) fn signature(&mut self, name: &str, node: Node<'a>) -> Lowered<()> {
        let mut base = self.type_reader().specifiers(node).ty;
        if node.children().any(Node::is_error) {
            // A macro in the header may change the result type.
            base = CType::UNKNOWN;
        }
        let Some(declarator) = node.field(Field::Declarator) else { return Ok(()) };
        let (_, ty) = self.type_reader().declarator(declarator, base);
        if let Shape::Function(signature) = ty.shape {
            self.returns = signature.returns.clone();
            if name == "main" || takes_arguments(signature.params.as_deref(), self.context.model) {
                self.graph.program();
            }
        }
        let mut typed: Vec<Node<'a>> = Vec::new();
        let mut untyped: Vec<&str> = Vec::new();
        if let Some(parameters) = parameter_list(declarator) {
            for parameter in parameters.named_children() {
                match parameter.kind() {
                    Kind::ParameterDeclaration => typed.push(parameter),
                    Kind::Identifier => untyped.push(self.source(parameter)),
                    Kind::VariadicParameter => self.graph.variadic(),
                    Kind::Comment | Kind::AttributeSpecifier => {}
                    _ => return Err(self.skipped("a parameter that is not understood", parameter)),
                }
            }
        }
        for &parameter in &typed {
            self.parameter(parameter);
        }
        for &parameter in &typed {
            self.effects_of_lengths(parameter, false);
        }
        self.old_style(node, untyped);
        self.assume_nonnull(name, &typed);
        Ok(())
    }

    fn parameter(&mut self, node: Node<'a>) {
        let base = self.type_reader().specifiers(node).ty;
        let declarator = node.field(Field::Declarator);
        let declared = declarator.map(|declarator| self.type_reader().declarator(declarator, base.clone()));
        match declared {
            Some((Some(name), ty)) => {
                self.declare_parameter(&name, &ty);
                self.note_enumeration(node, &ty);
            }
            // `(void)` declares no parameter.
            None if base.shape == Shape::Void => {}
            _ => self.graph.parameter(None),
        }
    }

    /// Records the values that the enumeration of the parameter names that was declared last.
    fn note_enumeration(&mut self, node: Node<'a>, ty: &CType) {
        let specifier = node.field(Field::Type).filter(|_| ty.as_int().is_some());
        let values = specifier.and_then(|specifier| self.type_reader().enumerated(specifier));
        let position = self.graph.so_far().params.as_ref().map_or(0, Vec::len).checked_sub(1);
        if let (Some(values), Some(position)) = (values.filter(|values| !are_flags(values)), position) {
            self.graph.concrete().enumerators.insert(position as u32, values);
        }
    }

    /// Assumes that pointer parameters are not NULL if an attribute, or a declaration such as
    /// `int a[static 1]`, says so.
    fn assume_nonnull(&mut self, name: &str, parameters: &[Node<'a>]) {
        let attributes = self.context.functions.get(name).map(|function| &function.attributes);
        let listed = attributes.and_then(|attributes| attributes.nonnull.clone());
        for (position, &parameter) in parameters.iter().enumerate() {
            let Some(declarator) = parameter.field(Field::Declarator) else { continue };
            let is_listed = listed.as_ref().is_some_and(|list| list.is_empty() || list.contains(&position));
            let own = self.type_reader().declarator_attributes(declarator).nonnull.is_some();
            if !is_listed && !own && !self.has_static_length(declarator) {
                continue;
            }
            let (name, _) = self.type_reader().declarator(declarator, CType::UNKNOWN);
            let symbol = name.and_then(|name| self.scopes.get_innermost(&name));
            if let Some(Symbol::Scalar { var, ty }) = symbol
                && ty.is_pointer()
            {
                let cond = self.graph.exprs().var(*var, csieve_graph::Type::Pointer);
                let span = self.span(parameter);
                self.step(Action::Assume { cond, holds: true }, span);
            }
        }
    }

    /// Returns whether a parameter is declared as an array with `static`: `a[static 3]` or `a[static 3][4]`.
    fn has_static_length(&self, declarator: Node<'a>) -> bool {
        let mut node = declarator;
        while node.kind() == Kind::ArrayDeclarator {
            match node.field(Field::Declarator) {
                Some(inner) if inner.kind() == Kind::Identifier => {
                    return node.children().any(|child| self.source(child) == "static");
                }
                Some(inner) => node = inner,
                None => return false,
            }
        }
        false
    }

    /// Declares the parameters of an old-style (K&R) definition: `int f(a, b) int a; char *b; { ... }`.
    fn old_style(&mut self, node: Node<'a>, mut untyped: Vec<&'a str>) {
        let is_old = !untyped.is_empty();
        for declaration in node.named_children() {
            if declaration.kind() != Kind::Declaration {
                continue;
            }
            let base = self.type_reader().specifiers(declaration).ty;
            for declarator in declaration.fields(Field::Declarator) {
                let (name, ty) = self.type_reader().declarator(declarator, base.clone());
                let Some(name) = name else { continue };
                untyped.retain(|untyped| **untyped != name);
                self.declare_parameter(&name, &ty);
            }
        }
        for name in untyped {
            self.declare_parameter(name, &self.int());
        }
        // Old-style declarations may be in another order than the parameters, so the positions of the
        // parameters are not known.
        if is_old {
            self.graph.forget_parameters();
        }
    }
}

/// Returns whether the values of an enumeration look like flags, which programs combine: at least three are single bits, few are
/// not, and they have gaps. The values are ascending.
fn are_flags(values: &[i128]) -> bool {
    let bits = values.iter().filter(|value| value.count_ones() == 1).count();
    let others = values.iter().filter(|value| value.count_ones() > 1).count();
    let has_gaps = values.windows(2).any(|pair| pair[0] + 1 < pair[1]);
    has_gaps && bits >= 3 && others * 3 <= bits
}

/// Returns whether the first two parameters are those of `main`: `(int argc, char **argv)`. A program with
/// several commands often has such a function for each command.
fn takes_arguments(params: Option<&[CType]>, model: DataModel) -> bool {
    let Some([count, list, ..]) = params else { return false };
    let text = |list: &CType| list.target().and_then(CType::target).and_then(CType::as_int);
    count.shape == Shape::Int(IntType::int_of(model)) && text(list).is_some_and(|char| char.bits == 8)
}

/// Returns the parameter list of the function declarator that is next to the function's name.
fn parameter_list(declarator: Node<'_>) -> Option<Node<'_>> {
    let (mut parameters, mut next) = (None, Some(declarator));
    while let Some(node) = next {
        if node.kind() == Kind::FunctionDeclarator {
            parameters = node.field(Field::Parameters);
        }
        next = node
            .field(Field::Declarator)
            .or_else(|| node.named_children().find(|child| child.kind().is_declarator()));
    }
    parameters
}
