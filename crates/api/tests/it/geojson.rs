//! Facilities and strikes as GeoJSON: what GIS programs need, and that caches keep the two formats apart.

use crate::http::TestResponse;
use crate::lightning_fixture::{CLOUD, GROUND, LightningFixture};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr};
use stormwire_api::RequestHead;
use stormwire_testkit::TestDb;

const POOL: (f64, f64) = (34.7304, -86.5861);
const GEO_JSON: (&str, &str) = ("accept", "application/geo+json");
/// Pairs of a path, and the same with the parameter.
const LISTS: [(&str, &str); 4] = [
    ("", "?format=geojson"),
    ("?type=ground", "?type=ground&format=geojson"),
    ("/facilities", "/facilities?format=geojson"),
    ("/facilities?radiusMiles=3", "/facilities?radiusMiles=3&format=geojson"),
];

async fn fixture(db: &TestDb) -> LightningFixture<'_> {
    let fixture = LightningFixture::new(db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    fixture.facility(2, "Depot", None).await;
    fixture.facility(3, "Far Library", Some((34.9, -86.2))).await;
    fixture.strike(7, "11:58:00.000000", (POOL.0 + 0.01, POOL.1), GROUND).await;
    fixture.strike(8, "11:59:00.000000", (35.0, -87.0), CLOUD).await;
    fixture
}

/// The rules of RFC 7946, and those of programs that make a table of it: every feature has the same flat properties.
fn features(response: &TestResponse) -> Vec<Value> {
    assert_eq!(response.header("content-type"), "application/geo+json");
    assert!(response.body.starts_with(b"{\"type\":\"FeatureCollection\","), "programs look at the beginning");
    let body = response.json();
    let features = body["features"].as_array().unwrap();
    let keys =
        |feature: &Value| -> BTreeSet<String> { feature["properties"].as_object().unwrap().keys().cloned().collect() };
    let mut ids = BTreeSet::new();
    for feature in features {
        assert_eq!(feature["type"], "Feature");
        assert!(ids.insert(feature["id"].as_i64().unwrap()), "ids are unique");
        assert_eq!(keys(feature), keys(&features[0]));
        for (name, value) in feature["properties"].as_object().unwrap() {
            assert!(!value.is_object() && !value.is_array(), "{name} is flat");
        }
        let geometry = feature.as_object().unwrap().get("geometry").expect("a feature without a position has null");
        if !geometry.is_null() {
            assert_eq!(geometry["type"], "Point");
            let numbers: Vec<f64> =
                geometry["coordinates"].as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).collect();
            assert!(numbers.len() == 2 && numbers[0].abs() <= 180.0 && numbers[1].abs() <= 90.0, "{numbers:?}");
        }
    }
    features.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn facilities_have_a_point_or_null_and_flat_properties() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    let features = features(&fixture.get_with("/facilities", &[GEO_JSON]).await);
    let json = fixture.json("/facilities").await;
    let order =
        |list: &[Value], name: &str| -> Vec<i64> { list.iter().map(|one| one[name].as_i64().unwrap()).collect() };
    assert_eq!(order(&features, "id"), order(json["facilities"].as_array().unwrap(), "facilityId"));
    assert_eq!(features[0]["geometry"], json!({"type": "Point", "coordinates": [POOL.1, POOL.0]}));
    let closest = &json["facilities"][0]["proximity"]["closest"];
    assert_eq!(
        features[0]["properties"],
        json!({
            "facilityId": 1, "name": "Pool", "status": "Active", "countInWindow": 1,
            "closestMiles": closest["distanceMiles"], "closestAt": "2026-05-01T11:58:00Z",
            "lastStrikeMiles": json["facilities"][0]["proximity"]["lastStrike"]["distanceMiles"],
            "lastStrikeAt": "2026-05-01T11:59:00Z", "clearAt": "2026-05-01T12:28:00Z",
            "policyId": 1, "feedHealthy": null, "asOf": "2026-05-01T12:00:00Z",
        })
    );
    let depot = features.iter().find(|one| one["id"] == 2).unwrap();
    assert_eq!((&depot["geometry"], &depot["properties"]["status"]), (&Value::Null, &json!("Unknown")));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_healthy_feed_no_facility_is_clear() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    let status = async |path: &str| {
        let features = features(&fixture.get_with(path, &[GEO_JSON]).await);
        features.iter().find(|one| one["id"] == 3).unwrap()["properties"]["status"].clone()
    };
    assert_eq!(fixture.json("/facilities/3/proximity").await["proximity"]["status"], "Clear");
    assert_eq!(status("/facilities").await, "Unknown", "nothing feeds strikes");
    assert_eq!(status("/facilities?asOf=2026-05-01T11:59:30Z").await, "Clear", "the feed of now says nothing about it");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strikes_are_points_in_the_order_of_the_json() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    let features = features(&fixture.get("?format=geojson").await);
    let properties = |id: i64, at: &str, text: &str, kind: &str| json!({"strikeId": id, "name": "ALERT", "timestamp": at, "type": text, "kind": kind});
    assert_eq!(features[0]["properties"], properties(7, "2026-05-01T11:58:00Z", GROUND, "ground"));
    assert_eq!(features[1]["properties"], properties(8, "2026-05-01T11:59:00Z", CLOUD, "cloud"));
    assert_eq!(features[1]["geometry"]["coordinates"], json!([-87.0, 35.0]));
    let streamed = fixture.get("?limit=1&format=geojson").await;
    assert_eq!(self::features(&streamed).len(), 1);
    assert_eq!((&streamed.json()["count"], &streamed.json()["truncated"]), (&json!(1), &json!(true)));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_header_and_the_parameter_choose_the_format() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    for (path, with_parameter) in LISTS {
        // Twice: computed, then from the cache.
        for _ in 0..2 {
            let json = fixture.get(path).await;
            let by_header = fixture.get_with(path, &[GEO_JSON]).await;
            let by_parameter = fixture.get(with_parameter).await;
            features(&by_parameter);
            assert_eq!(by_header.body, by_parameter.body, "{path}");
            assert_eq!(
                (json.header("content-type"), by_header.header("vary")),
                ("application/json", json.header("vary"))
            );
            assert!(json.header("vary").contains("accept,"), "{path}: {}", json.header("vary"));
            assert_ne!(json.header("etag"), by_header.header("etag"), "{path}");
            let tag = by_header.header("etag");
            let same = fixture.get_with(path, &[GEO_JSON, ("if-none-match", tag)]).await;
            let other = fixture.get_with(path, &[("if-none-match", tag)]).await;
            assert_eq!((same.status.as_u16(), other.status.as_u16()), (304, 200), "{path}");
        }
    }
    let stays = fixture.get_with("/facilities?format=json", &[GEO_JSON]).await;
    assert_eq!(stays.header("content-type"), "application/json");
    for path in
        ["?format=kml", "/facilities?format=", "/status?format=geojson", "/facilities/1/proximity?format=geojson"]
    {
        assert_eq!(fixture.get(path).await.status.as_u16(), 400, "{path}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fast_path_never_sends_the_other_format() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    let content_type = |path: &str, accept: &'static str| {
        let uri = format!("/lightning-strikes{path}").parse().unwrap();
        let headers = HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))]);
        let peer = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7));
        let head = RequestHead { method: &Method::GET, uri: &uri, headers: &headers, peer };
        fixture.app.cached_response(&head).map(|response| response.headers()[header::CONTENT_TYPE].clone())
    };
    for path in ["", "/facilities"] {
        fixture.get_with(path, &[GEO_JSON]).await;
        assert_eq!(content_type(path, "*/*"), None, "{path}: only GeoJSON is cached");
        fixture.get(path).await;
        assert_eq!(content_type(path, "*/*").unwrap(), "application/json", "{path}");
        for accept in
            ["application/geo+json", "APPLICATION/GEO+JSON;q=1", "application/json;q=0.1, application/geo+json"]
        {
            assert_eq!(content_type(path, accept), None, "{path} {accept}");
        }
        let with_parameter = format!("{path}?format=geojson");
        fixture.get(&with_parameter).await;
        assert_eq!(content_type(&with_parameter, "*/*").unwrap(), "application/geo+json");
    }
    db.end().await;
}
