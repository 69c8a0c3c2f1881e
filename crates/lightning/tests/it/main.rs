//! Strikes in memory on both databases, and distances compared with PostGIS.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod oracle;
mod other_processes;
mod overload;
mod status_events;
mod strikes_in_memory;
