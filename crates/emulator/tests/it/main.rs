//! Tests of the emulator over HTTP, on a clock that the tests move.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attachments;
mod batch;
mod control;
mod delta;
mod door;
mod errors;
mod folders;
mod harness;
mod messages;
mod notifications;
mod receiver;
mod send_mail;
mod strict_types;
mod subscriptions;
mod throttling;
