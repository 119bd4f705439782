//! A rule of a user as a check.

use csieve_base::{
    own::{Automaton, Event, Happening, OwnName, OwnRule, OwnRules, Source},
    rule::Rule,
    text::{Line, Sentence},
};
use csieve_graph::{Cfg, EdgeId, ExprId, MarkedObject, VarId, cell_text, expr_text};

use crate::{
    checks::Check,
    model::{Counterexample, Function, Holder, Move, Property, Tracked},
};

use super::{AnyOwn, Identity, Thread, events::named, property};

/// A rule of a user, by its position among all of them.
#[derive(Clone, Copy, Debug)]
pub struct Own<'r> {
    any: AnyOwn<'r>,
}

impl<'r> Own<'r> {
    /// Returns the checks of the rules that have an event in a function.
    pub fn all_in(cfg: &Cfg, rules: &'r OwnRules) -> Vec<Self> {
        let marked = |source: &Source| match source {
            Source::Marked(id) => cfg.marks.iter().any(|mark| mark.of == csieve_graph::Marked::Label(*id)),
            Source::Shown(Event::Return) => false,
            Source::Shown(Event::Of(_)) => true,
        };
        let has_event = |rule: &OwnRule| rule.labels.iter().any(|(_, source)| marked(source));
        let all = rules.all().iter().enumerate().filter(|(_, rule)| has_event(rule));
        all.map(|(index, _)| Self { any: AnyOwn { rules, index: index as u16 } }).collect()
    }

    /// Returns the check of the rule at a position; `None` if there are fewer rules.
    pub fn new(rules: &'r OwnRules, index: u16) -> Option<Self> {
        (usize::from(index) < rules.all().len()).then_some(Self { any: AnyOwn { rules, index } })
    }

    /// Returns the automaton of the rule.
    pub fn automaton(&self) -> &'r Automaton {
        &self.own().automaton
    }

    /// Returns the labels of an edge, and the objects that they are about.
    pub fn labels_at(&self, function: &Function, edge: EdgeId) -> Vec<(usize, MarkedObject)> {
        named(function.cfg, self.own(), edge)
    }

    /// Returns whether some label depends on where a value is held, or is about one that is only there behind
    /// its edge.
    pub fn follows_values(&self) -> bool {
        let follows = |source: &Source| {
            use Happening::{Allocated, Dereferenced, Lost, Opened, Tested};
            matches!(source, Source::Shown(Event::Of(Allocated | Dereferenced | Lost | Opened | Tested)))
        };
        self.own().labels.iter().any(|(_, source)| follows(source))
    }

    fn own(&self) -> &'r OwnRule {
        &self.any.rules.all()[usize::from(self.any.index)]
    }
}

impl Property for Own<'_> {
    fn rule(&self) -> Rule {
        Rule::Own(self.any.index)
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        property::at_entry(function, self.own())
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        property::start(function, self.own(), edge)
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        property::step(function, (self.any.rules, self.own()), tracked, edge)
    }
}

impl Check for Own<'_> {
    fn for_any_reason(&self) -> &dyn Property {
        &self.any
    }

    fn own_name(&self) -> Option<OwnName> {
        Some(self.own().name.clone())
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        let followed = found.tracked.as_ref().and_then(|tracked| followed(function, &Thread::read(tracked)));
        followed.or_else(|| object_at(function, self.own(), found.misuse())).unwrap_or_default()
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let object = self.subject(function, found);
        let object = if object.is_empty() { "the object".to_owned() } else { object };
        let cause = found.cause().or_else(|| found.origin()).unwrap_or_else(|| found.misuse());
        let line = Line(function.cfg.edge(cause).span.start);
        let mut message = Sentence::default();
        let mut rest = self.own().message.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            message.push(before);
            let (name, behind) = after.split_once('}').unwrap_or((after, ""));
            match name {
                "object" => message.push(object.as_str()),
                "line" => message.push(&line),
                _ => {}
            }
            rest = behind;
        }
        message.push(rest);
        message
    }
}

/// Returns the text of the object that a thread follows.
fn followed(function: &Function, thread: &Thread) -> Option<String> {
    let cfg = function.cfg;
    if thread.identity == Identity::Address {
        return thread.address().map(|address| text(cfg, address));
    }
    let is_named = |var: VarId| cfg.var(var).is_named();
    let places = thread.holders.exact();
    let named = places.iter().find(|place| match place {
        Holder::Var(var) => is_named(*var),
        Holder::Cell(_) => true,
    });
    named.or(places.first()).map(|place| match place {
        Holder::Var(var) => cfg.var(*var).name.clone(),
        Holder::Cell(address) => cell_text(cfg, *address),
    })
}

/// Returns the text of the object that an edge is about.
fn object_at(function: &Function, rule: &OwnRule, edge: EdgeId) -> Option<String> {
    named(function.cfg, rule, edge).into_iter().find_map(|(_, object)| match object {
        MarkedObject::Is(object) => Some(text(function.cfg, object)),
        _ => None,
    })
}

/// Returns the text of an object: of `&q->lock` it is `q->lock`.
pub(super) fn text(cfg: &Cfg, object: ExprId) -> String {
    let text = expr_text(cfg, cfg.exprs.strip_casts(object));
    text.strip_prefix('&').map_or_else(|| text.clone(), str::to_owned)
}
