//! A client for mailboxes at Microsoft Graph.
//!
//! Owns the protocol: tokens, throttling, retries, timeouts, paging, and the meaning of error responses. Stores nothing and
//! knows nothing about watchers. Callers use a [`Mailbox`]; Graph's JSON and HTTP statuses stay inside `client`.
//!
//! ```no_run
//! # async fn poll() -> Result<(), stormwire_graph::MailError> {
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

mod client;
mod eml;
mod error;
mod id;
mod mailbox;
mod message;
mod notification;
mod subscription;
pub mod tls;

pub use client::{Account, Credential, Graph, GraphOptions, Limits};
pub use eml::read_mail;
pub use error::{ErrorReason, MailError, innermost};
pub use id::{AttachmentId, DeltaLink, FolderId, MessageKey, PageLink, SubscriptionId};
pub use mailbox::{Change, Changes, Folder, Glance, Listed, ListingPage, Mailbox, MailboxFuture, Next};
pub use message::{Address, Attachment, AttachmentKind, Body, Header, Message, Outgoing};
pub use notification::{Notice, NotificationError, Told, read_notices};
pub use subscription::{Subscription, SubscriptionRequest};
