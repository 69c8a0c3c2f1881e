//! Changes of the `Sql` handler happen once; merges wait for each other and for other programs.

use crate::sql_fixture::{SqlFixture, StepOutcome, count_strikes, create_gauges, strike, strike_key};
use futures_util::future::join_all;
use serde_json::{Value, json};
use stormwire_store::Database;
use stormwire_testkit::service::wait_until;
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

fn insert() -> Value {
    json!({"Op": {"Action": "Insert", "Target": "Gauge", "Source": "$.Rows", "Output": "$.Done"}})
}

fn rows(names: &[&str]) -> Value {
    json!({"Rows": names.iter().map(|name| json!({"Name": name})).collect::<Vec<_>>()})
}

async fn count(db: &TestDb) -> i64 {
    db.count("select count(*) from data.Gauge").await
}

on_both_databases! {
    async fn rows_that_are_equal_are_not_written(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let edits = async || db.count("select cast(coalesce(sum(Edits), 0) as bigint) from data.StrikeEdit").await;
        let key = json!(["Timestamp", "Latitude", "Longitude", "Name"]);
        let merge = async |kinds: [&str; 2]| {
            let rows = json!([strike(1, 34.0, kinds[0]), strike(2, 34.0, kinds[1])]);
            fixture.merge("LightningStrike", key.clone(), rows).await.result().to_owned()
        };
        assert_eq!(merge(["g", "g"]).await, "2 rows: 2 inserted, 0 updated");
        let before = edits().await;
        assert_eq!(merge(["g", "g"]).await, "2 rows: 0 inserted, 2 updated");
        assert_eq!(edits().await, before, "nobody has to read the strikes again");
        assert_eq!(merge(["g", "G"]).await, "2 rows: 0 inserted, 2 updated");
        assert_eq!(edits().await, before + 1);
        assert_eq!(db.count("select count(*) from data.LightningStrike where Type = 'G'").await, 1);
    }

    async fn the_same_request_is_not_repeated_and_its_output_is_reused(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        let first = fixture.run_for("m", insert(), rows(&["a", "b"]), false).await;
        assert_eq!(first.result(), "2 rows inserted");
        let again = fixture.run_for("m", insert(), rows(&["a", "b"]), false).await;
        assert_eq!(again.result(), "2 rows inserted (not repeated: the same request was done before)");
        let output = json!({"Rows": 2, "Inserted": 2, "Updated": 0, "Known": 0});
        assert_eq!((first.value_at("$.Done"), again.value_at("$.Done")), (output.clone(), output));
        assert_eq!(count(db).await, 2);
        assert_eq!(db.count("select count(*) from data.WorkflowEffect where length(EffectKey) = 64").await, 1);
    }

    async fn a_changed_request_is_sent(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        fixture.run_for("m", insert(), rows(&["a"]), false).await.result();
        assert_eq!(fixture.run_for("m", insert(), rows(&["b"]), false).await.result(), "1 row inserted");
        let mut distinct = insert();
        distinct["Op"]["Distinct"] = json!(true);
        assert_eq!(fixture.run_for("m", distinct, rows(&["b"]), false).await.result(), "1 row inserted");
        assert_eq!(fixture.run_for("other", insert(), rows(&["a"]), false).await.result(), "1 row inserted");
        assert_eq!(count(db).await, 4);
    }

    async fn force_repeats_all(db: &TestDb) {
        create_gauges(db).await;
        let fixture = SqlFixture::new(db);
        fixture.run_for("m", insert(), rows(&["a"]), false).await.result();
        assert_eq!(fixture.run_for("m", insert(), rows(&["a"]), true).await.result(), "1 row inserted");
        assert_eq!(fixture.run_for("m", insert(), rows(&["a"]), true).await.result(), "1 row inserted");
        assert_eq!(count(db).await, 3);
        assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, 1);
    }

    async fn an_effect_key_is_in_the_schema_of_its_target(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let config = json!({"Op": {"Action": "Insert", "Target": "Facility"}, "Data": {"Name": "Pool"}});
        fixture.run_for("m", config.clone(), json!({}), false).await.result();
        fixture.run_for("m", config, json!({}), false).await.result();
        assert_eq!(db.count("select count(*) from organization.Facility").await, 1);
        assert_eq!(db.count("select count(*) from organization.WorkflowEffect").await, 1);
        assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, 0);
    }

    async fn a_failed_change_can_be_repeated(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let config = json!({"Op": {"Action": "Insert", "Target": "LightningStrike", "Source": "$.Rows"}});
        let mut bad = strike(1, 34.0, "g");
        bad["Latitude"] = json!(91);
        let root = json!({"Rows": [bad]});
        fixture.run_for("m", config.clone(), root.clone(), false).await.error();
        let error = fixture.run_for("m", config, root, false).await.error();
        assert!(error.starts_with("rejected by the database"), "it was repeated: {error}");
    }

    async fn concurrent_merges_into_one_table_wait_for_each_other(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        // Each merge has all strikes of the one before and one more: without waiting it would violate the unique key.
        let rows = |n: i64| (0..=n).map(|second| strike(second, 34.0, "g")).collect::<Vec<_>>();
        let merges = (0..24).map(|n| fixture.merge("LightningStrike", strike_key(), json!(rows(n))));
        let outcome: Vec<StepOutcome> = join_all(merges).await;
        let inserted: i64 = outcome.iter().map(|one| {
            let result = one.result();
            result.split(": ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<i64>().ok()).unwrap()
        }).sum();
        assert_eq!((inserted, count_strikes(db).await), (24, 24));
    }

    async fn a_unique_violation_by_another_program_is_retried(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let mut foreign = DirectConnection::connect(&db.database).await;
        let begin = if matches!(foreign, DirectConnection::Sqlite(_)) { "begin immediate" } else { "begin" };
        foreign.execute(begin).await.unwrap();
        foreign.execute(
            "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
             values ('Alert', '2025-05-01T12:00:01.000000Z', 'old', 34, -86.58), \
             ('Alert', '2025-05-01T12:00:02.000000Z', 'old', 34, -86.58)",
        ).await.unwrap();
        let key = json!(["Timestamp", "Latitude", "Longitude", "Name", "Type"]);
        let rows = json!([strike(1, 34.0, "old"), strike(2, 34.0, "old"), strike(3, 34.0, "old")]);
        let merge = fixture.merge("LightningStrike", key, rows);
        let commit = async {
            // PostgreSQL: the merge found no rows and waits for the other transaction.
            if matches!(db.database, Database::Postgres(_)) {
                let waiting = "select count(*) from pg_locks join pg_stat_activity using (pid) \
                               where not granted and datname = current_database()";
                wait_until(async || db.count(waiting).await > 0).await;
            }
            foreign.execute("commit").await.unwrap();
        };
        let (outcome, ()) = futures_util::future::join(merge, commit).await;
        assert_eq!(outcome.result(), "3 rows: 1 inserted, 2 unchanged");
        assert_eq!(count_strikes(db).await, 3);
    }

    async fn a_unique_violation_by_the_data_itself_is_an_error(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        fixture.insert("LightningStrike", json!([strike(1, 34.0, "g")])).await.result();
        // Not matched by Id, so it is inserted and violates the unique key.
        let rows = json!([{"Name": "Alert", "Timestamp": "2025-05-01T12:00:01Z", "Type": "g", "Latitude": 34, "Longitude": -86.58, "Id": 99}]);
        let error = fixture.merge("LightningStrike", json!(["Id"]), rows).await.error();
        assert!(error.starts_with("rejected by the database: "), "{error}");
        assert_eq!(count_strikes(db).await, 1);
    }

    async fn a_lock_of_another_program_is_waited_for(db: &TestDb) {
        let fixture = SqlFixture::new(db);
        let mut foreign = DirectConnection::connect(&db.database).await;
        let lock: &[&str] = match &foreign {
            DirectConnection::Sqlite(_) => &["begin", "insert into data.WorkflowEffect select hex(zeroblob(32)), '2025-05-01T12:00:00.000000Z', '1'"],
            DirectConnection::Postgres(_) => &["begin", "lock table data.LightningStrike in exclusive mode"],
        };
        for statement in lock {
            foreign.execute(statement).await.unwrap();
        }
        // Writes to other schemas are not blocked.
        let facility = fixture.insert("Facility", json!([{"Name": "Pool"}])).await;
        assert_eq!(facility.result(), "1 row inserted");
        let merge = fixture.merge("LightningStrike", strike_key(), json!([strike(1, 34.0, "g")]));
        let (outcome, rollback) = futures_util::future::join(merge, foreign.execute("rollback")).await;
        rollback.unwrap();
        assert_eq!(outcome.result(), "1 row: 1 inserted, 0 updated");
    }
}

/// As in a restart: the process that stops goes on with a call whose item another process has taken.
#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_two_runs_of_one_call_wait_for_each_other() {
    let db = TestDb::postgres().await;
    create_gauges(&db).await;
    let body = "select pg_advisory_xact_lock(4711); insert into data.Gauge (Name) values ('a')";
    db.execute(&format!("create procedure data.Slow() language sql as $$ {body} $$")).await;
    let fixtures = [SqlFixture::new(&db), SqlFixture::new(&db)];
    let mut foreign = DirectConnection::connect(&db.database).await;
    foreign.execute("select pg_advisory_lock(4711)").await.unwrap();
    let config = || json!({"Op": {"Action": "Execute", "Target": "Slow"}});
    let calls = join_all(fixtures.iter().map(|fixture| fixture.run_for("m", config(), json!({}), false)));
    let both_wait = async {
        let waiting = "select count(*) from pg_locks join pg_stat_activity using (pid) \
                       where not granted and locktype = 'advisory' and datname = current_database()";
        wait_until(async || db.count(waiting).await == 2).await;
        foreign.execute("select pg_advisory_unlock(4711)").await.unwrap();
    };
    let (outcomes, ()) = futures_util::future::join(calls, both_wait).await;
    let mut results: Vec<&str> = outcomes.iter().map(StepOutcome::result).collect();
    results.sort_unstable();
    let before = "Slow called: 0 rows (not repeated: the same request was done before)";
    assert_eq!((results, count(&db).await), (vec!["Slow called: 0 rows", before], 1));
    db.end().await;
}
