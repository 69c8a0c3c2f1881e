//! The storm view, the plain pages, and `/city`.

use crate::ask::{app, get, parts};
use crate::sky::{CLOUD, Sky};
use axum::Router;
use axum::http::StatusCode;
use serde_json::Value;
use stormwire_api::AppParts;
use stormwire_city::facilities::{FacilityInput, Places};
use stormwire_city::tiles::{MediaBase, Tiles};
use stormwire_geo::{Crs, FeetPoint};
use stormwire_store::queue::Pulse;
use stormwire_store::tables::audit::Actor;
use stormwire_testkit::TestDb;

const CENTER: (f64, f64) = (432_951.15, 1_539_962.5);

async fn with_facilities(db: &TestDb, names: &[(&str, bool)]) -> (Router, Vec<i64>) {
    let app = app(db, Pulse::default());
    let mut ids = Vec::new();
    for (name, has_point) in names {
        let point = has_point.then(|| FeetPoint::new(CENTER.0, CENTER.1).unwrap());
        let input = FacilityInput { name: (*name).into(), point };
        ids.push(app.facilities.create(input, Actor::command_line()).await.unwrap().id.get());
    }
    (stormwire_api::router(app), ids)
}

fn text(body: Vec<u8>) -> String {
    String::from_utf8(body).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn facility_text_is_under_300_bytes_and_never_clear_without_a_feed() {
    let db = TestDb::sqlite().await;
    let long = "⚡".repeat(200);
    let (router, ids) = with_facilities(&db, &[("North Pool", true), (&long, true), ("Depot", false)]).await;
    for id in &ids {
        for lang in ["", "?lang=es", "?lang=es-MX&q=x", "?lang=tlh"] {
            let response = get(&router, &format!("/f/{id}.txt{lang}")).await;
            assert_eq!(response.status, StatusCode::OK);
            assert!(response.header("content-type").starts_with("text/plain"));
            assert!(response.body.len() < 300, "{} bytes", response.body.len());
            let body = text(response.body);
            assert!(!body.contains("CLEAR:") && !body.contains("DESPEJADO:"), "{body}");
        }
    }
    let body = text(get(&router, &format!("/f/{}.txt", ids[0])).await.body);
    assert!(
        body.starts_with("UNKNOWN: North Pool\nIf you hear thunder, go inside.\nNo lightning feed is set up.\n"),
        "{body}"
    );
    let without_location = text(get(&router, &format!("/f/{}.txt?lang=es", ids[2])).await.body);
    assert!(without_location.contains("no tiene ubicación"), "{without_location}");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_pages_show_a_strike_overhead_and_the_earliest_all_clear() {
    let db = TestDb::sqlite().await;
    let sky = Sky::over(&db);
    sky.facility(1, &"ñ".repeat(100), Some((34.7304, -86.5861))).await;
    sky.strike(1, "11:59:00.000000", (34.7304, -86.5861), CLOUD).await;
    for (lang, expected) in [
        ("en", ["under 0.1 mi 06:59", "No all clear before 07:29:00"]),
        ("es", ["menos de 0.1 mi 06:59", "Alerta al menos hasta las 07:29:00"]),
    ] {
        for path in [format!("/f/1.txt?lang={lang}"), format!("/plain?lang={lang}")] {
            let response = get(&sky.router, &path).await;
            assert!(response.body.len() < 300 || path.starts_with("/plain"), "{path}: {} bytes", response.body.len());
            let body = text(response.body);
            assert!(expected.iter().all(|part| body.contains(part)), "{path}: {body}");
        }
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_facility_is_not_found() {
    let db = TestDb::sqlite().await;
    let (router, _) = with_facilities(&db, &[]).await;
    for path in ["/f/999.txt", "/f/x.txt", "/f/0", "/f/-1.txt", "/f/1.5", "/f/.txt"] {
        let response = get(&router, path).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND, "{path}");
        response.problem();
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_scripts_each_page_redirects_to_its_plain_version() {
    let db = TestDb::sqlite().await;
    let (router, ids) = with_facilities(&db, &[("<b>Pool</b> & \"Spa\"", true), ("Depot", false)]).await;
    let storm = text(get(&router, "/").await.body);
    assert!(storm.contains("<noscript>") && storm.contains("url=/plain"), "{storm}");
    let one = get(&router, "/f/12?q=x&lang=es").await;
    assert!(one.header("content-security-policy").starts_with("default-src 'none'"));
    let one = text(one.body);
    assert!(one.contains("url=/f/12.txt") && !one.contains("/plain"), "{one}");
    let plain = get(&router, "/plain").await;
    assert!(plain.header("content-security-policy").starts_with("default-src 'none'"));
    let plain = text(plain.body);
    assert!(plain.contains("&lt;b&gt;Pool&lt;/b&gt; &amp; &quot;Spa&quot;") && !plain.contains("<b>"), "{plain}");
    assert!(plain.contains(&format!("href=\"/f/{}.txt?lang=en\"", ids[0])), "{plain}");
    assert!(
        plain.contains("<h1>Alder Falls: UNKNOWN</h1>") && plain.contains("No lightning feed is set up."),
        "{plain}"
    );
    let spanish = text(get(&router, "/plain?lang=es").await.body);
    assert!(spanish.contains("<html lang=\"es\">") && spanish.contains("DESCONOCIDO"), "{spanish}");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_photos_may_come_from_another_origin() {
    let db = TestDb::sqlite().await;
    let places = std::sync::Arc::new(Places::new(Crs::parse("ESRI:102629").unwrap(), None));
    let tiles = Tiles::new(db.store.clone(), places, MediaBase::new("https://cdn.example/media"), 64);
    let parts = AppParts { tiles, ..parts(&db, Pulse::default()) };
    let router = stormwire_api::router(parts.into());
    for path in ["/", "/f/1", "/portal/storm"] {
        let policy = get(&router, path).await.header("content-security-policy").to_owned();
        assert!(policy.ends_with("img-src 'self' data: https://cdn.example"), "{path}: {policy}");
        assert_eq!(policy.matches("cdn.example").count(), 1, "{path}: {policy}");
    }
    assert!(!get(&router, "/docs").await.header("content-security-policy").contains("cdn.example"));
    db.end().await;
}

/// The map's tests in `web/` use this file.
#[tokio::test(flavor = "multi_thread")]
async fn city_matches_the_fixture_of_the_map_tests() {
    let db = TestDb::sqlite().await;
    let (router, _) = with_facilities(&db, &[]).await;
    let response = get(&router, "/city").await;
    assert_eq!(response.header("access-control-allow-origin"), "*");
    let city: Value = serde_json::from_slice(&response.body).unwrap();
    let fixture: Value = serde_json::from_str(include_str!("../../../../web/src/map/city.fixture.json")).unwrap();
    assert_eq!(city["projection"], fixture["projection"]);
    assert_eq!(city["timezone"], "America/Chicago");
    assert_eq!(city["name"], "Alder Falls");
    db.end().await;
}
