//! A mailbox at Microsoft Graph: what stormwire asks of it, and how the calls are made.
//!
//! Owns the wire: tokens, throttling, tries, time limits, paging, and what each refusal means. Never stores anything and
//! knows nothing of watchers. Callers hold a [`Mailbox`]; Graph's JSON and HTTP statuses stay inside `graph`.
//!
//! ```no_run
//! # async fn look() -> Result<(), stormwire_graph::MailError> {
//! use std::sync::Arc;
//! use stormwire_graph::{Credential, Graph, GraphOptions};
//! use stormwire_clock::{SystemClock, SystemRng};
//!
//! let graph = Graph::new(GraphOptions::microsoft(Arc::new(SystemClock), Arc::new(SystemRng)))?;
//! let account = graph.account(&Credential {
//!     tenant: "contoso.example".into(),
//!     client_id: "11111111-2222-3333-4444-555555555555".into(),
//!     client_secret: "from the sealed store".into(),
//! });
//! let mailbox = account.mailbox("alerts@contoso.example");
//! let folder = mailbox.folder_by_path("Inbox/Storm alerts").await?;
//! let page = mailbox.changes(&folder.id, None).await?;
//! # drop(page); Ok(()) }
//! ```

mod eml;
mod error;
mod graph;
mod id;
mod mailbox;
mod message;
mod notice;
mod subscription;
pub mod tls;

pub use eml::read_mail;
pub use error::{MailError, Reason, innermost};
pub use graph::{Account, Credential, Graph, GraphOptions, Limits};
pub use id::{AttachmentId, DeltaLink, FolderId, MessageKey, PageLink, SubscriptionId};
pub use mailbox::{Answer, Change, Changes, Folder, Glance, Listed, Listing, Mailbox, Next};
pub use message::{Address, Attachment, AttachmentKind, Body, Header, Message, Outgoing};
pub use notice::{BadNotice, Notice, Told, read_notices};
pub use subscription::{Subscription, SubscriptionRequest};
