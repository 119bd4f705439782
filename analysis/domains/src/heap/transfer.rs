//! The effect of commands on heap graphs.

use super::{
    Along, Command, FieldId, Graph, Node, Path, Relation, Scalar, Source, Value, VarIndex, focus::Spot,
};

/// The context that is the same for all commands of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The variables whose address other code may know, ascending.
    pub exposed: Vec<VarIndex>,
    /// For every field, the other fields that may occupy some of the same bytes.
    pub clashes: Vec<Vec<FieldId>>,
    /// The orders that nodes may be in. The order of numbers is followed only for their numbers.
    pub orders: Vec<Along>,
    /// The variables whose order with other numbers is followed. Other code may not know their address.
    pub numbers: Vec<VarIndex>,
}

/// A graph with a value in it, and the place of the value unless it is a constant.
type Found = (Graph, Value, Option<Spot>);

impl Scope {
    /// Returns the graphs after a command on a graph. There are none if no run goes on.
    pub fn run(&self, graph: Graph, command: &Command) -> Vec<Graph> {
        let mut after = self.stepped(graph, command);
        if !self.orders.is_empty() {
            for graph in &mut after {
                self.settle_orders(graph);
            }
        }
        after
    }

    fn stepped(&self, graph: Graph, command: &Command) -> Vec<Graph> {
        match command {
            Command::Set(var, source) => {
                let found = self.values(graph, source).into_iter();
                found.map(|found| self.set(found, *var)).collect()
            }
            Command::Make(var, rest) => {
                let mut graph = graph;
                let made = graph.add(Node::new(rest.clone()));
                graph.vars[*var] = Value::node(made);
                vec![graph]
            }
            Command::Write(path, source) => self.write(graph, path, source),
            Command::Free(path) => self.free(graph, path),
            Command::Test(left, relation, right) => self.test(graph, left, *relation, right),
            Command::Escape(vars) => {
                let values = vars.iter().map(|var| graph.vars[*var].clone()).collect();
                vec![self.exposed(graph, values)]
            }
            Command::EscapeAll => vec![self.all_exposed(graph)],
        }
    }

    /// Returns the cases of the value of a source: a pointer to one node, or a value that leads to no node.
    fn values(&self, graph: Graph, source: &Source) -> Vec<Found> {
        match source {
            Source::Constant(value) => vec![(graph, value.clone(), None)],
            Source::Place(path) => {
                let mut all = Vec::new();
                for (graph, spot) in graph.spots(path, &self.exposed) {
                    let cases = graph.split(spot, &self.exposed).into_iter();
                    all.extend(cases.map(|(graph, value)| (graph, value, Some(spot))));
                }
                all
            }
        }
    }

    fn set(&self, (mut graph, value, from): Found, var: VarIndex) -> Graph {
        let to = Spot::Var(var);
        if self.numbers.contains(&var) && from != Some(to) {
            graph.forget_number(Scalar::Var(var));
        }
        graph.vars[var] = value;
        if let Some(from) = from {
            self.relate(&mut graph, from, Relation::Equal, to);
        }
        graph
    }

    fn write(&self, graph: Graph, path: &Path, source: &Source) -> Vec<Graph> {
        let mut after = Vec::new();
        for (graph, value, from) in self.values(graph, source) {
            for (graph, spot) in graph.spots(path, &self.exposed) {
                let mut graph = self.written(graph, spot, value.clone());
                if let Some(from) = from {
                    self.relate(&mut graph, from, Relation::Equal, spot);
                }
                after.push(graph);
            }
        }
        after
    }

    fn written(&self, mut graph: Graph, spot: Spot, value: Value) -> Graph {
        match spot {
            Spot::Var(var) => graph.vars[var] = value,
            Spot::Field(node, field) => {
                let clashes = self.clashes.get(field).map_or(&[][..], Vec::as_slice);
                if !self.orders.is_empty() {
                    clashes.iter().chain([&field]).for_each(|field| graph.forget_orders(node, *field));
                }
                graph.narrow(spot, Value::default());
                for clash in clashes {
                    graph.narrow(Spot::Field(node, *clash), Value::any());
                }
                for target in value.nodes().collect::<Vec<_>>() {
                    let is_shared = graph.references(target) > 0;
                    if let Some(target) = graph.nodes.get_mut(&target) {
                        target.is_shared |= is_shared;
                    }
                }
                graph.narrow(spot, value);
            }
            Spot::Outside => return self.exposed(graph, vec![value]),
            Spot::Anywhere => return self.all_exposed(graph),
        }
        graph
    }

    fn free(&self, graph: Graph, path: &Path) -> Vec<Graph> {
        let freed = |(mut graph, value, _): Found| {
            if value.is_any() {
                return self.all_exposed(graph);
            }
            for node in value.nodes() {
                graph.free(node);
            }
            graph
        };
        self.values(graph, &Source::Place(path.clone())).into_iter().map(freed).collect()
    }

    fn test(&self, graph: Graph, left: &Source, relation: Relation, right: &Source) -> Vec<Graph> {
        match (left, right) {
            (Source::Place(path), Source::Constant(value)) => self.test_number(graph, path, relation, value),
            (Source::Constant(value), Source::Place(path)) => {
                self.test_number(graph, path, relation.mirrored(), value)
            }
            (Source::Constant(left), Source::Constant(right)) => {
                if may_stand(left, relation, right) {
                    vec![graph]
                } else {
                    Vec::new()
                }
            }
            (Source::Place(_), Source::Place(_)) => {
                let mut after = Vec::new();
                for (graph, left, left_at) in self.values(graph, left) {
                    for (mut graph, right, right_at) in self.values(graph, right) {
                        let places = left_at.zip(right_at);
                        let is_possible = may_stand(&left, relation, &right)
                            && places
                                .is_none_or(|(left, right)| self.relate(&mut graph, left, relation, right));
                        if is_possible {
                            after.push(graph);
                        }
                    }
                }
                after
            }
        }
    }

    fn test_number(&self, graph: Graph, path: &Path, relation: Relation, value: &Value) -> Vec<Graph> {
        let mut after = Vec::new();
        for (mut graph, spot) in graph.spots(path, &self.exposed) {
            let found = graph.at(spot, &self.exposed);
            if let Some(number) = only_number(value) {
                let kept = found.restricted(relation, number);
                if kept.is_empty() {
                    continue;
                }
                graph.narrow(spot, kept);
            } else if !may_stand(&found, relation, value) {
                continue;
            }
            after.push(graph);
        }
        after
    }

    /// Makes some values known to other code, which may then have changed all that it knows.
    fn exposed(&self, mut graph: Graph, mut values: Vec<Value>) -> Graph {
        values.extend(self.exposed.iter().map(|var| graph.vars[*var].clone()));
        graph.expose(&values);
        self.changed(graph)
    }

    fn all_exposed(&self, mut graph: Graph) -> Graph {
        graph.expose_all();
        self.changed(graph)
    }

    fn changed(&self, mut graph: Graph) -> Graph {
        for var in &self.exposed {
            graph.vars[*var] = Value::unknown();
        }
        graph
    }
}

/// Returns the number of a value that has only one number and nothing else.
fn only_number(value: &Value) -> Option<i128> {
    let number = value.numbers().next()?;
    (*value == Value::number(number)).then_some(number)
}

/// Returns whether some value on the left may stand in a relation to some value on the right.
fn may_stand(left: &Value, relation: Relation, right: &Value) -> bool {
    if let Some(number) = only_number(right) {
        return !left.restricted(relation, number).is_empty();
    }
    if let Some(number) = only_number(left) {
        return !right.restricted(relation.mirrored(), number).is_empty();
    }
    let objects = left.nodes().zip(right.nodes()).next();
    match (objects, relation) {
        (Some((one, other)), Relation::Equal) => one == other,
        (Some((one, other)), Relation::Different) => one != other,
        _ => true,
    }
}
