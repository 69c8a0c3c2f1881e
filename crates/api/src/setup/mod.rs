//! The checklist of a new installation. The state of each step is read from the database at every request.

mod checklist;

use crate::access::Viewer;
use crate::problem_responses::AccessDenied;
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use checklist::{SetupFacts, StepView, WatcherFact, checklist};
use serde::Serialize;
use stormwire_city::credential_usage::can_open_mailboxes;
use stormwire_lightning::source;
use stormwire_store::tables::action;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::WatcherKind;
use utoipa::ToSchema;

/// The checklist of a new installation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Setup)]
pub(crate) struct SetupView {
    /// Whether every step is done.
    is_complete: bool,
    /// In the order in which they are done.
    steps: Vec<StepView>,
}

/// Get the setup checklist
#[utoipa::path(get, path = "/setup", tag = "Operating", responses((status = 200, description = "The checklist", body = SetupView), AccessDenied))]
pub(crate) async fn get(_: Viewer, State(app): State<App>) -> Result<Json<SetupView>, Problem> {
    let steps = checklist(&facts(&app).await?);
    Ok(Json(SetupView { is_complete: steps.iter().all(|step| step.is_done), steps }))
}

async fn facts(app: &App) -> Result<SetupFacts, Problem> {
    let (city, is_saved) = app.city_settings.get().await?;
    let facilities = app.facilities.list(None, u32::MAX).await?;
    let picture = app.lightning.live_picture().await?;
    Ok(SetupFacts {
        is_city_set: is_saved || city.configured.crs,
        city: city.name,
        crs: city.crs_text,
        timezone: city.timezone.iana_name().unwrap_or("UTC").to_owned(),
        facilities: facilities.len(),
        located: facilities.iter().filter(|facility| facility.lat_long.is_some()).count(),
        credentials: app.credentials.list().await?.iter().filter(|one| can_open_mailboxes(one)).count(),
        watchers: watcher_facts(app).await?,
        has_external_loader: app.lightning.has_external_loader(),
        is_feed_healthy: picture.feed().healthy == Some(true),
        feed_reason: picture.feed().reason.clone(),
        mail_gap: app.operator_mailer.gap(),
    })
}

async fn watcher_facts(app: &App) -> Result<Vec<WatcherFact>, Problem> {
    let watchers = app.watchers.admin().list(Some(WatcherKind::Mailbox)).await?;
    let mut conn = app.store.reader().await?;
    let mut facts = Vec::new();
    for status in watchers {
        let watcher = status.watcher;
        facts.push(WatcherFact {
            id: watcher.id,
            is_enabled: watcher.fields.is_enabled,
            actions: action::list(&mut conn, watcher.id).await?.len(),
            feeds_strikes: source::is_feeding(&mut conn, watcher.id).await?,
            has_processed: watcher.state.last_message_status == Some(LogStatus::Success),
            name: watcher.fields.name,
        });
    }
    Ok(facts)
}
