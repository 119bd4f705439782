//! The effects of commands on abstract heap graphs, computed independently of the refuter.

use std::collections::BTreeSet;

use super::graph::{Atom, Graph, Node, Value, nodes, only, outside, unknown};

/// A place as a path: a variable, and the fields to follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub var: usize,
    pub fields: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Constant(Value),
    Place(Path),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Set(usize, Source),
    Make(usize, Value),
    Write(Path, Source),
    Free(Path),
    Test(Source, Sign, Source),
    Escape(Vec<usize>),
    EscapeAll,
}

/// The declarations of a certificate, which all commands share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// The number of variables.
    pub vars: usize,
    /// The variables that code outside the path may read and write.
    pub exposed: Vec<usize>,
    /// For every field, the fields that share bytes with it.
    pub clashes: Vec<Vec<usize>>,
}

/// The place in a graph to which a path of fields leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Var(usize),
    Field(usize, usize),
    Outside,
    Anywhere,
}

impl Rules {
    /// Returns the graphs after a command. There are none if no run gets past the command.
    pub(super) fn step(&self, mut graph: Graph, command: &Command) -> Vec<Graph> {
        match command {
            Command::Set(var, source) => {
                let set = |(mut graph, value): (Graph, Value)| {
                    graph.vars[*var] = value;
                    graph
                };
                self.sourced(graph, source).into_iter().map(set).collect()
            }
            Command::Make(var, rest) => {
                let id = graph.nodes.keys().next_back().map_or(0, |last| last + 1);
                let fields = std::collections::BTreeMap::new();
                graph.nodes.insert(id, Node { many: false, shared: false, fields, rest: rest.clone() });
                graph.vars[*var] = only(Atom::Node(id));
                vec![graph]
            }
            Command::Write(path, source) => {
                let sourced = self.sourced(graph, source).into_iter();
                let placed = sourced.flat_map(|(graph, value)| {
                    self.places(graph, path).into_iter().map(move |(graph, at)| (graph, at, value.clone()))
                });
                placed.map(|(graph, at, value)| self.write(graph, at, value)).collect()
            }
            Command::Free(path) => {
                let sourced = self.sourced(graph, &Source::Place(path.clone())).into_iter();
                sourced.map(|(graph, value)| self.free(graph, &value)).collect()
            }
            Command::Test(left, sign, right) => self.test(graph, left, *sign, right),
            Command::Escape(vars) => {
                let values = vars.iter().map(|var| graph.vars[*var].clone()).collect();
                vec![self.known_to_others(graph, values)]
            }
            Command::EscapeAll => vec![self.known_to_others(graph, vec![only(Atom::Any)])],
        }
    }

    /// Returns the places to which a path may lead, each with the graph of its case.
    fn places(&self, graph: Graph, path: &Path) -> Vec<(Graph, At)> {
        let mut places = vec![(graph, At::Var(path.var))];
        for &field in &path.fields {
            let mut next = Vec::new();
            for (graph, at) in places {
                for (graph, value) in self.apart(graph, at) {
                    let at = match value.first() {
                        Some(Atom::Node(node)) => At::Field(*node, field),
                        _ if value.contains(&Atom::Any) || value.contains(&Atom::Garbage) => At::Anywhere,
                        _ => At::Outside,
                    };
                    next.push((graph, at));
                }
            }
            places = next;
        }
        places
    }

    fn value(&self, graph: &Graph, at: At) -> Value {
        match at {
            At::Var(var) => graph.vars[var].clone(),
            At::Field(node, field) => graph.nodes[&node].field(field).clone(),
            At::Outside => {
                let mut value = outside();
                value.extend(self.exposed.iter().flat_map(|var| &graph.vars[*var]));
                value
            }
            At::Anywhere => only(Atom::Any),
        }
    }

    fn put(graph: &mut Graph, at: At, value: Value) {
        match at {
            At::Var(var) => graph.vars[var] = value,
            At::Field(node, field) => {
                if let Some(node) = graph.nodes.get_mut(&node) {
                    node.fields.insert(field, value);
                }
            }
            At::Outside | At::Anywhere => {}
        }
    }

    /// Splits a graph by the target of a place: one case for each node, with a single object as the target,
    /// and one for all other values.
    fn apart(&self, graph: Graph, at: At) -> Vec<(Graph, Value)> {
        let value = self.value(&graph, at);
        let mut cases: Vec<(Graph, Value)> = nodes(&value)
            .map(|node| {
                let mut graph = graph.clone();
                let object = single(&mut graph, node);
                Self::put(&mut graph, at, only(Atom::Node(object)));
                (graph, only(Atom::Node(object)))
            })
            .collect();
        let rest: Value = value.into_iter().filter(|atom| !matches!(atom, Atom::Node(_))).collect();
        if !rest.is_empty() {
            let mut graph = graph;
            Self::put(&mut graph, at, rest.clone());
            cases.push((graph, rest));
        }
        cases
    }

    fn sourced(&self, graph: Graph, source: &Source) -> Vec<(Graph, Value)> {
        match source {
            Source::Constant(value) => vec![(graph, value.clone())],
            Source::Place(path) => {
                let places = self.places(graph, path).into_iter();
                places.flat_map(|(graph, at)| self.apart(graph, at)).collect()
            }
        }
    }

    fn write(&self, mut graph: Graph, at: At, value: Value) -> Graph {
        match at {
            At::Outside => return self.known_to_others(graph, vec![value]),
            At::Anywhere => return self.known_to_others(graph, vec![only(Atom::Any)]),
            At::Var(_) => {}
            At::Field(node, field) => {
                Self::put(&mut graph, at, Value::new());
                for clash in &self.clashes[field] {
                    Self::put(&mut graph, At::Field(node, *clash), only(Atom::Any));
                }
                for target in nodes(&value) {
                    let is_led_to = graph
                        .nodes
                        .values()
                        .any(|node| node.values().any(|value| value.contains(&Atom::Node(target))));
                    if let Some(target) = graph.nodes.get_mut(&target) {
                        target.shared |= is_led_to;
                    }
                }
            }
        }
        Self::put(&mut graph, at, value);
        graph
    }

    fn free(&self, mut graph: Graph, value: &Value) -> Graph {
        if value.contains(&Atom::Any) {
            return self.known_to_others(graph, vec![only(Atom::Any)]);
        }
        graph.take_out(&nodes(value).collect(), Atom::Garbage);
        graph
    }

    fn test(&self, graph: Graph, left: &Source, sign: Sign, right: &Source) -> Vec<Graph> {
        let mut after = Vec::new();
        for (graph, one) in self.sourced(graph, left) {
            // Splitting objects for the right side leaves the object of the left side as it is.
            for (mut graph, other) in self.sourced(graph, right) {
                let kept = narrowed(&one, sign, &other);
                if kept.is_empty() || narrowed(&other, sign.turned(), &one).is_empty() {
                    continue;
                }
                if let Source::Place(path) = left {
                    self.narrow(&mut graph, path, &kept);
                }
                if let Source::Place(path) = right {
                    self.narrow(&mut graph, path, &narrowed(&other, sign.turned(), &one));
                }
                after.push(graph);
            }
        }
        after
    }

    /// Restricts the values of a place. All objects on the path to the place have been made single before.
    fn narrow(&self, graph: &mut Graph, path: &Path, kept: &Value) {
        if let [(_, at)] = self.places(graph.clone(), path).as_slice() {
            Self::put(graph, *at, kept.clone());
        }
    }

    fn known_to_others(&self, mut graph: Graph, mut values: Vec<Value>) -> Graph {
        values.extend(self.exposed.iter().map(|var| graph.vars[*var].clone()));
        let (reached, any) = graph.reached(values.iter().flat_map(nodes));
        let any = any || values.iter().any(|value| value.contains(&Atom::Any));
        let known: BTreeSet<usize> = if any { graph.nodes.keys().copied().collect() } else { reached };
        graph.take_out(&known, Atom::Other);
        for var in &self.exposed {
            graph.vars[*var] = unknown();
        }
        graph
    }
}

/// Splits a single object from a node that may stand for many. Returns the node of the object.
fn single(graph: &mut Graph, node: usize) -> usize {
    let Some(many) = graph.nodes.get(&node).filter(|found| found.many).cloned() else { return node };
    let object = graph.nodes.keys().next_back().map_or(0, |last| last + 1);
    let shared = many.shared;
    graph.nodes.insert(object, Node { many: false, ..many });
    if shared {
        let fields = graph.nodes.values_mut().flat_map(|node| node.fields.values_mut());
        for value in fields.filter(|value| value.contains(&Atom::Node(node))) {
            value.insert(Atom::Node(object));
        }
    }
    object
}

impl Sign {
    fn turned(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Greater => Self::Less,
            Self::AtLeast => Self::AtMost,
            same => same,
        }
    }

    /// Returns whether two values may stand in the relation.
    fn may_hold(self, left: Atom, right: Atom) -> bool {
        match (left, right) {
            (Atom::Number(left), Atom::Number(right)) => match self {
                Self::Equal => left == right,
                Self::Different => left != right,
                Self::Less => left < right,
                Self::AtMost => left <= right,
                Self::Greater => left > right,
                Self::AtLeast => left >= right,
            },
            (Atom::Node(_) | Atom::Other, Atom::Number(0))
            | (Atom::Number(0), Atom::Node(_) | Atom::Other) => self != Self::Equal,
            (Atom::Node(left), Atom::Node(right)) if left == right => self != Self::Different,
            (Atom::Node(_), Atom::Node(_)) => self != Self::Equal,
            _ => true,
        }
    }
}

/// Returns the values of one side that stand in a relation to some value of the other side.
fn narrowed(one: &Value, sign: Sign, other: &Value) -> Value {
    let mut kept: Value =
        one.iter().copied().filter(|left| other.iter().any(|right| sign.may_hold(*left, *right))).collect();
    if let (Sign::Equal, Some(Atom::Number(number)), 1) = (sign, other.first(), other.len())
        && kept.remove(&Atom::Other)
    {
        kept.insert(Atom::Number(*number));
    }
    kept
}
