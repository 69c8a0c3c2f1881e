//! Deliveries on both databases, to receivers on this machine.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod concurrency;
mod random_failures;
mod receiver;
mod sink_fixture;
mod webhooks;
