//! Workflows: an ordered list of actions over one context.
//!
//! Owns the context, the handlers (one file each, listed in [`handlers`]) and the runner that takes the steps in order,
//! within their limits, and writes each of them down. Knows nothing of mailboxes: whoever triggers a run hands over the
//! context and the actions. Strict order; no branches, no loops.

pub mod blocking;
mod catalogue;
mod city_profile;
mod config;
pub mod constants;
mod context;
mod effects;
mod fields;
mod gallery;
mod handler;
pub mod handlers;
mod output;
mod path;
mod runner;
mod structure;
mod text;
mod typed;
mod web;

pub use catalogue::Described;
pub use city_profile::CityProfile;
pub use context::{Context, ContextError};
pub use gallery::{Step, Workflow, gallery};
pub use handler::{ConfigViolation, Effect, Handler, Handlers, StepError, StepRun, StepSummary};
pub use runner::{Phase, PhaseEnd, Run, RunError, Runner};
pub use web::{Web, WebError};

/// What starts a workflow. The file watcher will have a member of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trigger {
    /// A message was detected.
    MailboxWatcherJob,
}
