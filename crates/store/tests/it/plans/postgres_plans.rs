//! Plans of PostgreSQL, by `explain` of prepared statements.

use super::{CLOCK, Exception, Finding, PlanReport, QUEUE, growing_table, is_small_index, named_statements};
use crate::statements::crate_path;
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};
use stormwire_testkit::{DirectConnection, TestDb};

/// Empty tables are cheapest to scan and to join as a whole. With these methods off, a scan remains only where no index can
/// serve. Generic plans do not depend on the values of the parameters.
const SETTINGS: &str = "set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; \
    set enable_material = off; set plan_cache_mode = force_generic_plan";

const SECRETS: &str = "reads all sealed values, at the start and when the key is replaced";
const COUNTS: &str = "`stormwire doctor` counts all rows";

const EXCEPTIONS: [Exception; 10] = [
    Exception { statement: "queue/last_written", step: "on Queue", reason: "runs once, at the start" },
    Exception { statement: "queue/list", step: "on Queue", reason: QUEUE },
    Exception { statement: "queue/make_due", step: "on Queue", reason: CLOCK },
    Exception { statement: "queue/summary", step: "on Queue", reason: QUEUE },
    Exception { statement: "secret/context_clear", step: "on WorkflowRun", reason: SECRETS },
    Exception { statement: "secret/context_list", step: "on WorkflowRun", reason: SECRETS },
    Exception { statement: "secret/effect_clear", step: "on WorkflowEffect", reason: SECRETS },
    Exception { statement: "secret/effect_list", step: "on WorkflowEffect", reason: SECRETS },
    Exception { statement: "system/table_counts", step: "on LightningStrike", reason: COUNTS },
    Exception { statement: "system/table_counts", step: "on MailboxWatcherLog", reason: COUNTS },
];

/// After an outage.
const FILL_QUEUE: &str = "insert into it.Queue (Kind, Payload, DueAt, CreatedAt, Lane)
    select 'Message', '{}', now(), now(), 'lane' || number % 50 from generate_series(1, 10000) as number";

/// Whether PostgreSQL makes a plan of it: it makes none of `lock` and `set`.
fn has_plan(statement: &str) -> bool {
    let first = statement.lines().find(|line| !line.starts_with("--")).unwrap_or_default();
    ["select", "insert", "update", "delete", "with"].iter().any(|word| first.starts_with(word))
}

async fn execute(conn: &mut PgConnection, sql: String) {
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(conn).await.unwrap();
}

/// The top node of the plan. PostgreSQL 15 explains a statement with parameters only once it is prepared.
async fn read_plan(conn: &mut PgConnection, statement: &str) -> Value {
    execute(conn, format!("prepare checked as {statement}")).await;
    let count = "select cardinality(parameter_types) from pg_prepared_statements where name = 'checked'";
    let count: i32 = sqlx::query_scalar(count).fetch_one(&mut *conn).await.unwrap();
    let values = vec!["null"; usize::try_from(count).unwrap()].join(", ");
    let values = if values.is_empty() { values } else { format!("({values})") };
    let explain = AssertSqlSafe(format!("explain (format json) execute checked{values}"));
    let mut plan: Value = sqlx::query_scalar(explain).fetch_one(&mut *conn).await.unwrap();
    execute(conn, "deallocate checked".to_owned()).await;
    plan[0]["Plan"].take()
}

/// What the nodes above a node say about it.
#[derive(Clone, Copy, Default)]
struct Above {
    /// The table of a bitmap scan, which its index scans do not name.
    table: Option<&'static str>,
    /// A limit ends the scan as soon as it has found enough rows.
    stops_early: bool,
}

/// A growing table that a node reads, and how if that may be without a limit.
struct TableRead {
    table: &'static str,
    unbounded_step: Option<String>,
}

fn collect_reads(node: &Value, above: Above, reads: &mut Vec<TableRead>) {
    let kind = node["Node Type"].as_str().unwrap();
    let table = node["Relation Name"].as_str().map_or(above.table, growing_table);
    if let Some(table) = table
        && ["Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Index Scan"].contains(&kind)
    {
        let index = node["Index Name"].as_str();
        let finds_all_it_reads = above.stops_early && node["Filter"].is_null();
        let is_bounded = finds_all_it_reads || !node["Index Cond"].is_null() || index.is_some_and(is_small_index);
        let used = index.map_or_else(String::new, |index| format!(" using {index}"));
        let unbounded_step = (!is_bounded).then(|| format!("{kind}{used} on {table}"));
        reads.push(TableRead { table, unbounded_step });
    }
    let reads_all_first = ["Sort", "Aggregate", "WindowAgg", "Hash", "ModifyTable"].contains(&kind);
    for child in node["Plans"].as_array().into_iter().flatten() {
        let gives_rows = ["Outer", "Member", "Subquery"].map(Some).contains(&child["Parent Relationship"].as_str());
        let stops_early = gives_rows && !reads_all_first && (kind == "Limit" || above.stops_early);
        collect_reads(child, Above { table, stops_early }, reads);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn growing_tables_are_read_by_index() {
    let db = TestDb::postgres().await;
    let DirectConnection::Postgres(mut conn) = DirectConnection::connect(&db.database).await else { unreachable!() };
    execute(&mut conn, SETTINGS.to_owned()).await;
    let mut report = PlanReport::default();
    for (name, statement) in named_statements("sqlite").into_iter().filter(|(_, statement)| has_plan(statement)) {
        let mut reads = Vec::new();
        collect_reads(&read_plan(&mut conn, &statement).await, Above::default(), &mut reads);
        for TableRead { table, unbounded_step } in reads {
            report.tables.insert(table);
            report.findings.extend(unbounded_step.map(|step| Finding { statement: name.clone(), step }));
        }
    }
    db.end().await;
    report.verify(&EXCEPTIONS);
}

/// The plan for any values, which the server uses from the sixth time on, and with statistics: both differ from what the test
/// above sees.
#[tokio::test(flavor = "multi_thread")]
async fn next_items_of_a_long_queue_are_found_by_index() {
    let db = TestDb::postgres().await;
    let DirectConnection::Postgres(mut conn) = DirectConnection::connect(&db.database).await else { unreachable!() };
    execute(&mut conn, FILL_QUEUE.to_owned()).await;
    execute(&mut conn, "analyze it.Queue; set plan_cache_mode = force_generic_plan".to_owned()).await;
    let statement = std::fs::read_to_string(crate_path("sql/queue/take.postgres.sql")).unwrap();
    let plan = read_plan(&mut conn, &statement).await;
    db.end().await;
    assert!(!plan.to_string().contains("Seq Scan"), "{plan:#}");
}
