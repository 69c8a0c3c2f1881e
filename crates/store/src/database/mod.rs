//! Opening, reading, committing, locking. Only this folder knows which of the two databases it is.

pub(crate) mod conn;
mod error;
mod hold;
mod location;
mod lock;
mod migrate;
mod moment;
pub(crate) mod postgres;
mod role;
mod schema;
mod sqlite;
pub(crate) mod store;
mod writer;

pub use conn::{Conn, Dialect};
pub use error::StoreError;
pub use hold::{Held, hold};
pub use location::Database;
pub use lock::FolderLock;
pub use moment::At;
pub use schema::Schema;
pub use store::Store;
