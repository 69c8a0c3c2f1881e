//! Mailing lists: what each list was last sent, as JSON. The workflow crate (`handlers/email/quiet`) decides the content.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, LockTarget, StoreError, lock_for_update};
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

const FIND: Sql = sql!("mailing/find");
const PUT: Sql = sql!("mailing/put");
const DELETE: Sql = sql!("mailing/delete");

pub async fn find<T: DeserializeOwned>(conn: &mut Conn, list: &str) -> Result<Option<T>, StoreError> {
    let row = run!(conn, FIND, [list] => fetch_optional as (String,))?;
    let read = |(text,): (String,)| {
        serde_json::from_str(&text).map_err(|error| StoreError::Unreadable(format!("mailing list {list}: {error}")))
    };
    row.map(read).transpose()
}

/// Locks the list first.
pub async fn find_for_update<T: DeserializeOwned>(conn: &mut Conn, list: &str) -> Result<Option<T>, StoreError> {
    // Two lists with the same number wait for each other, which is harmless.
    let number = i64::from_str_radix(list.get(..8).unwrap_or_default(), 16).unwrap_or(0);
    lock_for_update(conn, LockTarget::MailingList(number)).await?;
    find(conn, list).await
}

pub async fn save_state<T: Serialize + Sync>(
    conn: &mut Conn,
    list: &str,
    state: &T,
    now: Timestamp,
) -> Result<(), StoreError> {
    let state = serde_json::to_string(state).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    run!(conn, PUT, [list, state, DbTimestamp(now)]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, list: &str) -> Result<(), StoreError> {
    run!(conn, DELETE, [list]).map(|_| ())
}
