//! Sends queued mail to the operator, up to a limit per hour: 500 unreadable messages must not be 500 emails.

use super::digest::OperatorDigest;
use super::hour::{end_of_hour, start_of_hour};
use super::send_policy::send_policy;
use super::{OperatorMail, OperatorMailSender};
use futures_util::FutureExt;
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::queue::{self, JobFailure, JobOutcome, QueueItem, RetryPolicy, Worker};
use stormwire_store::tables::operator_mail::{self as rows, MailSlot};
use stormwire_store::{Schema, Store, StoreError};

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
        send_policy()
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
