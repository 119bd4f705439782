//! One function: its parameters, its body, and what is known on the way.

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

use super::{
    Lowered, Skipped, UnitContext,
    ctype::CType,
    scope::Scopes,
    statements::Jumps,
    types::{Environment, TypeReader},
    usage::Usage,
};
use crate::{
    cfg::{Action, Cfg, CfgBuilder, Loc, VarId},
    syntax::{FunctionItem, Unit},
    text::Span,
};

/// How deep statements and expressions may be nested.
const MAX_DEPTH: u32 = 150;

/// The state of lowering one function.
pub(super) struct Lowering<'a> {
    /// The whole file.
    pub text: &'a str,
    /// Where the function starts in it.
    pub base: usize,
    pub context: &'a UnitContext,
    pub graph: CfgBuilder,
    /// Where the next edge starts.
    pub here: Loc,
    /// No way leads to `here`.
    pub dead: bool,
    /// Joins that some way leads to.
    pub reached: FxHashSet<Loc>,
    pub scopes: Scopes,
    pub usage: Usage,
    pub jumps: Jumps<'a>,
    /// The truth of the conditions of `#if`, by their text.
    pub config: FxHashMap<String, VarId>,
    pub returns: CType,
    /// How often a name was declared for an object in memory.
    pub objects: FxHashMap<String, u32>,
    /// The tree holds errors, all of a kind that is understood.
    pub has_errors: bool,
    depth: u32,
}

/// Lowers one function of a unit to its control-flow graph.
///
/// # Errors
/// [`Skipped`] if the function cannot be lowered without guessing.
pub fn lower_function(unit: &Unit, context: &UnitContext, function: &FunctionItem) -> Result<Cfg, Skipped> {
    let node = definition(unit, function).ok_or_else(|| Skipped {
        what: format!("`{}` was not found in the file", function.name),
        at: None,
    })?;
    let body = node
        .child_by_field_name("body")
        .ok_or_else(|| Skipped::near("no body", node, function.span.start))?;
    let graph = CfgBuilder::new(function.name.clone());
    let mut lowering = Lowering {
        text: unit.text(),
        base: node.start_byte(),
        context,
        here: graph.entry(),
        graph,
        dead: false,
        reached: FxHashSet::default(),
        scopes: Scopes::new(),
        usage: Usage::of(node, unit.text(), context),
        jumps: Jumps::default(),
        config: FxHashMap::default(),
        returns: CType::UNKNOWN,
        objects: FxHashMap::default(),
        has_errors: node.has_error(),
        depth: 0,
    };
    lowering.check_syntax(node)?;
    lowering.scopes.open();
    lowering.signature(node)?;
    lowering.block(body)?;
    lowering.finish_jumps()?;
    if !lowering.dead {
        let end = lowering.span(body).end;
        let exit = lowering.graph.exit();
        lowering.graph.edge(
            lowering.here,
            exit,
            Action::Return(None),
            Span { start: end.saturating_sub(1), end },
        );
    }
    Ok(lowering.graph.finish())
}

fn definition<'t>(unit: &'t Unit, function: &FunctionItem) -> Option<Node<'t>> {
    let range = function.span.range();
    let mut node = unit.tree().root_node().descendant_for_byte_range(range.start, range.end)?;
    while node.kind() != "function_definition" || node.byte_range() != range {
        node = node.parent()?;
    }
    Some(node)
}

impl<'a> Lowering<'a> {
    /// A reader for types inside the function.
    pub fn type_reader(&mut self) -> TypeReader<'_> {
        let env = Environment::Function { scopes: &mut self.scopes, context: self.context };
        TypeReader::new(self.text, env)
    }

    /// Counts one level of nesting; `leave` must follow.
    pub fn enter(&mut self, node: Node<'_>) -> Lowered<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.skipped("nested too deeply", node)) } else { Ok(()) }
    }

    /// Ends one level of nesting.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    fn signature(&mut self, node: Node<'a>) -> Lowered<()> {
        let mut base = self.type_reader().specifiers(node, 0).ty;
        if node.children(&mut node.walk()).any(|child| child.is_error()) {
            // A macro in the header may change the type.
            base = CType::UNKNOWN;
        }
        let Some(mut declarator) = node.child_by_field_name("declarator") else { return Ok(()) };
        let (_, ty) = self.type_reader().declarator(declarator, base);
        if let super::ctype::Shape::Function(signature) = ty.shape {
            self.returns = signature.returns.clone();
        }
        // The parameters are those of the function declarator next to the name.
        let mut parameters = None;
        loop {
            if declarator.kind() == "function_declarator" {
                parameters = declarator.child_by_field_name("parameters");
            }
            let next = declarator.child_by_field_name("declarator").or_else(|| {
                declarator
                    .named_children(&mut declarator.walk())
                    .find(|child| super::types::is_declarator(*child))
            });
            match next {
                Some(next) => declarator = next,
                None => break,
            }
        }
        let mut untyped: Vec<(&str, Node<'a>)> = Vec::new();
        if let Some(parameters) = parameters {
            for parameter in parameters.named_children(&mut parameters.walk()) {
                match parameter.kind() {
                    "parameter_declaration" => self.parameter(parameter)?,
                    "identifier" => untyped.push((self.source(parameter), parameter)),
                    "variadic_parameter" | "comment" | "attribute_specifier" => {}
                    _ => return Err(self.skipped("a parameter that is not understood", parameter)),
                }
            }
        }
        self.old_style(node, untyped)
    }

    fn parameter(&mut self, node: Node<'a>) -> Lowered<()> {
        let base = self.type_reader().specifiers(node, 0).ty;
        let Some(declarator) = node.child_by_field_name("declarator") else { return Ok(()) };
        let (name, ty) = self.type_reader().declarator(declarator, base);
        match name {
            Some(name) => self.declare_parameter(&name, &ty, node),
            None => Ok(()),
        }
    }

    /// `int f(a, b) int a; char *b; { ... }`
    fn old_style(&mut self, node: Node<'a>, mut untyped: Vec<(&'a str, Node<'a>)>) -> Lowered<()> {
        for declaration in node.named_children(&mut node.walk()) {
            if declaration.kind() != "declaration" {
                continue;
            }
            let base = self.type_reader().specifiers(declaration, 0).ty;
            for declarator in declaration.children_by_field_name("declarator", &mut declaration.walk()) {
                let (name, ty) = self.type_reader().declarator(declarator, base.clone());
                let Some(name) = name else { continue };
                untyped.retain(|entry| entry.0 != name);
                self.declare_parameter(&name, &ty, declaration)?;
            }
        }
        for (name, parameter) in untyped {
            self.declare_parameter(name, &CType::INT, parameter)?;
        }
        Ok(())
    }
}
