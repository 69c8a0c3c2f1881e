//! Runs whose working folder is still needed.

use crate::claims::claim_at;
use jiff::Timestamp;
use stormwire_store::tables::log;
use stormwire_store::{RunId, Schema};
use stormwire_testkit::{TestDb, on_both_databases};

struct Case {
    run: &'static str,
    status: &'static str,
    phase_two: &'static str,
    /// Whether the run was started, so that it has a row of its own.
    is_started: bool,
    is_open: bool,
}

const fn case(run: &'static str, [status, phase_two]: [&'static str; 2], is_started: bool, is_open: bool) -> Case {
    Case { run, status, phase_two, is_started, is_open }
}

const CASES: [Case; 9] = [
    case("detected", ["Detected", "None"], false, true),
    case("processing", ["Processing", "None"], true, true),
    case("unfiled", ["DbComplete", "None"], true, true),
    case("queued", ["Success", "Queued"], true, true),
    case("running", ["Success", "Running"], true, true),
    case("done", ["Success", "Success"], true, false),
    case("without phase 2", ["Success", "None"], true, false),
    case("failed", ["Failed", "None"], true, false),
    case("skipped", ["Skipped", "None"], false, false),
];

/// A message with this run.
async fn insert(db: &TestDb, case: &Case) {
    let Case { run, status, phase_two, .. } = *case;
    let noon: Timestamp = "2026-05-01T12:00:00Z".parse().unwrap();
    let id = db.store.write(Schema::It, move |conn| claim_at(conn, 1, run, noon)).await.unwrap().unwrap();
    db.execute(&format!(
        "update it.MailboxWatcherLog set Status = '{status}', PhaseTwoStatus = '{phase_two}', WorkflowRunId = '{run}' where Id = {id}"
    ))
    .await;
    if case.is_started {
        db.execute(&format!(
            "insert into it.WorkflowRun (Id, \"Trigger\", MailboxWatcherJobId, MailboxWatcherLogId, Status, StartedAt) \
             values ('{run}', 'MailboxWatcherJob', 1, {id}, 'Running', '2026-05-01T12:00:00.000000Z')"
        ))
        .await;
    }
}

/// Which of these runs are open, sorted.
async fn open(db: &TestDb, runs: &[&str]) -> Vec<String> {
    let runs: Vec<RunId> = runs.iter().map(|run| RunId::new(*run)).collect();
    let open = log::open_runs(&mut db.store.reader().await.unwrap(), &runs).await.unwrap();
    let mut open: Vec<String> = open.iter().map(ToString::to_string).collect();
    open.sort_unstable();
    open
}

on_both_databases! {
    async fn runs_are_open_until_both_phases_have_ended(db: &TestDb) {
        for case in &CASES {
            insert(db, case).await;
        }
        let mut runs: Vec<&str> = CASES.iter().map(|case| case.run).collect();
        runs.push("unknown");
        let mut expected: Vec<&str> = CASES.iter().filter(|case| case.is_open).map(|case| case.run).collect();
        expected.sort_unstable();
        assert_eq!(open(db, &runs).await, expected);
        assert_eq!(open(db, &["queued", "done"]).await, ["queued"], "only of the given runs");
        assert_eq!(open(db, &[]).await, [""; 0]);
    }

    async fn an_interrupted_message_that_was_dismissed_needs_no_folder(db: &TestDb) {
        insert(db, &case("run", ["Processing", "None"], true, true)).await;
        assert_eq!(open(db, &["run"]).await, ["run"]);
        db.execute("update it.MailboxWatcherLog set DismissedAt = DetectedAt").await;
        assert_eq!(open(db, &["run"]).await, [""; 0]);
    }

    async fn an_earlier_run_of_an_open_message_has_ended(db: &TestDb) {
        insert(db, &case("first", ["Success", "Queued"], true, true)).await;
        db.execute("update it.MailboxWatcherLog set WorkflowRunId = 'second'").await;
        assert_eq!(open(db, &["first", "second"]).await, [""; 0], "the second has not kept a context");
        db.execute("update it.MailboxWatcherLog set Status = 'Processing'").await;
        assert_eq!(open(db, &["first", "second"]).await, ["second"]);
    }
}
