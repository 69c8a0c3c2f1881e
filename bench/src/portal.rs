//! Requests of the portal pages with 1,000 watchers and 1,000,000 messages in the log.

use crate::filled_tables::{analyze, write_messages, write_watchers};
use crate::stopwatch::Stopwatch;
use anyhow::Result;
use stormwire_bench::results::{Aim, Measured, Row, Table};
use stormwire_bench::service::Service;
use stormwire_store::Database;
use stormwire_testkit::{DirectConnection, TestDb};

const WATCHERS: u32 = 1_000;
const MESSAGES: u64 = 1_000_000;
/// 400 days.
const SECONDS_BETWEEN_MESSAGES: f64 = 34.56;
/// The slowest of this many requests is reported.
const REPEATS: usize = 20;
const AIM: Aim = Aim::AtMost(200.0);

const PAGES: [(&str, &str); 11] = [
    ("watchers", "/mailbox-watcher"),
    ("watchers, last 24 hours", "/mailbox-watcher/summary"),
    ("one watcher", "/mailbox-watcher/500"),
    ("log", "/mailbox-watcher/log"),
    ("log of a watcher", "/mailbox-watcher/log?jobId=1"),
    ("log, failed", "/mailbox-watcher/log?status=Failed"),
    ("log, failed of a watcher", "/mailbox-watcher/log?status=Failed&jobId=500"),
    ("log, text found", "/mailbox-watcher/log?q=number"),
    ("log, text not found", "/mailbox-watcher/log?q=nowhere"),
    ("one message", "/mailbox-watcher/log/500000"),
    ("system", "/system"),
];

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    table.section(format!("Requests of the portal pages, 1,000 watchers, 1,000,000 messages, slowest of {REPEATS}"));
    measure_on(table, "SQLite", Service::start().await?).await?;
    let db = TestDb::postgres().await;
    measure_on(table, "PostgreSQL", Service::start_on(db.database.clone()).await?).await?;
    db.end().await;
    table.note("A search for text reads the subject, the sender and the key of at most 50,000 messages per page: there is no index for parts of words, which would slow down every claim.");
    Ok(())
}

async fn measure_on(table: &mut Table, name: &str, service: Service) -> Result<()> {
    insert_data(&service.database()).await?;
    for (page, path) in PAGES {
        let mut durations_ms = Vec::new();
        for _ in 0..REPEATS {
            let watch = Stopwatch::start();
            service.get(path).await?;
            durations_ms.push(watch.elapsed().as_secs_f64() * 1_000.0);
        }
        let slowest = Measured::percentile(&durations_ms, 100);
        table.add(Row::milliseconds(format!("{page}, {name}"), slowest).aim(AIM));
    }
    Ok(())
}

async fn insert_data(database: &Database) -> Result<()> {
    let mut conn = DirectConnection::connect(database).await;
    write_watchers(&mut conn, WATCHERS).await?;
    write_messages(&mut conn, WATCHERS, MESSAGES, SECONDS_BETWEEN_MESSAGES).await?;
    analyze(&mut conn).await
}
