//! Purging old envelopes, steps, errors and outputs of effects. The pair (watcher, message key) is never deleted, so an old
//! message that appears again is still known; neither is the fact that an effect was done.

use crate::database::conn::{Sql, run, sql};
use crate::{Conn, DbTimestamp, StoreError};
use jiff::Timestamp;

const ENVELOPES: Sql = sql!("retention/envelopes");
const RUNS: Sql = sql!("retention/runs");
const EFFECTS: Sql = sql!("retention/effects");

/// Purges finished rows older than `cutoff`, at most `most` of each kind. Returns how many were affected.
pub async fn purge(conn: &mut Conn, cutoff: Timestamp, most: u32) -> Result<u64, StoreError> {
    let envelopes = run!(conn, ENVELOPES, [DbTimestamp(cutoff), i64::from(most)])?;
    let runs = run!(conn, RUNS, [DbTimestamp(cutoff), i64::from(most)])?;
    let outputs = run!(conn, EFFECTS, [DbTimestamp(cutoff), i64::from(most)])?;
    Ok(envelopes + runs + outputs)
}
