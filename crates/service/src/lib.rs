//! State and work: configuration, storage, the queue and everything that runs in the background.
//!
//! Knows no HTTP server and no status codes. Requests arrive as plain calls from `api`; time and chance are handed in.

pub mod config;
pub mod credentials;
pub mod facilities;
pub mod flow;
pub mod lightning;
pub mod people;
pub mod queue;
pub mod retention;
pub mod secrets;
pub mod store;
pub mod tiles;
pub mod watch;
