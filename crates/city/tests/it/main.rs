//! Imports of facilities and tiles on both databases.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod import;
mod tiles;
