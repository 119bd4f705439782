//! Reads certificates over heaps.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::Refused,
    graph::{Atom, Graph, Node, Value, nodes},
    order::{Place, Rising},
    step::{Command, Path, Rules, Sign, Source},
};

/// The commands that lead from one state to another.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub line: usize,
    pub from: usize,
    /// The number of the state after the commands. Not used for the end.
    pub to: usize,
    pub commands: Vec<Command>,
}

/// A certificate over heaps as it was read.
pub(super) struct Certificate {
    pub rules: Rules,
    /// The graphs of every state, by its number.
    pub states: BTreeMap<usize, Vec<Graph>>,
    pub ways: Vec<Way>,
    pub end: Way,
}

/// Reads a certificate over heaps. The error names a line that is not understood, or a graph that is not
/// well-formed.
pub(super) fn read(text: &str) -> Result<Certificate, Refused> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate().skip(1) {
        let (line, _) = line.split_once(';').unwrap_or((line, ""));
        let at = |why: String| Refused::at(index + 1, why);
        if reader.end.is_some() {
            return Err(at("nothing may follow `end`".to_owned()));
        }
        reader.line(index + 1, line.trim_end()).map_err(at)?;
    }
    let graphs = reader.states.values().flatten();
    graphs.into_iter().try_for_each(|graph| is_sound(graph, &reader.rules)).map_err(Refused::whole)?;
    let Some(end) = reader.end else { return Err(Refused::whole("no line says where the end is")) };
    Ok(Certificate { rules: reader.rules, states: reader.states, ways: reader.ways, end })
}

#[derive(Default)]
struct Reader {
    rules: Rules,
    states: BTreeMap<usize, Vec<Graph>>,
    state: Option<usize>,
    ways: Vec<Way>,
    end: Option<Way>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "var" => self.var(rest),
            "field" => self.field(rest),
            "state" => {
                let state = parsed(rest)?;
                if state == 0 || self.states.insert(state, Vec::new()).is_some() {
                    return Err(format!("state {state} cannot be claimed here"));
                }
                self.state = Some(state);
                Ok(())
            }
            "graph" => {
                let graph = Self::graph(rest)?;
                self.graphs()?.push(graph);
                Ok(())
            }
            "node" => {
                let (id, node) = self.node(rest)?;
                let graph = self.graphs()?.last_mut().ok_or("a node stands in no graph")?;
                match graph.nodes.insert(id, node) {
                    None => Ok(()),
                    Some(_) => Err(format!("there are two nodes n{id}")),
                }
            }
            "atmost" => {
                let (low, high) = rest.split_once(' ').ok_or("`atmost` compares two numbers")?;
                let pair = (self.place(low)?, self.place(high)?);
                let graph = self.graphs()?.last_mut().ok_or("a claim stands in no graph")?;
                graph.at_most.insert(pair);
                Ok(())
            }
            "way" => {
                let (ends, commands) = rest.split_once(':').ok_or("`:` is missing")?;
                let (from, to) = ends.split_once(' ').ok_or("a way has two ends")?;
                let commands = self.commands(commands)?;
                self.ways.push(Way { line: number, from: parsed(from)?, to: parsed(to)?, commands });
                Ok(())
            }
            "end" => {
                let (from, commands) = rest.split_once(':').ok_or("`:` is missing")?;
                let (from, commands) = (parsed(from)?, self.commands(commands)?);
                self.end = Some(Way { line: number, from, to: from, commands });
                Ok(())
            }
            _ => Err(format!("`{word}` is not understood")),
        }
    }

    /// Returns the graphs of the state whose lines are being read.
    fn graphs(&mut self) -> Result<&mut Vec<Graph>, String> {
        let state = self.state.ok_or("a graph stands in no state")?;
        self.states.get_mut(&state).ok_or_else(|| "a graph stands in no state".to_owned())
    }

    fn var(&mut self, rest: &str) -> Result<(), String> {
        let mut words = rest.split(' ');
        let name = words.next().unwrap_or_default();
        if self.state.is_some() || name != format!("v{}", self.rules.vars) {
            return Err(format!("`{name}` is not the name that comes next"));
        }
        match words.next() {
            Some("exposed") => self.rules.exposed.push(self.rules.vars),
            Some(word) if !word.is_empty() => return Err(format!("`{word}` is not understood")),
            _ => {}
        }
        self.rules.vars += 1;
        Ok(())
    }

    /// Reads the declaration of a field. It names the fields that overlap with the declared one, which may be
    /// declared later.
    fn field(&mut self, rest: &str) -> Result<(), String> {
        let mut words = rest.split(' ').filter(|word| !word.is_empty());
        let name = words.next().unwrap_or_default();
        if self.state.is_some() || name != format!("f{}", self.rules.clashes.len()) {
            return Err(format!("`{name}` is not the name that comes next"));
        }
        let clashes: Result<Vec<usize>, String> = words.map(|word| numbered(word, 'f')).collect();
        self.rules.clashes.push(clashes?);
        Ok(())
    }

    fn graph(rest: &str) -> Result<Graph, String> {
        let mut vars = Vec::new();
        for word in rest.split(' ').filter(|word| !word.is_empty()) {
            let (name, known) = word.split_once('=').ok_or("`=` is missing")?;
            if name != format!("v{}", vars.len()) {
                return Err(format!("`{name}` is not the name that comes next"));
            }
            vars.push(value(known)?);
        }
        Ok(Graph { vars, nodes: BTreeMap::new(), at_most: BTreeSet::new() })
    }

    fn node(&mut self, rest: &str) -> Result<(usize, Node), String> {
        let mut words = rest.split(' ').peekable();
        let id = numbered(words.next().unwrap_or_default(), 'n')?;
        let many = match words.next() {
            Some("one") => false,
            Some("many") => true,
            _ => return Err("a node is `one` or `many`".to_owned()),
        };
        let shared = words.next_if_eq(&"shared").is_some();
        let (fields, rising) = (BTreeMap::new(), BTreeSet::new());
        let mut node = Node { many, shared, rising, fields, rest: Value::new() };
        for word in words {
            if let Some((number, link)) = word.split_once('/') {
                let rising = Rising { number: self.field_id(number)?, link: self.field_id(link)? };
                node.rising.insert(rising);
                self.rules.rising.insert(rising);
                continue;
            }
            let (name, known) = word.split_once('=').ok_or("`=` is missing")?;
            let known = value(known)?;
            if name == "rest" {
                node.rest = known;
            } else {
                node.fields.insert(self.field_id(name)?, known);
            }
        }
        Ok((id, node))
    }

    /// Reads a place with a number: `v2` or `n0.f1`.
    fn place(&self, text: &str) -> Result<Place, String> {
        match text.split_once('.') {
            None => self.var_id(text).map(Place::Var),
            Some((node, field)) => Ok(Place::Field(numbered(node, 'n')?, self.field_id(field)?)),
        }
    }

    fn field_id(&self, name: &str) -> Result<usize, String> {
        let field = numbered(name, 'f')?;
        if field < self.rules.clashes.len() { Ok(field) } else { Err(format!("there is no field `{name}`")) }
    }

    fn var_id(&self, name: &str) -> Result<usize, String> {
        let var = numbered(name, 'v')?;
        if var < self.rules.vars { Ok(var) } else { Err(format!("there is no variable `{name}`")) }
    }

    fn commands(&self, text: &str) -> Result<Vec<Command>, String> {
        let texts = text.split(',').map(str::trim).filter(|text| !text.is_empty());
        texts.map(|text| self.command(text)).collect()
    }

    fn command(&self, text: &str) -> Result<Command, String> {
        let words: Vec<&str> = text.split(' ').collect();
        match words.as_slice() {
            ["set", var, from] => Ok(Command::Set(self.var_id(var)?, self.source(from)?)),
            ["make", var, rest] => {
                let rest = value(rest)?;
                if nodes(&rest).next().is_some() {
                    return Err("a new object leads to no other".to_owned());
                }
                Ok(Command::Make(self.var_id(var)?, rest))
            }
            ["write", to, from] => {
                let path = self.path(to)?;
                if path.fields.is_empty() {
                    return Err("`write` is for memory".to_owned());
                }
                Ok(Command::Write(path, self.source(from)?))
            }
            ["free", at] => Ok(Command::Free(self.path(at)?)),
            ["test", left, sign, right] => {
                let sign = match *sign {
                    "==" => Sign::Equal,
                    "!=" => Sign::Different,
                    "<" => Sign::Less,
                    "<=" => Sign::AtMost,
                    ">" => Sign::Greater,
                    ">=" => Sign::AtLeast,
                    other => return Err(format!("`{other}` compares nothing")),
                };
                Ok(Command::Test(self.source(left)?, sign, self.source(right)?))
            }
            ["escape", "all"] => Ok(Command::EscapeAll),
            ["escape", vars @ ..] => {
                Ok(Command::Escape(vars.iter().map(|var| self.var_id(var)).collect::<Result<_, _>>()?))
            }
            _ => Err(format!("`{text}` is not understood")),
        }
    }

    fn source(&self, text: &str) -> Result<Source, String> {
        if text.starts_with('v') {
            return self.path(text).map(Source::Place);
        }
        let constant = value(text)?;
        if nodes(&constant).next().is_some() {
            return Err("a constant leads to no node".to_owned());
        }
        Ok(Source::Constant(constant))
    }

    fn path(&self, text: &str) -> Result<Path, String> {
        let mut names = text.split('.');
        let var = self.var_id(names.next().unwrap_or_default())?;
        let fields = names.map(|name| self.field_id(name)).collect::<Result<_, _>>()?;
        Ok(Path { var, fields })
    }
}

/// Checks that a graph is well-formed. A variable that points to a node points to nothing else, and the node
/// stands for one object. Pointers lead to declared nodes. Each node says what its unnamed fields hold.
fn is_sound(graph: &Graph, rules: &Rules) -> Result<(), String> {
    let is_there = |value: &Value| nodes(value).all(|node| graph.nodes.contains_key(&node));
    let is_one = |value: &Value| {
        nodes(value)
            .next()
            .is_none_or(|node| value.len() == 1 && graph.nodes.get(&node).is_some_and(|node| !node.many))
    };
    let in_nodes = graph.nodes.values().flat_map(Node::values);
    if graph.vars.len() != rules.vars {
        return Err("a graph does not say what every variable is".to_owned());
    }
    if !graph.vars.iter().all(is_one) || !in_nodes.into_iter().all(is_there) {
        return Err("a variable may point to several objects, or a node is not declared".to_owned());
    }
    let has_rest = |node: &Node| !node.rest.is_empty() && nodes(&node.rest).next().is_none();
    if !graph.nodes.values().all(has_rest) {
        return Err("a node does not say what is in its other fields".to_owned());
    }
    let is_closed = |place: &Place| {
        !matches!(place, Place::Var(var) if rules.exposed.contains(var)) && graph.has_number(*place)
    };
    if !graph.at_most.iter().all(|(low, high)| is_closed(low) && is_closed(high)) {
        return Err("a number belongs to several objects, or code outside the path may write it".to_owned());
    }
    let is_field = |field: &usize| *field < rules.clashes.len();
    if rules.clashes.iter().flatten().all(is_field) {
        Ok(())
    } else {
        Err("a field overlaps with one that is not declared".to_owned())
    }
}

/// Reads the possible values of a variable or field: `0|other|n2`.
fn value(text: &str) -> Result<Value, String> {
    text.split('|').map(atom).collect()
}

fn atom(text: &str) -> Result<Atom, String> {
    match text {
        "other" => Ok(Atom::Other),
        "garbage" => Ok(Atom::Garbage),
        "any" => Ok(Atom::Any),
        node if node.starts_with('n') => numbered(node, 'n').map(Atom::Node),
        number => number.parse().map(Atom::Number).map_err(|_| format!("`{number}` is no value")),
    }
}

fn numbered(text: &str, kind: char) -> Result<usize, String> {
    text.strip_prefix(kind).ok_or_else(|| format!("`{text}` does not begin with `{kind}`")).and_then(parsed)
}

fn parsed(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}
