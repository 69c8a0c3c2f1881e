//! Effects of the `Sql` handler happen once; merges wait for each other and for other programs.

use crate::sql::{Came, Desk, gauges, strike, strike_key, strikes};
use futures_util::future::join_all;
use serde_json::{Value, json};
use stormwire_store::Database;
use stormwire_testkit::service::wait_until;
use stormwire_testkit::{Foreign, TestDb, on_both_databases};

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
    async fn an_effect_done_with_the_same_request_is_not_repeated_and_its_output_goes_into_the_context(db: &TestDb) {
        gauges(db).await;
        let desk = Desk::new(db);
        let first = desk.about("m", insert(), rows(&["a", "b"]), false).await;
        assert_eq!(first.words(), "2 rows inserted");
        let again = desk.about("m", insert(), rows(&["a", "b"]), false).await;
        assert_eq!(again.words(), "2 rows inserted (done before with the same request, not repeated)");
        let output = json!({"Rows": 2, "Inserted": 2, "Updated": 0, "Known": 0});
        assert_eq!((first.at("$.Done"), again.at("$.Done")), (output.clone(), output));
        assert_eq!(count(db).await, 2);
        assert_eq!(db.count("select count(*) from data.WorkflowEffect where length(EffectKey) = 64").await, 1);
    }

    async fn a_changed_request_is_sent(db: &TestDb) {
        gauges(db).await;
        let desk = Desk::new(db);
        desk.about("m", insert(), rows(&["a"]), false).await.words();
        assert_eq!(desk.about("m", insert(), rows(&["b"]), false).await.words(), "1 row inserted");
        let mut distinct = insert();
        distinct["Op"]["Distinct"] = json!(true);
        assert_eq!(desk.about("m", distinct, rows(&["b"]), false).await.words(), "1 row inserted");
        assert_eq!(desk.about("other", insert(), rows(&["a"]), false).await.words(), "1 row inserted");
        assert_eq!(count(db).await, 4);
    }

    async fn force_repeats_all(db: &TestDb) {
        gauges(db).await;
        let desk = Desk::new(db);
        desk.about("m", insert(), rows(&["a"]), false).await.words();
        assert_eq!(desk.about("m", insert(), rows(&["a"]), true).await.words(), "1 row inserted");
        assert_eq!(desk.about("m", insert(), rows(&["a"]), true).await.words(), "1 row inserted");
        assert_eq!(count(db).await, 3);
        assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, 1);
    }

    async fn an_effect_stands_in_the_schema_of_its_target(db: &TestDb) {
        let desk = Desk::new(db);
        let config = json!({"Op": {"Action": "Insert", "Target": "Facility"}, "Data": {"Name": "Pool"}});
        desk.about("m", config.clone(), json!({}), false).await.words();
        desk.about("m", config, json!({}), false).await.words();
        assert_eq!(db.count("select count(*) from organization.Facility").await, 1);
        assert_eq!(db.count("select count(*) from organization.WorkflowEffect").await, 1);
        assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, 0);
    }

    async fn an_effect_that_failed_is_no_effect(db: &TestDb) {
        let desk = Desk::new(db);
        let config = json!({"Op": {"Action": "Insert", "Target": "LightningStrike", "Source": "$.Rows"}});
        let mut bad = strike(1, 34.0, "g");
        bad["Latitude"] = json!(91);
        let root = json!({"Rows": [bad]});
        desk.about("m", config.clone(), root.clone(), false).await.error();
        let error = desk.about("m", config, root, false).await.error();
        assert!(error.starts_with("the database refuses it"), "it was tried again: {error}");
    }

    async fn concurrent_merges_into_one_table_wait_for_each_other(db: &TestDb) {
        let desk = Desk::new(db);
        // Every merge brings all strikes of the one before it and one more: whoever does not wait dies on the unique key.
        let rows = |n: i64| (0..=n).map(|second| strike(second, 34.0, "g")).collect::<Vec<_>>();
        let merges = (0..24).map(|n| desk.merge("LightningStrike", strike_key(), json!(rows(n))));
        let came: Vec<Came> = join_all(merges).await;
        let inserted: i64 = came.iter().map(|one| {
            let words = one.words();
            words.split(": ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<i64>().ok()).unwrap()
        }).sum();
        assert_eq!((inserted, strikes(db).await), (24, 24));
    }

    async fn a_unique_violation_by_a_foreign_writer_is_tried_again(db: &TestDb) {
        let desk = Desk::new(db);
        let mut foreign = Foreign::connect(&db.database).await;
        let begin = if matches!(foreign, Foreign::Sqlite(_)) { "begin immediate" } else { "begin" };
        foreign.execute(begin).await.unwrap();
        foreign.execute(
            "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
             values ('Alert', '2025-05-01T12:00:01.000000Z', 'old', 34, -86.58), \
             ('Alert', '2025-05-01T12:00:02.000000Z', 'old', 34, -86.58)",
        ).await.unwrap();
        let key = json!(["Timestamp", "Latitude", "Longitude", "Name", "Type"]);
        let rows = json!([strike(1, 34.0, "old"), strike(2, 34.0, "old"), strike(3, 34.0, "old")]);
        let merge = desk.merge("LightningStrike", key, rows);
        let commit = async {
            // PostgreSQL: the merge has looked, found nothing, and waits for the one that was quicker.
            if matches!(db.database, Database::Postgres(_)) {
                wait_until(async || db.count("select count(*) from pg_locks where not granted").await > 0).await;
            }
            foreign.execute("commit").await.unwrap();
        };
        let (came, ()) = futures_util::future::join(merge, commit).await;
        assert_eq!(came.words(), "3 rows: 1 inserted, 2 known");
        assert_eq!(strikes(db).await, 3);
    }

    async fn a_unique_violation_of_the_data_itself_is_an_error_in_the_end(db: &TestDb) {
        let desk = Desk::new(db);
        desk.insert("LightningStrike", json!([strike(1, 34.0, "g")])).await.words();
        // Matched by a column that does not tell them apart, and new: the table's key says no.
        let rows = json!([{"Name": "Alert", "Timestamp": "2025-05-01T12:00:01Z", "Type": "g", "Latitude": 34, "Longitude": -86.58, "Id": 99}]);
        let error = desk.merge("LightningStrike", json!(["Id"]), rows).await.error();
        assert!(error.starts_with("the database refuses it: "), "{error}");
        assert_eq!(strikes(db).await, 1);
    }

    async fn a_lock_that_another_program_holds_for_a_while_is_waited_for(db: &TestDb) {
        let desk = Desk::new(db);
        let mut foreign = Foreign::connect(&db.database).await;
        let lock: &[&str] = match &foreign {
            Foreign::Sqlite(_) => &["begin", "insert into data.WorkflowEffect select hex(zeroblob(32)), '2025-05-01T12:00:00.000000Z', '1'"],
            Foreign::Postgres(_) => &["begin", "lock table data.LightningStrike in exclusive mode"],
        };
        for statement in lock {
            foreign.execute(statement).await.unwrap();
        }
        // Writes of other schemas go on meanwhile.
        let facility = desk.insert("Facility", json!([{"Name": "Pool"}])).await;
        assert_eq!(facility.words(), "1 row inserted");
        let merge = desk.merge("LightningStrike", strike_key(), json!([strike(1, 34.0, "g")]));
        let (came, rolled) = futures_util::future::join(merge, foreign.execute("rollback")).await;
        rolled.unwrap();
        assert_eq!(came.words(), "1 row: 1 inserted, 0 updated");
    }
}
