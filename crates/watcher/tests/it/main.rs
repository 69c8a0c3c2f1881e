//! Watchers on both databases, against the emulated mailbox with a virtual clock.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod feed;
mod watching;
mod watching_bad;
mod watching_hard;
