//! The texts of mail to the operator about watchers, runs and credentials.

use super::Standing;
use jiff::Timestamp;
use stormwire_mailer::operator::OperatorMail;
use stormwire_store::tables::credential::Credential;
use stormwire_store::tables::job::Job;
use stormwire_store::tables::log::Log;
use stormwire_workflow::Phase;

/// A phase of a run failed. Says nothing of what the message says.
pub(super) fn run_failed(job: &Job, log: &Log, phase: Phase, why: &str) -> OperatorMail {
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
        job.fields.name, job.id, log.id, log.id, log.run_id, log.detected_at.0
    );
    OperatorMail {
        reason: format!("run {} {number}", log.run_id),
        subject: format!("stormwire: a message of {} failed", job.fields.name),
        text,
    }
}

/// A watcher sees badly, or well again.
pub(super) fn health_changed(job: &Job, is_degraded: bool, reason: Option<&str>, now: Timestamp) -> OperatorMail {
    let (word, text) = if is_degraded {
        (
            "is degraded",
            format!("{}\n\nMessages are still looked for at every reconciliation.\n", reason.unwrap_or_default()),
        )
    } else {
        ("has recovered", "It sees its mailbox as it should.\n".to_owned())
    };
    OperatorMail {
        // Each turn is told, also when mail could not be sent for a while.
        reason: format!("health of {} at {now}", job.id),
        subject: format!("stormwire: watcher {} {word}", job.fields.name),
        text: format!("Watcher: {} (id {}), mailbox {}\n\n{text}", job.fields.name, job.id, job.fields.mailbox_address),
    }
}

/// A credential is refused or about to end, or can be relied on again.
pub(super) fn credential_turned(one: &Credential, now_is: Standing, why: Option<&str>, now: Timestamp) -> OperatorMail {
    let (word, text) = match now_is {
        Standing::Good => ("can be relied on again", "The provider lets it in.\n"),
        Standing::Expiring => (
            "is about to end",
            "Have a new secret made at the provider and store it in the portal before that day: without it no mailbox can be read.\n",
        ),
        Standing::Failing => (
            "is refused",
            "Its watchers see nothing until it is mended. Messages that arrive meanwhile are found afterwards.\n",
        ),
    };
    let why = why.map(|why| format!("{why}\n\n")).unwrap_or_default();
    OperatorMail {
        reason: format!("standing of credential {} at {now}", one.id),
        subject: format!("stormwire: credential {} {word}", one.name),
        text: format!("Credential: {} (id {}), tenant {}\n\n{why}{text}", one.name, one.id, one.namespace),
    }
}
