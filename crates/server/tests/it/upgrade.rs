//! An installation of an older stormwire that was killed with work in every state continues under this one, on both
//! databases. `tests/upgrade/make.py` made it; `expected.json` there says what was in it.

mod data;
mod installation;
mod outside;
mod same;
mod upgraded;
mod work;

use installation::Installation;
use upgraded::Upgraded;

const STORM: &str = "storm@example.gov";

/// How a message ends, or waits.
#[derive(Debug, Clone, Copy)]
struct Outcome {
    subject: &'static str,
    status: &'static str,
    phase_two: &'static str,
}

const fn outcome(subject: &'static str, status: &'static str, phase_two: &'static str) -> Outcome {
    Outcome { subject, status, phase_two }
}

/// What ended before the kill, or waits for an operator.
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

/// What continues by itself.
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

/// What the operator retries, or enables the watcher of.
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
    upgraded.lists_are_what_they_were();
    upgraded.sealed_secrets_open();
    upgraded.work_continues_by_itself().await;
    upgraded.finished_and_waiting_work_is_unchanged();
    upgraded.operator_retries_what_waits().await;
    upgraded.dead_letter_can_be_retried().await;
    upgraded.open_mailing_list_is_closed_once().await;
    upgraded.new_message_is_processed().await;
    upgraded.nothing_happened_twice().await;
    upgraded.service.end();
}
