//! Mail to the operator: queued in the unit of work that gives the reason, at most one per reason, sent by an
//! [`OperatorMailSender`].

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use stormwire_store::queue::{self, Backoff, Failure, GiveUp, Item, Job, Outcome, Policy, Worker};
use stormwire_store::{Conn, StoreError};

/// A mail to the operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorMail {
    /// At most one mail waits per reason.
    pub reason: String,
    pub subject: String,
    pub text: String,
}

impl Job for OperatorMail {
    const KIND: &'static str = "OperatorMail";

    fn unique_key(&self) -> Option<String> {
        Some(self.reason.chars().take(200).collect())
    }
}

pub trait OperatorMailSender: Send + Sync {
    /// Sends a mail; says in words what went wrong.
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>>;
}

/// Queues a mail, in the unit that gives the reason.
pub async fn enqueue(conn: &mut Conn, mail: OperatorMail, now: Timestamp) -> Result<(), StoreError> {
    queue::enqueue(conn, &mail, now, now).await.map(|_| ())
}

/// Sends what is queued.
pub struct OperatorMailWorker(Arc<dyn OperatorMailSender>);

impl OperatorMailWorker {
    pub fn new(sender: Arc<dyn OperatorMailSender>) -> Self {
        Self(sender)
    }
}

impl Worker<OperatorMail> for OperatorMailWorker {
    fn policy(&self) -> Policy {
        Policy {
            limit: Duration::from_mins(2),
            backoff: Backoff { first: Duration::from_secs(10), ceiling: Duration::from_mins(10) },
            give_up: GiveUp::After(Duration::from_hours(24)),
        }
    }

    async fn run(&self, mail: OperatorMail, _item: &Item) -> Result<Outcome, Failure> {
        self.0.send(&mail).await.map_err(Failure::retry)?;
        Ok(Outcome::Done)
    }
}
