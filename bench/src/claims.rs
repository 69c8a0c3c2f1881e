//! Durable claims: a log row and its queue row in one transaction, acknowledged after the commit. Compared with plain
//! `fdatasync` on the same disk.

use crate::stopwatch::{Stopwatch, rate};
use anyhow::Result;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::sync::Arc;
use stormwire_bench::results::{Curve, CurveLine, Measured, Row, Table, Unit};
use stormwire_clock::{Clock, Rng, SystemClock, SystemRng};
use stormwire_store::queue::{self, Job};
use stormwire_store::tables::claim::{self, NewClaim, NewClaims, TriggerEvent};
use stormwire_store::{Conn, Database, LogId, RunId, Schema, Store, StoreError, WatcherId};
use stormwire_testkit::Durability;

const CONCURRENT_WRITERS: [u16; 3] = [1, 16, 64];
const PEER: &str = "raw fdatasync";

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR"))?;
    table.section("Durable claims");
    let file = folder.path().join("raw");
    let raw = rate(|_| std::future::ready(append(&file))).await?;
    table.add(Row::per_second("raw: append 4 KiB, fdatasync", raw));

    let store = Store::open(&Database::Sqlite(folder.path().join("data")), None, Arc::new(SystemClock)).await?;
    let sqlite = measure_store(table, "SQLite", &store, raw).await?;
    store.close().await;

    let cluster = stormwire_testkit::start_cluster(Durability::Real).await;
    let store = Store::open(&Database::Postgres(cluster.url("postgres").parse()?), None, Arc::new(SystemClock)).await?;
    let postgres = measure_store(table, "PostgreSQL", &store, raw).await?;
    store.close().await;
    table.curve(Curve {
        file: "claims".into(),
        title: "Concurrent writers and durable claims".into(),
        load: "Concurrent writers".into(),
        result: "Claims per second".into(),
        unit: Unit::PerSecond,
        lines: vec![sqlite, postgres],
        aim: None,
    });
    Ok(())
}

async fn measure_store(table: &mut Table, name: &str, store: &Store, raw: Measured) -> Result<CurveLine> {
    let mut points = Vec::new();
    for writers in CONCURRENT_WRITERS {
        let rate = rate(|_| claim_concurrently(store, writers)).await?;
        table.add(Row::per_second(format!("{name}: {writers} concurrent"), rate).against(PEER, raw));
        points.push([f64::from(writers), rate.value]);
    }
    Ok(CurveLine { name: name.to_owned(), points })
}

fn append(path: &std::path::Path) -> Result<u64> {
    let mut file = std::fs::File::create(path)?;
    let (watch, block, mut count) = (Stopwatch::start(), [7; 4096], 0);
    while watch.is_running() {
        file.write_all(&block)?;
        file.sync_data()?;
        count += 1;
    }
    Ok(count)
}

async fn claim_concurrently(store: &Store, writers: u16) -> Result<u64> {
    let watch = Stopwatch::start();
    let tasks: Vec<_> = (0..writers)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut count = 0;
                while watch.is_running() {
                    store.write(Schema::It, |conn| claim_one(conn).boxed()).await?;
                    count += 1;
                }
                Ok::<u64, StoreError>(count)
            })
        })
        .collect();
    let mut total = 0;
    for task in tasks {
        total += task.await??;
    }
    Ok(total)
}

/// The same row as for a claimed message, with a kind that has no worker.
#[derive(Serialize, Deserialize)]
struct UnhandledJob {
    log: LogId,
}

impl Job for UnhandledJob {
    const KIND: &'static str = "Unhandled";

    fn unique_key(&self) -> Option<String> {
        Some(self.log.to_string())
    }

    fn priority(&self) -> i64 {
        1
    }
}

/// Like a notification.
async fn claim_one(conn: &mut Conn) -> Result<(), StoreError> {
    let now = SystemClock.now();
    let message_key = format!("AAMkAGI2{}", SystemRng.uuid());
    let claims = NewClaims {
        watcher_id: WatcherId::new(1),
        trigger: TriggerEvent::Notification,
        detected_at: now,
        messages: vec![NewClaim { message_key, run_id: RunId::new(SystemRng.uuid()) }],
    };
    let claimed = claim::insert_many(conn, claims).await?;
    let jobs: Vec<UnhandledJob> = claimed.into_iter().map(|claimed| UnhandledJob { log: claimed.id }).collect();
    queue::enqueue_many(conn, &jobs, now).await
}
