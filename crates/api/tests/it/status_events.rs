//! Changes of status: the list, and the stream.

use crate::http::{get, send_request};
use crate::lightning_fixture::{GROUND, LightningFixture};
use crate::test_app::parts;
use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::{FutureExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_api::{App, AppParts, publish_to_streams};
use stormwire_clock::{Clock, SystemClock, within};
use stormwire_lightning::{FeedRules, Lightning, StatusRecorder};
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::service::{TEST_TIMEOUT, feed_rules};
use stormwire_testkit::{TestDb, on_both_databases};
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

pub(crate) const POOL: (f64, f64) = (34.7304, -86.5861);
const LAKE: (f64, f64) = (35.7304, -86.5861);

/// An app whose strikes another program loads, with two facilities and a running hub.
pub(crate) struct EventFixture<'a> {
    pub(crate) lightning: LightningFixture<'a>,
    recorder: StatusRecorder,
    hub: AbortHandle,
}

impl<'a> EventFixture<'a> {
    pub(crate) async fn new(db: &'a TestDb) -> Self {
        let rules =
            FeedRules { external_silence: Some(Duration::from_hours(24)), ..feed_rules(Duration::from_mins(5)) };
        let lightning = Lightning::new(db.store.clone(), db.clock.clone(), rules);
        let app: App = AppParts { lightning, ..parts(db, Heartbeat::default()) }.into();
        app.lightning.record_heartbeat().await.unwrap();
        let recorder = StatusRecorder::new(app.lightning.clone(), CancellationToken::new());
        let hub = tokio::spawn(publish_to_streams(app.clone())).abort_handle();
        let lightning = LightningFixture { router: stormwire_api::router(app.clone()), app, db };
        lightning.facility(1, "Pool", Some(POOL)).await;
        lightning.facility(2, "Lake", Some(LAKE)).await;
        Self { lightning, recorder, hub }
    }

    /// A strike now, and its event.
    pub(crate) async fn strike(&self, id: i64, position: (f64, f64)) {
        let at = self.lightning.db.clock.now().strftime("%H:%M:%S%.6f").to_string();
        self.lightning.strike(id, &at, position, GROUND).await;
        self.record(1).await;
    }

    pub(crate) async fn record(&self, events: usize) {
        assert_eq!(self.recorder.record_once().await.unwrap(), events);
    }

    async fn list(&self, query: &str) -> Vec<Value> {
        let list = get(&self.lightning.router, &format!("/lightning-strikes/events{query}")).await.expect(200);
        list.as_array().unwrap().clone()
    }

    async fn open(&self, query: &str, last_event_id: Option<&str>) -> TestStream<'a> {
        TestStream::open(&self.lightning.router, self.lightning.db, query, last_event_id).await
    }
}

impl Drop for EventFixture<'_> {
    fn drop(&mut self) {
        self.hub.abort();
    }
}

/// One block of an event stream.
#[derive(Debug, PartialEq)]
struct Block {
    id: Option<i64>,
    /// Empty for a comment.
    event: String,
    data: Value,
}

struct TestStream<'a> {
    body: BodyDataStream,
    text: String,
    db: &'a TestDb,
}

impl<'a> TestStream<'a> {
    async fn open(router: &Router, db: &'a TestDb, query: &str, last_event_id: Option<&str>) -> Self {
        let request = Request::get(format!("/lightning-strikes/stream{query}"));
        let request = last_event_id.into_iter().fold(request, |request, id| request.header("last-event-id", id));
        let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["access-control-allow-origin"], "*");
        Self { body: response.into_body().into_data_stream(), text: String::new(), db }
    }

    /// The next block while time passes; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Block> {
        loop {
            if let Some(block) = self.take_block() {
                return Some(block);
            }
            tokio::select! {
                biased;
                chunk = self.body.next() => self.push(&chunk?.unwrap()),
                // The hub runs by the clock of the test.
                () = SystemClock.sleep(Duration::from_millis(2)) => self.db.clock.advance(Duration::from_millis(50)),
            }
        }
    }

    /// The next event of that name.
    async fn event(&mut self, name: &str) -> Block {
        loop {
            let block = self.next().await.expect("the stream goes on");
            if block.event == name {
                return block;
            }
        }
    }

    async fn status_id(&mut self) -> Option<i64> {
        self.event("status").await.id
    }

    /// How many comments precede the next status event, while no time passes.
    async fn comments_before_status(&mut self) -> usize {
        let mut count = 0;
        loop {
            while let Some(block) = self.take_block() {
                match block.event.as_str() {
                    "status" => return count,
                    "" => count += 1,
                    _ => {}
                }
            }
            let chunk = within(&SystemClock, TEST_TIMEOUT, self.body.next()).await.expect("the event comes in time");
            self.push(&chunk.expect("the stream goes on").unwrap());
        }
    }

    fn take_block(&mut self) -> Option<Block> {
        let (block, rest) = self.text.split_once("\n\n")?;
        let (found, rest) = (parse(block), rest.to_owned());
        self.text = rest;
        Some(found)
    }

    fn push(&mut self, chunk: &[u8]) {
        self.text.push_str(std::str::from_utf8(chunk).unwrap());
    }
}

fn parse(block: &str) -> Block {
    let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
    let data = field("data").map_or(Value::Null, |text| serde_json::from_str(text).unwrap());
    Block { id: field("id").map(|id| id.parse().unwrap()), event: field("event").unwrap_or_default().into(), data }
}

on_both_databases! {
    async fn events_are_listed_oldest_first(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        fixture.record(2).await;
        db.clock.advance(Duration::from_secs(1));
        fixture.strike(7, POOL).await;
        let all = fixture.list("").await;
        assert_eq!(all.len(), 3);
        let id = all[2]["id"].as_i64().unwrap();
        assert_eq!(all[2], json!({
            "id": id, "facilityId": 1, "facilityName": "Pool", "at": "2026-05-01T12:00:01Z", "noticedAt": "2026-05-01T12:00:01Z",
            "from": "Clear", "to": "Active", "cause": "Strike", "strikeId": 7,
        }));
        assert_eq!((&all[0]["from"], &all[0]["to"], &all[0]["cause"]), (&json!("Unknown"), &json!("Clear"), &json!("Person")));
        assert_eq!(fixture.list("?limit=1").await, all[..1]);
        assert_eq!(fixture.list(&format!("?after={}", all[1]["id"])).await, all[2..]);
        assert_eq!(fixture.list("?facilityId=2").await.len(), 1);
        assert!(fixture.list("?facilityId=99").await.is_empty() && fixture.list(&format!("?after={id}")).await.is_empty());
        db.clock.advance(Duration::from_mins(40));
        fixture.record(1).await;
        let end = &fixture.list(&format!("?after={id}")).await[0];
        assert_eq!((&end["at"], &end["noticedAt"]), (&json!("2026-05-01T12:30:01.000001Z"), &json!("2026-05-01T12:40:01Z")));
        assert_eq!((&end["to"], &end["cause"]), (&json!("Clear"), &json!("Timer")));
    }

    async fn a_broken_feed_makes_clear_facilities_unknown(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        fixture.record(2).await;
        db.clock.advance(Duration::from_hours(25));
        fixture.record(2).await;
        let last = &fixture.list("").await[3];
        assert_eq!((&last["to"], &last["cause"]), (&json!("Unknown"), &json!("Feed")));
        assert!(last["detail"].as_str().unwrap().contains("heartbeat"), "{last}");
        fixture.lightning.app.lightning.record_heartbeat().await.unwrap();
        db.clock.advance(Duration::from_secs(1));
        fixture.record(2).await;
        let last = &fixture.list("").await[5];
        assert_eq!((&last["to"], &last["cause"]), (&json!("Clear"), &json!("Feed")));
        fixture.record(0).await;
    }

    async fn a_stream_starts_with_the_status_and_continues_with_events(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        fixture.record(2).await;
        let mut stream = fixture.open("", None).await;
        let first = stream.next().await.unwrap();
        let status = get(&fixture.lightning.router, "/lightning-strikes/status").await.expect(200);
        assert_eq!((first.event.as_str(), &first.data["facilityCount"], &first.data["activeCount"]), ("snapshot", &json!(2), &json!(0)));
        let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(fields(&first.data), fields(&status));
        fixture.strike(7, POOL).await;
        let event = stream.event("status").await;
        assert!(event.id > first.id, "the first id is where a client resumes");
        assert_eq!((&event.data, event.id), (fixture.list("").await.last().unwrap(), event.data["id"].as_i64()));
    }

    async fn new_strikes_bring_a_new_snapshot(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        fixture.record(2).await;
        let mut stream = fixture.open("", None).await;
        stream.event("snapshot").await;
        // Far from all facilities: no status changes.
        fixture.lightning.strike(7, "12:00:00.000000", (10.0, 10.0), GROUND).await;
        let snapshot = stream.event("snapshot").await;
        assert_eq!((&snapshot.data["strikesInWindow"], snapshot.id), (&json!(1), None));
    }

    async fn a_client_resumes_where_it_was(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        fixture.record(2).await;
        let start = fixture.open("", None).await.next().await.unwrap().id.unwrap().to_string();
        let ids = |list: &[Value]| list.iter().map(|event| event["id"].as_i64()).collect::<Vec<_>>();
        fixture.strike(7, POOL).await;
        fixture.strike(8, LAKE).await;
        let missed = ids(&fixture.list(&format!("?after={start}")).await);
        assert_eq!(missed.len(), 2);
        let mut resumed = fixture.open("", Some(&start)).await;
        let mut by_query = fixture.open(&format!("?after={start}"), None).await;
        let after_first = missed[0].unwrap().to_string();
        // The header is newer than the address, which browsers repeat.
        let mut by_both = fixture.open(&format!("?after={start}"), Some(&after_first)).await;
        assert_eq!(resumed.next().await.unwrap().id, start.parse().ok(), "not further than what follows");
        for expected in &missed {
            assert_eq!((resumed.status_id().await, by_query.status_id().await), (*expected, *expected));
        }
        assert_eq!(by_both.status_id().await, missed[1]);
        db.clock.advance(Duration::from_mins(31));
        fixture.record(2).await;
        let next = ids(&fixture.list(&format!("?after={}", missed[1].unwrap())).await);
        for stream in [&mut resumed, &mut by_query, &mut by_both] {
            assert_eq!([stream.status_id().await, stream.status_id().await], next[..], "live, without a gap");
        }
    }

    async fn a_long_absence_is_resumed_in_pages(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        for facility in 3..=450 {
            fixture.lightning.facility(facility, "Park", Some(POOL)).await;
        }
        fixture.record(450).await;
        let mut stream = fixture.open("?after=0", None).await;
        let mut last = 0;
        for _ in 0..450 {
            let id = stream.status_id().await.unwrap();
            assert!(id > last);
            last = id;
        }
        let mut filtered = fixture.open("?after=0&facilityId=450", None).await;
        assert_eq!(filtered.event("status").await.data["facilityId"], 450);
    }

    async fn a_filtered_stream_has_one_facility(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        fixture.record(2).await;
        let mut lake = fixture.open("?facilityId=2", None).await;
        lake.event("snapshot").await;
        fixture.strike(7, POOL).await;
        fixture.strike(8, LAKE).await;
        assert_eq!(lake.event("status").await.data["strikeId"], 8);
    }

    async fn a_comment_comes_every_15_seconds(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        let mut parks = (3..).zip([36.0, 37.0, 38.0, 39.0, 40.0, 41.0, 42.0, 43.0]);
        for (id, latitude) in parks.clone() {
            fixture.lightning.facility(id, "Park", Some((latitude, -86.0))).await;
        }
        fixture.record(10).await;
        let mut stream = fixture.open("", None).await;
        stream.event("snapshot").await;
        let mut comments = Vec::new();
        for seconds in [0, 15, 14, 1] {
            db.clock.advance(Duration::from_secs(seconds));
            let mut count = 0;
            // A comment follows the events of its check, so the second event comes after the comment of the first one's check.
            for (id, latitude) in parks.by_ref().take(2) {
                fixture.strike(id, (latitude, -86.0)).await;
                count += stream.comments_before_status().await;
            }
            comments.push(count);
        }
        // The first pair only waits until no check is under way.
        assert_eq!(comments[1..], [1, 0, 1]);
    }

    async fn invalid_positions_and_facilities_are_rejected(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        for (path, field) in [
            ("events?after=-1", "after"),
            ("events?after=x", "after"),
            ("events?limit=0", "limit"),
            ("events?limit=1001", "limit"),
            ("events?facilityId=0", "facilityId"),
            ("events?since=1", "since"),
            ("stream?after=-1", "after"),
            ("stream?facilityId=pool", "facilityId"),
            ("stream?limit=1", "limit"),
        ] {
            let response = get(&fixture.lightning.router, &format!("/lightning-strikes/{path}")).await;
            assert_eq!(response.expect(400)["errors"][0]["field"], field, "{path}");
        }
        let request = Request::get("/lightning-strikes/stream").header("last-event-id", "x").body(Body::empty()).unwrap();
        let problem = send_request(&fixture.lightning.router, request).await.expect(400);
        assert_eq!(problem["errors"][0]["field"], "Last-Event-ID");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_are_limited_and_their_slots_are_freed() {
    let db = TestDb::sqlite().await;
    let fixture = EventFixture::new(&db).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(fixture.open("", None).await);
    }
    let rejected = get(&fixture.lightning.router, "/lightning-strikes/stream").await;
    assert_eq!((rejected.status.as_u16(), rejected.header("retry-after")), (503, "30"));
    assert!(rejected.problem()["detail"].as_str().unwrap().contains("poll /lightning-strikes/status"));
    open.pop();
    open.push(fixture.open("", None).await);
    drop((open, fixture));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_the_hub_ends_every_stream_and_rejects_new_ones() {
    let db = TestDb::sqlite().await;
    let fixture = EventFixture::new(&db).await;
    let mut stream = fixture.open("", None).await;
    stream.event("snapshot").await;
    fixture.lightning.app.streams.close();
    while stream.next().await.is_some() {}
    get(&fixture.lightning.router, "/lightning-strikes/stream").await.expect(503);
    drop((stream, fixture));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_disconnected_and_can_resume() {
    let db = TestDb::sqlite().await;
    let fixture = EventFixture::new(&db).await;
    fixture.record(2).await;
    let (mut slow, mut fast) = (fixture.open("", None).await, fixture.open("", None).await);
    slow.event("snapshot").await;
    fast.event("snapshot").await;
    for id in 1..=300 {
        fixture
            .lightning
            .strike(id, "12:00:00.000000", (10.0, f64::from(i32::try_from(id).unwrap()) / 10.0), GROUND)
            .await;
        fast.event("snapshot").await;
    }
    while slow.body.next().now_or_never().is_some_and(|chunk| chunk.is_some()) {}
    assert!(slow.body.next().now_or_never().is_some_and(|chunk| chunk.is_none()), "closed, not buffered");
    assert!(fast.next().await.is_some());
    drop((slow, fast, fixture));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_stream_after_a_pause_gets_the_current_status() {
    let db = TestDb::sqlite().await;
    let fixture = EventFixture::new(&db).await;
    fixture.record(2).await;
    let first = fixture.open("", None).await.next().await.unwrap();
    assert_eq!(first.data["activeCount"], 0);
    fixture.strike(7, POOL).await;
    let mut stream = fixture.open("", None).await;
    // What the hub has not noticed yet follows at once.
    while stream.event("snapshot").await.data["activeCount"] != 1 {}
    let last = fixture.open("", None).await.next().await.unwrap();
    assert!(last.id > first.id);
    drop((stream, fixture));
    db.end().await;
}
