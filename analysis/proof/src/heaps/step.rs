//! The effects of commands on abstract heap graphs, computed independently of the refuter.

use std::collections::BTreeSet;

use super::{
    graph::{Atom, Graph, Node, Value, nodes, only, outside, unknown},
    order::{Place, Rising},
};

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
    /// The links and numbers about which the certificate claims that the numbers rise along the links.
    pub rising: BTreeSet<Rising>,
}

/// A graph with a value in it, and the place of the value unless it is a constant.
type Sourced = (Graph, Value, Option<At>);

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
    pub(super) fn step(&self, graph: Graph, command: &Command) -> Vec<Graph> {
        let mut after = self.effect(graph, command);
        for graph in &mut after {
            graph.claim_rising(&self.rising);
        }
        after
    }

    fn effect(&self, mut graph: Graph, command: &Command) -> Vec<Graph> {
        match command {
            Command::Set(var, source) => {
                self.sourced(graph, source).into_iter().map(|sourced| self.set(sourced, *var)).collect()
            }
            Command::Make(var, rest) => {
                let id = graph.nodes.keys().next_back().map_or(0, |last| last + 1);
                let node = Node { many: false, shared: false, rest: rest.clone(), ..Node::default() };
                graph.nodes.insert(id, node);
                graph.unclaim(Place::Var(*var));
                graph.vars[*var] = only(Atom::Node(id));
                vec![graph]
            }
            Command::Write(path, source) => {
                let sourced = self.sourced(graph, source).into_iter();
                let placed = sourced.flat_map(|(graph, value, from)| {
                    let places = self.places(graph, path).into_iter();
                    places.map(move |(graph, at)| (graph, at, value.clone(), from))
                });
                let written = |(graph, at, value, from): (Graph, At, Value, Option<At>)| {
                    self.same_number(self.write(graph, at, value), from, at)
                };
                placed.map(written).collect()
            }
            Command::Free(path) => {
                let sourced = self.sourced(graph, &Source::Place(path.clone())).into_iter();
                sourced.map(|(graph, value, _)| self.free(graph, &value)).collect()
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

    fn sourced(&self, graph: Graph, source: &Source) -> Vec<Sourced> {
        match source {
            Source::Constant(value) => vec![(graph, value.clone(), None)],
            Source::Place(path) => {
                let places = self.places(graph, path).into_iter();
                let apart = |(graph, at)| {
                    let cases = self.apart(graph, at).into_iter();
                    cases.map(move |(graph, value)| (graph, value, Some(at)))
                };
                places.flat_map(apart).collect()
            }
        }
    }

    fn set(&self, (mut graph, value, from): Sourced, var: usize) -> Graph {
        if from != Some(At::Var(var)) {
            graph.unclaim(Place::Var(var));
        }
        graph.vars[var] = value;
        self.same_number(graph, from, At::Var(var))
    }

    /// Claims that two places have the same number, if both have a number that only the path writes.
    fn same_number(&self, mut graph: Graph, one: Option<At>, other: At) -> Graph {
        if let (Some(one), Some(other)) =
            (one.and_then(|at| self.place(&graph, at)), self.place(&graph, other))
        {
            graph.claim_at_most(one, other);
            graph.claim_at_most(other, one);
        }
        graph
    }

    /// Returns the place with a number where something is. None if other code may write it, or if its value
    /// may be indeterminate.
    fn place(&self, graph: &Graph, at: At) -> Option<Place> {
        let place = match at {
            At::Var(var) if !self.exposed.contains(&var) => Place::Var(var),
            At::Field(node, field) => Place::Field(node, field),
            _ => return None,
        };
        if !graph.has_number(place) {
            return None;
        }
        let value = self.value(graph, at);
        (!value.contains(&Atom::Any) && !value.contains(&Atom::Garbage)).then_some(place)
    }

    fn write(&self, mut graph: Graph, at: At, value: Value) -> Graph {
        match at {
            At::Outside => return self.known_to_others(graph, vec![value]),
            At::Anywhere => return self.known_to_others(graph, vec![only(Atom::Any)]),
            At::Var(_) => {}
            At::Field(node, field) => {
                for field in self.clashes[field].iter().chain([&field]) {
                    graph.unclaim_field(node, *field);
                }
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
        for (graph, one, one_at) in self.sourced(graph, left) {
            // Splitting objects for the right side leaves the object of the left side as it is.
            for (mut graph, other, other_at) in self.sourced(graph, right) {
                let kept = narrowed(&one, sign, &other);
                if !self.compare(&mut graph, one_at, sign, other_at)
                    || kept.is_empty()
                    || narrowed(&other, sign.turned(), &one).is_empty()
                {
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

    /// Claims that the numbers of two places stand in a relation. Returns false if the claims exclude that.
    fn compare(&self, graph: &mut Graph, left: Option<At>, sign: Sign, right: Option<At>) -> bool {
        let place = |at: Option<At>| at.and_then(|at| self.place(graph, at));
        let (Some(left), Some(right)) = (place(left), place(right)) else { return true };
        let is_excluded = match sign {
            Sign::Less => graph.is_at_most(right, left),
            Sign::Greater => graph.is_at_most(left, right),
            _ => false,
        };
        if matches!(sign, Sign::Less | Sign::AtMost | Sign::Equal) {
            graph.claim_at_most(left, right);
        }
        if matches!(sign, Sign::Greater | Sign::AtLeast | Sign::Equal) {
            graph.claim_at_most(right, left);
        }
        !is_excluded
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
