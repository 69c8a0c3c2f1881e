//! Parts of the list of facilities: boxes, pages and changes.

use crate::lightning_fixture::{GROUND, LightningFixture};
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_testkit::TestDb;

const POOL: (f64, f64) = (34.7304, -86.5861);
const LIBRARY: (f64, f64) = (34.9, -86.2);
/// Contains the pool alone.
const POOL_BOX: &str = "bbox=-86.7,34.7,-86.5,34.8";

async fn fixture(db: &TestDb) -> LightningFixture<'_> {
    let fixture = LightningFixture::new(db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    fixture.facility(2, "Depot", None).await;
    fixture.facility(3, "Library", Some(LIBRARY)).await;
    fixture
}

fn ids(list: &Value) -> Vec<i64> {
    let (items, name) = match list["features"].as_array() {
        Some(features) => (features, "id"),
        None => (list["facilities"].as_array().unwrap(), "facilityId"),
    };
    items.iter().map(|one| one[name].as_i64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_have_the_order_of_the_whole_list() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    fixture.strike(7, "11:58:00.000000", LIBRARY, GROUND).await;
    for format in ["format=json", "format=geojson"] {
        let whole = fixture.json(&format!("/facilities?{format}")).await;
        assert!(whole.get("total").is_none() && whole.get("nextCursor").is_none() && whole.get("changes").is_none());
        assert_eq!(ids(&whole), [3, 1, 2]);
        let (mut found, mut path) = (Vec::new(), format!("/facilities?{format}&limit=1"));
        for _ in 0..3 {
            let page = fixture.json(&path).await;
            assert_eq!(page["total"], 3, "{path}");
            found.extend(ids(&page));
            let Some(cursor) = page["nextCursor"].as_str() else { break };
            path = format!("/facilities?{format}&limit=1&cursor={cursor}");
        }
        assert_eq!(found, [3, 1, 2], "{format}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_goes_on_after_its_last_facility_when_the_order_changes() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    fixture.strike(7, "11:58:00.000000", LIBRARY, GROUND).await;
    let first = fixture.json("/facilities?limit=1").await;
    assert_eq!(ids(&first), [3]);
    // The facility with which the page ended is gone.
    fixture.execute("delete from organization.Facility where Id = 3").await;
    fixture.advance_one_second();
    let cursor = first["nextCursor"].as_str().unwrap();
    let next = fixture.json(&format!("/facilities?limit=5&cursor={cursor}")).await;
    assert_eq!((ids(&next), &next["total"]), (vec![1, 2], &json!(2)));
    assert_eq!(next["orderChanged"], true, "what was read is gone");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_that_a_facility_moved_to_one_that_was_read() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    fixture.strike(7, "11:58:00.000000", LIBRARY, GROUND).await;
    for format in ["format=json", "format=geojson"] {
        let first = fixture.json(&format!("/facilities?limit=1&{format}")).await;
        assert_eq!((ids(&first), &first["orderChanged"]), (vec![3], &json!(false)), "{format}");
        let cursor = first["nextCursor"].as_str().unwrap();
        let next = fixture.json(&format!("/facilities?limit=5&{format}&cursor={cursor}")).await;
        assert_eq!((ids(&next), &next["orderChanged"]), (vec![1, 2], &json!(false)), "{format}");
    }
    let first = fixture.json("/facilities?limit=1").await;
    let cursor = first["nextCursor"].as_str().unwrap();
    // Nearer to the pool than the other strike is to the library.
    fixture.strike(8, "11:58:30.000000", POOL, GROUND).await;
    fixture.strike(9, "11:58:31.000000", POOL, GROUND).await;
    fixture.advance_one_second();
    let next = fixture.json(&format!("/facilities?limit=1&cursor={cursor}")).await;
    assert_eq!((ids(&next), &next["orderChanged"]), (vec![2], &json!(true)), "the pool is now before the library");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_box_has_the_facilities_inside() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    for (path, expected) in [
        (format!("/facilities?{POOL_BOX}"), vec![1]),
        (format!("/facilities?{POOL_BOX}&format=geojson"), vec![1]),
        (format!("/facilities?{POOL_BOX}&asOf=2026-05-01T11:00:00Z&radiusMiles=3"), vec![1]),
        ("/facilities?bbox=-86.5861,34.7304,-86.2,34.9".to_owned(), vec![3, 1]),
        ("/facilities?bbox=10,10,11,11".to_owned(), vec![]),
    ] {
        assert_eq!(ids(&fixture.json(&path).await), expected, "{path}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_facilities_by_name_and_by_id() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    fixture.facility(4, "Café Pool", Some(LIBRARY)).await;
    fixture.strike(7, "11:58:00.000000", POOL, GROUND).await;
    for (query, expected, total) in [
        ("q=POOL", vec![1, 4], 2),
        ("q=pool+cafe", vec![4], 1),
        ("q=POOL&limit=1", vec![1], 2),
        ("q=nowhere", vec![], 0),
        ("q=pool&bbox=-86.7,34.7,-86.5,34.8", vec![1], 1),
        ("q=pool&asOf=2026-05-01T11:00:00Z", vec![4, 1], 2),
        ("ids=2,1,99", vec![1, 2], 2),
        ("ids=2,4&q=pool&format=geojson", vec![4], 1),
    ] {
        let page = fixture.json(&format!("/facilities?{query}")).await;
        assert_eq!((ids(&page), &page["total"]), (expected, &json!(total)), "{query}");
    }
    let first = fixture.json("/facilities?q=pool&limit=1").await;
    let cursor = first["nextCursor"].as_str().unwrap();
    let second = fixture.json(&format!("/facilities?q=pool&limit=1&cursor={cursor}")).await;
    assert_eq!((ids(&second), &second["orderChanged"]), (vec![4], &json!(false)));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_name_what_is_new_and_what_is_gone() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    let since = async |token: &str| {
        let list = fixture.json(&format!("/facilities?since={token}")).await;
        let changes = list["changes"].clone();
        (ids(&list), changes["isDelta"].as_bool().unwrap(), changes["nextSince"].as_str().unwrap().to_owned(), changes)
    };
    let (all, is_delta, token, _) = since("0").await;
    assert_eq!((all, is_delta), (vec![1, 2, 3], false));
    let (none, is_delta, token, _) = since(&token).await;
    assert_eq!((none, is_delta), (vec![], true));
    // The closest strike of both that have a location.
    fixture.strike(7, "11:59:30.000000", (POOL.0 + 0.01, POOL.1), GROUND).await;
    fixture.advance_one_second();
    let (changed, _, token, part) = since(&token).await;
    assert_eq!((changed, &part["newestStrike"]["timestamp"]), (vec![1, 3], &json!("2026-05-01T11:59:30Z")));
    // Only the pool counts it: the library has a closer one.
    fixture.strike(8, "11:59:40.000000", (POOL.0 - 0.01, POOL.1), GROUND).await;
    fixture.advance_one_second();
    let (changed, _, token, _) = since(&token).await;
    assert_eq!(changed, [1]);
    // Ages and remaining times are no changes.
    db.clock.advance(Duration::from_secs(30));
    let (changed, is_delta, token, _) = since(&token).await;
    assert_eq!((changed, is_delta), (vec![], true));
    fixture.execute("delete from organization.Facility where Id = 3").await;
    fixture.advance_one_second();
    let (changed, _, _, part) = since(&token).await;
    assert_eq!((changed, &part["removed"]), (vec![], &json!([3])));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_of_another_process_or_box_starts_again() {
    let db = TestDb::sqlite().await;
    let (fixture, other) = (fixture(&db).await, LightningFixture::new(&db));
    let list = fixture.json("/facilities?since=0&limit=2").await;
    assert_eq!((ids(&list), &list["changes"]["hasMore"]), (vec![1, 2], &json!(true)));
    let token = list["changes"]["nextSince"].as_str().unwrap();
    let rest = fixture.json(&format!("/facilities?since={token}&limit=2")).await;
    assert_eq!((ids(&rest), &rest["changes"]["hasMore"]), (vec![3], &json!(false)));
    let in_box = fixture.json(&format!("/facilities?since={token}&{POOL_BOX}")).await;
    assert_eq!((ids(&in_box), &in_box["changes"]["isDelta"]), (vec![1], &json!(false)));
    let elsewhere = other.json(&format!("/facilities?since={token}")).await;
    assert_eq!((ids(&elsewhere), &elsewhere["changes"]["isDelta"]), (vec![1, 2, 3], &json!(false)));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_parts_that_make_no_sense_by_name() {
    let db = TestDb::sqlite().await;
    let fixture = fixture(&db).await;
    for (path, field) in [
        ("/facilities?bbox=170,0,-170,10", "bbox"),
        ("/facilities?bbox=1,2,3", "bbox"),
        ("/facilities?limit=2001", "limit"),
        ("/facilities?cursor=e30", "cursor"),
        ("/facilities?since=0&cursor=e30", "cursor"),
        ("/facilities?since=0&q=pool", "q"),
        ("/facilities?ids=1,x", "ids"),
        ("/facilities?since=0&asOf=2026-05-01T11:00:00Z", "since"),
        ("/facilities?since=0&format=geojson", "since"),
    ] {
        let response = fixture.get(path).await;
        assert_eq!((response.status.as_u16(), &response.json()["errors"][0]["field"]), (400, &json!(field)), "{path}");
    }
    db.end().await;
}
