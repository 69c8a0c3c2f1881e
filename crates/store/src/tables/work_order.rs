//! The built-in work orders.

use super::text::truncate_for_column;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, LogId, StoreError, WorkOrderId};
use jiff::Timestamp;
use serde_json::Value;

const INSERT: Sql = sql!("work_order/insert");

#[derive(Debug, Clone, PartialEq)]
pub struct NewWorkOrder {
    /// Idempotency key: one order per key.
    pub effect_key: String,
    pub service_code: String,
    pub description: String,
    pub address: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub attributes: Value,
    /// The message that caused it.
    pub log_id: Option<LogId>,
}

/// Returns the existing order if there is one with the same key.
pub async fn insert(conn: &mut Conn, order: NewWorkOrder, now: Timestamp) -> Result<WorkOrderId, StoreError> {
    let NewWorkOrder { effect_key, service_code, description, address, latitude, longitude, attributes, log_id } =
        order;
    let (description, address) =
        (truncate_for_column(&description, 4_000), address.map(|address| truncate_for_column(&address, 500)));
    let (id,) = run!(conn, INSERT, [
        effect_key, service_code, description, address, latitude, longitude, attributes.to_string(), log_id, DbTimestamp(now)
    ] => fetch_one as (WorkOrderId,))?;
    Ok(id)
}
