//! Processes are killed, and nothing is lost or doubled.

#![expect(clippy::print_stdout, reason = "what a run of chance has shown is worth reading")]

mod killing;
