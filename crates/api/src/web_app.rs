//! What makes the public pages an app that browsers can install: the manifest, the service worker and the icons.

use crate::params::Query;
use crate::{App, Problem, assets};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

/// The sizes that `web/build/icons.ts` draws.
const ICONS: [IconFile; 3] = [
    IconFile { name: "icon-192.png", sizes: "192x192", purpose: "any" },
    IconFile { name: "icon-512.png", sizes: "512x512", purpose: "any" },
    IconFile { name: "icon-maskable-512.png", sizes: "512x512", purpose: "maskable" },
];

struct IconFile {
    name: &'static str,
    sizes: &'static str,
    purpose: &'static str,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ManifestQuery {
    /// The app opens the page of this facility.
    facility: Option<u32>,
}

/// The manifest of the public page, or of the page of one facility.
pub(crate) async fn manifest(State(app): State<App>, Query(query): Query<ManifestQuery>) -> Result<Response, Problem> {
    let city = app.city.current();
    let facility = match query.facility {
        Some(id) => {
            let picture = app.lightning.live_picture().await?;
            let found = picture.facilities().iter().find(|facility| facility.id.get() == i64::from(id));
            Some(StartPage { id, name: found.map(|facility| facility.name.clone()).unwrap_or_default() })
        }
        None => None,
    };
    let headers = [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, "public, max-age=300")];
    Ok((headers, build_manifest(&city.name, facility.as_ref()).to_string()).into_response())
}

/// The page of a facility.
struct StartPage {
    id: u32,
    name: String,
}

fn build_manifest(city: &str, facility: Option<&StartPage>) -> Value {
    let (start, subject) = match facility {
        Some(StartPage { id, name }) => (format!("/f/{id}"), name.as_str()),
        None => ("/".to_owned(), city),
    };
    let name =
        if subject.is_empty() { "Lightning status".to_owned() } else { format!("Lightning status – {subject}") };
    let short_name = if facility.is_some() && !subject.is_empty() { subject } else { "Lightning" };
    let icons = ICONS.map(|IconFile { name, sizes, purpose }| {
        json!({ "src": format!("/icon/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose })
    });
    json!({
        "id": start, "name": name, "short_name": short_name, "start_url": start, "scope": "/", "display": "standalone",
        "background_color": "#14233b", "theme_color": "#14233b", "icons": icons,
    })
}

/// At the root, because a worker controls only pages below its own path.
pub(crate) async fn service_worker(headers: HeaderMap) -> Result<Response, Problem> {
    assets::page("service-worker.js", &headers)
}

pub(crate) async fn icon(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    assets::icon(&name, &headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifest_opens_the_page_it_was_installed_from() {
        let city = build_manifest("Springfield", None);
        assert_eq!((&city["start_url"], &city["name"]), (&json!("/"), &json!("Lightning status – Springfield")));
        let pool = build_manifest("Springfield", Some(&StartPage { id: 7, name: "Joe's \"Pool\"".into() }));
        assert_eq!((&pool["start_url"], &pool["id"], &pool["scope"]), (&json!("/f/7"), &json!("/f/7"), &json!("/")));
        assert_eq!(
            (&pool["name"], &pool["short_name"]),
            (&json!("Lightning status – Joe's \"Pool\""), &json!("Joe's \"Pool\""))
        );
        assert_eq!(build_manifest("", Some(&StartPage { id: 9, name: String::new() }))["name"], "Lightning status");
    }
}
