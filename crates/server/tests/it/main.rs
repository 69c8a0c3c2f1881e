//! The real binary, started, asked and ended as its users do.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod binary;
mod command_line;
mod extracting;
mod lightning;
mod people;
mod postgres;
mod serving;
mod tiles;
mod upgrade;
mod workflows;
