//! The `Sql` handler can access only `data` and `organization`, never `it`.

use crate::sql_fixture::{SqlFixture, create_gauges, strike};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{SystemClock, VirtualClock, within};
use stormwire_store::RunId;
use stormwire_store::tables::workflow;
use stormwire_store::{Conn, Database, Schema, Store};
use stormwire_testkit::TestDb;
use stormwire_testkit::service::{city_map, feed_rules};
use stormwire_workflow::handlers::{Procedure, ProcedureError, Procedures, sql};

/// Reads a table that no workflow may read.
struct ReadSteps;

impl Procedure for ReadSteps {
    fn schema(&self) -> Schema {
        Schema::Data
    }

    fn name(&self) -> &'static str {
        "ReadSteps"
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn call<'c>(
        &'c self,
        conn: &'c mut Conn,
        _: Map<String, Value>,
    ) -> BoxFuture<'c, Result<Vec<Value>, ProcedureError>> {
        async move { Ok(workflow::list_steps(conn, &RunId::new("run")).await.map(|steps| vec![json!(steps.len())])?) }
            .boxed()
    }
}

async fn call(fixture: &SqlFixture, action: &str, target: &str, data: Value) -> crate::sql_fixture::StepOutcome {
    fixture.run(json!({"Op": {"Action": action, "Target": target}, "Data": data}), json!({})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite_the_schema_it_is_not_attached() {
    let db = TestDb::sqlite().await;
    let fixture = SqlFixture::with_procedures(&db, Procedures::new(vec![Arc::new(ReadSteps)]));
    let error = call(&fixture, "Query", "ReadSteps", json!({})).await.error();
    assert!(error.contains("no such table: it.WorkflowStep"), "{error}");
    db.end().await;
}

/// More queries than connections: if one kept running, the last query would get no connection.
#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite_a_dropped_query_is_interrupted() {
    let db = TestDb::sqlite().await;
    let endless = "with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) as C from n";
    db.execute(&format!("create view data.Endless as {endless}")).await;
    let fixture = SqlFixture::new(&db);
    for _ in 0..8 {
        let query = call(&fixture, "Query", "Endless", json!({}));
        assert!(within(&SystemClock, Duration::from_millis(100), query).await.is_none(), "it never ends");
    }
    assert_eq!(fixture.query("Facility", json!({})).await.len(), 0);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite_tables_without_usable_rowid_are_merged() {
    let db = TestDb::sqlite().await;
    db.execute("create table data.Plain (B text, A text, C text, primary key (A, B)) without rowid").await;
    db.execute("create table data.Named (rowid text, \"_ROWID_\" text, Oid text)").await;
    let fixture = SqlFixture::new(&db);
    for (table, key, [a, b, c]) in
        [("Plain", json!(["A"]), ["A", "B", "C"]), ("Named", json!(["rowid"]), ["rowid", "_rowid_", "oid"])]
    {
        let rows = json!([{a: "1", b: "x", c: "x"}, {a: "2", b: "x", c: "x"}]);
        assert_eq!(fixture.merge(table, key.clone(), rows).await.result(), "2 rows: 2 inserted, 0 updated");
        let rows = json!([{a: "2", b: "x", c: "y"}, {a: "3", b: "x", c: "y"}]);
        assert_eq!(fixture.merge(table, key.clone(), rows).await.result(), "2 rows: 1 inserted, 1 updated");
        let rows = json!([{a: "4", b: "x", c: "z"}, {a: "2", b: "x", c: "z"}, {a: "2", b: "x", c: "z"}]);
        let error = fixture.merge(table, key, rows).await.error();
        assert_eq!(error, format!("records 1 and 2 match the same row of data.{table}; nothing was written"));
        assert_eq!(db.count(&format!("select count(*) from data.{table}")).await, 3);
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_functions_cannot_read_internal_tables() {
    let db = TestDb::postgres().await;
    let fixture = SqlFixture::new(&db);
    for (name, table) in [("ReadA", "it.Credential"), ("ReadB", "data.WorkflowEffect"), ("ReadC", "organization.Audit")]
    {
        let body =
            format!("create function data.{name}() returns bigint language sql as 'select count(*) from {table}'");
        db.execute(&body).await;
        for action in ["Query", "Execute"] {
            let error = call(&fixture, action, name, json!({})).await.error();
            assert!(error.contains("permission denied for"), "{name}: {error}");
            assert!(error.ends_with("Grant the permission to the role stormwire_workflow."), "{error}");
        }
    }
    assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, 0);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_execute_can_write_and_query_cannot() {
    let db = TestDb::postgres().await;
    create_gauges(&db).await;
    let fixture = SqlFixture::new(&db);
    let write = "insert into data.Gauge (Name) values (word)";
    db.execute(&format!("create function data.Note(word text) returns void language sql as $$ {write} $$")).await;
    db.execute(&format!("create procedure data.Jot(word text) language sql as $$ {write} $$")).await;
    let error = call(&fixture, "Query", "Note", json!({"word": "x"})).await.error();
    assert!(error.contains("read-only transaction"), "{error}");
    let error = call(&fixture, "Query", "Jot", json!({"word": "x"})).await.error();
    assert!(error.contains("call it with Execute"), "{error}");
    assert_eq!(call(&fixture, "Execute", "Note", json!({"word": "x"})).await.result(), "Note called: 0 rows");
    assert_eq!(call(&fixture, "Execute", "Jot", json!({"word": "y"})).await.result(), "Jot called: 0 rows");
    assert_eq!(db.count("select count(*) from data.Gauge where Name in ('x', 'y')").await, 2);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_functions_return_values_rows_or_json() {
    let db = TestDb::postgres().await;
    let fixture = SqlFixture::new(&db);
    let functions = [
        "One(n int, t timestamptz default now()) returns int language sql as 'select n + 1'",
        "One(a text) returns text language sql as 'select a'",
        "Many() returns jsonb language sql as $$ select '[{\"A\": 1}, {\"A\": 2}]'::jsonb $$",
        "Nothing() returns jsonb language sql as 'select null::jsonb'",
        "Place() returns table (\"At\" timestamptz, \"Where\" geometry, \"N\" numeric) language sql as \
         $$ select timestamptz '2025-05-01 07:00:00-05', ST_SetSRID(ST_MakePoint(1, 2), 4326), 1.50 $$",
    ];
    for function in functions {
        db.execute(&format!("create function data.{function}")).await;
    }
    for (name, data, items) in [
        ("One", json!({"n": 1}), json!([{"one": 2}])),
        ("one", json!({"A": "x"}), json!([{"one": "x"}])),
        ("One", json!({"a": null}), json!([{"one": null}])),
        ("Many", json!({}), json!([{"A": 1}, {"A": 2}])),
        ("Nothing", json!({}), json!([])),
        ("Place", json!({}), json!([{"At": "2025-05-01T12:00:00.000000Z", "Where": "SRID=4326;POINT(1 2)", "N": 1.5}])),
    ] {
        let outcome = call(&fixture, "Query", name, data).await;
        outcome.result();
        assert_eq!(outcome.value_at("$.Query.Items"), items, "{name}");
    }
    let error = call(&fixture, "Query", "One", json!({"n": "x"})).await.error();
    assert_eq!(error, "parameter n: \"x\" is not a number; use digits such as 34.73");
    db.end().await;
}

/// A database user that cannot create roles works too, without the restricted role.
#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_a_plain_user_works_without_the_role() {
    let db = TestDb::postgres().await;
    let Database::Postgres(url) = &db.database else { unreachable!() };
    let (mut url, name) = (url.clone(), url.path().trim_start_matches('/').to_owned());
    // Roles belong to the server, and other tests use it at the same time.
    let user = format!("user_of_{name}");
    db.execute(&format!("create role {user} login")).await;
    for schema in ["it", "data", "organization"] {
        db.execute(&format!("grant all on schema {schema} to {user}")).await;
        db.execute(&format!("grant all on all tables in schema {schema} to {user}")).await;
    }
    db.execute(&format!("grant create on database {name} to {user}")).await;
    url.set_username(&user).unwrap();
    let store = Store::open(&Database::Postgres(url), None, Arc::new(SystemClock)).await.unwrap();
    let area = feed_rules(Duration::from_mins(5)).plausible_area;
    let handler = sql(store.clone(), Arc::new(VirtualClock::running()), Procedures::default(), area, city_map());
    let outcome = SqlFixture::with_handler(handler)
        .merge("LightningStrike", json!(["Timestamp"]), json!([strike(1, 34.0, "g")]))
        .await;
    assert_eq!(outcome.result(), "1 row: 1 inserted, 0 updated");
    store.close().await;
    for schema in ["it", "data", "organization"] {
        db.execute(&format!("revoke all on schema {schema} from {user}")).await;
        db.execute(&format!("revoke all on all tables in schema {schema} from {user}")).await;
    }
    db.execute(&format!("revoke create on database {name} from {user}")).await;
    db.execute(&format!("drop role {user}")).await;
    db.end().await;
}
