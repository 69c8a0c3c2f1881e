//! The storm for whoever has no scripts, an old phone or a thin line: one facility as text, all of them as a plain page.
//!
//! [`words`] says things in English and Spanish, [`text`] and [`page`] put them together. Pure but for the two handlers.

mod page;
mod text;
mod words;

use crate::params::Query;
use crate::{App, Problem, assets};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use jiff::tz::TimeZone;
use serde::Deserialize;
use stormwire_city::facilities::Facility;
use stormwire_geo::{Parameters, Proximity, Status};
use stormwire_lightning::Picture;
use words::{Language, Words};

/// What may be asked of a plain page. It has the address of the storm view, so whatever else stands there is no mistake.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    lang: Option<String>,
}

impl Wish {
    fn language(&self) -> Language {
        Language::wished(self.lang.as_deref())
    }
}

/// What a display may show: without a feed that is known to live nothing is Clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Active,
    Clearing,
    Clear,
    Unknown,
}

impl Standing {
    fn of(proximity: Option<&Proximity>, healthy: Option<bool>) -> Self {
        match proximity.map(|known| known.status) {
            Some(Status::Active) => Self::Active,
            Some(Status::Clearing) => Self::Clearing,
            Some(Status::Clear) if healthy == Some(true) => Self::Clear,
            Some(Status::Clear) | None => Self::Unknown,
        }
    }
}

/// Everything that is said is said of this.
struct Scene<'a> {
    picture: &'a Picture,
    zone: &'a TimeZone,
    words: &'static Words,
}

impl Scene<'_> {
    fn healthy(&self) -> Option<bool> {
        self.picture.feed().healthy
    }
}

/// A facility of the storm view, for its link; with the ending `.txt` as text of less than 300 bytes.
pub(crate) async fn facility(
    State(app): State<App>,
    Path(name): Path<String>,
    Query(wish): Query<Wish>,
) -> Result<Response, Problem> {
    let (id, is_text) = name.strip_suffix(".txt").map_or((name.as_str(), false), |id| (id, true));
    let id = id.parse::<i64>().ok().filter(|id| *id > 0).ok_or_else(|| {
        let detail = format!("there is nothing at /f/{name}");
        Problem::new(StatusCode::NOT_FOUND, detail)
    })?;
    if !is_text {
        return assets::storm_of(&app, id);
    }
    let picture = app.lightning.live().await?;
    let all = picture.facilities();
    let found = all.iter().find(|facility| facility.id == id).ok_or_else(|| Problem::missing("facility", id))?;
    let proximity = match found.lat_long {
        Some(anchor) => Some(app.lightning.place(&picture, anchor, Parameters::default()).await),
        None => None,
    };
    let scene = Scene { picture: &picture, zone: &app.city.timezone, words: wish.language().words() };
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, text::facility(&scene, found, proximity.as_ref())).into_response())
}

/// Every facility, the most threatened first, without scripts and without styles.
pub(crate) async fn list(State(app): State<App>, Query(wish): Query<Wish>) -> Result<Response, Problem> {
    let picture = app.lightning.live().await?;
    let all = app.lightning.facilities(&picture, Parameters::default()).await;
    let scene = Scene { picture: &picture, zone: &app.city.timezone, words: wish.language().words() };
    let rows: Vec<(&Facility, Option<&Proximity>)> = all
        .ranking
        .iter()
        .filter_map(|one| Some((picture.facilities().get(one.facility)?, one.proximity.as_ref())))
        .collect();
    Ok(assets::guard(Html(page::list(&scene, &app.city.name, wish.language(), &rows)).into_response()))
}

/// The time of day where the city is.
fn clock(scene: &Scene<'_>, at: jiff::Timestamp, form: &str) -> String {
    at.to_zoned(scene.zone.clone()).strftime(form).to_string()
}
