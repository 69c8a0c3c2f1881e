//! The queue jobs of this crate, one file per kind, except for [`watcher_loop`]: payload, key, lane and priority.
//!
//! Kind names and payload fields are stored in customers' databases and never change.

pub(crate) mod health;
pub(crate) mod message;
pub(crate) mod orphan_cleanup;
pub(crate) mod phase_two;
pub(crate) mod subscription;
pub(crate) mod unsubscribe;
pub(crate) mod watcher_loop;
