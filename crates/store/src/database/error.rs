//! What can go wrong with the database, told apart by what the caller can do about it.

use crate::Schema;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// A failed store call.
#[derive(Debug, Clone, Error)]
pub enum StoreError {
    /// Another process holds a write lock on the SQLite file. Worth trying again.
    #[error("{}.db is locked by another process; it will be tried again", .0.name())]
    Locked(Schema),
    /// The database does not answer. Whether the unit was committed is unknown when this happens during its commit.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// A rule of the schema forbids the change (a unique key, a foreign key, a check).
    #[error("the database refuses the change: {0}")]
    Conflict(#[source] Arc<sqlx::Error>),
    /// The rows are from a newer stormwire.
    #[error(
        "the database has version {found} of schema {schema}, this stormwire knows up to {known}; start the newer \
         stormwire that wrote it, or restore a backup"
    )]
    Newer {
        schema: &'static str,
        found: i64,
        /// The last version known here.
        known: i64,
    },
    /// The tables are older than this program and a service runs on them.
    #[error("{} needs new tables, but a stormwire service runs on it; stop the service first", .0.display())]
    OlderInUse(PathBuf),
    /// A service already runs on the folder.
    #[error("another stormwire service ({holder}) runs on {}; stop it or choose another database.url", .folder.display())]
    InUse { folder: PathBuf, holder: String },
    /// The folder or a file in it cannot be used.
    #[error("{}: {problem}", .path.display())]
    Folder {
        /// What it is about.
        path: PathBuf,
        problem: String,
    },
    /// The PostgreSQL server is not what is needed.
    #[error("{0}")]
    Unsuitable(String),
    /// A migration failed or was changed after it ran.
    #[error("migration of schema {schema}: {problem}")]
    Migration { schema: &'static str, problem: String },
    /// A stored value cannot be read.
    #[error("the database holds a value that cannot be read: {0}")]
    Unreadable(String),
    /// The unit of work panicked and was rolled back.
    #[error("a unit of work panicked and was rolled back")]
    Panicked,
    /// Anything else: a mistake in this program.
    #[error("the database refuses a statement: {0}")]
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
                if is_passing_code(&code) {
                    return Self::Unavailable(problem.message().to_owned());
                }
                Self::Statement(Arc::new(error))
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
    /// The same, but a busy SQLite file is called by its name.
    pub(crate) fn in_file(self, schema: Schema) -> Self {
        match &self {
            Self::Statement(error) if is_busy(error) => Self::Locked(schema),
            _ => self,
        }
    }

    /// Whether a unique key forbids the change.
    pub fn is_unique_violation(&self) -> bool {
        let Self::Conflict(error) = self else { return false };
        error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
    }

    /// Whether the same call may succeed a little later.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Locked(_) | Self::Unavailable(_))
    }
}

/// What may go away by itself. PostgreSQL: 08 connection, 40 deadlock and the like, 53 out of connections or memory,
/// 55P03 lock not to be had, 57 cancelled, shutting down, starting up. SQLite: 10 I/O, 13 disk full (low byte).
fn is_passing_code(code: &str) -> bool {
    if code.len() == 5 {
        return ["08", "40", "53", "55P03", "57"].iter().any(|class| code.starts_with(class));
    }
    code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 10 | 13))
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
    fn a_busy_file_is_told_apart_from_what_postgres_refuses() {
        assert!(["5", "6", "261", "517"].into_iter().all(is_busy_code));
        // 42501 is "permission denied", and its low byte is 5.
        assert!(!["42501", "23505", "1", "2067", ""].into_iter().any(is_busy_code));
    }
}
