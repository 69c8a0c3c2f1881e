//! An installation of an older version that was killed with messages in every status continues with this version, on
//! both databases. `tests/upgrade/make.py` created it; `expected.json` there describes it.

mod compare;
mod data;
mod external_services;
mod installation;
mod upgraded;
mod work;

use installation::Installation;
use upgraded::Upgraded;

const STORM: &str = "storm@example.gov";

/// The expected status of a message.
#[derive(Debug, Clone, Copy)]
struct Outcome {
    subject: &'static str,
    status: &'static str,
    phase_two: &'static str,
}

const fn outcome(subject: &'static str, status: &'static str, phase_two: &'static str) -> Outcome {
    Outcome { subject, status, phase_two }
}

/// Finished before the kill, or waiting for an operator.
const UNCHANGED: [Outcome; 13] = [
    outcome("Storm 1", "Success", "Success"),
    outcome("Storm 2", "Failed", "None"),
    outcome("Newsletter", "Skipped", "None"),
    outcome("Storm 4", "Success", "Failed"),
    outcome("Pump request 1", "Success", "None"),
    outcome("[drill] request 2", "Success", "None"),
    outcome("Lunch", "Skipped", "None"),
    outcome("Pump request 4", "Processing", "None"),
    outcome("Pump request 5", "Processing", "None"),
    outcome("Pump request 6", "Processing", "None"),
    outcome("Pump request 7", "Processing", "None"),
    outcome("Duty 1", "Success", "Success"),
    // Its watcher is disabled.
    outcome("Duty 3", "Detected", "None"),
];

/// Continues automatically.
const CONTINUED: [Outcome; 9] = [
    // Phase 2 was running.
    outcome("Storm 5", "Success", "Success"),
    outcome("Storm 6", "Success", "Success"),
    outcome("Storm 7", "Success", "Success"),
    outcome("Storm 8", "Success", "Success"),
    // Phase 2 was queued.
    outcome("Storm 9", "Success", "Success"),
    // DbComplete: the message could not be filed.
    outcome("Storm 10", "Success", "Success"),
    // Detected: the message could not be fetched, or was still queued.
    outcome("Storm 11", "Success", "Success"),
    outcome("Pump request 8", "Success", "None"),
    // Phase 2 was sending a mail, which may have arrived.
    outcome("Duty 2", "Success", "Failed"),
];

/// Retried by the operator, or continued by enabling the watcher.
const RETRIED: [Outcome; 8] = [
    outcome("Storm 2", "Success", "Success"),
    outcome("Storm 4", "Success", "Success"),
    outcome("Pump request 4", "Success", "None"),
    outcome("Pump request 5", "Success", "None"),
    outcome("Pump request 6", "Success", "None"),
    outcome("Pump request 7", "Success", "None"),
    outcome("Duty 2", "Success", "Success"),
    outcome("Duty 3", "Success", "Success"),
];

/// Arrives while no service runs.
const MISSED: Outcome = outcome("Storm 12", "Success", "Success");
/// Arrives after the upgrade.
const NEW: Outcome = outcome("Storm 13", "Success", "Success");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn older_installation_continues_on_sqlite() {
    continues(Upgraded::start(Installation::sqlite().await).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn older_installation_continues_on_postgres() {
    continues(Upgraded::start(Installation::postgres().await).await).await;
}

async fn continues(mut upgraded: Upgraded) {
    upgraded.service.until("/readyz", 200);
    upgraded.users_and_tokens_are_accepted();
    upgraded.responses_are_unchanged();
    upgraded.sealed_secrets_open();
    upgraded.work_continues_by_itself().await;
    upgraded.finished_and_waiting_work_is_unchanged();
    upgraded.operator_retries_pending_messages().await;
    upgraded.dead_letter_can_be_retried().await;
    upgraded.open_mailing_list_is_closed_once().await;
    upgraded.new_message_is_processed().await;
    upgraded.nothing_happened_twice().await;
    upgraded.service.end();
}
