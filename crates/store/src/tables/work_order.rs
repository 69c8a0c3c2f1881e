//! The built-in work orders.

use super::text::cut;
use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, LogId, StoreError, WorkOrderId};
use jiff::Timestamp;
use serde_json::Value;

const INSERT: Sql = sql!("work_order/insert");

/// A work order to be made.
#[derive(Debug, Clone, PartialEq)]
pub struct NewWorkOrder {
    /// One order per key.
    pub effect_key: String,
    /// What kind of work.
    pub service_code: String,
    /// For whoever does it.
    pub description: String,
    pub address: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub attributes: Value,
    /// The message that caused it, if one did.
    pub log_id: Option<LogId>,
}

/// Makes it and gives its number; one that was made under the same key is that one.
pub async fn insert(conn: &mut Conn, order: NewWorkOrder, now: Timestamp) -> Result<WorkOrderId, StoreError> {
    let NewWorkOrder { effect_key, service_code, description, address, latitude, longitude, attributes, log_id } =
        order;
    let (description, address) = (cut(&description, 4_000), address.map(|address| cut(&address, 500)));
    let (id,) = run!(conn, INSERT, [
        effect_key, service_code, description, address, latitude, longitude, attributes.to_string(), log_id, At(now)
    ] => fetch_one as (WorkOrderId,))?;
    Ok(id)
}
