//! Forgetting: envelopes, steps, errors and what came of effects after their time. The pair (job, message key) is never
//! forgotten, so an old message that comes back is still known; nor is that an effect was done.

use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, StoreError};
use jiff::Timestamp;

const ENVELOPES: Sql = sql!("retention/envelopes");
const RUNS: Sql = sql!("retention/runs");
const EFFECTS: Sql = sql!("retention/effects");

/// Clears finished rows from before `cutoff`, at most `most` of each kind, and says how many were touched.
pub async fn purge(conn: &mut Conn, cutoff: Timestamp, most: u32) -> Result<u64, StoreError> {
    let envelopes = run!(conn, ENVELOPES, [At(cutoff), i64::from(most)])?;
    let runs = run!(conn, RUNS, [At(cutoff), i64::from(most)])?;
    let outputs = run!(conn, EFFECTS, [At(cutoff), i64::from(most)])?;
    Ok(envelopes + runs + outputs)
}
