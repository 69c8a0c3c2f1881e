//! Sends queued mail to the operator, up to a limit per hour: 500 unreadable messages must not be 500 emails. What is over
//! the limit is sent as one digest at the end of the hour.

use super::digest::{OperatorDigest, digest_mail};
use super::hour::{end_of_hour, start_of_hour};
use super::{OperatorMail, OperatorMailSender};
use futures_util::FutureExt;
use jiff::Timestamp;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_store::queue::{self, Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::operator_mail::{self as rows, HeldMails, MailSlot};
use stormwire_store::{Schema, Store, StoreError};

const POLICY: RetryPolicy = RetryPolicy {
    timeout: Duration::from_mins(2),
    backoff: Backoff { first: Duration::from_secs(10), ceiling: Duration::from_mins(10) },
    retry_limit: RetryLimit::Elapsed(Duration::from_hours(24)),
};

pub struct OperatorMailWorker {
    store: Store,
    clock: Arc<dyn Clock>,
    sender: Arc<dyn OperatorMailSender>,
    per_hour: i32,
}

impl OperatorMailWorker {
    pub fn new(store: Store, clock: Arc<dyn Clock>, sender: Arc<dyn OperatorMailSender>, per_hour: u32) -> Self {
        Self { store, clock, sender, per_hour: i32::try_from(per_hour).unwrap_or(i32::MAX) }
    }

    /// The slot is stored before the mail is sent, so several processes together keep the limit.
    async fn take_slot(&self, mail: &OperatorMail) -> Result<MailSlot, StoreError> {
        let OperatorMail { reason, subject, .. } = mail.clone();
        let (clock, limit) = (self.clock.clone(), self.per_hour);
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                rows::lock(conn).await?;
                let now = clock.now();
                let slot = rows::take_slot(conn, &reason, &subject, start_of_hour(now), limit).await?;
                if slot == MailSlot::Held {
                    queue::enqueue(conn, &OperatorDigest {}, end_of_hour(now), now).await?;
                }
                Ok(slot)
            }
            .boxed()
        });
        unit.await
    }

    /// The start of the current hour, and what was held before it.
    async fn read_held(&self) -> Result<(Timestamp, Vec<HeldMails>), StoreError> {
        let clock = self.clock.clone();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                rows::lock(conn).await?;
                let hour = start_of_hour(clock.now());
                Ok((hour, rows::list_held(conn, hour).await?))
            }
            .boxed()
        });
        unit.await
    }
}

/// Announces the digest in the last mail of the hour.
fn announce_digest(mail: OperatorMail, position: i32, per_hour: i32) -> OperatorMail {
    if position < per_hour {
        return mail;
    }
    let text = format!(
        "{}\nThis is email {position} of {per_hour} for this hour (operator.per_hour). If more is reported in this hour, one \
         digest follows at its end. The portal shows everything at once.\n",
        mail.text
    );
    OperatorMail { text, ..mail }
}

impl Worker<OperatorMail> for OperatorMailWorker {
    fn policy(&self) -> RetryPolicy {
        POLICY
    }

    async fn run(&self, mail: OperatorMail, _item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        match self.take_slot(&mail).await? {
            MailSlot::Held => Ok(JobOutcome::Done),
            MailSlot::Sent(position) => {
                let mail = announce_digest(mail, position, self.per_hour);
                self.sender.send(&mail).await.map_err(JobFailure::retry)?;
                Ok(JobOutcome::Done)
            }
        }
    }
}

impl Worker<OperatorDigest> for OperatorMailWorker {
    fn policy(&self) -> RetryPolicy {
        POLICY
    }

    async fn run(&self, _job: OperatorDigest, _item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        let (hour, held) = self.read_held().await?;
        if held.is_empty() {
            return Ok(JobOutcome::Done);
        }
        self.sender.send(&digest_mail(&held, self.per_hour, hour)).await.map_err(JobFailure::retry)?;
        self.store.write(Schema::It, move |conn| rows::delete_held(conn, hour).boxed()).await?;
        Ok(JobOutcome::Done)
    }
}
