//! Processes are killed, and nothing is lost or doubled.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod killing;
mod midway;
