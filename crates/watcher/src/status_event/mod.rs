//! Status events as a trigger: which of them start a watcher's workflow, and the context that they start it with. Pure.

pub(crate) mod context;
mod filter;
mod key;

pub(crate) use filter::exclusion_reason;
pub(crate) use key::{event_key, parse_event_key};
