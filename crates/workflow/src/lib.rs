//! Workflows: an ordered list of actions over one context.
//!
//! Contains the context, the handlers (one module each, listed in [`handlers`]) and the runner, which runs the steps in
//! order, each with a timeout, and logs each of them. Knows nothing about mailboxes: the caller passes the context and the
//! actions. The order is fixed; there are no branches and no loops.

pub mod blocking;
mod city_profile;
mod config;
pub mod constants;
mod context;
pub mod context_flow;
mod effect_recorder;
mod effects;
mod fields;
mod gallery;
mod handler;
mod handler_description;
pub mod handlers;
mod http_client;
mod output;
mod path;
#[cfg(test)]
mod recorded_verdicts;
mod runner;
mod sorted_json;
mod structure;
mod text;
mod typed_handler;
mod value_type;

pub use city_profile::CityProfile;
pub use context::{Context, ContextError};
pub use effect_recorder::{EffectRecorder, PlannedEffect};
pub use gallery::{ReadyLayout, Workflow, WorkflowAction, ready_layouts, ready_workflows};
pub use handler::{ConfigViolation, Effect, Handler, Handlers, RepeatSafety, StepError, StepRun, StepSummary};
pub use handler_description::HandlerDescription;
pub use http_client::{
    AddressPolicy, HttpClient, HttpClientError, HttpRequest, HttpResponse, ResolveError, key_in_query, resolve_allowed,
    validate_url,
};
pub use runner::dry_run::{DryRun, DryStep, StepReport};
pub use runner::planned_step::{Phase, PhaseEnd, config_hash, is_unchanged};
pub use runner::{Run, RunError, Runner};
pub use sorted_json::sorted_text;
pub use value_type::ValueType;

/// What starts a workflow. The file watcher will have its own variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trigger {
    MailboxWatcherJob,
}
