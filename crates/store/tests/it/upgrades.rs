//! Upgrades from every version of the schema, with a row in every table that existed then.

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stormwire_clock::SystemClock;
use stormwire_store::{Database, Schema, Store};
use stormwire_testkit::{DirectConnection, Durability, start_cluster};

/// A row of a table as of the version that created it.
struct OldRow {
    table: &'static str,
    since: i64,
    columns: &'static str,
    values: &'static str,
}

const fn row(table: &'static str, since: i64, columns: &'static str, values: &'static str) -> OldRow {
    OldRow { table, since, columns, values }
}

const AT: &str = "'2026-05-01T12:00:00.000000Z'";
const HASH: &str = "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'";

/// In the order of their references. `@at` is [`AT`], and `@hash` is [`HASH`].
const ROWS: [OldRow; 36] = [
    row(
        "it.Credential",
        1,
        "Id, Name, ClientId, ClientSecret, Namespace, CreatedAt, UpdatedAt",
        "1, 'Mail', 'c', 's', 't', @at, @at",
    ),
    row(
        "it.MailboxWatcherJob",
        1,
        "Id, Name, IsEnabled, MailboxAddress, CredentialId, DeltaLink, CreatedAt, UpdatedAt",
        "1, 'Storm', true, 'storm@example.gov', 1, 'd', @at, @at",
    ),
    row(
        "it.MailboxWatcherAction",
        1,
        "Id, MailboxWatcherJobId, Name, ActionType, Config, \"Order\"",
        "1, 1, 'Read', 'Data', '{\"Op\": 1}', 1",
    ),
    row(
        "it.MailboxWatcherLog",
        1,
        "Id, MailboxWatcherJobId, MessageKey, Subject, DetectedAt, Status, TriggerEvent, WorkflowRunId",
        "1, 1, 'key', 'Strike', @at, 'Processing', 'Notification', 'run'",
    ),
    row(
        "it.WorkflowRun",
        1,
        "Id, \"Trigger\", MailboxWatcherJobId, MailboxWatcherLogId, Status, StartedAt, Context",
        "'run', 'MailboxWatcherJob', 1, 1, 'Running', @at, 'sealed'",
    ),
    row(
        "it.WorkflowStep",
        1,
        "Id, WorkflowRunId, \"Order\", Name, ActionType, Phase, Status, StartedAt",
        "1, 'run', 1, 'Read', 'Data', 1, 'Running', @at",
    ),
    row(
        "it.WorkflowEffect",
        1,
        "Id, MailboxWatcherJobId, MessageKey, MailboxWatcherActionId, RequestHash, State, IntendedAt, Output",
        "1, 1, 'key', 1, @hash, 'Intended', @at, 'sealed'",
    ),
    row(
        "it.WorkOrder",
        1,
        "Id, ServiceCode, Latitude, Longitude, RequestedAt, UpdatedAt",
        "1, 'code', 34.7304, -86.5861, @at, @at",
    ),
    row("it.Process", 1, "Id, Host, Pid, StartedAt", "1, 'host', 7, @at"),
    row(
        "it.Queue",
        1,
        "Id, Kind, UniqueKey, Payload, DueAt, CreatedAt, LastError",
        "1, 'Message', '1', '{}', @at, @at, 'text'",
    ),
    row(
        "it.UserAccount",
        2,
        "Id, Username, Role, PasswordHash, CreatedAt, UpdatedAt",
        "1, 'Ann', 'admin', 'hash', @at, @at",
    ),
    row("it.Session", 2, "TokenHash, UserAccountId, CreatedAt, LastSeenAt, ExpiresAt", "@hash, 1, @at, @at, @at"),
    row("it.ApiToken", 2, "Id, UserAccountId, Name, TokenHash, CreatedAt", "1, 1, 'siren', @hash, @at"),
    row(
        "it.Audit",
        2,
        "Id, At, Username, Action, Resource, ResourceId, Before, After",
        "41, @at, 'ann', 'update', 'user', 1, null, '{\"a\": 1}'",
    ),
    row("it.RetiredSubscription", 3, "Id, RetiredAt", "'old', @at"),
    row("it.FeedState", 6, "Id, Healthy, Reason, ChangedAt", "1, false, 'reason', @at"),
    row(
        "it.ActionSample",
        8,
        "Id, MailboxWatcherActionId, Name, Text, Expected, CreatedAt",
        "1, 1, 'sample', 'text', '[]', @at",
    ),
    row("it.MailingList", 10, "ListKey, State, ChangedAt", "@hash, '{}', @at"),
    row("it.DeliveryCheck", 14, "MailboxWatcherJobId, CanaryNonce, JunkCount", "1, 'nonce', 3"),
    row("it.FeedHeartbeat", 14, "Id, ReceivedAt", "1, @at"),
    row("it.FeedPeriod", 15, "Id, Healthy, FromAt, UntilAt", "1, true, @at, @at"),
    row("it.OperatorMailSlot", 16, "Reason, Subject, HourAt, Position", "'reason', 'subject', @at, 1"),
    row("it.DiskUse", 19, "MeasuredAt, Bytes", "@at, 123"),
    row(
        "it.StatusEvent",
        22,
        "Id, FacilityId, FacilityName, At, NoticedAt, \"From\", \"To\", Ring, Cause, StrikeId, Detail",
        "9, 1, 'Pool', @at, @at, 'Clear', 'Active', null, 'Strike', 5, null",
    ),
    row(
        "it.FacilityStatus",
        22,
        "FacilityId, Ring, FacilityName, Status, ChangedAt, WindowEndsAt, Anchor, Rule, Revision",
        "1, '', 'Pool', 'Active', @at, @at, '34.7304,-86.5861', 'default', 3",
    ),
    row("it.WebPush", 24, "Id, PublicKey, PrivateKey, LastEventId", "1, 'key', 'sealed', 9"),
    row(
        "it.PushSubscription",
        24,
        "Id, Token, FacilityId, Endpoint, Host, IsKnownService, P256dh, Auth, Language, CreatedAt, ExpiresAt, Failures",
        "1, 'token', 1, 'https://push.example/1', 'push.example', false, 'key', 'auth', 'en', @at, @at, 2",
    ),
    row(
        "data.LightningStrike",
        1,
        "Id, Name, Timestamp, Type, Latitude, Longitude",
        "5, 'ALERT', @at, 'Ground', 34.7304, -86.5861",
    ),
    row("data.WorkflowEffect", 1, "EffectKey, At, Output", "@hash, @at, '{}'"),
    row("organization.Facility", 1, "Id, Name", "1, 'Pool'"),
    row(
        "organization.AerialTile",
        1,
        "Id, Slug, Year, Level, MinX, MinY, MaxX, MaxY, PixelWidth, PixelHeight, ImagePath",
        "1, 'a', 2024, 'L01', 0, 0, 1, 1, 10, 10, 'media/a.jpg'",
    ),
    row("organization.WorkflowEffect", 1, "EffectKey, At, Output", "@hash, @at, '{}'"),
    row(
        "organization.Audit",
        2,
        "Id, At, Username, Action, Resource, Before",
        "17, @at, 'ann', 'delete', 'facility', '{\"name\": \"Pool\"}'",
    ),
    row("organization.AerialTileVersion", 3, "Id, Version", ""),
    row("organization.Policy", 6, "Id, Name, RadiusMiles, DangerMinutes, AllClearMinutes, HistoryHours, Rings", ""),
    row(
        "organization.MapLayer",
        7,
        "Id, Name, Kind, Features, Vertices, Revision, UpdatedAt, GeoJson",
        "1, 'Rivers', 'water', 1, 2, 3, @at, '{}'",
    ),
];

impl OldRow {
    fn schema(&self) -> Schema {
        Schema::ALL.into_iter().find(|schema| self.table.starts_with(&format!("{}.", schema.name()))).unwrap()
    }

    fn insert(&self) -> Option<String> {
        let values = self.values.replace("@at", AT).replace("@hash", HASH);
        (!values.is_empty()).then(|| format!("insert into {} ({}) values ({values})", self.table, self.columns))
    }

    async fn read(&self, conn: &mut DirectConnection) -> String {
        let sqlite = format!("select json_array({}) from {}", self.columns, self.table);
        let postgres = format!("select json_build_array({})::text from {}", self.columns, self.table);
        conn.text([&sqlite, &postgres]).await
    }
}

async fn migrator(database: &str, schema: Schema) -> Migrator {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(database).join(schema.name());
    Migrator::new(path).await.unwrap()
}

fn newest(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap()
}

async fn highest_version() -> i64 {
    let mut highest = 0;
    for schema in Schema::ALL {
        highest = highest.max(newest(&migrator("sqlite", schema).await));
    }
    highest
}

/// Inserts what an installation of that version could have, migrates, and compares.
async fn rows_survive(database: &Database, versions: [i64; 3]) {
    let existed = |row: &&OldRow| row.since <= versions[row.schema() as usize];
    let rows: Vec<&OldRow> = ROWS.iter().filter(existed).collect();
    let mut conn = DirectConnection::connect(database).await;
    let mut before = Vec::new();
    for row in &rows {
        if let Some(insert) = row.insert() {
            conn.execute(&insert).await.unwrap_or_else(|error| panic!("{versions:?} {insert}: {error}"));
        }
    }
    for row in &rows {
        before.push(row.read(&mut conn).await);
    }
    drop(conn);
    Store::open(database, None, Arc::new(SystemClock))
        .await
        .unwrap_or_else(|error| panic!("{versions:?}: {error}"))
        .close()
        .await;
    let mut conn = DirectConnection::connect(database).await;
    for (row, before) in rows.iter().zip(before) {
        assert_eq!(row.read(&mut conn).await, before, "{} since {versions:?}", row.table);
    }
    if versions[0] >= 2 {
        let next =
            format!("insert into it.Audit (At, Username, Action, Resource) values ({AT}, 'a', 'b', 'c') returning Id");
        let next = conn.number(&next).await;
        assert!(matches!(database, Database::Postgres(_)) || next == 42, "numbers continue: {next}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_version_upgrades_with_its_rows_on_sqlite() {
    for version in 1..=highest_version().await {
        let folder = tempfile::tempdir().unwrap();
        let mut versions = [0; 3];
        for schema in Schema::ALL {
            let mut migrator = migrator("sqlite", schema).await;
            migrator.dangerous_set_table_name("SchemaMigration");
            versions[schema as usize] = version.min(newest(&migrator));
            let file = folder.path().join(format!("{}.db", schema.name()));
            let mut conn = SqliteConnectOptions::new().filename(file).create_if_missing(true).connect().await.unwrap();
            migrator.run_to(versions[schema as usize], &mut conn).await.unwrap();
            conn.close().await.unwrap();
        }
        rows_survive(&Database::Sqlite(folder.path().to_owned()), versions).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_version_upgrades_with_its_rows_on_postgres() {
    let cluster = start_cluster(Durability::None).await;
    for version in 1..=highest_version().await {
        cluster.execute("postgres", &format!("create database v{version}")).unwrap();
        let url = cluster.url(&format!("v{version}"));
        let mut conn = sqlx::PgConnection::connect(&url).await.unwrap();
        sqlx::raw_sql("create extension postgis").execute(&mut conn).await.unwrap();
        let mut versions = [0; 3];
        for schema in Schema::ALL {
            let mut migrator = migrator("postgres", schema).await;
            migrator.dangerous_set_table_name(format!("{}.SchemaMigration", schema.name()));
            migrator.create_schema(schema.name());
            versions[schema as usize] = version.min(newest(&migrator));
            migrator.run_to(versions[schema as usize], &mut conn).await.unwrap();
        }
        conn.close().await.unwrap();
        rows_survive(&Database::Postgres(url.parse().unwrap()), versions).await;
    }
}
