//! The emulator over HTTP, as a client meets it, on a clock that is moved by hand.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attachments;
mod control;
mod delta;
mod desk;
mod folders;
mod messages;
mod notifications;
mod receiver;
mod refusals;
mod send;
mod subscriptions;
mod throttling;
