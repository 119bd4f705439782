//! Marks: the events of rules of users on the edges of a graph.

use std::sync::Arc;

use csieve_base::own::LabelId;

use super::{EdgeId, ExprId};

/// An event that has a label of a rule of a user. The edge has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The edge on which the event happens.
    pub edge: EdgeId,
    /// What the event is.
    pub of: Marked,
    /// The name of the label, for the reader.
    pub name: Arc<str>,
    /// The object that the event is about.
    pub object: MarkedObject,
    /// Whether the event happens in a callee, at a time that is not known: between the other effects of the call.
    pub is_inside: bool,
}

/// What a marked event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    /// The event has this label.
    Label(LabelId),
    /// The object is passed to a function whose effects the graph has instead of a call.
    HandedOn,
}

/// The object that an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkedObject {
    /// None: the event is one of the whole function.
    None,
    /// The object that this expression is, or points to.
    Is(ExprId),
    /// An object that the graph has no name for.
    Unknown,
}
