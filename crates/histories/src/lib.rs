//! Random histories: a seed gives operations of the vendor, the provider, the network, people and time; the real parts of the
//! service run on virtual time; after every operation and whenever the service itself changes something, observers read what it
//! shows, and rules compare that with a small model of what has really happened.
//!
//! An operation is a function in a file of `operations/`, an observer one in `observers.rs`, a rule one in a file of `rules/`;
//! each file lists its own.

mod city;
mod draw;
mod history;
mod known;
mod model;
mod observers;
mod operation;
mod operations;
mod rule;
mod rules;
mod scene;
mod set_up;
mod simulation;
mod template;

pub use history::{History, Outcome, shrink};
pub use scene::{Failure, Seen};
pub use template::Template;
