//! Interprets error responses. Pure. Only the codes are stable; messages may change.

use super::call::CallTarget;
use crate::error::{ErrorReason, MailError};
use crate::id::SubscriptionId;
use reqwest::StatusCode;
use serde_json::Value;

/// A link with one of these codes is no longer valid, whatever the status.
const SYNC_STATE_CODES: [&str; 5] =
    ["syncstatenotfound", "syncstateinvalid", "invalidsyncstatedata", "resyncrequired", "resyncapplydifferences"];

/// These codes are about the mailbox, not about the requested item. The provider uses them interchangeably.
const MAILBOX_CODES: [&str; 6] = [
    "mailboxnotenabledforrestapi",
    "mailboxnotsupportedforrestapi",
    "resourcenotfound",
    "request_resourcenotfound",
    "errorinvaliduser",
    "errornonexistentmailbox",
];

/// Longer provider messages are cut off.
const MAX_MESSAGE_CHARS: usize = 300;

/// A response without a success status.
pub(super) struct ErrorResponse<'a> {
    pub call: &'static str,
    pub target: CallTarget,
    pub status: StatusCode,
    pub body: &'a [u8],
}

impl ErrorResponse<'_> {
    pub(super) fn to_error(&self) -> MailError {
        let call = self.call;
        let object = ErrorObject::parse(self.body);
        let reason = object.as_ref().map(|object| object.reason.clone()).unwrap_or_default();
        let code = reason.code.to_lowercase();
        if self.is_sync_state_lost(object.as_ref(), &code) {
            return MailError::SyncStateLost { call, reason };
        }
        match self.status.as_u16() {
            _ if code == "errorfolderexists" => MailError::AlreadyExists { call, id: None },
            401 | 403 => MailError::AccessDenied { call, reason },
            404 | 410 if self.is_missing(object.is_some(), &code) => MailError::NotFound { call, reason },
            404 | 410 if MAILBOX_CODES.contains(&code.as_str()) => MailError::MailboxUnavailable { call, reason },
            // Another program changed the message at the same time.
            409 | 412 if code == "errorirresolvableconflict" => self.provider_failed(reason),
            409 => MailError::AlreadyExists { call, id: subscription_id_in(&reason.message) },
            404 | 408 | 410 | 412 | 500.. => self.provider_failed(reason),
            _ => MailError::Rejected { call, status: self.status_text(), reason },
        }
    }

    /// Whether a link is no longer valid. Links come from the provider, so one that it calls malformed is as useless as one
    /// that has expired.
    fn is_sync_state_lost(&self, object: Option<&ErrorObject>, code: &str) -> bool {
        let has_code =
            || object.is_some_and(|object| object.codes.iter().any(|code| SYNC_STATE_CODES.contains(&code.as_str())));
        match self.target {
            CallTarget::Mailbox | CallTarget::Subscription => false,
            CallTarget::FirstPage => self.status == StatusCode::GONE || has_code(),
            CallTarget::Link => {
                matches!(self.status, StatusCode::GONE | StatusCode::BAD_REQUEST)
                    || code == "errorsyncfoldernotfound"
                    || has_code()
            }
        }
    }

    /// Whether the requested item certainly does not exist. Callers discard work because of it, so a 404 without an error
    /// object, for example from a proxy, is not enough. For a subscription it is: replacing one does no harm.
    fn is_missing(&self, has_object: bool, code: &str) -> bool {
        self.target == CallTarget::Subscription
            || has_object && code.contains("notfound") && !MAILBOX_CODES.contains(&code)
    }

    fn provider_failed(&self, reason: ErrorReason) -> MailError {
        MailError::ProviderFailed { call: self.call, status: self.status_text(), reason }
    }

    fn status_text(&self) -> String {
        let number = self.status.as_u16();
        self.status.canonical_reason().map_or_else(|| format!("status {number}"), |text| format!("{number} {text}"))
    }
}

/// The error object of a response.
struct ErrorObject {
    reason: ErrorReason,
    /// The outer code and all inner codes, in lower case.
    codes: Vec<String>,
}

impl ErrorObject {
    fn parse(body: &[u8]) -> Option<Self> {
        let response: Value = serde_json::from_slice(body).ok()?;
        let error = response.get("error")?.as_object()?;
        let text = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default();
        let mut codes = vec![];
        let mut inner = Some(error);
        while let Some(object) = inner {
            codes.extend(object.get("code").and_then(Value::as_str).map(str::to_lowercase));
            inner =
                object.iter().find(|(key, _)| key.eq_ignore_ascii_case("innererror")).and_then(|(_, v)| v.as_object());
        }
        let reason = ErrorReason { code: first_line(text("code")), message: first_line(text("message")) };
        Some(Self { reason, codes })
    }
}

/// Finds the id in `Subscription Id … already exists …`.
fn subscription_id_in(message: &str) -> Option<SubscriptionId> {
    let is_id = |word: &&str| {
        word.len() == 36
            && word.chars().enumerate().all(|(at, c)| match at {
                8 | 13 | 18 | 23 => c == '-',
                _ => c.is_ascii_hexdigit(),
            })
    };
    message.split(|c: char| !c.is_ascii_hexdigit() && c != '-').find(is_id).map(SubscriptionId::new)
}

/// Whether a subscription was rejected because of its lifetime.
pub(super) fn is_lifetime_too_long(error: &MailError) -> bool {
    let MailError::Rejected { status, reason, .. } = error else { return false };
    let mentions_expiration = reason.message.to_lowercase().contains("expir");
    status.starts_with("400") && (mentions_expiration || reason.code.eq_ignore_ascii_case("ErrorInvalidParameter"))
}

/// Parses an error response of the token endpoint. `None` if it is not one.
pub(super) fn sign_in_error(body: &[u8], secret: &str) -> Option<MailError> {
    let response: Value = serde_json::from_slice(body).ok()?;
    let kind = response.get("error")?.as_str()?;
    let description = response.get("error_description").and_then(Value::as_str).unwrap_or(kind);
    let without_secret =
        if secret.is_empty() { description.to_owned() } else { description.replace(secret, "[secret]") };
    let listed_code = response.get("error_codes").and_then(|codes| codes.get(0)).and_then(Value::as_u64);
    let code_in_description = || {
        let digits = description.strip_prefix("AADSTS")?;
        digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let code = listed_code.and_then(|code| u32::try_from(code).ok()).or_else(code_in_description);
    Some(MailError::SignIn { code, message: first_line(&without_secret) })
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().chars().take(MAX_MESSAGE_CHARS).collect()
}

#[cfg(test)]
mod tests;
