//! Holding a thing until the unit ends, so that what was read of it is still true when it is written.
//!
//! A SQLite unit has its file to itself. On PostgreSQL two units could read the same row and the later write would undo
//! the earlier one without a word; whoever reads in order to write holds the thing first.

use super::conn::{Sql, run, sql};
use crate::{Conn, StoreError};

const ROW: Sql = sql!("hold/row" per database);

/// What can be held. The numbers are the first half of an advisory lock key ("SWH" and a number in ASCII).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// All users at once: whether one is the last administrator depends on the others.
    Users = 0x5357_4801,
    /// One API token.
    Token = 0x5357_4802,
    /// One credential.
    Credential = 0x5357_4803,
    /// One facility.
    Facility = 0x5357_4804,
    /// One watcher with its actions and its subscription.
    Job = 0x5357_4805,
    /// One row of the log.
    Log = 0x5357_4806,
    /// One of the user's tables, into which a workflow writes.
    Table = 0x5357_4807,
    /// One list of recipients.
    MailingList = 0x5357_4811,
    /// All aerial tiles at once: each change of one counts the version of all up.
    Tiles = 0x5357_4810,
}

/// Waits until nobody else holds it.
pub async fn hold(conn: &mut Conn, what: Held, id: i64) -> Result<(), StoreError> {
    run!(conn, ROW, [what as i64, id]).map(|_| ())
}
