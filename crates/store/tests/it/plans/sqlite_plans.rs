//! Plans of SQLite, by `explain query plan`.

use super::{
    CLOCK, Exception, Finding, GROWING_TABLES, PlanReport, QUEUE, growing_table, is_small_index, named_statements,
};
use sqlx::{AssertSqlSafe, Row, SqliteConnection};
use stormwire_testkit::{DirectConnection, TestDb};

/// Columns that many rows share: a search by nothing else is no better than a scan.
const SHARED_COLUMNS: [&str; 5] = ["Action", "EventSinkId", "Kind", "MailboxWatcherJobId", "Status"];

const STOPS: &str = "reads in the order of the index and stops at its limit";
const UNFINISHED: &str = "reads only messages that are not finished, at a start and when a watcher is deleted";
const SECRETS: &str = "reads all sealed values, at the start and when the key is replaced";

const EXCEPTIONS: [Exception; 25] = [
    Exception { statement: "abandoned/end_messages", step: "(Status=?)", reason: UNFINISHED },
    Exception { statement: "abandoned/end_runs", step: "(Status=?)", reason: UNFINISHED },
    Exception { statement: "alarm/last_period", step: "SCAN it.FeedPeriod", reason: STOPS },
    Exception {
        statement: "event_delivery/retry_waiting",
        step: "(EventSinkId=?)",
        reason: "runs when an administrator saves a sink",
    },
    Exception {
        statement: "event_delivery/skip_waiting",
        step: "(EventSinkId=?)",
        reason: "runs when a sink is disabled",
    },
    Exception {
        statement: "event_sink/delete",
        step: "SEARCH EventDelivery",
        reason: "deletes the deliveries of the sink",
    },
    Exception {
        statement: "event_sink/insert",
        step: "SEARCH EventDelivery",
        reason: "the foreign key, for a row that is replaced; a new sink replaces none",
    },
    Exception {
        statement: "feed/failed",
        step: "(MailboxWatcherJobId=? AND Status=?)",
        reason: "reads failed messages of one watcher, the newest first",
    },
    Exception {
        statement: "feed/unfinished",
        step: "(MailboxWatcherJobId=? AND Status=?)",
        reason: "reads only messages that are not finished",
    },
    Exception {
        statement: "log/detected",
        step: "(MailboxWatcherJobId=? AND Status=?)",
        reason: "reads only messages that are not started",
    },
    Exception {
        statement: "log/filing_errors",
        step: "(Status=?)",
        reason: "reads only messages that are processed and not filed",
    },
    Exception { statement: "log/list_unskipped", step: "(MailboxWatcherJobId=?)", reason: STOPS },
    Exception { statement: "log/newest", step: "MailboxWatcherLog_Job_Id (MailboxWatcherJobId=?)", reason: STOPS },
    Exception {
        statement: "log/newest_of_all.sqlite",
        step: "MailboxWatcherLog_Job_Id (MailboxWatcherJobId=?)",
        reason: STOPS,
    },
    Exception {
        statement: "log/open_runs.sqlite",
        step: "(Status=?)",
        reason: "reads only messages that are not finished, once per start",
    },
    Exception {
        statement: "log/with_strikes",
        step: "(MailboxWatcherJobId=?)",
        reason: "runs when a person compares a watcher with an old forwarding job",
    },
    Exception { statement: "queue/list", step: "SCAN it.Queue", reason: QUEUE },
    Exception { statement: "queue/make_due", step: "SCAN it.Queue", reason: CLOCK },
    Exception { statement: "queue/summary", step: "SCAN it.Queue", reason: QUEUE },
    Exception { statement: "secret/context_clear", step: "SCAN it.WorkflowRun", reason: SECRETS },
    Exception { statement: "secret/context_list", step: "SCAN it.WorkflowRun", reason: SECRETS },
    Exception { statement: "secret/effect_clear", step: "SCAN it.WorkflowEffect", reason: SECRETS },
    Exception { statement: "secret/effect_list", step: "SCAN it.WorkflowEffect", reason: SECRETS },
    Exception { statement: "status_event/list_newest", step: "SCAN it.StatusEvent", reason: STOPS },
    Exception { statement: "system/table_counts", step: "SCAN", reason: "`stormwire doctor` counts all rows" },
];

struct Step {
    /// Steps of one query have the same.
    parent: i64,
    detail: String,
}

async fn read_plan(conn: &mut SqliteConnection, statement: &str) -> Vec<Step> {
    let rows = sqlx::query(AssertSqlSafe(format!("explain query plan {statement}"))).fetch_all(conn).await.unwrap();
    rows.iter().map(|row| Step { parent: row.get("parent"), detail: row.get("detail") }).collect()
}

/// The growing table that a step reads. A plan names a table by its alias if it has one.
fn table_of(step: &Step, statement: &str) -> Option<&'static str> {
    let mut words = step.detail.split(' ');
    words.next().filter(|kind| ["SCAN", "SEARCH"].contains(kind))?;
    let name = words.next()?.rsplit('.').next()?;
    growing_table(name).or_else(|| GROWING_TABLES.into_iter().find(|table| has_alias(statement, table, name)))
}

fn has_alias(statement: &str, table: &str, alias: &str) -> bool {
    let words = statement.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
    let words: Vec<&str> = words.filter(|word| !word.is_empty() && *word != "as").collect();
    words.windows(2).any(|pair| pair[0].rsplit('.').next() == Some(table) && pair[1] == alias)
}

/// Whether a step may read more rows the more its table grows. `SEARCH` without terms finds a minimum or a maximum.
fn is_unbounded(step: &Step, plan: &[Step]) -> bool {
    if step.detail.split(' ').any(is_small_index) {
        return false;
    }
    let is_sorted_later =
        plan.iter().any(|other| other.parent == step.parent && other.detail == "USE TEMP B-TREE FOR ORDER BY");
    // Everything before a time is read if the order needs all of it.
    let limits_nothing = |term: &str| {
        term.split(['=', '<', '>']).next().is_some_and(|column| SHARED_COLUMNS.contains(&column))
            || (is_sorted_later && term.ends_with("<?"))
    };
    match step.detail.split_once('(') {
        None => step.detail.starts_with("SCAN"),
        Some((_, terms)) => terms.split(')').next().unwrap().split(" AND ").all(limits_nothing),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn growing_tables_are_read_by_index() {
    let db = TestDb::sqlite().await;
    let DirectConnection::Sqlite(mut conn) = DirectConnection::connect(&db.database).await else { unreachable!() };
    let mut report = PlanReport::default();
    for (name, statement) in named_statements("postgres") {
        let plan = read_plan(&mut conn, &statement).await;
        for step in &plan {
            let Some(table) = table_of(step, &statement) else { continue };
            report.tables.insert(table);
            if is_unbounded(step, &plan) {
                report.findings.push(Finding { statement: name.clone(), step: step.detail.clone() });
            }
        }
    }
    drop(conn);
    db.end().await;
    report.verify(&EXCEPTIONS);
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_found_by_the_intended_index() {
    let db = TestDb::sqlite().await;
    let DirectConnection::Sqlite(mut conn) = DirectConnection::connect(&db.database).await else { unreachable!() };
    let statements = named_statements("postgres");
    for (name, used) in [
        ("strike/window", "(Timestamp>? AND Timestamp<?)"),
        ("strike/newest", "(Timestamp>? AND Timestamp<?)"),
        ("log/list_of_both.sqlite", "(MailboxWatcherJobId=? AND Status=? AND DetectedAt>? AND DetectedAt<?)"),
        ("log/list_phase_two_failed", "MailboxWatcherLog_SecondPhaseFailed"),
        ("event_sink/record_success", "EventDelivery_Waiting (EventSinkId=? AND FacilityId>?)"),
        ("log/finished.sqlite", "(MailboxWatcherJobId=? AND MessageKey=?)"),
        ("status_event/last_before", "StatusEvent_NoticedAt (NoticedAt<?)"),
    ] {
        let (_, statement) = statements.iter().find(|(found, _)| found == name).unwrap();
        let plan = read_plan(&mut conn, statement).await;
        // The queue is read by key, if at all.
        let is_read = |step: &&Step| table_of(step, statement).is_some_and(|table| table != "Queue");
        let mut reads = plan.iter().filter(is_read);
        let details: Vec<&str> = plan.iter().map(|step| step.detail.as_str()).collect();
        assert!(reads.next().is_some_and(|step| step.detail.contains(used)), "{name}: {details:?}");
        assert!(reads.next().is_none(), "{name}: {details:?}");
    }
    drop(conn);
    db.end().await;
}

/// Events of rings may be many more than those of the facilities.
#[tokio::test(flavor = "multi_thread")]
async fn current_statuses_are_read_without_events_of_rings() {
    let db = TestDb::sqlite().await;
    let DirectConnection::Sqlite(mut conn) = DirectConnection::connect(&db.database).await else { unreachable!() };
    let statements = named_statements("postgres");
    let (_, statement) = statements.iter().find(|(name, _)| name == "status_event/list_current.sqlite").unwrap();
    let plan = read_plan(&mut conn, statement).await;
    let reads = plan.iter().filter(|step| table_of(step, statement).is_some());
    let mut used: Vec<&str> = reads.map(|step| step.detail.split_once(" USING ").unwrap().1).collect();
    used.sort_unstable();
    let expected = [
        "INDEX StatusEvent_WithoutRing",
        "INDEX StatusEvent_WithoutRing (FacilityId=?)",
        "INDEX StatusEvent_WithoutRing (FacilityId>?)",
        "INTEGER PRIMARY KEY (rowid=?)",
    ];
    assert_eq!(used, expected);
    drop(conn);
    db.end().await;
}
