//! The public storm page, its plain text versions, and `/city`.

use crate::http::{get, send_request};
use crate::lightning_fixture::{CLOUD, LightningFixture};
use crate::test_app::{app, parts};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::Value;
use stormwire_api::AppParts;
use stormwire_city::facilities::{CityMap, FacilityInput};
use stormwire_city::tiles::{MediaBase, Tiles};
use stormwire_geo::{Crs, FeetPoint};
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::audit::Actor;
use stormwire_testkit::TestDb;

const CENTER: (f64, f64) = (432_951.15, 1_539_962.5);

async fn with_facilities(db: &TestDb, names: &[(&str, bool)]) -> (Router, Vec<i64>) {
    let app = app(db, Heartbeat::default());
    let mut ids = Vec::new();
    for (name, is_placed) in names {
        let point = is_placed.then(|| FeetPoint::new(CENTER.0, CENTER.1).unwrap());
        let input = FacilityInput { name: (*name).into(), point, policy_id: None };
        ids.push(app.facilities.create(input, Actor::command_line()).await.unwrap().id.get());
    }
    (stormwire_api::router(app), ids)
}

fn text(body: Vec<u8>) -> String {
    String::from_utf8(body).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn facility_text_is_short_and_never_clear_without_a_feed() {
    let db = TestDb::sqlite().await;
    let long = "⚡".repeat(200);
    let (router, ids) = with_facilities(&db, &[("North Pool", true), (&long, true), ("Depot", false)]).await;
    for id in &ids {
        for lang in ["", "?lang=es", "?lang=es-MX&q=x", "?lang=tlh"] {
            let response = get(&router, &format!("/f/{id}.txt{lang}")).await;
            assert_eq!(response.status, StatusCode::OK);
            assert!(response.header("content-type").starts_with("text/plain"));
            assert!(response.body.len() < 300, "{} bytes", response.body.len());
            let page_text = text(response.body);
            assert!(!page_text.contains("CLEAR:") && !page_text.contains("DESPEJADO:"), "{page_text}");
        }
    }
    let page_text = text(get(&router, &format!("/f/{}.txt", ids[0])).await.body);
    assert!(
        page_text.starts_with("UNKNOWN: North Pool\nIf you hear thunder, go inside.\nNo lightning feed is set up.\n"),
        "{page_text}"
    );
    let unplaced = text(get(&router, &format!("/f/{}.txt?lang=es", ids[2])).await.body);
    assert!(unplaced.contains("no tiene ubicación"), "{unplaced}");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_pages_show_distance_and_all_clear_time() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, &"ñ".repeat(100), Some((34.7304, -86.5861))).await;
    fixture.execute("update organization.Policy set RadiusMiles = 12.5").await;
    fixture.strike(1, "11:59:00.000000", (34.7304, -86.5861), CLOUD).await;
    for (lang, texts) in [
        ("en", ["under 0.1 mi 06:59", "No all clear before 07:29:00", "Active if lightning within 12.5 mi in 30 min"]),
        (
            "es",
            ["menos de 0.1 mi 06:59", "Alerta al menos hasta las 07:29:00", "Activo si hay rayos a 12.5 mi en 30 min"],
        ),
    ] {
        for path in [format!("/f/1.txt?lang={lang}"), format!("/plain?lang={lang}")] {
            let response = get(&fixture.router, &path).await;
            assert!(response.body.len() < 300 || path.starts_with("/plain"), "{path}: {} bytes", response.body.len());
            let page_text = text(response.body);
            assert!(texts.iter().all(|text| page_text.contains(text)), "{path}: {page_text}");
        }
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_facilities_are_not_found() {
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
async fn pages_without_scripts_redirect_to_plain_versions() {
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
async fn pages_obey_the_language_of_the_browser_unless_the_url_names_one() {
    let db = TestDb::sqlite().await;
    let (router, ids) = with_facilities(&db, &[("Pool", true)]).await;
    let facility = format!("/f/{}.txt", ids[0]);
    for (path, english, spanish) in [
        ("/plain", "Facilities, highest threat first", "de mayor a menor peligro"),
        (&facility, "UNKNOWN: Pool", "DESCONOCIDO: Pool"),
        ("/", "Lightning status – Alder Falls", "Estado de alerta de rayos – Alder Falls"),
    ] {
        let in_spanish = |path: String| {
            let request = Request::get(path).header("accept-language", "es-MX,es;q=0.9,en;q=0.8");
            send_request(&router, request.body(Body::empty()).unwrap())
        };
        let response = in_spanish(path.into()).await;
        let vary: Vec<_> = response.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
        assert!(vary.join(",").contains("accept-language"), "{path}: {vary:?}");
        assert!(text(response.body).contains(spanish), "{path}");
        assert!(text(in_spanish(format!("{path}?lang=en")).await.body).contains(english), "{path}");
        assert!(text(get(&router, path).await.body).contains(english), "{path}");
    }
    db.end().await;
}

/// Apps that show a preview keep it for days, so it must not have a status.
#[tokio::test(flavor = "multi_thread")]
async fn shared_links_are_described_without_a_status() {
    let db = TestDb::sqlite().await;
    let (router, ids) = with_facilities(&db, &[("<b>Pool</b>", true)]).await;
    let page = text(get(&router, &format!("/f/{}", ids[0])).await.body);
    assert!(page.contains("property=\"og:title\" content=\"Lightning status – &lt;b&gt;Pool&lt;/b&gt;\""), "{page}");
    assert!(page.contains("property=\"og:description\" content=\"Is there lightning near"), "{page}");
    assert!(!page.contains("{{") && !page.contains("<b>"), "{page}");
    let unknown = text(get(&router, "/f/999").await.body);
    assert!(unknown.contains("<title>Lightning status – Alder Falls</title>"), "{unknown}");
    let (head, _) = page.split_once("</head>").unwrap();
    for status in ["Active", "Clear", "Unknown"] {
        assert!(!head.contains(status), "{head}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_images_may_come_from_the_media_host() {
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

/// The map tests in `web/` use this file.
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

#[tokio::test(flavor = "multi_thread")]
async fn security_txt_says_where_to_report_vulnerabilities() {
    let db = TestDb::sqlite().await;
    let (router, _) = with_facilities(&db, &[]).await;
    let response = get(&router, "/.well-known/security.txt").await;
    assert_eq!((response.status.as_u16(), response.header("content-type")), (200, "text/plain; charset=utf-8"));
    let text = String::from_utf8(response.body).unwrap();
    assert!(text.starts_with("Contact: mailto:security@example.gov\nExpires: "), "{text}");
    let unset = AppParts { security_contact: None, ..parts(&db, Heartbeat::default()) };
    let response = get(&stormwire_api::router(unset.into()), "/.well-known/security.txt").await;
    assert_eq!(response.status.as_u16(), 404);
    db.end().await;
}
