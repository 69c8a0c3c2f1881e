//! Watchers on both databases, with an emulated mailbox and a virtual clock.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attachments;
mod bad_input;
mod exactly_once;
mod feed_health;
mod operator_mail;
mod watchers;
