//! The audit trail, for administrators.

mod export;
mod params;
mod views;

use crate::access::Admin;
use crate::params::{Query, limit};
use crate::problem_responses::{AccessDenied, InvalidInput};
use crate::{App, Problem};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use futures_util::{FutureExt, StreamExt, stream};
use jiff::Timestamp;
use params::{AuditParams, ExportParams};
use serde::Serialize;
use serde_json::json;
use stormwire_city::accounts::audit::{self, AuditCursor, AuditEntry, AuditFilter};
use stormwire_store::tables::audit::AuditChange;
use stormwire_store::{Schema, StoreError};
use utoipa::ToSchema;
use views::AuditView;

const DEFAULT_LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 500;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditPage {
    items: Vec<AuditView>,
    /// Pass it as `cursor` to get the next page; null on the last page.
    next_cursor: Option<String>,
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
    let filter = params.filter()?;
    let entries = audit::list(&app.store, &filter, cursor, limit).await?;
    let is_full = entries.len() == limit as usize;
    let next_cursor = entries.last().filter(|_| is_full).map(|last| write_cursor(&last.cursor));
    Ok(Json(AuditPage { items: entries.into_iter().map(AuditView::from).collect(), next_cursor }))
}

#[derive(Debug, Clone, Copy)]
enum Format {
    Csv,
    JsonLines,
}

/// Export audit entries
///
/// All matching entries as a file, newest first. The export is recorded in the audit trail.
#[utoipa::path(get, path = "/audit/export", tag = "Users", params(ExportParams), responses(
    (status = 200, description = "The entries as `text/csv` or `application/jsonl`", body = String, content_type = "text/csv"),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn export(
    Admin(user): Admin,
    State(app): State<App>,
    Query(params): Query<ExportParams>,
) -> Result<impl IntoResponse, Problem> {
    let format = match params.format.as_deref() {
        None | Some("csv") => Format::Csv,
        Some("jsonl") => Format::JsonLines,
        Some(other) => return Err(Problem::field("format", format!("unknown format {other:?}; use csv or jsonl"))),
    };
    let after = json!({
        "format": params.format, "user": params.user, "action": params.action, "resource": params.resource,
        "from": params.from, "to": params.to, "q": params.q,
    });
    let filter = params.filter()?;
    let (actor, now) = (user.actor(), app.clock.now());
    let change =
        AuditChange { action: "export", resource: "audit", resource_id: None, before: None, after: Some(after) };
    let entry = (actor.clone(), change.clone());
    let unit = app.store.write(Schema::It, move |conn| {
        async move { audit::record(conn, Schema::It, &entry.0, entry.1, now).await }.boxed()
    });
    unit.await?;
    app.security_log.record(app.clock.as_ref(), &actor, &change, now).await;
    let (kind, name) = match format {
        Format::Csv => ("text/csv; charset=utf-8", "stormwire-audit.csv"),
        Format::JsonLines => ("application/jsonl; charset=utf-8", "stormwire-audit.jsonl"),
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, Body::from_stream(export_pages(app, filter, format))))
}

/// Reads a page at a time, so that a long trail needs little memory.
fn export_pages(
    app: App,
    filter: AuditFilter,
    format: Format,
) -> impl futures_util::Stream<Item = Result<String, StoreError>> {
    let header = match format {
        Format::Csv => export::CSV_HEADER.to_owned(),
        Format::JsonLines => String::new(),
    };
    // The cursor of the next page; the outer `None` ends the file.
    let pages = stream::try_unfold(Some(None), move |next: Option<Option<AuditCursor>>| {
        let (app, filter) = (app.clone(), filter.clone());
        async move {
            let Some(cursor) = next else { return Ok(None) };
            let entries = audit::list(&app.store, &filter, cursor, MAX_LIMIT).await?;
            let is_full = entries.len() == MAX_LIMIT as usize;
            let next = entries.last().filter(|_| is_full).map(|last| Some(last.cursor.clone()));
            let row = |entry: AuditEntry| match format {
                Format::Csv => export::csv_row(&entry.into()),
                Format::JsonLines => export::json_line(&entry.into()),
            };
            Ok(Some((entries.into_iter().map(row).collect::<String>(), next)))
        }
    });
    stream::once(std::future::ready(Ok(header))).chain(pages)
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
