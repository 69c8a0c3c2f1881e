//! The mailbox against a provider that says what a script tells it to, on a clock that is moved by hand.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attachments;
mod bed;
mod changes;
mod folders;
mod messages;
mod outcomes;
mod provider;
mod sign_in;
mod slots;
mod subscriptions;
mod throttling;
