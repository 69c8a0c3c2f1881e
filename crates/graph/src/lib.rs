//! A client for mailboxes at Microsoft Graph.
//!
//! Owns the protocol: tokens, throttling, retries, timeouts, paging, and the meaning of error responses. Stores nothing and
//! knows nothing about watchers. Callers use a [`Mailbox`]; Graph's JSON and HTTP statuses stay inside `client`.
//!
//! ```no_run
//! # async fn poll() -> Result<(), stormwire_graph::MailError> {
//! use std::sync::Arc;
//! use stormwire_graph::{ClientProof, Credential, GraphClient, GraphOptions};
//! use stormwire_clock::{SystemClock, SystemRng};
//!
//! let graph = GraphClient::new(GraphOptions::microsoft(Arc::new(SystemClock), Arc::new(SystemRng)))?;
//! let account = graph.account(&Credential {
//!     tenant: "contoso.example".into(),
//!     client_id: "11111111-2222-3333-4444-555555555555".into(),
//!     proof: ClientProof::Secret("from the sealed store".into()),
//! });
//! let mailbox = account.mailbox("alerts@contoso.example");
//! let folder = mailbox.folder_by_path("Inbox/Storm alerts").await?;
//! let page = mailbox.changes(&folder.id, None).await?;
//! # drop(page); Ok(()) }
//! ```

mod certificate;
mod client;
mod eml;
mod error;
mod http_door;
mod id;
mod mailbox;
mod message;
mod notification;
mod subscription;
pub mod tls;

pub use certificate::{CertificateError, ClientCertificate};
pub use client::{CallLimits, ClientProof, Credential, GraphAccount, GraphClient, GraphOptions};
pub use client::{parse_changes, parse_listing, parse_message};
pub use eml::{EmlAttachment, parse_eml, parse_eml_attachments};
pub use error::{ErrorReason, MailError, root_cause};
pub use http_door::{CallError, HttpDoor};
pub use id::{AttachmentId, DeltaLink, FolderId, MessageKey, PageLink, SubscriptionId};
pub use mailbox::{
    ChangesPage, Folder, ListedMessage, ListingPage, Mailbox, MailboxFuture, MessageChange, MessageSummary, NextChanges,
};
pub use message::{Address, Attachment, AttachmentKind, Body, Header, Message, OutgoingMessage};
pub use notification::{MAX_NOTIFICATIONS, Notification, NotificationError, NotificationEvent, parse_notifications};
pub use subscription::{Subscription, SubscriptionRequest};
