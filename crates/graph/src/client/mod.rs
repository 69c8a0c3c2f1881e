//! The Microsoft Graph client: the only module that knows Graph's JSON, URLs and HTTP statuses.
//!
//! Pure decisions are in [`retry`] (what follows an attempt), [`error_response`] (what an error response means) and
//! [`folder_path`] (how a folder path is matched). [`call_runner`] makes the calls. The operations are in one file per
//! noun: [`folders`], [`changes`], [`messages`], [`attachments`], [`subscriptions`], [`sending`].

mod account;
mod attachments;
mod call;
mod call_metrics;
mod call_runner;
mod changes;
mod client_assertion;
mod credential;
mod error_response;
mod folder_path;
mod folders;
mod graph;
mod graph_mailbox;
mod http_client;
mod http_date;
mod http_exchange;
mod json;
mod limiter;
mod mailbox_client;
mod messages;
mod options;
mod provider;
mod registration;
mod retry;
mod sending;
mod subscriptions;
mod token;
mod urls;

pub use account::GraphAccount;
pub use changes::{parse_changes, parse_listing};
pub use credential::{ClientProof, Credential};
pub use graph::GraphClient;
pub use messages::parse_message;
pub use options::{CallLimits, GraphOptions};
