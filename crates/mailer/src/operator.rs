//! Mail to the operator: queued in the unit of work that causes it, at most one per reason, sent by an
//! [`OperatorMailSender`].

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use stormwire_store::queue::{self, Backoff, Job, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::{Conn, StoreError};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorMail {
    /// At most one mail per reason is queued.
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
    /// The error is a message for the operator.
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>>;
}

/// Call it in the unit of work that causes the mail.
pub async fn enqueue(conn: &mut Conn, mail: OperatorMail, now: Timestamp) -> Result<(), StoreError> {
    queue::enqueue(conn, &mail, now, now).await.map(|_| ())
}

pub struct OperatorMailWorker(Arc<dyn OperatorMailSender>);

impl OperatorMailWorker {
    pub fn new(sender: Arc<dyn OperatorMailSender>) -> Self {
        Self(sender)
    }
}

impl Worker<OperatorMail> for OperatorMailWorker {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_mins(2),
            backoff: Backoff { first: Duration::from_secs(10), ceiling: Duration::from_mins(10) },
            retry_limit: RetryLimit::Elapsed(Duration::from_hours(24)),
        }
    }

    async fn run(&self, mail: OperatorMail, _item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.0.send(&mail).await.map_err(JobFailure::retry)?;
        Ok(JobOutcome::Done)
    }
}
