//! The tables of the specification, seen by a foreign connection: names, keys, computed columns, constraints.

use std::sync::Arc;
use stormwire_clock::SystemClock;
use stormwire_store::{Database, Store, StoreError};
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

const STRIKE: &str = "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) values";

on_both_databases! {
    async fn table_names_of_the_specification_work_as_written(db: &TestDb) {
        for sql in [
            "select count(Timestamp) from data.LightningStrike",
            "select count(LatLongPoint) from organization.Facility",
            "select count(Slug) from organization.AerialTile",
            "select count(\"Order\") from it.MailboxWatcherAction",
            "select count(ClientState) from it.MailboxWatcherJob",
            "select count(Namespace) from it.Credential",
            "select count(*) from it.WorkOrder",
        ] {
            assert_eq!(db.count(sql).await, 0, "{sql}");
        }
    }

    async fn rejects_database_of_a_newer_version(db: &TestDb) {
        let blob = if matches!(db.database, Database::Sqlite(_)) { "x'00'" } else { "decode('00', 'hex')" };
        DirectConnection::connect(&db.database).await.execute(&format!(
            "insert into data.SchemaMigration (version, description, success, checksum, execution_time) \
             values (9999, 'from the future', true, {blob}, 0)"
        )).await.unwrap();
        note_oldest_usable(db, 9999).await;
        let error = Store::open(&db.database, None, Arc::new(SystemClock)).await.unwrap_err();
        assert!(matches!(error, StoreError::Newer { schema: "data", found: 9999, .. }), "{error}");
        assert!(error.to_string().contains("start the newer stormwire that wrote the database"), "{error}");
    }

    async fn strike_is_unique_by_all_five_columns(db: &TestDb) {
        let mut conn = DirectConnection::connect(&db.database).await;
        let rows = [
            "('ALERT', '2026-05-01T12:00:00.000000Z', 'Cloud Stroke Lightning', 34.7304, -86.5861)",
            "('WARNING', '2026-05-01T12:00:00.000000Z', 'Cloud Stroke Lightning', 34.7304, -86.5861)",
            "('ALERT', '2026-05-01T12:00:00.000000Z', 'Ground Stroke Lightning', 34.7304, -86.5861)",
            "('ALERT', '2026-05-01T12:00:00.000001Z', 'Cloud Stroke Lightning', 34.7304, -86.5861)",
            "('ALERT', '2026-05-01T12:00:00.000000Z', 'Cloud Stroke Lightning', 34.730401, -86.5861)",
            "('ALERT', '2026-05-01T12:00:00.000000Z', 'Cloud Stroke Lightning', 34.7304, -86.586101)",
        ];
        for row in rows {
            conn.execute(&format!("{STRIKE} {row}")).await.unwrap();
            let twice = conn.execute(&format!("{STRIKE} {row}")).await.unwrap_err();
            assert!(twice.as_database_error().unwrap().is_unique_violation(), "{row}: {twice}");
        }
        assert_eq!(db.count("select count(*) from data.LightningStrike").await, 6);
    }

    async fn location_of_a_strike_is_computed_and_stored(db: &TestDb) {
        let mut conn = DirectConnection::connect(&db.database).await;
        let row = "('ALERT', '2026-05-01T12:00:00.000000Z', 'Cloud Stroke Lightning', 34.7304, -86.5861)";
        conn.execute(&format!("{STRIKE} {row}")).await.unwrap();
        let location = conn.text([
            "select Location from data.LightningStrike",
            "select ST_AsEWKT(Location::geometry) from data.LightningStrike",
        ]).await;
        assert_eq!(location, "SRID=4326;POINT(-86.5861 34.7304)");
    }

    async fn rejects_impossible_strikes(db: &TestDb) {
        let mut conn = DirectConnection::connect(&db.database).await;
        for row in [
            "('ALERT', '2026-05-01T12:00:00.000000Z', 'Cloud Stroke Lightning', 91, 0)",
            "('ALERT', '2026-05-01T12:00:00.000000Z', 'Cloud Stroke Lightning', 0, -180.1)",
            "('ALERT', '2026-13-01T12:00:00.000000Z', 'Cloud Stroke Lightning', 0, 0)",
            "('ALERT', null, 'Cloud Stroke Lightning', 0, 0)",
        ] {
            assert!(conn.execute(&format!("{STRIKE} {row}")).await.is_err(), "{row}");
        }
    }

    async fn database_checks_watcher_fields_too(db: &TestDb) {
        let mut conn = DirectConnection::connect(&db.database).await;
        let watcher = |mode: &str, name: &str| format!(
            "insert into it.MailboxWatcherJob (Name, MailboxAddress, Mode, CreatedAt, UpdatedAt) \
             values ('{name}', 'storm@example.gov', '{mode}', '2026-05-01T12:00:00.000000Z', '2026-05-01T12:00:00.000000Z')"
        );
        conn.execute(&watcher("PollOnly", "good")).await.unwrap();
        assert!(conn.execute(&watcher("Sometimes", "bad mode")).await.is_err());
        assert!(conn.execute(&watcher("PollOnly", "")).await.is_err());
        assert!(conn.execute(&watcher("PollOnly", &"x".repeat(201))).await.is_err());
        let defaults = "select count(*) from it.MailboxWatcherJob where FolderPath = 'Inbox' and MoveOnProcess \
                        and not IsEnabled and not IncludeAttachments and MaxAttachmentMb = 10 and ProcessExisting is null";
        assert_eq!(db.count(defaults).await, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_strike_time_in_another_format_on_sqlite() {
    let db = TestDb::sqlite().await;
    let mut conn = DirectConnection::connect(&db.database).await;
    for time in ["2026-05-01T12:00:00Z", "2026-05-01 12:00:00.000000", "xxxx-xx-xxTxx:xx:xx.xxxxxxZ", "now"] {
        let row = format!("{STRIKE} ('ALERT', '{time}', 'Cloud Stroke Lightning', 0, 0)");
        assert!(conn.execute(&row).await.is_err(), "{time}");
    }
    drop(conn);
    db.end().await;
}

/// As a newer program does when it migrates the schema `data`.
async fn note_oldest_usable(db: &TestDb, version: i64) {
    if matches!(db.database, Database::Postgres(_)) {
        let note = format!("stormwire: usable by services that know version {version} or later");
        db.execute(&format!("comment on schema data is '{note}'")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn older_service_starts_on_a_newer_schema_that_it_can_use() {
    let db = TestDb::postgres().await;
    // An additive migration of the next version.
    db.execute("alter table data.LightningStrike add column Sensor text").await;
    db.execute(
        "insert into data.SchemaMigration (version, description, success, checksum, execution_time) \
         values (9999, 'sensor', true, decode('00', 'hex'), 0)",
    )
    .await;
    note_oldest_usable(&db, 5).await;
    let older = Store::open(&db.database, None, Arc::new(SystemClock)).await.unwrap();
    older.close().await;
    let row = format!("{STRIKE} ('ALERT', '2026-05-01T12:00:00.000000Z', 'Cloud Stroke Lightning', 0, 0)");
    db.execute(&row).await;
    let note = "select count(*) from pg_namespace \
                where nspname = 'data' and obj_description(oid, 'pg_namespace') like '%know version 5 or later'";
    assert_eq!(db.count(note).await, 1, "an older service does not change what the newer one noted");
    db.end().await;
}
