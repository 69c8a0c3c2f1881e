//! Decides what an error of the provider means for the message that was to be read. Pure.
//!
//! An error that concerns the mailbox or the credential is retried until somebody fixes it, and then loses no message. An
//! error that concerns one message must end, so that an operator hears of it.

use super::failure_series::FailureSeries;
use stormwire_graph::MailError;

/// What was read when the error occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MessagePart {
    Message,
    /// The message itself was read just before.
    Attachments,
}

pub(super) fn failure_series(error: &MailError, part: MessagePart) -> FailureSeries {
    match (error, part) {
        (MailError::TooLarge { .. }, _) => FailureSeries::Hopeless,
        (MailError::NotFound { .. }, MessagePart::Message) => FailureSeries::NotFound,
        (MailError::Rejected { .. } | MailError::AlreadyExists { .. } | MailError::SyncStateLost { .. }, _) => {
            FailureSeries::Rejected
        }
        (MailError::Unreadable { .. }, _) | (MailError::NotFound { .. }, MessagePart::Attachments) => {
            FailureSeries::Unreadable
        }
        (MailError::ProviderFailed { .. } | MailError::TimedOut { .. } | MailError::OutcomeUnknown { .. }, _)
        // The provider protects some attachments of a readable message.
        | (MailError::AccessDenied { .. }, MessagePart::Attachments) => FailureSeries::Unavailable,
        (
            MailError::MailboxUnavailable { .. }
            | MailError::Throttled { .. }
            | MailError::SignIn { .. }
            | MailError::AccessDenied { .. }
            | MailError::Unreachable { .. }
            | MailError::NotWritten { .. }
            | MailError::Setup { .. },
            _,
        ) => FailureSeries::Source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_graph::ErrorReason;

    const CALL: &str = "read message";

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
        for (error, part, expected) in [
            (&too_large, Message, FailureSeries::Hopeless),
            (&rejected, Message, FailureSeries::Rejected),
            (&rejected, Attachments, FailureSeries::Rejected),
            (&not_found, Message, FailureSeries::NotFound),
            (&not_found, Attachments, FailureSeries::Unreadable),
            (&unreadable, Message, FailureSeries::Unreadable),
            (&failed, Message, FailureSeries::Unavailable),
            (&denied, Message, FailureSeries::Source),
            (&denied, Attachments, FailureSeries::Unavailable),
            (&unreachable, Attachments, FailureSeries::Source),
        ] {
            assert_eq!(failure_series(error, part), expected, "{error} {part:?}");
        }
    }
}
