//! Statements find their rows in growing tables by an index. The plans are those of an empty database: without statistics
//! SQLite always has the same plan, and PostgreSQL scans a table only if no index can serve.

mod postgres_plans;
mod sqlite_plans;

use crate::statements::{crate_path, statements};
use std::collections::BTreeSet;

/// Tables whose number of rows has no limit. They grow with strikes, messages, status events and changes by people, the queue
/// with what waits after an outage.
const GROWING_TABLES: [&str; 11] = [
    "Audit",
    "EventDelivery",
    "FeedPeriod",
    "LightningStrike",
    "MailboxWatcherLog",
    "Queue",
    "Revision",
    "StatusEvent",
    "WorkflowEffect",
    "WorkflowRun",
    "WorkflowStep",
];

/// Partial indexes of work that is not done yet. They do not grow with their tables, so they may be read as a whole.
const SMALL_INDEXES: [&str; 5] = [
    "EventDelivery_Waiting",
    "MailboxWatcherLog_Open",
    "MailboxWatcherLog_SecondPhaseOpen",
    "Queue_Failing",
    "Queue_Leased",
];

const QUEUE: &str = "describes the whole queue, for metrics and administrators";
const CLOCK: &str = "runs when the clock was set back";

/// A step of a plan that may read more rows the more a table grows.
struct Finding {
    statement: String,
    step: String,
}

/// A finding that is accepted.
struct Exception {
    statement: &'static str,
    /// A part of the step.
    step: &'static str,
    reason: &'static str,
}

impl Exception {
    fn covers(&self, finding: &Finding) -> bool {
        finding.statement == self.statement && finding.step.contains(self.step)
    }
}

/// What the plans of all statements say about growing tables.
#[derive(Default)]
struct PlanReport {
    findings: Vec<Finding>,
    tables: BTreeSet<&'static str>,
}

impl PlanReport {
    fn verify(&self, exceptions: &[Exception]) {
        let unexpected = self.findings.iter().filter(|finding| !exceptions.iter().any(|one| one.covers(finding)));
        let unneeded = exceptions.iter().filter(|exception| !self.findings.iter().any(|one| exception.covers(one)));
        // A table that no plan names was renamed or has partitions, and would not be checked.
        let unread = GROWING_TABLES.into_iter().filter(|table| !self.tables.contains(table));
        let problems: Vec<String> = unexpected
            .map(|Finding { statement, step }| format!("{statement} reads without a limit: {step}"))
            .chain(unneeded.map(|Exception { statement, step, reason }| {
                format!("{statement} needs no exception: {step} ({reason})")
            }))
            .chain(unread.map(|table| format!("no statement reads {table}")))
            .collect();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}

/// The statements of one database by their names below `sql/`, without those of the other database.
fn named_statements(other: &str) -> Vec<(String, String)> {
    let root = crate_path("sql");
    let name =
        |path: &std::path::Path| path.strip_prefix(&root).unwrap().with_extension("").to_string_lossy().into_owned();
    statements(other).into_iter().map(|(path, text)| (name(&path), text)).collect()
}

/// PostgreSQL stores names in lower case.
fn growing_table(name: &str) -> Option<&'static str> {
    GROWING_TABLES.into_iter().find(|table| table.eq_ignore_ascii_case(name))
}

fn is_small_index(name: &str) -> bool {
    SMALL_INDEXES.iter().any(|index| index.eq_ignore_ascii_case(name))
}
