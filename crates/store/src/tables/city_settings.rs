//! What an administrator has set about the city: one row. The `city` crate validates it.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, StoreError};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

const GET: Sql = sql!("city_settings/get");
const PUT: Sql = sql!("city_settings/put");

/// `None`: not set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedCity {
    pub name: Option<String>,
    /// IANA name.
    pub timezone: Option<String>,
    /// A code such as `EPSG:2225`, or a proj string.
    pub crs: Option<String>,
    /// minLng, minLat, maxLng, maxLat
    pub bounds: Option<[f64; 4]>,
}

pub async fn get(conn: &mut Conn) -> Result<Option<SavedCity>, StoreError> {
    let row = run!(conn, GET, [] => fetch_optional as (String,))?;
    let read = |(text,): (String,)| {
        serde_json::from_str(&text).map_err(|error| StoreError::Unreadable(format!("it.CitySettings: {error}")))
    };
    row.map(read).transpose()
}

pub async fn put(conn: &mut Conn, saved: &SavedCity, now: Timestamp) -> Result<(), StoreError> {
    let text = serde_json::to_string(saved).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    run!(conn, PUT, [text, DbTimestamp(now)]).map(|_| ())
}
