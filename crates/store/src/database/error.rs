//! Database errors, grouped by what the caller can do about them.

use crate::Schema;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

#[derive(Debug, Clone, Error)]
pub enum StoreError {
    /// Another process holds a write lock on the SQLite file. Worth retrying.
    #[error("{}.db is locked by another process; stormwire will retry", .0.name())]
    Locked(Schema),
    /// The database does not respond. Whether the unit was committed is unknown when this happens during its commit.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// The statement took longer than allowed, or an administrator canceled it.
    #[error("the database canceled a statement: {0}")]
    Canceled(String),
    /// The transaction is read-only, or the server has become a standby.
    #[error("the database accepts no changes: {0}")]
    ReadOnly(String),
    /// Nothing can be written until someone frees disk space. What was to be written is tried again.
    #[error("the disk of the database is full ({0}); free disk space, and stormwire continues by itself")]
    DiskFull(String),
    /// A constraint of the schema forbids the change (unique key, foreign key, check).
    #[error("the database rejected the change: {0}")]
    Conflict(#[source] Arc<sqlx::Error>),
    /// A newer stormwire wrote the database.
    #[error(
        "schema {schema} has version {found}, but this stormwire supports only up to version {known}; start the newer \
         stormwire that wrote the database, or restore a backup"
    )]
    Newer {
        schema: &'static str,
        found: i64,
        /// The last version known here.
        known: i64,
    },
    /// The tables need a migration, but a service is using them.
    #[error("the database in {} must be migrated, but a stormwire service is using it; stop the service first", .0.display())]
    OlderInUse(PathBuf),
    /// A service is already using the folder.
    #[error("another stormwire service ({holder}) is using {}; stop it or set another database.url", .folder.display())]
    InUse { folder: PathBuf, holder: String },
    /// The folder or a file in it cannot be used.
    #[error("{}: {problem}", .path.display())]
    Folder { path: PathBuf, problem: String },
    /// The PostgreSQL server cannot be reached or lacks something stormwire needs.
    #[error("{0}")]
    Unsuitable(String),
    /// A migration failed or was changed after it ran.
    #[error("migration of schema {schema} failed: {problem}")]
    Migration { schema: &'static str, problem: String },
    /// A stored value cannot be read.
    #[error("the database contains an invalid value: {0}")]
    Unreadable(String),
    /// The unit of work panicked and was rolled back.
    #[error("a unit of work panicked and was rolled back")]
    Panicked,
    /// Anything else: a bug in stormwire.
    #[error("the database rejected a statement: {0}")]
    Statement(#[source] Arc<sqlx::Error>),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(problem) => {
                use sqlx::error::ErrorKind;
                let code = problem.code().unwrap_or_default();
                if problem.kind() != ErrorKind::Other || code == "23P01" {
                    return Self::Conflict(Arc::new(error));
                }
                if is_disk_full_code(&code) {
                    return Self::DiskFull(problem.message().to_owned());
                }
                match &*code {
                    "57014" => Self::Canceled(problem.message().to_owned()),
                    "25006" => Self::ReadOnly(problem.message().to_owned()),
                    code if is_unavailable_code(code) => Self::Unavailable(problem.message().to_owned()),
                    _ => Self::Statement(Arc::new(error)),
                }
            }
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
                Self::Unavailable(error.to_string())
            }
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Unreadable(error.to_string()),
            _ => Self::Statement(Arc::new(error)),
        }
    }
}

impl StoreError {
    /// Turns "busy" into [`StoreError::Locked`] with the name of the SQLite file.
    pub(crate) fn in_file(self, schema: Schema) -> Self {
        match &self {
            Self::Statement(error) if is_busy(error) => Self::Locked(schema),
            _ => self,
        }
    }

    pub fn is_unique_violation(&self) -> bool {
        let Self::Conflict(error) = self else { return false };
        error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    }

    /// Whether the same call may succeed when retried.
    pub fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Locked(_) | Self::Unavailable(_) | Self::Canceled(_) | Self::ReadOnly(_) | Self::DiskFull(_)
        )
    }
}

/// PostgreSQL: 08 connection, 40 deadlock and similar, 53 out of connections or memory, 55P03 lock not available, 57 shutting
/// down, starting up. SQLite: 10 I/O (low byte).
fn is_unavailable_code(code: &str) -> bool {
    if code.len() == 5 {
        return ["08", "40", "53", "55P03", "57"].iter().any(|class| code.starts_with(class));
    }
    code.parse::<u32>().is_ok_and(|code| code & 0xff == 10)
}

/// PostgreSQL: 53100. SQLite: 13 (low byte).
fn is_disk_full_code(code: &str) -> bool {
    code == "53100" || code.len() < 5 && code.parse::<u32>().is_ok_and(|code| code & 0xff == 13)
}

fn is_busy(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| is_busy_code(&code))
}

/// SQLITE_BUSY is 5, SQLITE_LOCKED is 6; extended codes keep that in their low byte. Five digits are PostgreSQL's.
fn is_busy_code(code: &str) -> bool {
    code.len() < 5 && code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 5 | 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_both_databases_are_distinguished() {
        assert!(["5", "6", "261", "517"].into_iter().all(is_busy_code));
        assert!(["13", "53100"].into_iter().all(is_disk_full_code));
        assert!(!["53200", "10", "26893", "42501"].into_iter().any(is_disk_full_code));
        // 42501 is "permission denied", and its low byte is 5.
        assert!(!["42501", "23505", "1", "2067", ""].into_iter().any(is_busy_code));
    }
}
