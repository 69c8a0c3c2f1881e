//! Mail to the operator: queued in the unit of work that gives the reason, at most one per reason, sent by an
//! [`OperatorMailSender`].

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use stormwire_store::queue::{self, Backoff, Failure, GiveUp, Item, NewItem, Outcome, Policy, Work};
use stormwire_store::{Conn, StoreError};

/// The kind in the queue.
const KIND: &str = "OperatorMail";

/// A mail to the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorMail {
    /// At most one mail waits per reason.
    pub reason: String,
    /// The subject.
    pub subject: String,
    /// Plain text.
    pub text: String,
}

/// Who sends it.
pub trait OperatorMailSender: Send + Sync {
    /// Sends a mail; says in words what went wrong.
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>>;
}

/// Queues a mail, in the unit that gives the reason.
pub async fn enqueue(conn: &mut Conn, mail: OperatorMail, now: Timestamp) -> Result<(), StoreError> {
    let unique_key = Some(mail.reason.chars().take(200).collect());
    let payload = json!({"reason": mail.reason, "subject": mail.subject, "text": mail.text});
    let item = NewItem { kind: KIND, unique_key, payload, priority: 0, due_at: now, lane: None };
    queue::enqueue(conn, item, now).await.map(|_| ())
}

/// Sends what is queued.
pub struct OperatorMailJob(Arc<dyn OperatorMailSender>);

impl OperatorMailJob {
    /// Through this sender.
    pub fn new(sender: Arc<dyn OperatorMailSender>) -> Self {
        Self(sender)
    }

    async fn deliver(&self, item: &Item) -> Result<Outcome, Failure> {
        let text = |name: &str| item.payload[name].as_str().unwrap_or_default().to_owned();
        let mail = OperatorMail { reason: text("reason"), subject: text("subject"), text: text("text") };
        self.0.send(&mail).await.map_err(Failure::retry)?;
        Ok(Outcome::Done)
    }
}

impl Work for OperatorMailJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn policy(&self) -> Policy {
        Policy {
            limit: Duration::from_mins(2),
            backoff: Backoff { first: Duration::from_secs(10), ceiling: Duration::from_mins(10) },
            give_up: GiveUp::After(Duration::from_hours(24)),
        }
    }

    fn run<'a>(&'a self, item: &'a Item) -> BoxFuture<'a, Result<Outcome, Failure>> {
        self.deliver(item).boxed()
    }
}
