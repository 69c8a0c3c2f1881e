//! What a refusal means: pure. Only the codes are the provider's promise; messages are for people.

use super::call::Target;
use crate::{MailError, Reason, SubscriptionId};
use reqwest::StatusCode;
use serde_json::Value;

/// A link with one of these is dead, whatever the status.
const SYNC_STATE: [&str; 5] =
    ["syncstatenotfound", "syncstateinvalid", "invalidsyncstatedata", "resyncrequired", "resyncapplydifferences"];

/// These speak of the mailbox, not of what was asked for in it, and flip from one to the other.
const MAILBOX: [&str; 6] = [
    "mailboxnotenabledforrestapi",
    "mailboxnotsupportedforrestapi",
    "resourcenotfound",
    "request_resourcenotfound",
    "errorinvaliduser",
    "errornonexistentmailbox",
];

/// A provider's message is cut there.
const LONGEST_MESSAGE: usize = 300;

/// A reply that is not a good one.
pub(super) struct Fault<'a> {
    pub call: &'static str,
    pub target: Target,
    pub status: StatusCode,
    pub body: &'a [u8],
}

impl Fault<'_> {
    /// What it means.
    pub(super) fn read(&self) -> MailError {
        let call = self.call;
        let said = Said::read(self.body);
        let reason = said.as_ref().map(|said| said.reason.clone()).unwrap_or_default();
        let code = reason.code.to_lowercase();
        if self.is_lost(said.as_ref(), &code) {
            return MailError::SyncStateLost { call, reason };
        }
        match self.status.as_u16() {
            _ if code == "errorfolderexists" => MailError::AlreadyExists { call, id: None },
            401 | 403 => MailError::AccessDenied { call, reason },
            404 | 410 if self.is_gone(said.is_some(), &code) => MailError::NotFound { call, reason },
            404 | 410 if MAILBOX.contains(&code.as_str()) => MailError::MailboxUnavailable { call, reason },
            // Someone else changed the message at the same moment.
            409 | 412 if code == "errorirresolvableconflict" => self.failing(reason),
            409 => MailError::AlreadyExists { call, id: named_id(&reason.message) },
            404 | 408 | 410 | 412 | 500.. => self.failing(reason),
            _ => MailError::Refused { call, status: self.words(), reason },
        }
    }

    /// Whether a link leads nowhere any more. One that the provider finds malformed, although it is the provider's own,
    /// is of no more use than one that it has forgotten.
    fn is_lost(&self, said: Option<&Said>, code: &str) -> bool {
        let named = || said.is_some_and(|said| said.codes.iter().any(|code| SYNC_STATE.contains(&code.as_str())));
        match self.target {
            Target::Mailbox | Target::Subscription => false,
            Target::Beginning => self.status == StatusCode::GONE || named(),
            Target::Link => {
                matches!(self.status, StatusCode::GONE | StatusCode::BAD_REQUEST)
                    || code == "errorsyncfoldernotfound"
                    || named()
            }
        }
    }

    /// Whether the thing asked for is gone. Who reads this throws work away, so a bare 404, or one that comes from
    /// something in between, is no proof. A subscription that cannot be found is replaced, which does no harm.
    fn is_gone(&self, said: bool, code: &str) -> bool {
        self.target == Target::Subscription || said && code.contains("notfound") && !MAILBOX.contains(&code)
    }

    fn failing(&self, reason: Reason) -> MailError {
        MailError::Failing { call: self.call, status: self.words(), reason }
    }

    fn words(&self) -> String {
        self.status.canonical_reason().map_or_else(|| format!("status {}", self.status.as_u16()), str::to_lowercase)
    }
}

/// The error object of a reply.
struct Said {
    reason: Reason,
    /// The code and those inside it, in small letters.
    codes: Vec<String>,
}

impl Said {
    fn read(body: &[u8]) -> Option<Self> {
        let reply: Value = serde_json::from_slice(body).ok()?;
        let error = reply.get("error")?.as_object()?;
        let text = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default();
        let mut codes = vec![];
        let mut inside = Some(error);
        while let Some(object) = inside {
            codes.extend(object.get("code").and_then(Value::as_str).map(str::to_lowercase));
            inside =
                object.iter().find(|(key, _)| key.eq_ignore_ascii_case("innererror")).and_then(|(_, v)| v.as_object());
        }
        let reason = Reason { code: first_line(text("code")), message: first_line(text("message")) };
        Some(Self { reason, codes })
    }
}

/// The id that the provider names in `Subscription Id … already exists …`.
fn named_id(message: &str) -> Option<SubscriptionId> {
    let is_id = |word: &&str| {
        word.len() == 36
            && word.chars().enumerate().all(|(at, c)| match at {
                8 | 13 | 18 | 23 => c == '-',
                _ => c.is_ascii_hexdigit(),
            })
    };
    message.split(|c: char| !c.is_ascii_hexdigit() && c != '-').find(is_id).map(SubscriptionId::new)
}

/// Whether a subscription was refused because it would last too long.
pub(super) fn is_too_far_ahead(error: &MailError) -> bool {
    let MailError::Refused { status, reason, .. } = error else { return false };
    let speaks_of_it = reason.message.to_lowercase().contains("expir");
    status == "bad request" && (speaks_of_it || reason.code.eq_ignore_ascii_case("ErrorInvalidParameter"))
}

/// A refusal of the token endpoint; none when it is something else that cannot be read.
pub(super) fn sign_in(body: &[u8], secret: &str) -> Option<MailError> {
    let reply: Value = serde_json::from_slice(body).ok()?;
    let kind = reply.get("error")?.as_str()?;
    let said = reply.get("error_description").and_then(Value::as_str).unwrap_or(kind);
    let message = first_line(&if secret.is_empty() { said.to_owned() } else { said.replace(secret, "[secret]") });
    let listed = reply.get("error_codes").and_then(|codes| codes.get(0)).and_then(Value::as_u64);
    let written = || {
        let digits = said.strip_prefix("AADSTS")?;
        digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    Some(MailError::SignIn { code: listed.and_then(|code| u32::try_from(code).ok()).or_else(written), message })
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().chars().take(LONGEST_MESSAGE).collect()
}

#[cfg(test)]
mod tests;
