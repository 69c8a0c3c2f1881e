//! The storm view's page, its plain twins, and the city's facts.

use crate::ask::{app, get, parts};
use crate::sky::{CLOUD, Sky};
use axum::Router;
use axum::http::StatusCode;
use serde_json::Value;
use stormwire_api::AppParts;
use stormwire_city::facilities::{CityMap, FacilityInput};
use stormwire_city::tiles::{MediaBase, Tiles};
use stormwire_geo::{Crs, FeetPoint};
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::audit::Actor;
use stormwire_testkit::TestDb;

const CENTRE: (f64, f64) = (432_951.15, 1_539_962.5);

async fn with_facilities(db: &TestDb, names: &[(&str, bool)]) -> (Router, Vec<i64>) {
    let app = app(db, Heartbeat::default());
    let mut ids = Vec::new();
    for (name, is_placed) in names {
        let point = is_placed.then(|| FeetPoint::new(CENTRE.0, CENTRE.1).unwrap());
        let input = FacilityInput { name: (*name).into(), point };
        ids.push(app.facilities.create(input, Actor::command_line()).await.unwrap().id.get());
    }
    (stormwire_api::router(app), ids)
}

fn text(body: Vec<u8>) -> String {
    String::from_utf8(body).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_facility_as_text_is_less_than_300_bytes_and_never_clear_without_a_feed() {
    let db = TestDb::sqlite().await;
    let long = "⚡".repeat(200);
    let (router, ids) = with_facilities(&db, &[("North Pool", true), (&long, true), ("Depot", false)]).await;
    for id in &ids {
        for lang in ["", "?lang=es", "?lang=es-MX&q=x", "?lang=tlh"] {
            let answer = get(&router, &format!("/f/{id}.txt{lang}")).await;
            assert_eq!(answer.status, StatusCode::OK);
            assert!(answer.header("content-type").starts_with("text/plain"));
            assert!(answer.body.len() < 300, "{} bytes", answer.body.len());
            let said = text(answer.body);
            assert!(!said.contains("CLEAR:") && !said.contains("DESPEJADO:"), "{said}");
        }
    }
    let said = text(get(&router, &format!("/f/{}.txt", ids[0])).await.body);
    assert!(said.starts_with("UNKNOWN: North Pool\nWatch the sky.\nNo lightning feed is set up.\n"), "{said}");
    let unplaced = text(get(&router, &format!("/f/{}.txt?lang=es", ids[2])).await.body);
    assert!(unplaced.contains("no tiene posición"), "{unplaced}");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strike_overhead_is_under_a_tenth_of_a_mile_and_the_plain_pages_say_how_long_it_lasts() {
    let db = TestDb::sqlite().await;
    let sky = Sky::over(&db);
    sky.facility(1, &"ñ".repeat(100), Some((34.7304, -86.5861))).await;
    sky.strike(1, "11:59:00.000000", (34.7304, -86.5861), CLOUD).await;
    for (lang, words) in [
        ("en", ["under 0.1 mi 06:59", "No all clear before 07:29:00"]),
        ("es", ["menos de 0.1 mi 06:59", "Sin fin de alerta antes de 07:29:00"]),
    ] {
        for path in [format!("/f/1.txt?lang={lang}"), format!("/plain?lang={lang}")] {
            let answer = get(&sky.router, &path).await;
            assert!(answer.body.len() < 300 || path.starts_with("/plain"), "{path}: {} bytes", answer.body.len());
            let said = text(answer.body);
            assert!(words.iter().all(|words| said.contains(words)), "{path}: {said}");
        }
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_facility_is_not_found() {
    let db = TestDb::sqlite().await;
    let (router, _) = with_facilities(&db, &[]).await;
    for path in ["/f/999.txt", "/f/x.txt", "/f/0", "/f/-1.txt", "/f/1.5", "/f/.txt"] {
        let answer = get(&router, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        answer.problem();
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_scripts_each_page_leads_to_its_plain_twin() {
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
async fn photographs_may_lie_elsewhere_and_nothing_else_may() {
    let db = TestDb::sqlite().await;
    let places = std::sync::Arc::new(CityMap::new(Crs::parse("ESRI:102629").unwrap(), None));
    let tiles = Tiles::new(db.store.clone(), places, MediaBase::new("https://cdn.example/media"), 64);
    let parts = AppParts { tiles, ..parts(&db, Heartbeat::default()) };
    let router = stormwire_api::router(parts.into());
    for path in ["/", "/f/1", "/portal/storm"] {
        let policy = get(&router, path).await.header("content-security-policy").to_owned();
        assert!(policy.ends_with("img-src 'self' data: https://cdn.example"), "{path}: {policy}");
        assert_eq!(policy.matches("cdn.example").count(), 1, "{path}: {policy}");
    }
    assert!(!get(&router, "/docs").await.header("content-security-policy").contains("cdn.example"));
    db.end().await;
}

/// The map's tests in `web/` stand on this file.
#[tokio::test(flavor = "multi_thread")]
async fn the_city_is_what_the_maps_tests_take_it_for() {
    let db = TestDb::sqlite().await;
    let (router, _) = with_facilities(&db, &[]).await;
    let answer = get(&router, "/city").await;
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    let city: Value = serde_json::from_slice(&answer.body).unwrap();
    let fixture: Value = serde_json::from_str(include_str!("../../../../web/src/map/city.fixture.json")).unwrap();
    assert_eq!(city["projection"], fixture["projection"]);
    assert_eq!(city["timezone"], "America/Chicago");
    assert_eq!(city["name"], "Alder Falls");
    db.end().await;
}
