//! The public storm view and the dashboard. Each carries the current report, so that its first paint shows the status, and
//! what a shared link shows before anyone opens it.
//!
//! The description never has a status: the apps that show it keep it for days.

use crate::lightning::{ReportScope, page_report};
use crate::{App, Problem, assets, city};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use std::sync::Arc;
use stormwire_city::city_settings::CityLabel;
use stormwire_http::response_cache::{CachedResponse, Freshness, PageVersion};
use stormwire_store::FacilityId;
use stormwire_views::html::{escape_html, escape_json};
use stormwire_views::language::Language;

/// As the page links to it.
const MANIFEST: &str = "/manifest.webmanifest";

/// Every query is accepted: its parameters are for the page's script, except the language.
pub(crate) async fn of_city(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let mut params = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let lang = params.find(|(name, _)| name == "lang").map(|(_, value)| value);
    let language = Language::choose(lang.as_deref(), &headers);
    serve(&app, &headers, StormPage { subject: Subject::City, language }).await
}

/// Without scripts it links to the facility's plain text.
pub(crate) async fn of_facility(
    app: &App,
    id: FacilityId,
    language: Language,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    serve(app, headers, StormPage { subject: Subject::Facility(id), language }).await
}

/// The portal's page with the report. What is in it is public; the dashboard asks for the session itself.
pub(crate) async fn board(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    serve(&app, &headers, StormPage { subject: Subject::Board, language: Language::English }).await
}

/// A page that shows the live status.
#[derive(Clone, Copy)]
struct StormPage {
    subject: Subject,
    language: Language,
}

#[derive(Clone, Copy)]
enum Subject {
    City,
    Facility(FacilityId),
    Board,
}

impl StormPage {
    fn template(self) -> Result<String, Problem> {
        assets::template(if matches!(self.subject, Subject::Board) { "portal.html" } else { "storm.html" })
    }

    fn scope(self) -> ReportScope {
        match self.subject {
            Subject::City | Subject::Board => ReportScope::All,
            Subject::Facility(id) => ReportScope::One(id),
        }
    }

    fn cache_key(self) -> String {
        let code = self.language.code();
        match self.subject {
            Subject::City => format!("/?lang={code}"),
            Subject::Facility(id) => format!("/f/{id}?lang={code}"),
            Subject::Board => "/portal/storm".to_owned(),
        }
    }
}

async fn serve(app: &App, headers: &HeaderMap, page: StormPage) -> Result<Response, Problem> {
    let label = app.city.current();
    let response = match app.lightning.live_picture().await {
        Ok(picture) => current(app, page, &PageVersion { picture, label }).await?,
        // Without the database the page still opens and says what is wrong.
        Err(_) => Arc::new(render(page, &label, None, "")?),
    };
    if !response.is_encoded_for(headers) {
        let (response, headers) = (response.clone(), headers.clone());
        app.lightning.run_blocking(None, move || response.encode_for(&headers)).await;
    }
    let mut response = assets::map_page(app, response.respond(headers, app.clock.now()).map(Into::into));
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-language"));
    Ok(response)
}

/// Rendered once for each version; concurrent requests share it.
async fn current(app: &App, page: StormPage, version: &PageVersion) -> Result<Arc<CachedResponse>, Problem> {
    let (key, cache) = (page.cache_key(), &app.response_cache);
    let responses = match page.subject {
        Subject::Facility(_) => cache.facility_pages(),
        Subject::City | Subject::Board => cache.pages(),
    };
    if let Some(found) = responses.find(&key, version) {
        return Ok(found);
    }
    let _lock = cache.lock().await;
    if let Some(found) = responses.find(&key, version) {
        return Ok(found);
    }
    let report = page_report(app, &version.picture, page.scope(), &city::current(app).await?.text()).await;
    let block = format!("<script type=\"application/json\" id=\"page-report\">{}</script>\n", escape_json(&report));
    let mut facilities = version.picture.facilities().iter();
    let facility = facilities.find(|facility| matches!(page.subject, Subject::Facility(id) if id == facility.id));
    let name = facility.map(|facility| facility.name.as_str());
    let response = Arc::new(render(page, &version.label, name, &block)?);
    responses.insert(&key, version, &response);
    Ok(response)
}

/// `facility` is the name of the facility that the page is about, `None` if there is no such facility.
fn render(page: StormPage, city: &CityLabel, facility: Option<&str>, block: &str) -> Result<CachedResponse, Problem> {
    let (title, description) = preview_texts(page.language, facility, &city.name);
    let mut html = page.template()?;
    if let Subject::Facility(id) = page.subject {
        // An installed app opens this facility again.
        html = html.replace("/plain", &format!("/f/{id}.txt")).replace(MANIFEST, &format!("{MANIFEST}?facility={id}"));
    }
    let html = html
        .replace("{{language}}", page.language.code())
        .replace("{{city}}", &escape_html(&city.name))
        .replace("{{title}}", &escape_html(&title))
        .replace("{{description}}", &escape_html(&description))
        // Last: names in it are not placeholders.
        .replacen("</body>", &format!("{block}</body>"), 1);
    let content_type = HeaderValue::from_static("text/html; charset=utf-8");
    Ok(CachedResponse::of_bytes(html, content_type, Freshness::Revalidate))
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
