//! Status events: one durable row for each change of the status of a facility or of one of its rings.
//!
//! [`observe`] reads states from the evaluated picture, [`plan`] compares them with the recorded ones (pure), and
//! [`recorder`] is the duty that one process holds: it writes the changes.

mod observe;
mod plan;
mod recorder;

#[cfg(test)]
mod random_storms;

pub use recorder::{StatusRecorder, WakeReaders};
