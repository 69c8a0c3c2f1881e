//! Mail to the operator: when a run fails, when a watcher or a credential turns bad, and when it is good again. Queued in the unit that
//! gives the reason, one per reason; sent by whoever is handed in.

use super::Standing;
use crate::flow::Phase;
use crate::queue::{Backoff, Failure, GiveUp, Item, Outcome, Policy, Work};
use crate::store::credential::Credential;
use crate::store::job::Job;
use crate::store::log::Log;
use crate::store::queue::{self, NewItem};
use crate::store::{Conn, StoreError};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

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
pub trait Postman: Send + Sync {
    /// Sends a mail; says in words what went wrong.
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>>;
}

/// A phase of a run failed. Says nothing of what the message says.
pub(super) fn run_failed(job: &Job, log: &Log, phase: Phase, why: &str) -> OperatorMail {
    let (number, what) = match phase {
        Phase::One => (1, "The message is put into the folder Failed, or marked so, where it can be reached."),
        Phase::Two => {
            (2, "Its first phase has succeeded and the message was put away; what should have followed failed.")
        }
    };
    let advice = if why.contains("outcome unknown") {
        "Retry it only when you have seen that it did not happen: a retry does it again."
    } else {
        "Retry it in the portal once the cause is mended."
    };
    let text = format!(
        "Watcher: {} (id {})\nLog row: {}, in the portal at /portal/log/{}\nRun: {}\nDetected: {}\n\n{why}\n\n{what} \
         {advice}\n",
        job.fields.name, job.id, log.id, log.id, log.run_id, log.detected_at.0
    );
    OperatorMail {
        reason: format!("run {} {number}", log.run_id),
        subject: format!("stormwire: a message of {} failed", job.fields.name),
        text,
    }
}

/// A watcher sees badly, or well again.
pub(super) fn health_changed(job: &Job, is_degraded: bool, reason: Option<&str>, now: Timestamp) -> OperatorMail {
    let (word, text) = if is_degraded {
        (
            "is degraded",
            format!("{}\n\nMessages are still looked for at every reconciliation.\n", reason.unwrap_or_default()),
        )
    } else {
        ("has recovered", "It sees its mailbox as it should.\n".to_owned())
    };
    OperatorMail {
        // Each turn is told, also when mail could not be sent for a while.
        reason: format!("health of {} at {now}", job.id),
        subject: format!("stormwire: watcher {} {word}", job.fields.name),
        text: format!("Watcher: {} (id {}), mailbox {}\n\n{text}", job.fields.name, job.id, job.fields.mailbox_address),
    }
}

/// A credential is refused or about to end, or can be relied on again.
pub(super) fn credential_turned(one: &Credential, now_is: Standing, why: Option<&str>, now: Timestamp) -> OperatorMail {
    let (word, text) = match now_is {
        Standing::Good => ("can be relied on again", "The provider lets it in.\n"),
        Standing::Expiring => (
            "is about to end",
            "Have a new secret made at the provider and store it in the portal before that day: without it no mailbox can be read.\n",
        ),
        Standing::Failing => (
            "is refused",
            "Its watchers see nothing until it is mended. Messages that arrive meanwhile are found afterwards.\n",
        ),
    };
    let why = why.map(|why| format!("{why}\n\n")).unwrap_or_default();
    OperatorMail {
        reason: format!("standing of credential {} at {now}", one.id),
        subject: format!("stormwire: credential {} {word}", one.name),
        text: format!("Credential: {} (id {}), tenant {}\n\n{why}{text}", one.name, one.id, one.namespace),
    }
}

/// Queues a mail, in the unit that gives the reason.
pub(crate) async fn enqueue(conn: &mut Conn, mail: OperatorMail, now: Timestamp) -> Result<(), StoreError> {
    let unique_key = Some(mail.reason.chars().take(200).collect());
    let payload = json!({"reason": mail.reason, "subject": mail.subject, "text": mail.text});
    let item = NewItem { kind: KIND, unique_key, payload, priority: 0, due_at: now, lane: None };
    queue::enqueue(conn, item, now).await.map(|_| ())
}

/// Sends what is queued.
pub struct OperatorPost(Arc<dyn Postman>);

impl OperatorPost {
    /// Through this postman.
    pub fn new(postman: Arc<dyn Postman>) -> Self {
        Self(postman)
    }

    async fn deliver(&self, item: &Item) -> Result<Outcome, Failure> {
        let text = |name: &str| item.payload[name].as_str().unwrap_or_default().to_owned();
        let mail = OperatorMail { reason: text("reason"), subject: text("subject"), text: text("text") };
        self.0.send(&mail).await.map_err(Failure::retry)?;
        Ok(Outcome::Done)
    }
}

impl Work for OperatorPost {
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
