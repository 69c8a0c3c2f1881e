//! How far the `Sql` handler reaches: `data` and `organization`, never `it`, whatever the database is told to do.

use crate::sql::{Desk, gauges, strike};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::VirtualClock;
use stormwire_store::RunId;
use stormwire_store::tables::workflow;
use stormwire_store::{Conn, Database, Schema, Store};
use stormwire_testkit::TestDb;
use stormwire_workflow::handlers::{Procedure, ProcedureError, Procedures, sql};

/// Asks for what no workflow may see.
struct Peep;

impl Procedure for Peep {
    fn schema(&self) -> Schema {
        Schema::Data
    }

    fn name(&self) -> &'static str {
        "Peep"
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn call<'c>(
        &'c self,
        conn: &'c mut Conn,
        _: Map<String, Value>,
    ) -> BoxFuture<'c, Result<Vec<Value>, ProcedureError>> {
        async move { Ok(workflow::steps(conn, &RunId::new("run")).await.map(|steps| vec![json!(steps.len())])?) }
            .boxed()
    }
}

async fn called(desk: &Desk, action: &str, target: &str, data: Value) -> crate::sql::Came {
    desk.run(json!({"Op": {"Action": action, "Target": target}, "Data": data}), json!({})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite_it_is_not_attached() {
    let db = TestDb::sqlite().await;
    let desk = Desk::with(&db, Procedures::new(vec![Arc::new(Peep)]));
    let error = called(&desk, "Query", "Peep", json!({})).await.error();
    assert!(error.contains("no such table: it.WorkflowStep"), "{error}");
    db.end().await;
}

/// More of them than there are connections: if one went on, the last question would find none.
#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite_a_view_that_never_ends_is_left_when_nobody_waits_any_more() {
    let db = TestDb::sqlite().await;
    let endless = "with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) as C from n";
    db.execute(&format!("create view data.Endless as {endless}")).await;
    let desk = Desk::new(&db);
    for _ in 0..8 {
        let question = called(&desk, "Query", "Endless", json!({}));
        assert!(tokio::time::timeout(Duration::from_millis(100), question).await.is_err(), "it has no end");
    }
    assert_eq!(desk.query("Facility", json!({})).await.len(), 0);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite_tables_without_rowid_and_with_columns_of_its_names_are_merged() {
    let db = TestDb::sqlite().await;
    db.execute("create table data.Plain (B text, A text, C text, primary key (A, B)) without rowid").await;
    db.execute("create table data.Named (rowid text, \"_ROWID_\" text, Oid text)").await;
    let desk = Desk::new(&db);
    for (table, key, [a, b, c]) in
        [("Plain", json!(["A"]), ["A", "B", "C"]), ("Named", json!(["rowid"]), ["rowid", "_rowid_", "oid"])]
    {
        let rows = json!([{a: "1", b: "x", c: "x"}, {a: "2", b: "x", c: "x"}]);
        assert_eq!(desk.merge(table, key.clone(), rows).await.words(), "2 rows: 2 inserted, 0 updated");
        let rows = json!([{a: "2", b: "x", c: "y"}, {a: "3", b: "x", c: "y"}]);
        assert_eq!(desk.merge(table, key.clone(), rows).await.words(), "2 rows: 1 inserted, 1 updated");
        let rows = json!([{a: "4", b: "x", c: "z"}, {a: "2", b: "x", c: "z"}, {a: "2", b: "x", c: "z"}]);
        let error = desk.merge(table, key, rows).await.error();
        assert_eq!(error, format!("records 1 and 2 match the same row of data.{table}; nothing was written"));
        assert_eq!(db.count(&format!("select count(*) from data.{table}")).await, 3);
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_a_function_has_no_rights_on_it_and_on_the_services_own_tables() {
    let db = TestDb::postgres().await;
    let desk = Desk::new(&db);
    for (name, table) in [("Peep", "it.Credential"), ("Forget", "data.WorkflowEffect"), ("Blame", "organization.Audit")]
    {
        let body =
            format!("create function data.{name}() returns bigint language sql as 'select count(*) from {table}'");
        db.execute(&body).await;
        for action in ["Query", "Execute"] {
            let error = called(&desk, action, name, json!({})).await.error();
            assert!(error.contains("permission denied for"), "{name}: {error}");
            assert!(error.ends_with("GRANT the role stormwire_workflow the right to it"), "{error}");
        }
    }
    assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, 0);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_a_query_cannot_write_and_an_execute_can() {
    let db = TestDb::postgres().await;
    gauges(&db).await;
    let desk = Desk::new(&db);
    let write = "insert into data.Gauge (Name) values (word)";
    db.execute(&format!("create function data.Note(word text) returns void language sql as $$ {write} $$")).await;
    db.execute(&format!("create procedure data.Jot(word text) language sql as $$ {write} $$")).await;
    let error = called(&desk, "Query", "Note", json!({"word": "x"})).await.error();
    assert!(error.contains("read-only transaction"), "{error}");
    let error = called(&desk, "Query", "Jot", json!({"word": "x"})).await.error();
    assert!(error.contains("call it with Execute"), "{error}");
    assert_eq!(called(&desk, "Execute", "Note", json!({"word": "x"})).await.words(), "Note called: 0 rows");
    assert_eq!(called(&desk, "Execute", "Jot", json!({"word": "y"})).await.words(), "Jot called: 0 rows");
    assert_eq!(db.count("select count(*) from data.Gauge where Name in ('x', 'y')").await, 2);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_functions_answer_in_many_ways() {
    let db = TestDb::postgres().await;
    let desk = Desk::new(&db);
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
        let came = called(&desk, "Query", name, data).await;
        came.words();
        assert_eq!(came.at("$.Query.Items"), items, "{name}");
    }
    let error = called(&desk, "Query", "One", json!({"n": "x"})).await.error();
    assert_eq!(error, "parameter n: \"x\" is not a number; send digits such as 34.73");
    db.end().await;
}

/// A database user that may make no roles works all the same, only without the wall.
#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_a_plain_user_works_without_the_role() {
    let db = TestDb::postgres().await;
    db.execute("create role plain_user login").await;
    for schema in ["it", "data", "organization"] {
        db.execute(&format!("grant all on schema {schema} to plain_user")).await;
        db.execute(&format!("grant all on all tables in schema {schema} to plain_user")).await;
    }
    let Database::Postgres(url) = &db.database else { unreachable!() };
    let (mut url, name) = (url.clone(), url.path().trim_start_matches('/').to_owned());
    db.execute(&format!("grant create on database {name} to plain_user")).await;
    url.set_username("plain_user").unwrap();
    let store = Store::open(&Database::Postgres(url), None).await.unwrap();
    let handler = sql(store.clone(), Arc::new(VirtualClock::running()), Procedures::default());
    let came = Desk::of(handler).merge("LightningStrike", json!(["Timestamp"]), json!([strike(1, 34.0, "g")])).await;
    assert_eq!(came.words(), "1 row: 1 inserted, 0 updated");
    store.close().await;
    for schema in ["it", "data", "organization"] {
        db.execute(&format!("revoke all on schema {schema} from plain_user")).await;
        db.execute(&format!("revoke all on all tables in schema {schema} from plain_user")).await;
    }
    db.execute(&format!("revoke create on database {name} from plain_user")).await;
    db.execute("drop role plain_user").await;
    db.end().await;
}
