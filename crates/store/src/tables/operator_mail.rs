//! The mails to the operator of each hour: those that were sent, and those over the limit, which wait for a digest.

use super::text::truncate_for_column;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, LockTarget, StoreError, lock_for_update};
use jiff::Timestamp;

const DELETE_EARLIER_SLOTS: Sql = sql!("operator_mail/delete_earlier_slots");
const FIND_SLOT: Sql = sql!("operator_mail/find_slot");
const COUNT_SLOTS: Sql = sql!("operator_mail/count_slots");
const INSERT_SLOT: Sql = sql!("operator_mail/insert_slot");
const HELD_SUBJECTS: Sql = sql!("operator_mail/held_subjects");
const DELETE_HELD: Sql = sql!("operator_mail/delete_held");

/// Length of the columns, in characters.
const COLUMN_LENGTH: usize = 200;

/// What happens to a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailSlot {
    /// Sent, as the mail with this number of its hour. The first is 1.
    Sent(i32),
    /// Over the limit.
    Held,
}

/// Mails over the limit with one subject.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct HeldMails {
    pub subject: String,
    pub mails: i64,
}

/// Call it before the other functions of a unit of work, and read the clock only afterwards: then no slot of an earlier hour
/// is written after a digest of that hour was read.
pub async fn lock(conn: &mut Conn) -> Result<(), StoreError> {
    lock_for_update(conn, LockTarget::OperatorMail).await
}

/// The slot of a mail in the hour that begins at `hour`. A mail that could not be sent in an earlier hour needs a new slot; a
/// mail that was held stays held.
pub async fn take_slot(
    conn: &mut Conn,
    reason: &str,
    subject: &str,
    hour: Timestamp,
    limit: i32,
) -> Result<MailSlot, StoreError> {
    let reason = truncate_for_column(reason, COLUMN_LENGTH);
    run!(conn, DELETE_EARLIER_SLOTS, [DbTimestamp(hour)])?;
    if let Some((position,)) = run!(conn, FIND_SLOT, [reason.as_str()] => fetch_optional as (Option<i32>,))? {
        return Ok(position.map_or(MailSlot::Held, MailSlot::Sent));
    }
    let (taken,) = run!(conn, COUNT_SLOTS, [DbTimestamp(hour)] => fetch_one as (i64,))?;
    let position = i32::try_from(taken).ok().filter(|taken| *taken < limit).map(|taken| taken + 1);
    let subject = truncate_for_column(subject, COLUMN_LENGTH);
    run!(conn, INSERT_SLOT, [reason, subject, DbTimestamp(hour), position])?;
    Ok(position.map_or(MailSlot::Held, MailSlot::Sent))
}

/// What was held in the hours before `hour`, the most frequent subject first.
pub async fn list_held(conn: &mut Conn, hour: Timestamp) -> Result<Vec<HeldMails>, StoreError> {
    run!(conn, HELD_SUBJECTS, [DbTimestamp(hour)] => fetch_all as HeldMails)
}

pub async fn delete_held(conn: &mut Conn, hour: Timestamp) -> Result<(), StoreError> {
    run!(conn, DELETE_HELD, [DbTimestamp(hour)]).map(|_| ())
}
