//! The service against real databases: every test of the store and the queue runs on SQLite and on PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod claims;
mod feed;
mod folder;
mod import;
mod oracle;
mod outage;
mod queue_rows;
mod queue_runs;
mod retention;
mod schema;
mod statements;
mod supervision;
mod tiles;
mod units;
mod watching;
mod watching_bad;
mod watching_hard;
