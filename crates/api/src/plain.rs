//! The lightning status without scripts, for old phones and slow connections: one facility as text, all as a plain page.

use crate::params::{Query, read_id};
use crate::problem::OrNotFound;
use crate::{App, Problem, assets, storm_page};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use stormwire_city::facilities::Facility;
use stormwire_geo::{ParameterOverrides, Proximity};
use stormwire_http::response_cache::{CachedResponse, Freshness};
use stormwire_lightning::ThreatPicture;
use stormwire_store::FacilityId;
use stormwire_views::language::Language;
use stormwire_views::plain::{PlainFormatter, facility_text, list_page};

/// Other parameters are ignored, because the plain pages share URLs with the storm view.
#[derive(Debug, Deserialize)]
pub(crate) struct PlainQuery {
    lang: Option<String>,
}

impl PlainQuery {
    fn language(&self, headers: &HeaderMap) -> Language {
        Language::choose(self.lang.as_deref(), headers)
    }
}

/// The storm view of one facility; with the suffix `.txt` its status as text of less than 300 bytes.
pub(crate) async fn facility(
    State(app): State<App>,
    Path(name): Path<String>,
    Query(query): Query<PlainQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (id, is_text) = name.strip_suffix(".txt").map_or((name.as_str(), false), |id| (id, true));
    let id: FacilityId = read_id(id).ok_or_else(|| {
        let detail = format!("no facility at /f/{name}: the id must be a positive whole number");
        Problem::new(StatusCode::NOT_FOUND, detail)
    })?;
    if !is_text {
        return storm_page::of_facility(&app, id, query.language(&headers), &headers).await;
    }
    let picture = app.lightning.live_picture().await?;
    let all = picture.facilities();
    let found = all.iter().find(|facility| facility.id == id).or_not_found("facility", id)?;
    // All clients share this evaluation.
    let evaluated = app.lightning.facilities(&picture, ParameterOverrides::default(), None).await;
    let proximity = evaluated.proximity(&picture, id);
    let city = app.city.current();
    let formatter = PlainFormatter { picture: &picture, zone: &city.timezone, language: query.language(&headers) };
    let described = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::VARY, "accept-language")];
    Ok((described, facility_text::render(&formatter, found, proximity.as_ref())).into_response())
}

/// Every facility, highest threat first, without scripts or styles.
pub(crate) async fn list(
    State(app): State<App>,
    Query(query): Query<PlainQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let picture = app.lightning.live_picture().await?;
    let (cache, language) = (app.response_cache.live(), query.language(&headers));
    // Other parameters do not change the page.
    let key = format!("/plain?lang={}", language.code());
    let response = if let Some(response) = cache.find(&key, &picture) {
        response
    } else {
        let response = Arc::new(render_list(&app, &picture, language).await);
        cache.insert(&key, &picture, &response);
        response
    };
    let mut response =
        assets::with_page_headers(response.encode_and_respond(&headers, app.clock.now()).map(Into::into));
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-language"));
    Ok(response)
}

async fn render_list(app: &App, picture: &Arc<ThreatPicture>, language: Language) -> CachedResponse {
    let all = app.lightning.facilities(picture, ParameterOverrides::default(), None).await;
    let city = app.city.current();
    let formatter = PlainFormatter { picture, zone: &city.timezone, language };
    let rows: Vec<(&Facility, Option<&Proximity>)> = all
        .ranking
        .iter()
        .filter_map(|one| Some((picture.facilities().get(one.facility)?, one.proximity.as_ref())))
        .collect();
    let html = list_page::render(&formatter, &city.name, &rows);
    let content_type = HeaderValue::from_static("text/html; charset=utf-8");
    CachedResponse::of_bytes(html, content_type, Freshness::Live { changes_at: all.changes_at })
}
