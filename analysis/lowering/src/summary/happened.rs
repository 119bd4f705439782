//! Events of rules of users that a callee surely has.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};

use csieve_base::own::LabelId;
use csieve_graph::Inside;

use super::ParamPath;

/// An event that every run of a function which returns has just once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Happened {
    /// The label of the event.
    pub label: LabelId,
    /// The name of the label, for the reader.
    pub name: Arc<str>,
    /// The way to the object that the event is about; `None` if it is about no object.
    pub object: Option<Reached>,
    /// The place of the event in the function, for the reader.
    pub inside: Arc<Inside>,
}

/// An object that callers can name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Reached {
    /// The name of the object with static storage at whose address `path` starts; `None` if it starts at a parameter.
    pub object: Option<Arc<str>>,
    /// The way to the object, which loads nothing from memory. Its parameter has no meaning if it starts at an object.
    pub path: ParamPath,
}
