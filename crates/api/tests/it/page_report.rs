//! The report inside pages, with which they show the status before their first request.

use crate::http::{TestResponse, get, send_request};
use crate::lightning_fixture::{GROUND, LightningFixture};
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use stormwire_testkit::TestDb;

const POOL: (f64, f64) = (34.7304, -86.5861);
const START: &str = "<script type=\"application/json\" id=\"page-report\">";

fn report_text(page: &TestResponse) -> String {
    let html = String::from_utf8(page.body.clone()).unwrap();
    assert_eq!(html.matches(START).count(), 1, "{html}");
    let (_, rest) = html.split_once(START).unwrap();
    rest.split_once("</script>").unwrap().0.to_owned()
}

fn report(page: &TestResponse) -> Value {
    serde_json::from_str(&report_text(page)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_carry_the_responses_of_the_first_poll() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "</script><b>Pool", Some(POOL)).await;
    fixture.facility(2, "Depot", None).await;
    fixture.strike(1, "11:59:00.000000", POOL, GROUND).await;
    for path in ["/", "/?lang=es", "/portal/storm", "/portal/storm?wall"] {
        let page = get(&fixture.router, path).await;
        assert_eq!(page.status.as_u16(), 200, "{path}");
        let text = report_text(&page);
        assert!(!text.contains('<'), "{text}");
        let same_bytes = text.replace("\\u003c", "<");
        for api in ["/city", "/lightning-strikes/status", "/lightning-strikes/facilities"] {
            let body = String::from_utf8(get(&fixture.router, api).await.body).unwrap();
            assert!(same_bytes.contains(&body), "{path}: {api}");
        }
        let report = report(&page);
        assert_eq!((&report["isComplete"], &report["status"]["activeCount"]), (&json!(true), &json!(1)), "{path}");
        assert_eq!(report["facilities"]["facilities"][0]["name"], "</script><b>Pool", "{path}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn page_of_a_facility_carries_it_alone() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    fixture.facility(2, "Depot", None).await;
    fixture.strike(1, "11:59:00.000000", POOL, GROUND).await;
    let all = fixture.json("/facilities").await;
    let one = report(&get(&fixture.router, "/f/1").await);
    assert_eq!(one["isComplete"], false);
    assert_eq!(one["facilities"]["facilities"], json!([all["facilities"][0]]));
    assert_eq!(one["facilities"]["asOf"], all["asOf"]);
    assert_eq!(one["status"], fixture.json("/status").await);
    let unknown = report(&get(&fixture.router, "/f/999").await);
    assert_eq!(unknown["facilities"]["facilities"], json!([]));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_lists_are_left_to_the_first_poll() {
    for (count, name) in [(401, "Pool".to_owned()), (390, "⚡".repeat(200))] {
        let db = TestDb::sqlite().await;
        let fixture = LightningFixture::new(&db);
        let rows: Vec<String> = (1..=count).map(|id| format!("({id}, '{name}')")).collect();
        fixture.execute(&format!("insert into organization.Facility (Id, Name) values {}", rows.join(", "))).await;
        let page = get(&fixture.router, "/").await;
        assert!(page.body.len() < 20_000, "{} bytes", page.body.len());
        let report = report(&page);
        assert_eq!((&report["isComplete"], &report["facilities"]["facilities"]), (&json!(false), &json!([])));
        assert_eq!(report["status"]["unknownCount"], count);
        db.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_rendered_once_for_each_version_of_the_data() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    for path in ["/", "/f/1", "/portal/storm"] {
        let page = get(&fixture.router, path).await;
        assert!(page.header("cache-control").contains("no-cache"), "{path}: {}", page.header("cache-control"));
        let tag = page.header("etag").to_owned();
        let known = Request::get(path).header("if-none-match", &tag).body(Body::empty()).unwrap();
        let known = send_request(&fixture.router, known).await;
        assert_eq!((known.status.as_u16(), known.body.len()), (304, 0), "{path}");
        let small = Request::get(path).header("accept-encoding", "br").body(Body::empty()).unwrap();
        let small = send_request(&fixture.router, small).await;
        assert_eq!(small.header("content-encoding"), "br", "{path}");
        assert!(small.body.len() < page.body.len(), "{path}");
    }
    let before = report(&get(&fixture.router, "/f/1").await);
    assert_eq!(before["facilities"]["facilities"][0]["proximity"]["status"], "Clear");
    fixture.strike(1, "11:59:00.000000", POOL, GROUND).await;
    fixture.advance_one_second();
    let after = report(&get(&fixture.router, "/f/1").await);
    assert_eq!(after["facilities"]["facilities"][0]["proximity"]["status"], "Active");
    db.end().await;
}
