//! The store and the queue against real databases: every test runs on SQLite and on PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod alarms;
mod claims;
mod clock_set_back;
mod event_sinks;
mod file_watchers;
mod folder;
mod full_disk;
mod hints;
mod log_search;
mod map_layers;
mod open_runs;
mod outage;
mod outside_work;
mod plans;
mod policies;
mod push_subscriptions;
mod queue_rows;
mod queue_runs;
mod retention;
mod revisions;
mod schema;
mod statements;
mod status_events;
mod strikes;
mod supervision;
mod transfer;
mod units;
mod upgrades;
