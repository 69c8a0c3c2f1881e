//! The service against real databases: every test of the store and the queue runs on SQLite and on PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod batch_threat;
mod chats;
mod claims;
mod desk;
mod effects;
mod emails;
mod extracting;
mod facility_mails;
mod feed;
mod folder;
mod http_calls;
mod import;
mod oracle;
mod outage;
mod queue_rows;
mod queue_runs;
mod retention;
mod schema;
mod sql;
mod sql_effects;
mod sql_merge;
mod sql_query;
mod sql_wall;
mod statements;
mod strikes_in_memory;
mod supervision;
mod tiles;
mod units;
mod watching;
mod watching_bad;
mod watching_hard;
mod work_orders;
