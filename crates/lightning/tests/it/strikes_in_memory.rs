//! The strikes in memory while other programs write: always equal to reading everything again.

use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_geo::{LonLat, UnixMicros};
use stormwire_lightning::{Lightning, StrikeLabel, ThreatPicture, to_unix_micros};
use stormwire_store::tables::change;
use stormwire_store::{Database, Schema};
use stormwire_testkit::service::feed_rules;
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

fn lightning(db: &TestDb) -> Lightning {
    Lightning::new(db.store.clone(), db.clock.clone(), feed_rules(Duration::from_mins(5)))
}

type StrikeList = Vec<(i64, UnixMicros, LonLat, StrikeLabel)>;

/// The strikes of the last eight hours with their labels, and the newest one of all.
fn strikes_of(picture: &ThreatPicture) -> (StrikeList, Option<i64>) {
    let strikes = picture.strikes();
    let start = to_unix_micros(picture.as_of() - SignedDuration::from_hours(8));
    let recent = strikes.history().strikes.iter().filter(|strike| strike.at >= start);
    let recent = recent.map(|strike| (strike.id, strike.at, strike.position, strikes.label(strike).clone())).collect();
    (recent, strikes.newest(Timestamp::MAX).map(|strike| strike.id))
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Change {
    New,
    ManyNew,
    NewBetweenOlder,
    NewBeforeAll,
    NewWithExplicitId,
    RolledBack,
    /// One row is updated and another one inserted by the same statement.
    Upserted,
    /// Every row exists already.
    NothingNew,
    Moved,
    TimeChanged,
    Deleted,
    ReplacedWithSameId,
    OtherTable,
    RecordsMerged,
    HourPassed,
    /// And filled again, on PostgreSQL with ids that were used before.
    Emptied,
}

const CHANGES: [Change; 16] = [
    Change::New,
    Change::ManyNew,
    Change::NewBetweenOlder,
    Change::NewBeforeAll,
    Change::NewWithExplicitId,
    Change::RolledBack,
    Change::Upserted,
    Change::NothingNew,
    Change::Moved,
    Change::TimeChanged,
    Change::Deleted,
    Change::ReplacedWithSameId,
    Change::OtherTable,
    Change::RecordsMerged,
    Change::HourPassed,
    Change::Emptied,
];

const COLUMNS: &str = "Name, Timestamp, Type, Latitude, Longitude";
const INSERT: &str = "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude)";

struct ForeignProgram<'a> {
    db: &'a TestDb,
    conn: DirectConnection,
    count: i64,
}

impl ForeignProgram<'_> {
    async fn change(&mut self, change: Change) {
        self.count += 1;
        let number = self.count;
        let newest = "Id = (select max(Id) from data.LightningStrike)";
        let oldest = "Id = (select min(Id) from data.LightningStrike)";
        let earlier = self.at(60 + number);
        match change {
            Change::New => self.write("", &self.at(0)).await,
            Change::ManyNew => self.write_many([0, 180, 600]).await,
            Change::NewBetweenOlder => self.write("", &self.at(180)).await,
            Change::NewBeforeAll => self.write("", &self.at(10 * 60)).await,
            Change::NewWithExplicitId => self.write(&format!("{}", -number - 1), &self.at(5)).await,
            Change::RolledBack => {
                self.run("begin").await;
                self.write("", &self.at(0)).await;
                self.run("rollback").await;
            }
            Change::Upserted => self.upsert().await,
            Change::NothingNew => {
                self.run(&format!(
                    "{INSERT} select {COLUMNS} from data.LightningStrike where true on conflict do nothing"
                ))
                .await;
            }
            Change::Moved => {
                self.run(&format!("update data.LightningStrike set Latitude = 10 + 0.001 * {number} where {newest}"))
                    .await;
            }
            Change::TimeChanged => {
                self.run(&format!("update data.LightningStrike set Timestamp = '{earlier}' where {oldest}")).await;
            }
            Change::Deleted => self.run(&format!("delete from data.LightningStrike where {newest}")).await,
            Change::ReplacedWithSameId => {
                let id = self.conn.number("select cast(max(Id) as bigint) from data.LightningStrike").await;
                self.run("begin").await;
                self.run(&format!("delete from data.LightningStrike where Id = {id}")).await;
                self.write(&format!("{id}"), &self.at(2)).await;
                self.run("commit").await;
            }
            Change::OtherTable => {
                let key = format!("{number:064}");
                let at = self.at(0);
                self.run(&format!("insert into data.WorkflowEffect values ('{key}', '{at}', '{{}}')")).await;
            }
            Change::RecordsMerged => {
                self.db.store.write(Schema::It, |conn| change::merge_records(conn, 500).boxed()).await.unwrap();
            }
            Change::HourPassed => self.db.clock.advance(Duration::from_mins(61)),
            Change::Emptied => {
                self.run(match self.db.database {
                    Database::Sqlite(_) => "delete from data.LightningStrike",
                    Database::Postgres(_) => "truncate data.LightningStrike restart identity",
                })
                .await;
                self.write_many(0..60).await;
            }
        }
        self.db.clock.advance(Duration::from_secs(1));
    }

    async fn upsert(&mut self) {
        let id = self.conn.number("select cast(max(Id) as bigint) from data.LightningStrike").await;
        let (number, at) = (self.count, self.at(1));
        let row = |id: i64| format!("({id}, 'ALERT', '{at}', 'Ground', 34 + 0.0001 * {number}, -97)");
        let rows = [row(id), row(-100_000 - number)].join(", ");
        self.run(&format!(
            "insert into data.LightningStrike (Id, {COLUMNS}) values {rows} \
             on conflict (Id) do update set Latitude = excluded.Latitude"
        ))
        .await;
    }

    async fn write_many(&mut self, minutes_ago: impl IntoIterator<Item = i64>) {
        let number = self.count;
        let row = |minutes| format!("('ALERT', '{}', 'Ground', 33 + 0.0001 * {number}, -97)", self.at(minutes));
        let rows: Vec<String> = minutes_ago.into_iter().map(row).collect();
        self.run(&format!("{INSERT} values {}", rows.join(", "))).await;
    }

    fn at(&self, minutes_ago: i64) -> String {
        format!("{:.6}", self.db.clock.now() - SignedDuration::from_mins(minutes_ago))
    }

    async fn write(&mut self, id: &str, at: &str) {
        let (column, value) = if id.is_empty() { ("", String::new()) } else { ("Id, ", format!("{id}, ")) };
        let number = self.count;
        self.run(&format!(
            "insert into data.LightningStrike ({column}{COLUMNS}) \
             values ({value}'ALERT {}', '{at}', 'Ground', 32 + 0.0001 * {number}, -97)",
            number % 3
        ))
        .await;
    }

    async fn run(&mut self, sql: &str) {
        self.conn.execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
}

on_both_databases! {
    async fn memory_matches_database_after_any_two_changes(db: &TestDb) {
        let kept = lightning(db);
        let mut program = ForeignProgram { db, conn: DirectConnection::connect(&db.database).await, count: 0 };
        for _ in 0..60 {
            program.change(Change::New).await;
        }
        for first in CHANGES {
            for second in CHANGES {
                for change in [first, second] {
                    program.change(change).await;
                    let (cached, reread) = (kept.live_picture().await.unwrap(), lightning(db).live_picture().await.unwrap());
                    assert_eq!(strikes_of(&cached), strikes_of(&reread), "{first:?}, then {second:?}");
                }
            }
        }
    }

    async fn unrelated_change_keeps_the_strikes_in_memory(db: &TestDb) {
        let kept = lightning(db);
        let mut program = ForeignProgram { db, conn: DirectConnection::connect(&db.database).await, count: 0 };
        for change in [Change::New, Change::Moved, Change::New] {
            program.change(change).await;
        }
        let before = kept.live_picture().await.unwrap();
        for change in [Change::OtherTable, Change::RecordsMerged] {
            program.change(change).await;
            assert!(Arc::ptr_eq(before.strikes(), kept.live_picture().await.unwrap().strikes()), "{change:?}");
        }
    }

    async fn new_strikes_are_read_without_the_known_ones(db: &TestDb) {
        let kept = lightning(db);
        let mut program = ForeignProgram { db, conn: DirectConnection::connect(&db.database).await, count: 0 };
        program.change(Change::New).await;
        let before = strikes_of(&kept.live_picture().await.unwrap()).0;
        // No check notices this change. It is found only if the strike is read again.
        program.run(match db.database {
            Database::Sqlite(_) => "drop trigger data.StrikeChanged",
            Database::Postgres(_) => "alter table data.LightningStrike disable trigger StrikeUpdated",
        }).await;
        program.run("update data.LightningStrike set Latitude = 10").await;
        // The last one is in memory, so that its deletion below changes what memory has. `ManyNew` ends with one that is not.
        for change in [Change::ManyNew, Change::RolledBack, Change::NothingNew, Change::OtherTable, Change::New] {
            program.change(change).await;
            let picture = kept.live_picture().await.unwrap();
            let first = strikes_of(&picture).0.into_iter().find(|strike| strike.0 == before[0].0);
            assert_eq!(first.as_ref(), before.first(), "{change:?}");
        }
        program.change(Change::Deleted).await;
        let reread = strikes_of(&kept.live_picture().await.unwrap()).0;
        assert!(!reread.contains(&before[0]), "a deletion reads everything again");
    }

    async fn records_of_changes_do_not_accumulate(db: &TestDb) {
        let mut program = ForeignProgram { db, conn: DirectConnection::connect(&db.database).await, count: 0 };
        for _ in 0..7 {
            program.change(Change::New).await;
        }
        let merge = async || db.store.write(Schema::It, |conn| change::merge_records(conn, 3).boxed()).await.unwrap();
        let mut batches = 0;
        while merge().await > 0 {
            batches += 1;
        }
        assert!(batches <= 3);
        assert_eq!(db.count("select count(*) from data.StrikeEdit").await, 1);
    }

    async fn a_program_that_may_only_insert_strikes_is_noticed(db: &TestDb) {
        let Database::Postgres(url) = &db.database else { return };
        // Roles belong to the server, and other tests use it at the same time.
        let role = format!("loader_of_{}", url.path().trim_start_matches('/'));
        let kept = lightning(db);
        kept.live_picture().await.unwrap();
        let mut program = ForeignProgram { db, conn: DirectConnection::connect(&db.database).await, count: 0 };
        for sql in [
            format!("create role {role}"),
            format!("grant usage on schema data to {role}"),
            format!("grant insert on data.LightningStrike to {role}"),
            format!("set role {role}"),
        ] {
            program.run(&sql).await;
        }
        program.change(Change::New).await;
        assert_eq!(strikes_of(&kept.live_picture().await.unwrap()).0.len(), 1);
        for sql in ["reset role".to_owned(), format!("drop owned by {role}"), format!("drop role {role}")] {
            program.run(&sql).await;
        }
    }

    async fn overwritten_row_is_noticed(db: &TestDb) {
        let Database::Sqlite(_) = db.database else { return };
        let kept = lightning(db);
        let mut program = ForeignProgram { db, conn: DirectConnection::connect(&db.database).await, count: 0 };
        program.change(Change::New).await;
        let before = strikes_of(&kept.live_picture().await.unwrap());
        // No trigger fires for the row that is replaced.
        program.run("insert or replace into data.LightningStrike (Id, Name, Timestamp, Type, Latitude, Longitude) \
                     select Id, Name, Timestamp, Type, Latitude + 1, Longitude from data.LightningStrike").await;
        db.clock.advance(Duration::from_secs(1));
        let after = strikes_of(&kept.live_picture().await.unwrap());
        assert_eq!(before.0.len(), after.0.len());
        assert_ne!(before, after);
    }

    async fn strike_with_lower_id_committed_later_is_noticed(db: &TestDb) {
        let Database::Postgres(_) = db.database else { return };
        let kept = lightning(db);
        let mut slow = ForeignProgram { db, conn: DirectConnection::connect(&db.database).await, count: 100 };
        let mut program = ForeignProgram { db, conn: DirectConnection::connect(&db.database).await, count: 0 };
        slow.run("begin").await;
        slow.change(Change::New).await;
        program.change(Change::New).await;
        assert_eq!(strikes_of(&kept.live_picture().await.unwrap()).0.len(), 1);
        slow.run("commit").await;
        db.clock.advance(Duration::from_secs(1));
        assert_eq!(strikes_of(&kept.live_picture().await.unwrap()).0.len(), 2);
    }
}
