//! One mail about everything that was over the hourly limit.

use super::hour::start_of_hour;
use super::send_policy::send_policy;
use super::{OperatorMail, OperatorMailSender};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::queue::{Job, JobFailure, JobOutcome, QueueItem, RetryPolicy, Worker};
use stormwire_store::tables::operator_mail::{self as rows, HeldMails};
use stormwire_store::{Schema, Store, StoreError};

/// Subjects listed one by one. Watchers with long names could fill a mail otherwise.
const MAX_SUBJECTS: usize = 50;

#[derive(Debug, Serialize, Deserialize)]
pub struct OperatorDigest {}

impl Job for OperatorDigest {
    const KIND: &'static str = "OperatorDigest";

    fn unique_key(&self) -> Option<String> {
        Some("all".into())
    }
}

pub struct OperatorDigestWorker {
    store: Store,
    clock: Arc<dyn Clock>,
    sender: Arc<dyn OperatorMailSender>,
    per_hour: u32,
}

impl OperatorDigestWorker {
    pub fn new(store: Store, clock: Arc<dyn Clock>, sender: Arc<dyn OperatorMailSender>, per_hour: u32) -> Self {
        Self { store, clock, sender, per_hour }
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

impl Worker<OperatorDigest> for OperatorDigestWorker {
    fn policy(&self) -> RetryPolicy {
        send_policy()
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

fn digest_mail(held: &[HeldMails], per_hour: u32, hour: Timestamp) -> OperatorMail {
    let total: i64 = held.iter().map(|held| held.mails).sum();
    let mut text = format!(
        "More than {per_hour} emails were due in one hour (operator.per_hour). These reports were not sent one by one:\n\n"
    );
    for HeldMails { subject, mails } in held.iter().take(MAX_SUBJECTS) {
        let subject = subject.strip_prefix("stormwire: ").unwrap_or(subject);
        let _ = writeln!(text, "{mails} × {subject}");
    }
    let rest: i64 = held.iter().skip(MAX_SUBJECTS).map(|held| held.mails).sum();
    if rest > 0 {
        let _ = writeln!(text, "{rest} × other");
    }
    OperatorMail {
        reason: format!("digest before {hour}"),
        subject: format!("stormwire: {total} more {}", if total == 1 { "report" } else { "reports" }),
        text,
        page: Some("/portal".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_counts_by_subject_and_is_bounded() {
        let hour = "2026-05-01T13:00:00Z".parse().unwrap();
        let held = |subject: &str, mails| HeldMails { subject: subject.into(), mails };
        let mail = digest_mail(
            &[
                held("stormwire: a message failed in watcher Storm", 480),
                held("stormwire: watcher Storm is degraded", 1),
            ],
            20,
            hour,
        );
        assert_eq!(mail.subject, "stormwire: 481 more reports");
        assert!(mail.text.contains("480 × a message failed in watcher Storm\n1 × watcher Storm is degraded\n"));
        let many: Vec<HeldMails> = (0..60).map(|number| held(&format!("stormwire: subject {number}"), 2)).collect();
        let mail = digest_mail(&many, 20, hour);
        assert!(mail.text.contains("\n20 × other\n"), "{}", mail.text);
        assert_eq!(mail.text.lines().count(), 2 + MAX_SUBJECTS + 1);
    }
}
