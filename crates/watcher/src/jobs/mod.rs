//! The queue jobs of this crate, one file per kind: payload, key, lane and priority. The parts enqueue them and run them.
//!
//! Kind names and payload fields are stored in customers' databases and never change.

pub(crate) mod health;
pub(crate) mod listing;
pub(crate) mod message;
pub(crate) mod phase_two;
pub(crate) mod reconcile;
pub(crate) mod strays;
pub(crate) mod subscription;
pub(crate) mod unsubscribe;
