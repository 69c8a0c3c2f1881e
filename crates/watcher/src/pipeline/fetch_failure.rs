//! Decides when a message that cannot be read is tried again, and when it has failed for good. Pure.
//!
//! An error that concerns the mailbox or the credential is retried until somebody fixes it, and then loses no message. An
//! error that concerns one message must end, so that an operator hears of it.

use std::time::Duration;
use stormwire_graph::MailError;

/// A rejected call is tried this many times more.
const REJECTED_RETRIES: u32 = 2;
/// Long enough for a proxy that garbles responses, and for an attachment that is stored after its message.
const UNREADABLE_TIMEOUT: Duration = Duration::from_mins(10);
/// How long a message that is not found, or that the provider cannot read, is retried.
pub(super) const RETRY_TIMEOUT: Duration = Duration::from_hours(24);

/// The shortest limit of the wait between two attempts.
const QUICK_RETRY: Duration = Duration::from_secs(3);

/// What was read when the error occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MessagePart {
    Message,
    /// The message itself was read just before.
    Attachments,
}

/// The attempts so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attempts {
    /// With this one.
    pub(super) count: u32,
    /// Since the first failure.
    pub(super) failing_for: Duration,
    /// An operator named the message and waits for the result.
    pub(super) is_manual: bool,
}

impl Attempts {
    /// The longest wait before the next attempt. After an outage of a minute, a strike must not wait for another minute.
    pub(super) fn longest_wait(self) -> Duration {
        QUICK_RETRY.max(self.failing_for / 10)
    }

    /// Whether a call that the provider rejects was tried often enough.
    pub(super) fn end_rejected(self) -> bool {
        self.count > REJECTED_RETRIES
    }

    pub(super) fn end_any(self) -> bool {
        self.failing_for >= RETRY_TIMEOUT
    }
}

pub(super) fn is_final(error: &MailError, part: MessagePart, attempts: Attempts) -> bool {
    match (error, part) {
        (MailError::TooLarge { .. }, _) => true,
        // A message that an operator replays by id is either found soon or does not exist.
        (MailError::NotFound { .. }, MessagePart::Message) => {
            attempts.end_any() || attempts.is_manual && attempts.end_rejected()
        }
        (MailError::Rejected { .. } | MailError::AlreadyExists { .. } | MailError::SyncStateLost { .. }, _) => {
            attempts.end_rejected()
        }
        (MailError::Unreadable { .. }, _) | (MailError::NotFound { .. }, MessagePart::Attachments) => {
            attempts.failing_for >= UNREADABLE_TIMEOUT
        }
        (MailError::ProviderFailed { .. } | MailError::TimedOut { .. } | MailError::OutcomeUnknown { .. }, _)
        // The provider protects some attachments of a readable message.
        | (MailError::AccessDenied { .. }, MessagePart::Attachments) => attempts.end_any(),
        (
            MailError::MailboxUnavailable { .. }
            | MailError::Throttled { .. }
            | MailError::SignIn { .. }
            | MailError::AccessDenied { .. }
            | MailError::Unreachable { .. }
            | MailError::NotWritten { .. }
            | MailError::Setup { .. },
            _,
        ) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_graph::ErrorReason;

    const CALL: &str = "read message";
    const FOREVER: Option<Attempts> = None;

    const fn after(count: u32, minutes: u64) -> Attempts {
        Attempts { count, failing_for: Duration::from_mins(minutes), is_manual: false }
    }

    #[test]
    fn an_outage_delays_a_message_by_at_most_a_tenth_more() {
        for (failing_for_minutes, expected_seconds) in [(0, 3), (1, 6), (30, 180), (1_440, 8_640)] {
            assert_eq!(after(9, failing_for_minutes).longest_wait(), Duration::from_secs(expected_seconds));
        }
    }

    #[test]
    fn only_errors_of_one_message_end() {
        use MessagePart::{Attachments, Message};
        let reason = ErrorReason::default;
        let status = String::new;
        let not_found = MailError::NotFound { call: CALL, reason: reason() };
        let rejected = MailError::Rejected { call: CALL, status: status(), reason: reason() };
        let denied = MailError::AccessDenied { call: CALL, reason: reason() };
        let unreadable = MailError::Unreadable { call: CALL, problem: "receivedDateTime is missing".into() };
        let failed = MailError::ProviderFailed { call: CALL, status: status(), reason: reason() };
        let unreachable = MailError::Unreachable { call: CALL, cause: String::new() };
        let too_large = MailError::TooLarge { call: CALL, limit: "64 MiB".into() };
        let replayed = |count| Attempts { is_manual: true, ..after(count, 0) };
        // The last attempts that are retried, and the first that are not.
        for (error, part, last, end) in [
            (&too_large, Message, FOREVER, Some(after(1, 0))),
            (&rejected, Message, Some(after(2, 0)), Some(after(3, 0))),
            (&rejected, Attachments, Some(after(2, 0)), Some(after(3, 0))),
            (&not_found, Message, Some(after(300, 1_439)), Some(after(300, 1_440))),
            (&not_found, Message, Some(replayed(2)), Some(replayed(3))),
            (&not_found, Attachments, Some(after(300, 9)), Some(after(300, 10))),
            (&unreadable, Message, Some(after(300, 9)), Some(after(300, 10))),
            (&failed, Message, Some(after(300, 1_439)), Some(after(300, 1_440))),
            (&denied, Message, Some(after(9_000, 99_999)), FOREVER),
            (&denied, Attachments, Some(after(300, 1_439)), Some(after(300, 1_440))),
            (&unreachable, Attachments, Some(after(9_000, 99_999)), FOREVER),
        ] {
            assert_eq!(last.map(|last| is_final(error, part, last)), last.map(|_| false), "{error} {last:?}");
            assert_eq!(end.map(|end| is_final(error, part, end)), end.map(|_| true), "{error} {end:?}");
        }
    }
}
