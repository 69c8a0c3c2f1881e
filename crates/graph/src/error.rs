//! Errors of mailbox calls. They never contain a token, a secret or the text of a message.

use crate::id::SubscriptionId;
use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// Why a mailbox call failed. `call` is the name of the call, such as `read message`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MailError {
    /// The provider confirms that the message, folder, attachment or subscription does not exist.
    #[error("{call}: not found{reason}")]
    NotFound { call: &'static str, reason: ErrorReason },
    /// The mailbox is missing, inactive or being moved. The requested message may still exist.
    #[error("{call}: the mailbox is not available{reason}")]
    MailboxUnavailable { call: &'static str, reason: ErrorReason },
    /// The link is no longer valid: drop it, list the folder from the beginning and skip known messages.
    #[error("{call}: the provider no longer accepts the link{reason}")]
    SyncStateLost { call: &'static str, reason: ErrorReason },
    /// `id` is the existing subscription, if the provider names it.
    #[error("{call}: already exists{}", .id.as_ref().map(|id| format!(" as {id}")).unwrap_or_default())]
    AlreadyExists { call: &'static str, id: Option<SubscriptionId> },
    /// Too many calls. Nothing was done.
    #[error("{call}: throttled by the provider; retry in {} s", .retry_after.as_secs_f64().ceil())]
    Throttled { call: &'static str, retry_after: Duration },
    /// The credential was rejected. `code` is the number after `AADSTS`, `message` the first line of the response.
    #[error("sign in: {message}{}", sign_in_fix(*code))]
    SignIn { code: Option<u32>, message: String },
    /// The credential is valid but has no permission. New grants take up to two hours to apply everywhere.
    #[error("{call}: access is denied{reason}")]
    AccessDenied { call: &'static str, reason: ErrorReason },
    /// The provider rejects the request; repeating it does not help.
    #[error("{call}: rejected with {status}{reason}")]
    Rejected { call: &'static str, status: String, reason: ErrorReason },
    /// The provider failed, also on retries.
    #[error("{call}: the provider failed with {status}{reason}")]
    ProviderFailed { call: &'static str, status: String, reason: ErrorReason },
    /// No connection, or it broke.
    #[error("{call}: cannot reach the provider: {cause}")]
    Unreachable { call: &'static str, cause: String },
    #[error("{call}: no response from the provider within {} s", .after.as_secs())]
    TimedOut { call: &'static str, after: Duration },
    /// The response does not match the provider's reference.
    #[error("{call}: cannot read the response: {problem}")]
    Unreadable { call: &'static str, problem: String },
    /// `limit` includes its unit.
    #[error("{call}: larger than {limit}")]
    TooLarge { call: &'static str, limit: String },
    /// The provider may or may not have done it. A retry may do it twice.
    #[error("{call}: outcome unknown, it may have been done: {cause}")]
    OutcomeUnknown { call: &'static str, cause: String },
    /// The content was received but could not be written locally.
    #[error("{call}: cannot write the content: {cause}")]
    NotWritten { call: &'static str, cause: String },
    /// The options are wrong, or this machine cannot make secure connections.
    #[error("cannot set up the connection to the mail provider: {cause}")]
    Setup { cause: String },
}

/// The provider's explanation. Both fields may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ErrorReason {
    /// The provider's error code, the part that is stable.
    pub code: String,
    /// The first line of the provider's message.
    pub message: String,
}

impl ErrorReason {
    /// A reason that stormwire gives, without a provider code.
    pub(crate) fn message(message: impl Into<String>) -> Self {
        Self { code: String::new(), message: message.into() }
    }
}

impl fmt::Display for ErrorReason {
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
    /// Whether the same call may succeed later. Rejected credentials and missing permissions count, because they are
    /// often fixed while the work is queued. `NotFound` does not: a caller that was just notified of a message knows to wait.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::MailboxUnavailable { .. }
            | Self::Throttled { .. }
            | Self::SignIn { .. }
            | Self::AccessDenied { .. }
            | Self::ProviderFailed { .. }
            | Self::Unreachable { .. }
            | Self::TimedOut { .. }
            | Self::Unreadable { .. }
            | Self::NotWritten { .. } => true,
            Self::NotFound { .. }
            | Self::SyncStateLost { .. }
            | Self::AlreadyExists { .. }
            | Self::Rejected { .. }
            | Self::TooLarge { .. }
            | Self::OutcomeUnknown { .. }
            | Self::Setup { .. } => false,
        }
    }

    /// The shortest wait before a retry, if the provider named one.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Throttled { retry_after, .. } => Some(*retry_after),
            _ => None,
        }
    }

    /// The `result` label of the metric. Changing a value breaks dashboards.
    pub(crate) fn metric_label(&self) -> &'static str {
        match self {
            Self::NotFound { .. } => "not_found",
            Self::MailboxUnavailable { .. } => "mailbox_unavailable",
            Self::SyncStateLost { .. } => "sync_state_lost",
            Self::AlreadyExists { .. } => "already_exists",
            Self::Throttled { .. } => "throttled",
            Self::SignIn { .. } => "sign_in",
            Self::AccessDenied { .. } => "access_denied",
            Self::Rejected { .. } => "rejected",
            Self::ProviderFailed { .. } => "failing",
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

/// How to fix a rejected sign-in.
fn sign_in_fix(code: Option<u32>) -> &'static str {
    match code {
        Some(7_000_222) => " — the client secret has expired: create a new one and save it in the credential",
        Some(7_000_215) => " — the client secret is wrong: save the value of the secret in the credential, not its id",
        Some(700_016) => " — the application does not exist in this tenant: check the client id and the tenant",
        Some(90_002) => " — the tenant does not exist: check the tenant of the credential",
        _ => "",
    }
}

/// The innermost cause of an error. The outer messages may contain the URL of the call, and with it a mailbox address or a
/// secret.
pub fn root_cause(error: &dyn StdError) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rejected_sign_in_says_how_to_fix_it() {
        let cases = [
            (7_000_222, "expired"),
            (7_000_215, "wrong"),
            (700_016, "application does not exist"),
            (90_002, "tenant does not exist"),
        ];
        for (code, expected) in cases {
            let text = MailError::SignIn { code: Some(code), message: format!("AADSTS{code}: no") }.to_string();
            assert!(text.starts_with(&format!("sign in: AADSTS{code}: no — ")) && text.contains(expected), "{text}");
        }
        assert_eq!(MailError::SignIn { code: None, message: "no".into() }.to_string(), "sign in: no");
    }

    #[test]
    fn a_reason_shows_its_non_empty_parts() {
        let reason = |code: &str, message: &str| ErrorReason { code: code.into(), message: message.into() }.to_string();
        assert_eq!(reason("", ""), "");
        assert_eq!(reason("A", ""), " (A)");
        assert_eq!(reason("", "b"), " (b)");
        assert_eq!(reason("A", "b"), " (A: b)");
    }
}
