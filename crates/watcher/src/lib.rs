//! Watchers, which run a workflow for each message of a mailbox, for each file of a folder or for each change of the status of a
//! facility: detection, claims, the pipeline, subscriptions, health.
//!
//! [`intake`] detects messages, by notification and by polling, and claims each as a log row with a queue item in one
//! unit. [`pipeline`] processes it: fetch, filter, Phase 1, filing, Phase 2. A status event is claimed and processed like a
//! message; what is different is in [`status_event`], `intake/status_events.rs` and `pipeline/status_event.rs`. So is a file, with
//! [`files`], `intake/{files,folder_events}.rs` and `pipeline/file.rs`. [`subscriptions`] keeps the provider's
//! notifications coming and assesses health. [`delivery`] checks that the vendor's mail can arrive. [`admin`] configures watchers, [`repair`] is for work on single messages. Every loop is an item of the queue ([`jobs`]). Decisions are pure functions: [`status`], [`filter`],
//! [`health`], and the plans of the parts.
//!
//! No HTTP and no SQL in here; the provider is a [`stormwire_graph::Mailbox`].

mod abandoned;
pub mod admin;
mod attachment_text;
mod cadence;
mod client_state;
mod context_seed;
mod delivery;
mod detection;
mod error;
mod files;
mod filing_error;
mod filter;
mod folder_lookups;
mod health;
pub mod intake;
mod jobs;
mod mailboxes;
mod message_attachments;
mod operator_mail;
mod pipeline;
mod provider_timeout;
pub mod repair;
mod restart;
pub mod sample_text;
mod schedule;
pub mod sender_authentication;
mod shared_deps;
mod status;
mod status_event;
mod subscriptions;
#[cfg(test)]
mod test_fixture;
mod watchers;
mod working_file;
mod working_folder;

pub use cadence::Cadence;
pub use error::WatcherError;
pub use files::file_name_of_key;
pub use health::HealthReport;
pub use schedule::{schedule, wake_event_readers};
pub use watchers::{WatcherDeps, Watchers};
