//! Labels, addresses of labels, and `__label__`.

use rustc_hash::FxHashMap;

use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, BinaryOp, ExprKind, Loc, Type};

use crate::lower::{Lowered, Lowering, usage::inner};

/// A label: its name, and a number that distinguishes it from other labels of the same name.
type Key<'a> = (&'a str, usize);

/// The labels of a function.
#[derive(Debug, Default)]
pub(in crate::lower) struct Labels<'a> {
    known: FxHashMap<Key<'a>, Label<'a>>,
    /// The labels in order of first mention, so that the graph does not depend on the order of a hash map.
    order: Vec<Key<'a>>,
    /// The byte offsets in the text of all labels with a name, scopes left aside.
    places: FxHashMap<&'a str, Vec<usize>>,
    /// The names of labels whose address is taken (`&&label`), in any scope.
    taken: Vec<&'a str>,
}

#[derive(Debug)]
struct Label<'a> {
    at: Loc,
    placed: bool,
    mention: Node<'a>,
}

impl<'a> Labels<'a> {
    /// Finds all labels of a function, and those whose addresses are taken (in tables of `static` storage,
    /// too).
    pub(crate) fn of(function: Node<'a>, text: &'a str) -> Self {
        let mut labels = Self::default();
        let mut cursor = function.walk();
        loop {
            let node = cursor.node();
            match node.kind() {
                Kind::LabeledStatement => {
                    if let Some(name) = node.field(Field::Label) {
                        labels.places.entry(&text[name.byte_range()]).or_default().push(name.start_byte());
                    }
                }
                Kind::PointerExpression => {
                    labels.taken.extend(label_operand(node).map(|name| &text[name.byte_range()]));
                }
                _ => {}
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return labels;
                }
            }
        }
    }
}

impl<'a> Labels<'a> {
    /// Returns the locations of all labels, in order of first mention; of those that are nowhere in the graph also the
    /// first mention.
    pub(super) fn places(&self) -> Vec<(Loc, Option<Node<'a>>)> {
        let labels = self.order.iter().map(|key| &self.known[key]);
        labels.map(|label| (label.at, (!label.placed).then_some(label.mention))).collect()
    }
}

/// Returns the name `x` of an expression `&&x`, the address of a label.
pub(in crate::lower) fn label_operand(node: Node<'_>) -> Option<Node<'_>> {
    let is_address =
        |node: Node<'_>| node.child(0).is_some_and(|operator| operator.kind() == Kind::Ampersand);
    let inside = node.field(Field::Argument).map(inner).filter(|_| is_address(node))?;
    let label = inside.field(Field::Argument).map(inner);
    label.filter(|label| {
        is_address(inside) && inside.kind() == Kind::PointerExpression && label.kind() == Kind::Identifier
    })
}

/// Returns the expression for the address of a label.
pub(in crate::lower) fn label_address(name: &str) -> ExprKind {
    ExprKind::Address(format!("&&{name}"))
}

impl<'a> Lowering<'a> {
    fn label(&mut self, node: Node<'a>) -> &mut Label<'a> {
        let name = self.source(node);
        let key = (name, self.scopes.label(name));
        if !self.labels.known.contains_key(&key) {
            let at = self.graph.location();
            self.labels.order.push(key);
            self.labels.known.insert(key, Label { at, placed: false, mention: node });
        }
        self.labels.known.get_mut(&key).expect("it was just added")
    }

    /// Adds a path from the current location to a label. The current path continues as well.
    pub(in crate::lower) fn jump_to(&mut self, label: Node<'a>, span: Span) -> Lowered<()> {
        let at = self.label(label).at;
        if self.has_cleanups() {
            let places = self.labels.places.get(self.source(label)).map_or(&[][..], Vec::as_slice);
            let [place] = *places else {
                return Err(self.skipped("a jump that may leave the scope of a cleanup", label));
            };
            self.leave_for(Some(place), span);
        }
        self.join(at, span);
        Ok(())
    }

    pub(super) fn labeled_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        self.place_label(node)?;
        for child in node.named_children() {
            if child.kind() != Kind::StatementIdentifier {
                self.statement(child)?;
            }
        }
        Ok(())
    }

    /// Starts the code at a label, which jumps from elsewhere may reach.
    pub(in crate::lower) fn place_label(&mut self, node: Node<'a>) -> Lowered<()> {
        let name = self.field(node, Field::Label)?;
        let span = self.span(name);
        let label = self.label(name);
        let twice = std::mem::replace(&mut label.placed, true);
        let at = label.at;
        if twice {
            return Err(self.skipped("a label that is defined twice", node));
        }
        self.join(at, span);
        self.reached.insert(at);
        self.resume(at);
        Ok(())
    }

    /// Declares the local labels of `__label__ a, b;`, which the grammar reads as a declaration.
    pub(super) fn declare_labels(&mut self, node: Node<'a>) {
        for name in node.fields(Field::Declarator) {
            self.scopes.declare_label(self.source(name), node.start_byte());
        }
    }

    /// Lets no jump lead to a label that does not exist.
    fn check_labels(&self) -> Lowered<()> {
        let missing = self.labels.known.values().filter(|label| !label.placed);
        match missing.min_by_key(|label| label.mention.start_byte()) {
            Some(label) => Err(self.skipped("a jump to an undefined label", label.mention)),
            None => Ok(()),
        }
    }

    /// Adds the edges of computed jumps, to all labels whose address is taken. Fails if a jump of the
    /// function leads to a label that does not exist.
    pub(in crate::lower) fn finish_jumps(&mut self, function: Node<'a>) -> Lowered<()> {
        if self.gaps.are_there() {
            return self.finish_gaps(function);
        }
        self.check_labels()?;
        for (from, span, target) in std::mem::take(&mut self.jumps.computed) {
            for key in &self.labels.order {
                if self.labels.taken.contains(&key.0) {
                    let edge = self.graph.edge(from, self.labels.known[key].at, Action::Skip, span);
                    // Labels of one name in several scopes are not told apart.
                    if self.labels.places.get(key.0).is_some_and(|places| places.len() == 1) {
                        let label = self.graph.exprs().add(label_address(key.0), Type::Pointer);
                        let is_it = self.graph.exprs().binary(BinaryOp::Eq, target, label, Type::INT);
                        self.graph.concrete().conditions.insert(edge, (is_it, true));
                    }
                }
            }
        }
        Ok(())
    }
}
