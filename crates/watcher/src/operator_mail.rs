//! Texts of mail to the operator about watchers, runs and credentials.

use jiff::Timestamp;
use stormwire_mailer::operator::OperatorMail;
use stormwire_store::tables::credential::{Credential, CredentialStatus};
use stormwire_store::tables::log::Log;
use stormwire_store::tables::watcher::Watcher;
use stormwire_workflow::Phase;

/// Contains nothing of the message itself.
pub(crate) fn run_failed(watcher: &Watcher, log: &LogEntry, phase: Phase, why: &str) -> OperatorMail {
    let (number, what) = match phase {
        Phase::One => (1, "The message is put into the folder Failed, or marked so, where it can be reached."),
        Phase::Two => {
            (2, "Its first phase has succeeded and the message was put away; what should have followed failed.")
        }
    };
    let advice = if why.contains("outcome unknown") {
        "Retry it only when you have seen that it did not happen: a retry does it again."
    } else {
        "Retry it in the portal once the cause is mended."
    };
    let text = format!(
        "Watcher: {} (id {})\nLog row: {}, in the portal at /portal/log/{}\nRun: {}\nDetected: {}\n\n{why}\n\n{what} \
         {advice}\n",
        watcher.fields.name, watcher.id, log.id, log.id, log.run_id, log.detected_at.0
    );
    OperatorMail {
        reason: format!("run {} {number}", log.run_id),
        subject: format!("stormwire: a message of {} failed", watcher.fields.name),
        text,
    }
}

pub(crate) fn health_changed(
    watcher: &Watcher,
    is_degraded: bool,
    reason: Option<&str>,
    now: Timestamp,
) -> OperatorMail {
    let (word, text) = if is_degraded {
        (
            "is degraded",
            format!("{}\n\nMessages are still looked for at every reconciliation.\n", reason.unwrap_or_default()),
        )
    } else {
        ("has recovered", "It sees its mailbox as it should.\n".to_owned())
    };
    OperatorMail {
        // Every change is reported, also when mail could not be sent for a while.
        reason: format!("health of {} at {now}", watcher.id),
        subject: format!("stormwire: watcher {} {word}", watcher.fields.name),
        text: format!(
            "Watcher: {} (id {}), mailbox {}\n\n{text}",
            watcher.fields.name, watcher.id, watcher.fields.mailbox_address
        ),
    }
}

pub(crate) fn credential_changed(
    credential: &Credential,
    status: CredentialStatus,
    why: Option<&str>,
    now: Timestamp,
) -> OperatorMail {
    let (word, text) = match status {
        CredentialStatus::Good => ("can be relied on again", "The provider lets it in.\n"),
        CredentialStatus::Expiring => (
            "is about to end",
            "Have a new secret made at the provider and store it in the portal before that day: without it no mailbox can be read.\n",
        ),
        CredentialStatus::Failing => (
            "is refused",
            "Its watchers see nothing until it is mended. Messages that arrive meanwhile are found afterwards.\n",
        ),
    };
    let why = why.map(|why| format!("{why}\n\n")).unwrap_or_default();
    OperatorMail {
        reason: format!("standing of credential {} at {now}", credential.id),
        subject: format!("stormwire: credential {} {word}", credential.name),
        text: format!(
            "Credential: {} (id {}), tenant {}\n\n{why}{text}",
            credential.name, credential.id, credential.namespace
        ),
    }
}
