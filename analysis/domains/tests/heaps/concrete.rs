//! Concrete heaps, and a check whether a heap graph stands for one.

use std::collections::BTreeMap;

use csieve_domains::heap::{Command, Graph, NodeId, Path, Relation, Scalar, Source, Value};

/// The concrete value of a variable or a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Content {
    Number(i128),
    /// A pointer to an object, which may have been freed.
    Object(usize),
    /// An indeterminate value, never written.
    Garbage,
}

/// An object of a concrete heap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Object {
    fields: BTreeMap<usize, Content>,
    blank: Content,
}

/// A concrete heap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Concrete {
    vars: Vec<Content>,
    objects: BTreeMap<usize, Object>,
    made: usize,
}

impl Concrete {
    /// Returns a heap without objects.
    pub(crate) fn start(vars: usize) -> Self {
        Self { vars: vec![Content::Garbage; vars], objects: BTreeMap::new(), made: 0 }
    }

    /// Returns the heaps after a command; there are none if the command ends the run.
    pub(crate) fn behind(&self, command: &Command, exposed: usize) -> Vec<Self> {
        let mut next = self.clone();
        match command {
            Command::Set(var, source) => {
                let Some(value) = self.value(source) else { return Vec::new() };
                next.vars[*var] = value;
                vec![next]
            }
            Command::Make(var, blank) => {
                let blank = if *blank == Value::number(0) { Content::Number(0) } else { Content::Garbage };
                next.objects.insert(self.made, Object { fields: BTreeMap::new(), blank });
                next.vars[*var] = Content::Object(self.made);
                next.made += 1;
                vec![next]
            }
            Command::Write(path, source) => {
                let Some(value) = self.value(source) else { return Vec::new() };
                let (last, base) = path.fields.split_last().expect("memory has a field");
                let base = Path { var: path.var, fields: base.to_vec() };
                let Some(Content::Object(object)) = self.at(&base) else { return Vec::new() };
                let Some(object) = next.objects.get_mut(&object) else { return Vec::new() };
                object.fields.insert(*last, value);
                vec![next]
            }
            Command::Free(path) => match self.at(path) {
                Some(Content::Object(object)) => {
                    let is_there = next.objects.remove(&object).is_some();
                    if is_there { vec![next] } else { Vec::new() }
                }
                Some(Content::Number(0)) => vec![next],
                _ => Vec::new(),
            },
            Command::Test(left, relation, right) => match (self.value(left), self.value(right)) {
                (Some(left), Some(right)) if self.may_stand(left, *relation, right) => vec![next],
                _ => Vec::new(),
            },
            Command::Escape(vars) => self.changed(vars.iter().copied().chain([exposed]), exposed),
            Command::EscapeAll => self.changed(0..self.vars.len(), exposed),
        }
    }

    fn value(&self, source: &Source) -> Option<Content> {
        match source {
            Source::Constant(value) => value.numbers().next().map(Content::Number),
            Source::Place(path) => self.at(path),
        }
    }

    /// Returns the value at a place, or None if the access ends the run.
    fn at(&self, path: &Path) -> Option<Content> {
        let mut at = self.vars[path.var];
        for field in &path.fields {
            let Content::Object(object) = at else { return None };
            let object = self.objects.get(&object)?;
            at = object.fields.get(field).copied().unwrap_or(object.blank);
        }
        Some(at)
    }

    /// Returns the heaps after other code ran: the code does nothing, writes to objects that it knows, or
    /// changes the exposed variable.
    fn changed(&self, vars: impl Iterator<Item = usize>, exposed: usize) -> Vec<Self> {
        let mut open: Vec<Content> = vars.map(|var| self.vars[var]).collect();
        let mut known: Vec<usize> = Vec::new();
        while let Some(content) = open.pop() {
            let Content::Object(object) = content else { continue };
            if !known.contains(&object) && self.objects.contains_key(&object) {
                known.push(object);
                open.extend(self.objects[&object].fields.values().copied());
            }
        }
        let (mut written, mut moved) = (self.clone(), self.clone());
        for object in &known {
            let fields = &mut written.objects.get_mut(object).expect("it is there").fields;
            fields.insert(1, Content::Number(9));
            fields.insert(0, Content::Object(known[0]));
        }
        moved.vars[exposed] = known.last().map_or(Content::Number(0), |object| Content::Object(*object));
        vec![self.clone(), written, moved]
    }

    /// Returns whether a value is a pointer to a freed object.
    fn is_dangling(&self, content: Content) -> bool {
        matches!(content, Content::Object(object) if !self.objects.contains_key(&object))
    }

    /// Returns whether two values may stand in a relation. The address of a freed object may meanwhile be
    /// that of another object.
    fn may_stand(&self, left: Content, relation: Relation, right: Content) -> bool {
        let is_null = |content: Content| content == Content::Number(0);
        let dangles = self.is_dangling(left) && !is_null(right) || self.is_dangling(right) && !is_null(left);
        match (left, right) {
            (Content::Garbage, _) | (_, Content::Garbage) => true,
            (Content::Number(left), Content::Number(right)) => relation.holds(left, right),
            _ => dangles || (left == right) == (relation == Relation::Equal),
        }
    }
}

/// The part of a graph that an object of a concrete heap is assigned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Node(NodeId),
    /// Memory outside of the graph, which other code knows.
    Outside,
    /// No part, because no followed value leads to the object.
    Lost,
}

/// Returns whether a graph stands for a concrete heap: whether its objects can be assigned to nodes such that
/// all that the graph states holds.
pub(crate) fn stands_for(graph: &Graph, heap: &Concrete) -> bool {
    let objects: Vec<usize> = heap.objects.keys().copied().collect();
    let mut places: BTreeMap<usize, Place> = BTreeMap::new();
    shared_out(graph, heap, &objects, &mut places)
}

fn shared_out(graph: &Graph, heap: &Concrete, left: &[usize], places: &mut BTreeMap<usize, Place>) -> bool {
    if !holds_so_far(graph, heap, places) {
        return false;
    }
    let Some((object, left)) = left.split_first() else { return holds(graph, heap, places) };
    let nodes = graph.nodes.keys().map(|node| Place::Node(*node));
    for place in nodes.chain([Place::Outside, Place::Lost]) {
        places.insert(*object, place);
        if shared_out(graph, heap, left, places) {
            return true;
        }
    }
    places.remove(object);
    false
}

fn is_allowed(heap: &Concrete, value: &Value, content: Content, places: &BTreeMap<usize, Place>) -> bool {
    value.is_any()
        || match content {
            _ if heap.is_dangling(content) => value.is_garbage() || value.is_other(),
            Content::Number(number) => {
                value.numbers().any(|one| one == number) || number != 0 && value.is_other()
            }
            Content::Garbage => value.is_garbage(),
            Content::Object(object) => match places.get(&object) {
                Some(Place::Node(node)) => value.leads_to(*node),
                Some(Place::Outside) => value.is_other(),
                Some(Place::Lost) => false,
                None => true,
            },
        }
}

fn holds_so_far(graph: &Graph, heap: &Concrete, places: &BTreeMap<usize, Place>) -> bool {
    graph.vars.iter().zip(&heap.vars).all(|(value, content)| is_allowed(heap, value, *content, places))
}

fn holds(graph: &Graph, heap: &Concrete, places: &BTreeMap<usize, Place>) -> bool {
    let mut objects_of: BTreeMap<NodeId, usize> = BTreeMap::new();
    let mut led_to: BTreeMap<usize, usize> = BTreeMap::new();
    for (id, object) in &heap.objects {
        match places[id] {
            Place::Lost => {}
            Place::Outside => {
                let leads_in = |content: &Content| matches!(content, Content::Object(to) if places.get(to).is_some_and(|place| *place != Place::Outside));
                if object.fields.values().any(leads_in) {
                    return false;
                }
            }
            Place::Node(node) => {
                *objects_of.entry(node).or_default() += 1;
                let node = &graph.nodes[&node];
                if !is_allowed(heap, &node.rest, object.blank, places) && object.fields.len() < 2 {
                    return false;
                }
                for field in 0..2 {
                    let content = object.fields.get(&field).copied().unwrap_or(object.blank);
                    if !is_allowed(heap, node.field(field), content, places) {
                        return false;
                    }
                    if let Content::Object(to) = content
                        && !node.field(field).is_any()
                    {
                        *led_to.entry(to).or_default() += 1;
                    }
                }
            }
        }
    }
    let is_single = |(node, count): (&NodeId, &usize)| graph.nodes[node].is_summary || *count <= 1;
    let is_unshared = |(object, count): (&usize, &usize)| match places.get(object) {
        Some(Place::Node(node)) => graph.nodes[node].is_shared || *count <= 1,
        _ => true,
    };
    objects_of.iter().all(is_single) && led_to.iter().all(is_unshared) && is_ordered(graph, heap, places)
}

/// Returns whether the numbers of a heap are in the order that a graph claims.
fn is_ordered(graph: &Graph, heap: &Concrete, places: &BTreeMap<usize, Place>) -> bool {
    let content = |object: usize, field: usize| {
        let object = &heap.objects[&object];
        object.fields.get(&field).copied().unwrap_or(object.blank)
    };
    let risen = |low: Content, high: Content| match (low, high) {
        (Content::Number(low), Content::Number(high)) => low <= high,
        _ => low == high,
    };
    let along = heap.objects.keys().all(|object| match places[object] {
        Place::Node(node) => {
            graph.nodes[&node].orders.iter().all(|along| match content(*object, along.link) {
                Content::Object(to) if matches!(places.get(&to), Some(Place::Node(_))) => {
                    risen(content(*object, along.number), content(to, along.number))
                }
                _ => true,
            })
        }
        _ => true,
    });
    let at = |scalar: &Scalar| match *scalar {
        Scalar::Var(var) => Some(heap.vars[var]),
        Scalar::Field(node, field) => {
            let is_there = |object: &&usize| places[*object] == Place::Node(node);
            heap.objects.keys().find(is_there).map(|object| content(*object, field))
        }
    };
    let noted = graph.at_most.iter().all(|(low, high)| match (at(low), at(high)) {
        (Some(low), Some(high)) => risen(low, high),
        _ => true,
    });
    along && noted
}
