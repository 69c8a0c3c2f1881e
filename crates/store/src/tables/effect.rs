//! Effects: calls to the outside world, recorded before (intent) and after (outcome). One row per request of an action
//! about a message, whatever the run.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{ActionId, Conn, DbTimestamp, EffectId, RunId, StoreError, WatcherId};
use jiff::Timestamp;

const FIND: Sql = sql!("effect/find");
const PUT_INTENT: Sql = sql!("effect/put_intent");
const PUT_OUTCOME: Sql = sql!("effect/put_outcome");
const COUNT_OPEN: Sql = sql!("effect/count_open");

text_enum! {
    pub enum EffectState in "it.WorkflowEffect.State" {
        /// About to be sent; the outcome is unknown.
        Intended = "Intended",
        Done = "Done",
        Failed = "Failed",
    }
}

/// One request of one action about one message: the key of an effect.
#[derive(Debug, Clone)]
pub struct EffectRequest {
    pub watcher_id: WatcherId,
    pub message_key: String,
    pub action_id: ActionId,
    /// 64 hexadecimal digits.
    pub request_hash: String,
}

#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct RecordedEffect {
    pub id: EffectId,
    pub state: EffectState,
    /// The run that recorded the intent.
    pub run_id: RunId,
    /// The idempotency key of the request.
    pub effect_key: String,
    pub intended_at: DbTimestamp,
    pub finished_at: Option<DbTimestamp>,
    /// Sealed.
    pub output: Option<String>,
}

pub async fn find(conn: &mut Conn, effect: &EffectRequest) -> Result<Option<RecordedEffect>, StoreError> {
    let EffectRequest { watcher_id, message_key, action_id, request_hash } = effect.clone();
    run!(conn, FIND, [watcher_id, message_key, action_id, request_hash] => fetch_optional as RecordedEffect)
}

/// Whether the run has begun another request of the same action about the same message whose outcome is unknown.
pub async fn has_open_request(conn: &mut Conn, effect: &EffectRequest, run_id: &RunId) -> Result<bool, StoreError> {
    let EffectRequest { watcher_id, message_key, action_id, request_hash } = effect.clone();
    let (open,) =
        run!(conn, COUNT_OPEN, [watcher_id, message_key, action_id, request_hash, run_id] => fetch_one as (i64,))?;
    Ok(open > 0)
}

/// Records that the request is about to be sent.
pub async fn put_intent(
    conn: &mut Conn,
    effect: &EffectRequest,
    run_id: &RunId,
    effect_key: &str,
    now: Timestamp,
) -> Result<EffectId, StoreError> {
    let EffectRequest { watcher_id, message_key, action_id, request_hash } = effect.clone();
    let (id,) = run!(
        conn, PUT_INTENT, [watcher_id, message_key, action_id, request_hash, run_id, effect_key, DbTimestamp(now)]
        => fetch_one as (EffectId,)
    )?;
    Ok(id)
}

/// Returns false, and changes nothing, if another run has recorded a new intent.
pub async fn put_outcome(
    conn: &mut Conn,
    id: EffectId,
    run_id: &RunId,
    state: EffectState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(run!(conn, PUT_OUTCOME, [id, run_id, state, DbTimestamp(now)])? > 0)
}
