//! Configuration files on both databases: exported, applied, applied again, rejected.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod all_or_nothing;
mod fixture;
mod moved_watcher;
mod random_documents;
mod restore;
mod round_trip;
