//! The audit trail, for administrators.

mod sentence;

use crate::access::Admin;
use crate::params::{Query, limit};
use crate::problem_responses::{AccessDenied, InvalidInput};
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stormwire_city::accounts::audit::{self, AuditCursor, AuditEntry};
use utoipa::{IntoParams, ToSchema};

const DEFAULT_LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 500;

/// An entry of the audit trail.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditView {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    username: String,
    /// The change as a sentence, such as `ann retried message 1014`.
    sentence: String,
    /// `create`, `update`, `delete`, `import` and the like.
    action: String,
    /// `facility`, `user`, `token`, `credential` and the like.
    resource: String,
    resource_id: Option<i64>,
    /// Values before the change; null if the resource was created.
    before: Option<Value>,
    /// Values after the change; null if the resource was deleted.
    after: Option<Value>,
    request_id: Option<String>,
}

impl From<AuditEntry> for AuditView {
    fn from(entry: AuditEntry) -> Self {
        let sentence = sentence::sentence(&entry);
        let AuditEntry { cursor: _, at, username, action, resource, resource_id, before, after, request_id } = entry;
        Self { at, username, sentence, action, resource, resource_id, before, after, request_id }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditPage {
    items: Vec<AuditView>,
    /// Pass it as `cursor` to get the next page; null on the last page.
    next_cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditParams {
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
    /// 1 to 500; default 50.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// List audit entries
///
/// Newest first.
#[utoipa::path(get, path = "/audit", tag = "Users", params(AuditParams), responses(
    (status = 200, description = "A page of audit entries", body = AuditPage),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Admin,
    State(app): State<App>,
    Query(params): Query<AuditParams>,
) -> Result<Json<AuditPage>, Problem> {
    let limit = limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let cursor = params.cursor.as_deref().map(read_cursor).transpose()?;
    let entries = audit::list(&app.store, cursor, limit).await?;
    let is_full = entries.len() == limit as usize;
    let next_cursor = entries.last().filter(|_| is_full).map(|last| write_cursor(&last.cursor));
    Ok(Json(AuditPage { items: entries.into_iter().map(AuditView::from).collect(), next_cursor }))
}

fn write_cursor(cursor: &AuditCursor) -> String {
    format!("{}~{}~{}", cursor.at, cursor.schema, cursor.id)
}

fn read_cursor(text: &str) -> Result<AuditCursor, Problem> {
    let read = || {
        let mut parts = text.splitn(3, '~');
        let (at, schema, id) = (parts.next()?, parts.next()?, parts.next()?);
        let at: Timestamp = at.parse().ok().filter(|at| *at >= Timestamp::UNIX_EPOCH)?;
        let schema = ["it", "organization"].into_iter().find(|known| *known == schema)?;
        Some(AuditCursor { at, schema: schema.to_owned(), id: id.parse().ok()? })
    };
    read().ok_or_else(|| Problem::field("cursor", "not a valid cursor; use nextCursor of the previous page"))
}
