//! What can become of a call. Never holds a token, a secret, or the text of a message.

use crate::SubscriptionId;
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// What became of a call. `call` says which, in words.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MailError {
    /// The provider says that there is no such message, folder, attachment or subscription.
    #[error("{call}: not found{reason}")]
    NotFound {
        /// Which call.
        call: &'static str,
        /// What the provider said.
        reason: Reason,
    },
    /// The mailbox cannot be reached: missing, inactive, on the move. It says nothing about the message asked for.
    #[error("{call}: the mailbox is not available{reason}")]
    MailboxUnavailable {
        /// Which call.
        call: &'static str,
        /// What the provider said.
        reason: Reason,
    },
    /// The link leads nowhere any more: drop it, list the folder anew, and pass over what is known.
    #[error("{call}: the provider has lost the place that was reached{reason}")]
    SyncStateLost {
        /// Which call.
        call: &'static str,
        /// What the provider said.
        reason: Reason,
    },
    /// There is one already.
    #[error("{call}: it exists already{}", .id.as_ref().map(|id| format!(" as {id}")).unwrap_or_default())]
    AlreadyExists {
        /// Which call.
        call: &'static str,
        /// The subscription that stands in the way, when the provider names it.
        id: Option<SubscriptionId>,
    },
    /// Too many calls; nothing was done.
    #[error("{call}: the provider asks to wait {} s", .retry_after.as_secs_f64().ceil())]
    Throttled {
        /// Which call.
        call: &'static str,
        /// The least wait.
        retry_after: Duration,
    },
    /// The credential was refused.
    #[error("sign in: {message}{}", mend(*code))]
    SignIn {
        /// The number after `AADSTS`.
        code: Option<u32>,
        /// The first line of what the provider said.
        message: String,
    },
    /// The credential is good but may not do this. New grants take up to two hours to be seen everywhere.
    #[error("{call}: access is denied{reason}")]
    AccessDenied {
        /// Which call.
        call: &'static str,
        /// What the provider said.
        reason: Reason,
    },
    /// The provider will not do it, now or later.
    #[error("{call}: refused as {status}{reason}")]
    Refused {
        /// Which call.
        call: &'static str,
        /// The status in words.
        status: String,
        /// What the provider said.
        reason: Reason,
    },
    /// The provider failed, and went on failing when asked again.
    #[error("{call}: the provider failed with {status}{reason}")]
    Failing {
        /// Which call.
        call: &'static str,
        /// The status in words.
        status: String,
        /// What the provider said.
        reason: Reason,
    },
    /// No connection, or it broke.
    #[error("{call}: the provider cannot be reached: {why}")]
    Unreachable {
        /// Which call.
        call: &'static str,
        /// What happened to the connection.
        why: String,
    },
    /// No answer in time.
    #[error("{call}: no answer within {} s", .after.as_secs())]
    TimedOut {
        /// Which call.
        call: &'static str,
        /// How long was waited.
        after: Duration,
    },
    /// The reply is not what the provider's reference says.
    #[error("{call}: the reply cannot be read: {what}")]
    Unreadable {
        /// Which call.
        call: &'static str,
        /// Which part of it.
        what: String,
    },
    /// More than the limit.
    #[error("{call}: larger than {limit}")]
    TooLarge {
        /// Which call.
        call: &'static str,
        /// The limit with its unit.
        limit: String,
    },
    /// It may have been done or not; doing it again may double it.
    #[error("{call}: it is unknown whether it was done: {why}")]
    OutcomeUnknown {
        /// Which call.
        call: &'static str,
        /// What happened.
        why: String,
    },
    /// The content came but could not be written down here.
    #[error("{call}: the content could not be written: {why}")]
    NotWritten {
        /// Which call.
        call: &'static str,
        /// What the writer said.
        why: String,
    },
    /// The options are wrong, or this machine cannot make secure connections.
    #[error("the connection to the mail provider cannot be set up: {why}")]
    Setup {
        /// What is wrong.
        why: String,
    },
}

/// What the provider said about a refusal; both may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reason {
    /// The provider's code: the part that it promises to keep.
    pub code: String,
    /// The first line of its message, for people.
    pub message: String,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code.is_empty(), self.message.is_empty()) {
            (true, true) => Ok(()),
            (false, true) => write!(f, " ({})", self.code),
            (true, false) => write!(f, " ({})", self.message),
            (false, false) => write!(f, " ({}: {})", self.code, self.message),
        }
    }
}

impl MailError {
    /// Whether the same call may go well later. A refused credential and a denied access count: people mend them while
    /// the work waits. What was not found does not; who has just been told of a message knows better and waits.
    pub fn retryable(&self) -> bool {
        match self {
            Self::MailboxUnavailable { .. }
            | Self::Throttled { .. }
            | Self::SignIn { .. }
            | Self::AccessDenied { .. }
            | Self::Failing { .. }
            | Self::Unreachable { .. }
            | Self::TimedOut { .. }
            | Self::Unreadable { .. }
            | Self::NotWritten { .. } => true,
            Self::NotFound { .. }
            | Self::SyncStateLost { .. }
            | Self::AlreadyExists { .. }
            | Self::Refused { .. }
            | Self::TooLarge { .. }
            | Self::OutcomeUnknown { .. }
            | Self::Setup { .. } => false,
        }
    }

    /// The least wait before the next try, where the provider named one.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Throttled { retry_after, .. } => Some(*retry_after),
            _ => None,
        }
    }

    /// One word for the counter.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::NotFound { .. } => "not_found",
            Self::MailboxUnavailable { .. } => "mailbox_unavailable",
            Self::SyncStateLost { .. } => "sync_state_lost",
            Self::AlreadyExists { .. } => "already_exists",
            Self::Throttled { .. } => "throttled",
            Self::SignIn { .. } => "sign_in",
            Self::AccessDenied { .. } => "access_denied",
            Self::Refused { .. } => "refused",
            Self::Failing { .. } => "failing",
            Self::Unreachable { .. } => "unreachable",
            Self::TimedOut { .. } => "timed_out",
            Self::Unreadable { .. } => "unreadable",
            Self::TooLarge { .. } => "too_large",
            Self::OutcomeUnknown { .. } => "outcome_unknown",
            Self::NotWritten { .. } => "not_written",
            Self::Setup { .. } => "setup",
        }
    }
}

/// What a person can do about a refused sign-in.
fn mend(code: Option<u32>) -> &'static str {
    match code {
        Some(7_000_222) => " — the client secret has expired: make a new one and store it in the credential",
        Some(7_000_215) => " — the client secret is wrong: store the secret's value, not its id, in the credential",
        Some(700_016) => " — the application is not known in this tenant: check the client id and the tenant",
        Some(90_002) => " — the tenant is not known: check the tenant id of the credential",
        _ => "",
    }
}

/// The last cause of an error. What stands around it may name the address that was called, and with it a mailbox or a
/// secret.
pub fn innermost(error: &dyn std::error::Error) -> String {
    let mut last = error;
    while let Some(cause) = last.source() {
        last = cause;
    }
    last.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_sign_in_tells_what_to_do() {
        let cases = [
            (7_000_222, "expired"),
            (7_000_215, "wrong"),
            (700_016, "application is not known"),
            (90_002, "tenant is not known"),
        ];
        for (code, word) in cases {
            let said = MailError::SignIn { code: Some(code), message: format!("AADSTS{code}: no") }.to_string();
            assert!(said.starts_with(&format!("sign in: AADSTS{code}: no — ")) && said.contains(word), "{said}");
        }
        assert_eq!(MailError::SignIn { code: None, message: "no".into() }.to_string(), "sign in: no");
    }

    #[test]
    fn a_reason_says_what_there_is() {
        let reason = |code: &str, message: &str| Reason { code: code.into(), message: message.into() }.to_string();
        assert_eq!(reason("", ""), "");
        assert_eq!(reason("A", ""), " (A)");
        assert_eq!(reason("", "b"), " (b)");
        assert_eq!(reason("A", "b"), " (A: b)");
    }
}
