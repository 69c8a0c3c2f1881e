//! The rows of effects: what reached outside, the intent before and the outcome after. One per request of an action
//! about a message, in whichever run.

use crate::database::conn::{Sql, run, sql};
use crate::text_enum::text_enum;
use crate::{ActionId, At, Conn, EffectId, RunId, StoreError, WatcherId};
use jiff::Timestamp;

const FIND: Sql = sql!("effect/find");
const INTEND: Sql = sql!("effect/intend");
const END: Sql = sql!("effect/end");
const LEFT_OPEN: Sql = sql!("effect/left_open");

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
    /// What was asked for, as 64 hexadecimal digits.
    pub request_hash: String,
}

/// An effect as it was recorded.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Recorded {
    pub id: EffectId,
    pub state: EffectState,
    /// Whose intent it was.
    pub run_id: RunId,
    /// Under which key the request went out.
    pub effect_key: String,
    /// When it was about to be sent.
    pub intended_at: At,
    /// When its outcome was known.
    pub finished_at: Option<At>,
    /// What came of it, sealed.
    pub output: Option<String>,
}

/// What is known of an effect.
pub async fn find(conn: &mut Conn, effect: &EffectRequest) -> Result<Option<Recorded>, StoreError> {
    let EffectRequest { watcher_id, message_key, action_id, request_hash } = effect.clone();
    run!(conn, FIND, [watcher_id, message_key, action_id, request_hash] => fetch_optional as Recorded)
}

/// Whether the run has begun another request of the same action about the same message, and its outcome is not known.
pub async fn has_left_open(conn: &mut Conn, effect: &EffectRequest, run_id: &RunId) -> Result<bool, StoreError> {
    let EffectRequest { watcher_id, message_key, action_id, request_hash } = effect.clone();
    let (open,) =
        run!(conn, LEFT_OPEN, [watcher_id, message_key, action_id, request_hash, run_id] => fetch_one as (i64,))?;
    Ok(open > 0)
}

/// Someone is about to do it; gives the row.
pub async fn intend(
    conn: &mut Conn,
    effect: &EffectRequest,
    run_id: &RunId,
    effect_key: &str,
    now: Timestamp,
) -> Result<EffectId, StoreError> {
    let EffectRequest { watcher_id, message_key, action_id, request_hash } = effect.clone();
    let (id,) = run!(
        conn, INTEND, [watcher_id, message_key, action_id, request_hash, run_id, effect_key, At(now)]
        => fetch_one as (EffectId,)
    )?;
    Ok(id)
}

/// It came to its end; nothing happens when another run has begun it anew.
pub async fn end(
    conn: &mut Conn,
    id: EffectId,
    run_id: &RunId,
    state: EffectState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(run!(conn, END, [id, run_id, state, At(now)])? > 0)
}
