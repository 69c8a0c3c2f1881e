//! Runs the real binary.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod backup;
mod binary;
mod cluster;
mod command_line;
mod config_crashes;
mod config_files;
mod early_responses;
mod extract;
mod lightning;
mod limits;
mod observing;
mod operating;
mod outages;
mod postgres;
mod serving;
mod streams;
mod tiles;
mod tls;
mod tls_client;
mod upgrade;
mod users_and_secrets;
mod workflows;
