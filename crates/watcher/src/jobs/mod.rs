//! The queue jobs of this crate, one file per kind: payload, key, lane and priority.
//!
//! Kind names and payload fields are stored in customers' databases and never change.

pub(crate) mod canary;
pub(crate) mod full_scan;
pub(crate) mod health;
pub(crate) mod junk_check;
pub(crate) mod message;
pub(crate) mod orphan_cleanup;
pub(crate) mod phase_two;
pub(crate) mod reconcile;
pub(crate) mod subscription;
pub(crate) mod unsubscribe;
