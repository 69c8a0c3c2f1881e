//! Watchers on both databases, with an emulated mailbox and a virtual clock.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod abandoned;
mod attachments;
mod bad_input;
mod calm_days;
mod captured_log;
mod clock_jumps;
mod delivery;
mod every_message_ends;
mod exactly_once;
mod feed_fixture;
mod feed_health;
mod feed_trust;
mod file_watchers;
mod full_disk;
mod in_process;
mod operator_mail;
mod phase_two;
mod shadow_run;
mod silenced_vendor;
mod status_events;
mod subscription_log;
mod subscriptions;
mod test_mode;
mod unattended;
mod unfiled_messages;
mod watcher_health;
mod watchers;
mod working_folder;
