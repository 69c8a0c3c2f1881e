//! The one row of Web Push: the public key, and the last status event that was handled. The private key is in `sealed`.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, StatusEventId, StoreError};

const GET: Sql = sql!("web_push/get");
const PUT: Sql = sql!("web_push/put");
const ADVANCE: Sql = sql!("web_push/advance");

/// The id of the row, for its sealed column.
pub const ROW: i64 = 1;

#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct WebPush {
    /// The uncompressed point in base64url.
    pub public_key: String,
    pub last_event_id: StatusEventId,
}

/// `None` before the first use, and after the private key was removed.
pub async fn get(conn: &mut Conn) -> Result<Option<WebPush>, StoreError> {
    run!(conn, GET, [] => fetch_optional as WebPush)
}

/// The private key must be put afterwards. Replaces an earlier key.
pub async fn put(conn: &mut Conn, public_key: &str, last_event_id: StatusEventId) -> Result<(), StoreError> {
    run!(conn, PUT, [public_key, last_event_id]).map(|_| ())
}

/// False if another process has handled events since `from` was read. Then nothing changes.
pub async fn advance(conn: &mut Conn, from: StatusEventId, to: StatusEventId) -> Result<bool, StoreError> {
    Ok(run!(conn, ADVANCE, [from, to])? == 1)
}
