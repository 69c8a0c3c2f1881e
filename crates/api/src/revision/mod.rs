//! Revisions: who changed a watcher, a policy or a sink, what is different, and the way back. For administrators.

mod key;
mod views;

use crate::access::Admin;
use crate::params::{Query, limit};
use crate::problem::OrNotFound;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use key::RevisionKey;
use serde::Deserialize;
use stormwire_blueprint::{RestoreError, Restorer};
use stormwire_city::revisions::{self, Revision, RevisionKind, RevisionTarget};
use stormwire_store::RevisionId;
use utoipa::IntoParams;
use views::{RevisionDetailView, RevisionView};

const DEFAULT_LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 100;
/// What problems call it.
const REVISION: &str = "revision";

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RevisionParams {
    /// `watcher` (with its actions), `policy` or `event-sink`.
    #[param(pattern = "^(watcher|policy|event-sink)$")]
    kind: String,
    /// Of the watcher, the policy or the event sink.
    #[param(minimum = 1)]
    id: i64,
    /// Only older ones: the last `id` of the page before.
    before: Option<String>,
    /// 1 to 100; default 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CompareParams {
    /// The id of another revision of the same watcher, policy or sink. Default: the one before.
    compare_with: Option<String>,
}

/// List revisions
///
/// Newest first, each with what is different from the one before. Revisions are kept as long as the message log; the last one
/// of what still exists is always kept.
#[utoipa::path(get, path = "/revision", tag = "Revisions", params(RevisionParams), responses(
    (status = 200, description = "The revisions", body = [RevisionView]),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Admin,
    State(app): State<App>,
    Query(params): Query<RevisionParams>,
) -> Result<Json<Vec<RevisionView>>, Problem> {
    let limit = limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let kind = RevisionKind::parse(&params.kind).ok_or_else(|| {
        let names = RevisionKind::ALL.map(RevisionKind::name).join(", ");
        Problem::field("kind", format!("unknown kind {:?}; use one of {names}", params.kind))
    })?;
    if params.id < 1 {
        return Err(Problem::field("id", format!("{} is not an id; use 1 or more", params.id)));
    }
    let before = params.before.as_deref().map(|text| read_key("before", text)).transpose()?;
    let before = before.map_or(RevisionId::new(i64::MAX), |key| key.id);
    let target = RevisionTarget { kind, id: params.id };
    // One more, with which the last one is compared.
    let found = revisions::list(&app.store, target, before, limit + 1).await?;
    let shown = found.iter().take(limit as usize).enumerate();
    Ok(Json(shown.map(|(index, one)| RevisionView::new(one, found.get(index + 1))).collect()))
}

/// Get a revision
///
/// With its state, and what is different from another one. Secrets are masked.
#[utoipa::path(get, path = "/revision/{id}", tag = "Revisions", params(("id" = String, Path), CompareParams), responses(
    (status = 200, description = "The revision", body = RevisionDetailView),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn get(
    _: Admin,
    State(app): State<App>,
    key: RevisionKey,
    Query(params): Query<CompareParams>,
) -> Result<Json<RevisionDetailView>, Problem> {
    let revision = find(&app, key).await?;
    let other = match params.compare_with {
        None => revisions::previous(&app.store, &revision).await?,
        Some(text) => Some(find_other(&app, &text, &revision).await?),
    };
    Ok(Json(RevisionDetailView::new(&revision, other.as_ref())))
}

/// Restore a revision
///
/// Makes its state the current one, as a new revision. Whether a watcher or a sink is enabled stays as it is, and so do secrets.
/// Returns the newest revision.
#[utoipa::path(post, path = "/revision/{id}/restore", tag = "Revisions", params(("id" = String, Path)), responses(
    (status = 200, description = "The newest revision", body = RevisionView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn restore(
    Admin(user): Admin,
    State(app): State<App>,
    key: RevisionKey,
) -> Result<Json<RevisionView>, Problem> {
    let revision = find(&app, key).await?;
    let restorer = Restorer {
        store: app.store.clone(),
        clock: app.clock.clone(),
        secrets: app.secrets.clone(),
        watchers: app.watchers.clone(),
        event_sinks: app.event_sinks.clone(),
    };
    restorer.restore(&revision, user.actor()).await?;
    let newest = revisions::list(&app.store, revision.target, RevisionId::new(i64::MAX), 2).await?;
    let first = newest.first().or_not_found(REVISION, key)?;
    Ok(Json(RevisionView::new(first, newest.get(1))))
}

async fn find(app: &App, key: RevisionKey) -> Result<Revision, Problem> {
    revisions::get(&app.store, key.kind, key.id).await?.or_not_found(REVISION, key)
}

async fn find_other(app: &App, text: &str, revision: &Revision) -> Result<Revision, Problem> {
    let key = read_key("compareWith", text)?;
    let found = revisions::get(&app.store, key.kind, key.id).await?;
    found.filter(|other| other.target == revision.target).ok_or_else(|| {
        let target = revision.target;
        Problem::field("compareWith", format!("{text:?} is not a revision of {} {}", target.kind, target.id))
    })
}

fn read_key(field: &str, text: &str) -> Result<RevisionKey, Problem> {
    let found = RevisionKey::parse(text);
    found.ok_or_else(|| Problem::field(field, format!("{text:?} is not the id of a revision, such as watcher-12")))
}

impl From<RestoreError> for Problem {
    fn from(error: RestoreError) -> Self {
        match error {
            RestoreError::IsDeletion | RestoreError::Deleted(_) | RestoreError::Unreadable(_) => {
                Self::new(StatusCode::CONFLICT, error.to_string())
            }
            RestoreError::Watcher(error) => error.into(),
            RestoreError::Sink(error) => error.into(),
            RestoreError::Policy(error) => error.into(),
            RestoreError::Store(error) => error.into(),
        }
    }
}
