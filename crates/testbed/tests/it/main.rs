//! Processes are killed, and nothing is lost or doubled.

mod killing;
mod midway;
