//! Lists the times in which nobody knew whether there was lightning.

use super::query::OutagesQuery;
use crate::problem_responses::{InvalidInput, Overloaded};
use crate::{App, Problem};
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use stormwire_lightning::Outage;
use utoipa::ToSchema;

/// Times without a record that the lightning feed was healthy, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Outages)]
pub(crate) struct OutagesView {
    #[schema(value_type = String, format = DateTime)]
    since: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    outages: Vec<OutageView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Outage)]
struct OutageView {
    #[schema(value_type = String, format = DateTime)]
    from: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    to: Timestamp,
}

impl From<Outage> for OutageView {
    fn from(Outage { from, to }: Outage) -> Self {
        Self { from, to }
    }
}

/// List outages of the lightning feed
///
/// Times in which the feed was unhealthy, the service did not run, or nothing is recorded. A past status Clear in such a time
/// means nothing: strikes may be missing. Records are kept for `watch.retention_days`.
#[utoipa::path(get, path = "/lightning-strikes/outages", tag = "Lightning",
    params(
        ("since" = Option<String>, Query, format = DateTime, description = "Start of the period; default 8 hours before `asOf`"),
        ("asOf" = Option<String>, Query, format = DateTime, description = "End of the period; default now"),
    ),
    responses((status = 200, description = "The outages", body = OutagesView), InvalidInput, Overloaded))]
pub(crate) async fn outages(State(app): State<App>, query: OutagesQuery) -> Result<axum::Json<OutagesView>, Problem> {
    let OutagesQuery { since, as_of } = query;
    let outages = app.lightning.outages(since, as_of).await?;
    Ok(axum::Json(OutagesView { since, as_of, outages: outages.into_iter().map(OutageView::from).collect() }))
}
