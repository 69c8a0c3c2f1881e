//! One mail about everything that was over the hourly limit.

use super::OperatorMail;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use stormwire_store::queue::Job;
use stormwire_store::tables::operator_mail::HeldMails;

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

pub(super) fn digest_mail(held: &[HeldMails], per_hour: i32, hour: Timestamp) -> OperatorMail {
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
