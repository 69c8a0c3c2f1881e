//! Locks that last until the unit of work ends, so that what a unit read is still true when it writes.
//!
//! A SQLite unit has its file to itself. On PostgreSQL two units could read the same row, and the later write would
//! silently undo the earlier one. Code that reads in order to write must lock first.

use super::conn::{Sql, sql};
use super::statement::run;
use crate::{Conn, CredentialId, EventSinkId, FacilityId, LogId, PolicyId, StoreError, TokenId, WatcherId};

const ACQUIRE: Sql = sql!("lock/acquire" per database);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockTarget {
    /// All users at once: whether one is the last administrator depends on the others.
    Users,
    Token(TokenId),
    Credential(CredentialId),
    Facility(FacilityId),
    /// One policy: its values, and that it exists while a facility gets it.
    Policy(PolicyId),
    /// Imports of facilities, which look for names among all of them.
    FacilityImport,
    /// One watcher with its actions and its subscription.
    Watcher(WatcherId),
    Log(LogId),
    /// A user's table that a workflow writes to, by a number derived from its name.
    Table(i64),
    /// A change by a workflow that happens once, by a number derived from its idempotency key.
    Effect(i64),
    /// A list of recipients, by a number derived from its key.
    MailingList(i64),
    /// The hourly limit of mail to the operator.
    OperatorMail,
    /// The entries about failed sign-ins, which are counted together.
    FailedSignIns,
    /// Status events: one writer at a time, so that their ids are in the order of commits.
    StatusEvents,
    /// Web Push: its key, and the limits of its subscriptions.
    WebPush,
    /// One event sink: its fields, and up to which event its deliveries are planned.
    EventSink(EventSinkId),
    /// All aerial tiles at once: each change increments the version of all.
    Tiles,
    /// All map layers at once: their vertices are limited together.
    MapLayers,
}

impl LockTarget {
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
            Self::Effect(number) => (0x5357_4808, number),
            Self::Tiles => (0x5357_4810, 0),
            Self::MailingList(number) => (0x5357_4811, number),
            Self::OperatorMail => (0x5357_4812, 0),
            Self::FailedSignIns => (0x5357_4813, 0),
            Self::FacilityImport => (0x5357_4814, 0),
            Self::Policy(id) => (0x5357_4815, id.get()),
            Self::EventSink(id) => (0x5357_4816, id.get()),
            Self::MapLayers => (0x5357_4817, 0),
            Self::StatusEvents => (0x5357_4820, 0),
            Self::WebPush => (0x5357_4824, 0),
        }
    }
}

/// Waits for the lock and holds it until the unit of work ends.
pub async fn lock_for_update(conn: &mut Conn, target: LockTarget) -> Result<(), StoreError> {
    let (class, id) = target.key();
    run!(conn, ACQUIRE, [class, id]).map(|_| ())
}
