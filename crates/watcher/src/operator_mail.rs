//! Operator mail about watchers, runs and credentials.

use jiff::Timestamp;
use stormwire_mailer::operator::OperatorMail;
use stormwire_store::tables::credential::{Credential, CredentialStatus};
use stormwire_store::tables::log::LogEntry;
use stormwire_store::tables::watcher::Watcher;
use stormwire_workflow::Phase;

/// Contains no part of the message.
pub(crate) fn run_failed(watcher: &Watcher, log: &LogEntry, phase: Phase, why: &str) -> OperatorMail {
    let (number, what) = match phase {
        Phase::One => (1, "The message is moved to the Failed folder, or marked as Failed, unless it cannot be found."),
        Phase::Two => (2, "Phase 1 succeeded and the message was filed. An action of Phase 2 failed."),
    };
    let advice = if why.contains("outcome unknown") {
        "Retry only after you have checked that the action did not take effect: a retry runs it again."
    } else {
        "Fix the cause, then retry the message in the portal."
    };
    let text = format!(
        "Watcher: {} (id {})\nLog row: {}, in the portal at /portal/log/{}\nRun: {}\nDetected: {}\n\n{why}\n\n{what} \
         {advice}\n",
        watcher.fields.name, watcher.id, log.id, log.id, log.run_id, log.detected_at.0
    );
    OperatorMail {
        reason: format!("run {} {number}", log.run_id),
        subject: format!("stormwire: a message failed in watcher {}", watcher.fields.name),
        text,
    }
}

/// A message whose processing was interrupted and that does not continue by itself.
pub(crate) fn run_interrupted(watcher: &Watcher, log: &LogEntry, why: &str) -> OperatorMail {
    OperatorMail {
        reason: format!("interruption of run {}", log.run_id),
        subject: format!("stormwire: a message was interrupted in watcher {}", watcher.fields.name),
        text: format!(
            "Watcher: {} (id {})\nLog row: {}, in the portal at /portal/log/{}\nRun: {}\nDetected: {}\n\n{why}\n",
            watcher.fields.name, watcher.id, log.id, log.id, log.run_id, log.detected_at.0
        ),
    }
}

pub(crate) fn health_changed(
    watcher: &Watcher,
    is_degraded: bool,
    reason: Option<&str>,
    now: Timestamp,
) -> OperatorMail {
    let (change, text) = if is_degraded {
        (
            "is degraded",
            format!(
                "{}\n\nstormwire keeps polling the mailbox. Messages that arrive meanwhile are not lost.\n",
                reason.unwrap_or_default()
            ),
        )
    } else {
        ("has recovered", "The watcher works normally again.\n".to_owned())
    };
    OperatorMail {
        // Every change is reported, also when mail could not be sent for a while.
        reason: format!("health of {} at {now}", watcher.id),
        subject: format!("stormwire: watcher {} {change}", watcher.fields.name),
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
    let (change, text) = match status {
        CredentialStatus::Good => ("works again", "The provider accepts the credential.\n"),
        CredentialStatus::Expiring => (
            "needs a new secret",
            "Create a new client secret at the provider and save it in the portal. Without a valid secret no mailbox can be read.\n",
        ),
        CredentialStatus::Failing => (
            "is rejected",
            "Its watchers cannot read mail until the credential works again. Messages that arrive meanwhile are processed then.\n",
        ),
    };
    let why = why.map(|why| format!("{why}\n\n")).unwrap_or_default();
    OperatorMail {
        reason: format!("status of credential {} at {now}", credential.id),
        subject: format!("stormwire: credential {} {change}", credential.name),
        text: format!(
            "Credential: {} (id {}), tenant {}\n\n{why}{text}",
            credential.name, credential.id, credential.namespace
        ),
    }
}
