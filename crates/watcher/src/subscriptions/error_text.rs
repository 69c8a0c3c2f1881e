//! Explains why a subscription could not be created or renewed. Pure.

use crate::error::WatcherError;
use stormwire_graph::{ErrorReason, MailError};

pub(crate) fn error_text(error: &WatcherError, notification_url: &str) -> String {
    let WatcherError::Mail(MailError::Rejected { status, reason, .. }) = error else { return error.to_string() };
    let response = match (reason.message.trim_end_matches('.'), reason.code.as_str()) {
        ("", "") => status.clone(),
        ("", text) | (text, _) => format!("{status}: {text}"),
    };
    if is_validation_failure(reason) {
        format!(
            "the provider could not validate {notification_url} ({response}). Check that server.public_url is reachable from \
             the internet over https."
        )
    } else {
        format!("the provider rejected the subscription ({response})")
    }
}

/// Before it creates a subscription, the provider sends a validation request to the notification URL.
fn is_validation_failure(reason: &ErrorReason) -> bool {
    reason.code == "ValidationError" || reason.message.to_lowercase().contains("validation request")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_validation_names_the_url_and_the_setting() {
        let text = |code: &str, message: &str| {
            let reason = ErrorReason { code: code.into(), message: message.into() };
            let error = MailError::Rejected { call: "subscribe", status: "400 Bad Request".into(), reason };
            error_text(&error.into(), "https://storm.example.gov/webhooks/graph/mail")
        };
        let expected = "the provider could not validate https://storm.example.gov/webhooks/graph/mail (400 Bad Request: \
            Subscription validation request failed). Check that server.public_url is reachable from the internet over https.";
        assert_eq!(text("InvalidRequest", "Subscription validation request failed."), expected);
        assert!(text("ValidationError", "").starts_with("the provider could not validate"));
        assert_eq!(text("ExtensionError", "no"), "the provider rejected the subscription (400 Bad Request: no)");
        assert_eq!(text("", ""), "the provider rejected the subscription (400 Bad Request)");
    }
}
