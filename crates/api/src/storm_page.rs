//! The public storm view, with what a shared link shows before anyone opens it.
//!
//! The description never has a status: the apps that show it keep it for days.

use crate::{App, Problem, assets};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use stormwire_store::FacilityId;
use stormwire_views::html::escape_html;
use stormwire_views::language::Language;

/// As the page links to it.
const MANIFEST: &str = "/manifest.webmanifest";

/// Every query is accepted: its parameters are for the page's script, except the language.
pub(crate) async fn of_city(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let mut params = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let lang = params.find(|(name, _)| name == "lang").map(|(_, value)| value);
    render(&app, Language::choose(lang.as_deref(), &headers), None)
}

/// Without scripts it links to the facility's plain text.
pub(crate) async fn of_facility(app: &App, id: FacilityId, language: Language) -> Result<Response, Problem> {
    // Without the database the page still opens and says what is wrong.
    let picture = app.lightning.live_picture().await.ok();
    let mut facilities = picture.iter().flat_map(|picture| picture.facilities().iter());
    let name = facilities.find(|facility| facility.id == id).map(|facility| facility.name.as_str());
    render(app, language, Some(SharedFacility { id, name }))
}

/// The facility that a page is about. `name` is `None` if there is no such facility.
#[derive(Clone, Copy)]
struct SharedFacility<'a> {
    id: FacilityId,
    name: Option<&'a str>,
}

fn render(app: &App, language: Language, facility: Option<SharedFacility<'_>>) -> Result<Response, Problem> {
    let city = app.city.current();
    let name = facility.and_then(|facility| facility.name);
    let (title, description) = preview_texts(language, name, &city.name);
    let mut html = assets::template("storm.html")?;
    if let Some(SharedFacility { id, .. }) = facility {
        // An installed app opens this facility again.
        html = html.replace("/plain", &format!("/f/{id}.txt")).replace(MANIFEST, &format!("{MANIFEST}?facility={id}"));
    }
    let html = html
        .replace("{{language}}", language.code())
        .replace("{{city}}", &escape_html(&city.name))
        .replace("{{title}}", &escape_html(&title))
        .replace("{{description}}", &escape_html(&description));
    let mut response = assets::map_page(app, html);
    let fixed = [(header::CACHE_CONTROL, "no-cache"), (header::VARY, "accept-language")];
    response.headers_mut().extend(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
    Ok(response)
}

fn preview_texts(language: Language, facility: Option<&str>, city: &str) -> (String, String) {
    let name = facility.unwrap_or(city);
    match language {
        Language::English => (
            format!("Lightning status – {name}"),
            format!("Is there lightning near {name}? Open the page for the current status."),
        ),
        Language::Spanish => (
            format!("Estado de alerta de rayos – {name}"),
            format!("¿Hay rayos cerca de {name}? Abra la página para ver el estado actual."),
        ),
    }
}
