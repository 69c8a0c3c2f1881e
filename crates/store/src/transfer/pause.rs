//! Starts reading all three files of a SQLite folder at the same moment, while services write to them.
//!
//! Each file has its own writers, so readers that begin one after the other could see a commit in one file and miss the
//! commit before it in another. The write locks of all three files are held for the moment in which the readers begin:
//! writers wait a few milliseconds, and readers see the same instant.

use super::error::TransferError;
use crate::database::conn::Sql;
use crate::database::sqlite::{Access, connect_existing};
use crate::database::statement::run;
use crate::{Conn, StoreError};
use std::path::Path;

/// Each attempt waits several seconds for other writers.
const ATTEMPTS: u32 = 10;
const BEGIN_WRITING: Sql = Sql::same_for_both("begin immediate");
const END: Sql = Sql::same_for_both("rollback");

/// Holds the write locks until it is released or dropped.
pub(super) struct PausedWriters(Conn);

impl PausedWriters {
    pub(super) async fn pause(folder: &Path) -> Result<Self, TransferError> {
        let mut conn = connect_existing(folder, Access::Write).await?;
        let mut begun = run!(conn, BEGIN_WRITING, []);
        for _ in 1..ATTEMPTS {
            if begun.is_ok() {
                break;
            }
            begun = run!(conn, BEGIN_WRITING, []);
        }
        match begun {
            Ok(_) => Ok(Self(conn)),
            Err(error) => Err(TransferError::File {
                path: folder.to_owned(),
                problem: format!("another program has locked a database file for more than a minute ({error}); end it"),
            }),
        }
    }

    pub(super) async fn release(mut self) -> Result<(), StoreError> {
        run!(self.0, END, []).map(|_| ())
    }
}
