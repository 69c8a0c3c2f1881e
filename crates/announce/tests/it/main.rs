//! Announcements against receivers on this machine, on both databases.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod push;
