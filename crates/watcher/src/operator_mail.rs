//! Operator mail about watchers, runs and credentials.

use crate::files::watched_folder;
use jiff::Timestamp;
use stormwire_mailer::operator::OperatorMail;
use stormwire_store::tables::credential::{Credential, CredentialStatus};
use stormwire_store::tables::log::LogEntry;
use stormwire_store::tables::watcher::{Watcher, WatcherKind};
use stormwire_workflow::Phase;

/// Of the message's subject, in characters.
const SUBJECT_LENGTH: usize = 200;

/// Contains no part of the message except its subject, by which the operator recognizes it.
pub(crate) fn run_failed(watcher: &Watcher, log: &LogEntry, phase: Phase, why: &str) -> OperatorMail {
    let (number, what) = match (phase, watcher.fields.kind) {
        (Phase::One, WatcherKind::Mailbox) => {
            (1, "The message is moved to the Failed folder, or marked as Failed, unless it cannot be found.")
        }
        (Phase::One, WatcherKind::File) => {
            (1, "The file is moved to the Failed folder, unless files stay or it is gone.")
        }
        (Phase::One, WatcherKind::StatusEvent) => (1, "An action failed. The actions after it did not run."),
        (Phase::Two, WatcherKind::Mailbox) => {
            (2, "Phase 1 succeeded and the message was filed. An action of Phase 2 failed.")
        }
        (Phase::Two, WatcherKind::File) => {
            (2, "Phase 1 succeeded and the file was filed. An action of Phase 2 failed.")
        }
        (Phase::Two, WatcherKind::StatusEvent) => (2, "Phase 1 succeeded. An action of Phase 2 failed."),
    };
    let advice = if why.contains("outcome unknown") {
        "Retry only after you have checked that the action did not take effect: a retry runs it again.".to_owned()
    } else {
        format!("Fix the cause, then retry the {} in the portal.", item(watcher))
    };
    let text = format!("{}\n{why}\n\n{what} {advice}\n", message_facts(watcher, log));
    OperatorMail {
        reason: format!("run {} {number}", log.run_id),
        subject: format!("stormwire: a {} failed in watcher {}", item(watcher), watcher.fields.name),
        text,
        page: Some(log_page(log)),
    }
}

/// A message whose processing was interrupted and that does not continue by itself.
pub(crate) fn run_interrupted(watcher: &Watcher, log: &LogEntry, why: &str) -> OperatorMail {
    OperatorMail {
        reason: format!("interruption of run {}", log.run_id),
        subject: format!("stormwire: a {} was interrupted in watcher {}", item(watcher), watcher.fields.name),
        text: format!("{}\n{why}\n", message_facts(watcher, log)),
        page: Some(log_page(log)),
    }
}

/// One mail for all of them: one person decided about all.
pub(crate) fn watcher_deleted(watcher: &Watcher, unfinished: u64) -> OperatorMail {
    let items = format!("{unfinished} {}{}", item(watcher), if unfinished == 1 { "" } else { "s" });
    OperatorMail {
        reason: format!("deletion of watcher {}", watcher.id),
        subject: format!("stormwire: watcher {} was deleted before it had finished", watcher.fields.name),
        text: format!(
            "Watcher: {} (id {}), {}\n\n{items} of this watcher had not been processed to the end. They are Failed in the log with the \
             reason \"the watcher was deleted\", and actions that had not run will not run any more.\n",
            watcher.fields.name,
            watcher.id,
            source(watcher)
        ),
        page: Some("/portal/log".into()),
    }
}

/// What a row of the watcher's log is about.
fn item(watcher: &Watcher) -> &'static str {
    match watcher.fields.kind {
        WatcherKind::Mailbox => "message",
        WatcherKind::StatusEvent => "status event",
        WatcherKind::File => "file",
    }
}

fn message_facts(watcher: &Watcher, log: &LogEntry) -> String {
    format!(
        "Watcher: {} (id {})\n{}Log row: {}\nRun: {}\nDetected: {}\n",
        watcher.fields.name,
        watcher.id,
        subject_line(log.subject.as_deref()),
        log.id,
        log.run_id,
        log.detected_at.0
    )
}

fn log_page(log: &LogEntry) -> String {
    format!("/portal/log/{}", log.id)
}

/// One line, whatever the sender wrote.
fn subject_line(subject: Option<&str>) -> String {
    let Some(subject) = subject else { return String::new() };
    let visible = |character: char| if character.is_control() { ' ' } else { character };
    format!("Subject: {}\n", subject.chars().take(SUBJECT_LENGTH).map(visible).collect::<String>())
}

pub(crate) fn health_changed(
    watcher: &Watcher,
    is_degraded: bool,
    reason: Option<&str>,
    now: Timestamp,
) -> OperatorMail {
    let (change, text) = if is_degraded {
        ("is degraded", format!("{}\n\n{}\n", reason.unwrap_or_default(), what_continues(watcher)))
    } else {
        ("has recovered", "The watcher works normally again.\n".to_owned())
    };
    OperatorMail {
        // Every change is reported, also when mail could not be sent for a while.
        reason: format!("health of {} at {now}", watcher.id),
        subject: format!("stormwire: watcher {} {change}", watcher.fields.name),
        text: format!("Watcher: {} (id {}), {}\n\n{text}", watcher.fields.name, watcher.id, source(watcher)),
        page: Some(format!("/portal/watchers/{}", watcher.id)),
    }
}

fn source(watcher: &Watcher) -> String {
    match watcher.fields.kind {
        WatcherKind::Mailbox => format!("mailbox {}", watcher.fields.mailbox_address),
        WatcherKind::StatusEvent => "status changes".to_owned(),
        WatcherKind::File => format!("folder {}", watched_folder(&watcher.fields)),
    }
}

fn what_continues(watcher: &Watcher) -> &'static str {
    match watcher.fields.kind {
        WatcherKind::Mailbox => "stormwire keeps polling the mailbox. Messages that arrive meanwhile are not lost.",
        WatcherKind::StatusEvent => "Status changes are still recorded, and start the workflow.",
        WatcherKind::File => "stormwire keeps scanning the folder. Files that arrive meanwhile are not lost.",
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
            if credential.certificate_thumbprint.is_some() { "needs a new certificate" } else { "needs a new secret" },
            "Create a new one, add it to the app registration at the provider, and save it in the portal. Without it no mailbox can be read.\n",
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
        page: Some("/portal/credentials".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::subject_line;

    #[test]
    fn subject_is_one_bounded_line() {
        assert_eq!(subject_line(None), "");
        assert_eq!(subject_line(Some("Lightning\r\nFrom: mallory")), "Subject: Lightning  From: mallory\n");
        assert_eq!(subject_line(Some(&"ä".repeat(1_000))).chars().count(), "Subject: \n".len() + 200);
    }
}
