//! Tests the mailbox client with a fake provider that sends scripted responses, on a clock that tests advance.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attachments;
mod changes;
mod concurrency;
mod door;
mod fake_provider;
mod fixture;
mod folders;
mod messages;
mod outcomes;
mod sign_in;
mod subscriptions;
mod throttling;
