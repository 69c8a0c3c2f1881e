//! All rows: SQLite or PostgreSQL behind one set of functions.
//!
//! Owns every SQL text (under `sql/`, prepared on both databases by a test), the migrations, and the units of work.
//! Never asks the time: callers bind it. Values come in as domain types and leave as domain types.
//!
//! A unit of work ([`Store::write`]) stays inside one schema, because SQLite keeps each schema in a file of its own and
//! a commit over several files is atomic only per file. Once handed over a unit runs to its end, even when the caller
//! has gone away, and is acknowledged after the commit.

mod database;
mod id;
pub mod queue;
pub mod retention;
pub mod tables;
mod text_enum;
pub mod user_tables;

pub use database::{At, Conn, Database, Dialect, FolderLock, Held, Schema, Store, StoreError, hold};
pub use id::{
    ActionId, AuditId, CredentialId, EffectId, FacilityId, LogId, ProcessId, QueueItemId, RunId, SampleId, StepId,
    StrikeId, TileId, TokenId, UserId, WatcherId, WorkOrderId,
};
pub use queue::process;
