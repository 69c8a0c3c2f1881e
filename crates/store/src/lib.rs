//! The database: SQLite or PostgreSQL behind one set of functions.
//!
//! Owns every SQL text (under `sql/`, prepared on both databases by a test), the migrations, and the units of work.
//! Never reads the time, except in the queue and in [`hints`]: callers pass times as parameters. Its clock limits how long the
//! database may take. Functions take and return domain types.
//!
//! A unit of work ([`Store::write`]) stays inside one schema, because SQLite keeps each schema in its own file and a
//! commit over several files is atomic only per file. Once submitted, a unit runs to its end even if the caller is gone,
//! and is acknowledged after the commit.

mod database;
pub mod hints;
mod id;
pub mod queue;
pub mod retention;
pub mod tables;
mod text_enum;
pub mod transfer;
pub mod user_tables;

pub use database::{
    Conn, Database, DbTimestamp, Dialect, FolderLock, FreeSpace, LockTarget, Schema, Store, StoreError, lock_for_update,
};
pub use id::{
    ActionId, AuditId, CredentialId, EffectId, EventSinkId, FacilityId, LogId, MapLayerId, PolicyId, ProcessId,
    PushSubscriptionId, QueueItemId, RevisionId, RunId, SampleId, SessionId, StatusEventId, StepId, StrikeId, TileId,
    TokenId, UserId, WatcherId, WorkOrderId,
};
pub use queue::process;
