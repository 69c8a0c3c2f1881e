//! Opening, reading, committing, locking. Only this folder knows which of the two databases is used.

pub(crate) mod conn;
mod disk_space;
mod error;
pub(crate) mod existing;
mod folder_lock;
mod location;
mod lock_target;
pub(crate) mod migrate;
pub(crate) mod pending_hints;
pub(crate) mod postgres;
mod postgres_link;
mod role;
mod schema;
mod server_urls;
mod servers;
pub(crate) mod sqlite;
pub(crate) mod statement;
pub(crate) mod store;
mod timestamp;
mod unit;
mod writer;

pub use conn::{Conn, Dialect};
pub use disk_space::FreeSpace;
pub use error::StoreError;
pub use folder_lock::FolderLock;
pub use location::Database;
pub use lock_target::{LockTarget, lock_for_update};
pub use schema::Schema;
pub use store::Store;
pub use timestamp::DbTimestamp;
