//! Mail to the operator: queued in the unit of work that causes it, at most one per reason, sent by an
//! [`OperatorMailSender`] up to a limit per hour. What is over the limit is reported in one digest.

mod digest;
mod hour;
mod sender;
mod transport;
mod worker;

pub use digest::OperatorDigest;
pub use sender::OperatorMailer;
pub use transport::OperatorTransport;
pub use worker::OperatorMailWorker;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stormwire_store::queue::{self, Job};
use stormwire_store::{Conn, StoreError};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorMail {
    /// At most one mail per reason is queued.
    pub reason: String,
    pub subject: String,
    pub text: String,
    /// The page of the portal that the mail is about, such as `/portal/log/2`. The sender makes it an absolute link.
    #[serde(default)]
    pub page: Option<String>,
}

impl Job for OperatorMail {
    const KIND: &'static str = "OperatorMail";

    fn unique_key(&self) -> Option<String> {
        Some(self.reason.chars().take(200).collect())
    }
}

pub trait OperatorMailSender: Send + Sync {
    /// The error is a message for the operator.
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>>;
}

/// Call it in the unit of work that causes the mail.
pub async fn enqueue(conn: &mut Conn, mail: OperatorMail, now: Timestamp) -> Result<(), StoreError> {
    queue::enqueue(conn, &mail, now, now).await.map(|_| ())
}
