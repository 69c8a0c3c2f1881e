//! Holding a thing until the unit ends, so that what was read of it is still true when it is written.
//!
//! A SQLite unit has its file to itself. On PostgreSQL two units could read the same row and the later write would undo
//! the earlier one without a word; whoever reads in order to write holds the thing first.

use super::conn::{Sql, run, sql};
use crate::{Conn, CredentialId, FacilityId, LogId, StoreError, TokenId, WatcherId};

const ROW: Sql = sql!("hold/row" per database);

/// What can be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// All users at once: whether one is the last administrator depends on the others.
    Users,
    Token(TokenId),
    Credential(CredentialId),
    Facility(FacilityId),
    /// One watcher with its actions and its subscription.
    Watcher(WatcherId),
    Log(LogId),
    /// One of the user's tables, into which a workflow writes, by a number derived from its name.
    Table(i64),
    /// One list of recipients, by a number derived from its key.
    MailingList(i64),
    /// All aerial tiles at once: each change of one counts the version of all up.
    Tiles,
}

impl Held {
    /// The two halves of an advisory lock key; the first is "SWH" and a number in ASCII.
    const fn key(self) -> (i64, i64) {
        match self {
            Self::Users => (0x5357_4801, 0),
            Self::Token(id) => (0x5357_4802, id.get()),
            Self::Credential(id) => (0x5357_4803, id.get()),
            Self::Facility(id) => (0x5357_4804, id.get()),
            Self::Watcher(id) => (0x5357_4805, id.get()),
            Self::Log(id) => (0x5357_4806, id.get()),
            Self::Table(number) => (0x5357_4807, number),
            Self::Tiles => (0x5357_4810, 0),
            Self::MailingList(number) => (0x5357_4811, number),
        }
    }
}

/// Waits until nobody else holds it.
pub async fn hold(conn: &mut Conn, what: Held) -> Result<(), StoreError> {
    let (class, id) = what.key();
    run!(conn, ROW, [class, id]).map(|_| ())
}
