//! The rows of mailing lists: what each was last told. What stands in them is decided in `flow/handlers/email/quiet`.

use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, Held, StoreError, hold};
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

const FIND: Sql = sql!("mailing/find");
const PUT: Sql = sql!("mailing/put");
const FORGET: Sql = sql!("mailing/forget");

/// What is kept of a list.
pub async fn find<T: DeserializeOwned>(conn: &mut Conn, list: &str) -> Result<Option<T>, StoreError> {
    let row = run!(conn, FIND, [list] => fetch_optional as (String,))?;
    let read = |(text,): (String,)| {
        serde_json::from_str(&text).map_err(|error| StoreError::Unreadable(format!("mailing list {list}: {error}")))
    };
    row.map(read).transpose()
}

/// The same, for whoever is going to change it.
pub async fn find_held<T: DeserializeOwned>(conn: &mut Conn, list: &str) -> Result<Option<T>, StoreError> {
    // Two lists that share a number wait for each other, and nothing else comes of it.
    let number = i64::from_str_radix(list.get(..8).unwrap_or_default(), 16).unwrap_or(0);
    hold(conn, Held::MailingList(number)).await?;
    find(conn, list).await
}

pub async fn put<T: Serialize + Sync>(
    conn: &mut Conn,
    list: &str,
    state: &T,
    now: Timestamp,
) -> Result<(), StoreError> {
    let state = serde_json::to_string(state).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    run!(conn, PUT, [list, state, At(now)]).map(|_| ())
}

pub async fn forget(conn: &mut Conn, list: &str) -> Result<(), StoreError> {
    run!(conn, FORGET, [list]).map(|_| ())
}
