//! Status events as a trigger: which of them start a watcher's workflow, and the context that they start it with.

pub(crate) mod context;
mod filter;
mod key;
mod read;

pub(crate) use filter::exclusion_reason;
pub(crate) use key::{event_key, parse_event_key};
pub(crate) use read::{EventWithFacility, read_event};
