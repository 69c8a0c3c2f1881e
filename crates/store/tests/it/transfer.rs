//! Copies of whole databases: between SQLite and PostgreSQL, and of a folder that a service writes to.

use crate::claims::claim;
use futures_util::FutureExt;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use stormwire_clock::SystemClock;
use stormwire_store::transfer::{CopiedTable, RowCounts, TransferError, copy, inspect, snapshot};
use stormwire_store::user_tables::generated::{self, GeneratedSql};
use stormwire_store::{Database, Schema, Store, StoreError};
use stormwire_testkit::{DirectConnection, TestDb};

/// An installation with messages in every status, as `server/tests/upgrade` has it, at the current version.
async fn installation(folder: &Path) -> Database {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/upgrade/sqlite");
    std::fs::create_dir(folder).unwrap();
    for schema in Schema::ALL {
        let text = std::fs::read_to_string(source.join(format!("{}.sql", schema.name()))).unwrap();
        let file = folder.join(format!("{}.db", schema.name()));
        let mut conn = SqliteConnectOptions::new().filename(file).create_if_missing(true).connect().await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
    }
    let database = Database::Sqlite(folder.to_owned());
    Store::open(&database, None, Arc::new(SystemClock)).await.unwrap().close().await;
    database
}

/// Every row of every table of a SQLite folder, as sorted texts.
async fn rows(database: &Database) -> Vec<String> {
    let DirectConnection::Sqlite(mut conn) = DirectConnection::connect(database).await else { unreachable!() };
    let tables = "select schema, name from pragma_table_list where schema in ('it', 'data', 'organization') \
                  and type = 'table' and name not like 'sqlite!_%' escape '!' \
                  and lower(name) not in ('schemamigration', 'strikeedit')";
    let tables: Vec<(String, String)> = sqlx::query_as(tables).fetch_all(&mut conn).await.unwrap();
    let mut all = Vec::new();
    for (schema, table) in tables {
        let columns = "select lower(name) from pragma_table_xinfo($1, $2) order by lower(name)";
        let columns: Vec<String> =
            sqlx::query_scalar(columns).bind(table.clone()).bind(schema.clone()).fetch_all(&mut conn).await.unwrap();
        let quoted: Vec<String> = columns.iter().map(|name| format!("'{name}', \"{name}\"")).collect();
        let query = format!("select json_object({}) from {schema}.\"{table}\"", quoted.join(", "));
        let found: Vec<String> = sqlx::query_scalar(AssertSqlSafe(query)).fetch_all(&mut conn).await.unwrap();
        all.extend(found.into_iter().map(|row| format!("{schema}.{} {row}", table.to_lowercase())));
    }
    all.sort();
    all
}

fn count(copied: &[CopiedTable], table: &str) -> u64 {
    copied.iter().find(|one| one.table == table).unwrap_or_else(|| panic!("{table} was not copied: {copied:?}")).rows
}

const GAUGES: &str = "create table data.RainGauge (Id integer primary key autoincrement, Station varchar(20) not null unique, \
    At datetime not null, Millimeters decimal(6,2), Active boolean, Details json, Note text); \
    create index data.RainGauge_Active on RainGauge (Active); \
    insert into data.RainGauge (Id, Station, At, Millimeters, Active, Details, Note) values \
    (7, 'North', '2026-05-01T12:00:00.250000Z', 12.5, true, '{\"b\": 1, \"a\": [null, \"ü\"]}', 'it''s \"wet\"'), \
    (8, 'South', '2026-05-01T12:00:00.000000Z', null, false, null, null), \
    (90, 'Gone', '2026-05-01T12:00:00.000000Z', 1, null, '[]', ''); delete from data.RainGauge where Id = 90;";

/// One that replaces the row of the migration, and one that a facility refers to.
const POLICIES: &str = "update organization.Policy set Name = 'Ten miles', RadiusMiles = 10 where Id = 1; \
    insert into organization.Policy (Id, Name, RadiusMiles, DangerMinutes, AllClearMinutes, HistoryHours, Rings) \
    values (9, 'Golf', 8, 30, 45, 8, '[{\"name\":\"Watch\",\"radiusMiles\":15.0,\"clearMinutes\":20.0}]'); \
    update organization.Facility set PolicyId = 9 where Id = (select min(Id) from organization.Facility);";

const LAYERS: &str = "insert into organization.MapLayer (Name, Kind, Features, Vertices, Revision, UpdatedAt, GeoJson) \
    values ('Rivers', 'water', 1, 2, 3, '2026-05-01T12:00:00.250000Z', '{\"type\":\"FeatureCollection\",\"features\":[]}');";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_are_equal_after_a_copy_to_postgres_and_back() {
    let (target, folder) = (TestDb::postgres().await, tempfile::tempdir().unwrap());
    let source = installation(&folder.path().join("old")).await;
    DirectConnection::connect(&source).await.execute(GAUGES).await.unwrap();
    DirectConnection::connect(&source).await.execute(POLICIES).await.unwrap();
    DirectConnection::connect(&source).await.execute(LAYERS).await.unwrap();
    let before = rows(&source).await;

    let copied = copy(&source, &target.database).await.unwrap();
    assert!(count(&copied, "it.MailboxWatcherLog") > 20 && count(&copied, "data.LightningStrike") > 5, "{copied:?}");
    assert_eq!(count(&copied, "data.RainGauge"), 2);
    assert_eq!(count(&copied, "organization.Policy"), 2);
    assert_eq!(count(&copied, "organization.MapLayer"), 1);
    assert_eq!(target.count("select count(*) from organization.Facility where PolicyId = 9").await, 1);
    assert_eq!(target.count("select count(*) from data.raingauge where millimeters = 12.5 and active").await, 1);
    let next = "insert into data.raingauge (station, at) values ('East', now()) returning id";
    assert_eq!(target.count(next).await, 91, "the number of a deleted row is not used again");
    let twice = "insert into data.raingauge (station, at) values ('North', now())";
    assert!(DirectConnection::connect(&target.database).await.execute(twice).await.is_err(), "still unique");
    target.execute("delete from data.raingauge where id = 91").await;

    let back = Database::Sqlite(folder.path().join("back"));
    let returned = copy(&target.database, &back).await.unwrap();
    assert_eq!(count(&returned, "data.LightningStrike"), count(&copied, "data.LightningStrike"));
    let after = rows(&back).await;
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
    let next = "insert into data.raingauge (station, at) values ('East', '2026-05-01T12:00:00.000000Z') returning id";
    assert_eq!(
        DirectConnection::connect(&back).await.number(next).await,
        93,
        "PostgreSQL used 92 for a row that it rejected"
    );
    Store::open(&back, None, Arc::new(SystemClock)).await.unwrap().close().await;
    target.end().await;
}

const READINGS: &str = "create table data.reading (id smallint generated always as identity primary key, key uuid not null, \
    local timestamp, at timestamptz, day date, tags text[], raw bytea, lasts interval, exact numeric(20,8), doc jsonb, \
    single real, double double precision, spot geometry(Point, 4326), place geography, unique (key, day)); \
    insert into data.reading (key, local, at, day, tags, raw, lasts, exact, doc, single, double, spot, place) values \
    ('8c7e1f5e-3f0a-4b4e-9a51-6a3b7f1f2a11', '2026-05-01 12:00:00.5', '2026-05-01 12:00:00.123456+02', '2026-05-01', \
     '{a,\"b c\",null}', '\\x00ff', '1 day 02:03:04', 1234567.12345678, '{\"b\": 1.50, \"a\": null}', 0.1, 1e-300, \
     'SRID=4326;POINT(-86.586123456789 34.7304)', 'SRID=4326;POINT(1 2)'), \
    ('8c7e1f5e-3f0a-4b4e-9a51-6a3b7f1f2a12', null, null, null, null, null, null, null, null, null, null, null, null)";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn types_of_postgres_survive_a_copy_to_sqlite_and_back() {
    let (source, target, folder) = (TestDb::postgres().await, TestDb::postgres().await, tempfile::tempdir().unwrap());
    for statement in READINGS.split("; ") {
        source.execute(statement).await;
    }
    let sqlite = Database::Sqlite(folder.path().join("data"));
    copy(&source.database, &sqlite).await.unwrap();
    copy(&sqlite, &target.database).await.unwrap();
    // SQLite has no 32-bit numbers: they return as 64-bit numbers of the same value.
    let text = "select string_agg((to_jsonb(r) || jsonb_build_object('single', single::real))::text, ' ' order by id) \
                from data.reading r";
    let [before, after] = [&source, &target].map(|db| db.database.clone());
    let before = DirectConnection::connect(&before).await.text(["", text]).await;
    let after = DirectConnection::connect(&after).await.text(["", text]).await;
    assert_eq!(before, after);
    source.end().await;
    target.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_databases_can_be_copied_in_both_directions() {
    // Fails if a migration inserts rows into a table that is not listed as seeded.
    let (sqlite, postgres) = (TestDb::sqlite().await, TestDb::postgres().await);
    copy(&sqlite.database, &postgres.database).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    copy(&postgres.database, &Database::Sqlite(folder.path().join("data"))).await.unwrap();
    sqlite.end().await;
    postgres.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copy_rejects_a_target_with_data_and_leaves_it_alone() {
    let (sqlite, postgres) = (TestDb::sqlite().await, TestDb::postgres().await);
    for db in [&sqlite, &postgres] {
        db.store.write(Schema::It, |conn| claim(conn, 1, "a")).await.unwrap();
    }
    for (from, to) in [(&sqlite, &postgres), (&postgres, &sqlite)] {
        let error = copy(&from.database, &to.database).await.unwrap_err();
        assert!(matches!(&error, TransferError::HasData { .. }), "{error}");
        assert!(
            error.to_string().contains("it.") && error.to_string().contains("copy into an empty database"),
            "{error}"
        );
        assert_eq!(to.count("select count(*) from it.MailboxWatcherLog").await, 1);
    }
    sqlite.end().await;
    postgres.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copy_names_what_is_wrong_with_the_databases() {
    let (sqlite, postgres) = (TestDb::sqlite().await, TestDb::postgres().await);
    let none = Database::Sqlite(sqlite.folder().join("none"));
    let error = copy(&none, &postgres.database).await.unwrap_err().to_string();
    assert!(error.starts_with("no stormwire database in sqlite:"), "{error}");
    assert!(!sqlite.folder().join("none").exists(), "nothing was created");
    let error = copy(&sqlite.database, &none).await.unwrap_err().to_string();
    assert!(error.contains("`stormwire backup` and `stormwire restore`"), "{error}");
    sqlite.execute("delete from it.SchemaMigration where version > 5").await;
    let error = copy(&sqlite.database, &postgres.database).await.unwrap_err().to_string();
    assert!(error.contains("schema it of sqlite:") && error.contains("has version 5"), "{error}");
    assert!(error.contains("run `stormwire migrate` on it first"), "{error}");
    sqlite.end().await;
    postgres.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn values_that_do_not_fit_stop_the_copy() {
    let (sqlite, postgres) = (TestDb::sqlite().await, TestDb::postgres().await);
    sqlite.execute("create table data.Loose (Amount integer); insert into data.Loose values ('many')").await;
    let error = copy(&sqlite.database, &postgres.database).await.unwrap_err().to_string();
    assert!(error.starts_with("data.Loose: ") && error.ends_with("nothing was copied"), "{error}");
    assert_eq!(postgres.count("select count(*) from pg_class where relname = 'loose'").await, 0);
    sqlite.end().await;
    postgres.end().await;
}

/// Each strike is written before the message that it belongs to, so at any instant at most one message is missing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn snapshot_shows_one_instant_of_all_files() {
    let db = TestDb::sqlite().await;
    let stop = Arc::new(AtomicBool::new(false));
    let (store, stopped) = (db.store.clone(), stop.clone());
    let writing = tokio::spawn(async move {
        let mut number = 0;
        while !stopped.load(Ordering::Relaxed) {
            number += 1;
            let strike = format!(
                "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
                 values ('{number}', '2026-05-01T12:00:00.000000Z', 'Ground', 34.7, -86.6)"
            );
            let strike = GeneratedSql::new(strike);
            let written = store.write::<_, StoreError, _>(Schema::Data, move |conn| {
                async move { generated::execute(conn, &strike, None).await }.boxed()
            });
            written.await.unwrap();
            store.write(Schema::It, move |conn| claim(conn, number, "a")).await.unwrap();
        }
    });
    let mut last = 0;
    for round in 0..8 {
        let folder = db.folder().join(format!("copy{round}"));
        std::fs::create_dir(&folder).unwrap();
        let counts: RowCounts = snapshot(&db.database, &folder).await.unwrap();
        let (strikes, messages) = (counts["data.LightningStrike"], counts["it.MailboxWatcherLog"]);
        assert!(strikes - messages <= 1, "{strikes} strikes, {messages} messages");
        assert!(strikes >= last, "later snapshots have more");
        last = strikes;
    }
    stop.store(true, Ordering::Relaxed);
    writing.await.unwrap();
    assert!(last > 0);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn snapshot_keeps_definitions_rows_and_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let source = installation(&folder.path().join("old")).await;
    let mut conn = DirectConnection::connect(&source).await;
    conn.execute(GAUGES).await.unwrap();
    conn.execute("create view data.Wet as select Station from RainGauge where Millimeters > 0").await.unwrap();
    drop(conn);
    let target = folder.path().join("new");
    std::fs::create_dir(&target).unwrap();
    snapshot(&source, &target).await.unwrap();
    let copied = Database::Sqlite(target);
    assert_eq!(rows(&source).await, rows(&copied).await);
    let definitions = |database: &Database| {
        let database = database.clone();
        async move {
            let mut all = String::new();
            for schema in Schema::ALL {
                let query = format!(
                    "select group_concat(sql, ';' || char(10)) from (select sql from {}.sqlite_schema order by type, name)",
                    schema.name()
                );
                all += &DirectConnection::connect(&database).await.text([&query, ""]).await;
            }
            all
        }
    };
    assert_eq!(definitions(&source).await, definitions(&copied).await);
    let next = "insert into data.RainGauge (Station, At) values ('East', '2026-05-01T12:00:00.000000Z') returning Id";
    assert_eq!(DirectConnection::connect(&copied).await.number(next).await, 91);
    Store::open(&copied, None, Arc::new(SystemClock)).await.unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn inspect_names_damaged_missing_and_newer_files() {
    let db = TestDb::sqlite().await;
    for number in 0..200 {
        db.store.write(Schema::It, move |conn| claim(conn, number, "a")).await.unwrap();
    }
    let copied = |name: &str| {
        let (database, folder) = (db.database.clone(), db.folder().join(name));
        async move {
            std::fs::create_dir(&folder).unwrap();
            snapshot(&database, &folder).await.unwrap();
            folder
        }
    };
    let missing = copied("missing").await;
    std::fs::remove_file(missing.join("data.db")).unwrap();
    let error = inspect(&missing).await.unwrap_err().to_string();
    assert!(error.contains("data.db: the file is missing"), "{error}");

    let damaged = copied("damaged").await;
    let mut bytes = std::fs::read(damaged.join("it.db")).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(7);
    std::fs::write(damaged.join("it.db"), bytes).unwrap();
    let error = inspect(&damaged).await.unwrap_err().to_string();
    assert!(error.contains("it.db: "), "{error}");

    let newer = copied("newer").await;
    let future = "insert into data.SchemaMigration (version, description, success, checksum, execution_time) \
                  values (9999, 'x', true, x'00', 0)";
    DirectConnection::connect(&Database::Sqlite(newer.clone())).await.execute(future).await.unwrap();
    let error = inspect(&newer).await.unwrap_err().to_string();
    assert!(error.contains("schema data has version 9999") && error.contains("start the newer stormwire"), "{error}");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_pass_the_integrity_check_of_debian() {
    let folder = tempfile::tempdir().unwrap();
    let Database::Sqlite(path) = installation(&folder.path().join("old")).await else { unreachable!() };
    for schema in Schema::ALL {
        let mut command = std::process::Command::new("sqlite3");
        let checked = command.arg(path.join(format!("{}.db", schema.name()))).arg("pragma integrity_check").output();
        let checked = checked.expect("sqlite3 is installed by scripts/setup.sh");
        assert_eq!(String::from_utf8_lossy(&checked.stdout), "ok\n", "{}", schema.name());
    }
}
