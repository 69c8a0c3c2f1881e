//! The feed of CAP alerts and its documents, for anyone.

use crate::http::{TestResponse, get, send_request};
use crate::status_events::{EventFixture, POOL};
use axum::body::Body;
use axum::http::Request;
use std::time::Duration;
use stormwire_testkit::on_both_databases;

fn body(response: &TestResponse) -> String {
    String::from_utf8(response.body.clone()).unwrap()
}

async fn feed(fixture: &EventFixture<'_>) -> String {
    let response = get(&fixture.lightning.router, "/cap/feed.atom").await;
    response.expect(200);
    assert_eq!(response.header("content-type"), "application/atom+xml");
    assert_eq!(response.header("access-control-allow-origin"), "*");
    body(&response)
}

on_both_databases! {
    async fn the_feed_links_alerts_that_can_be_read(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        fixture.record(2).await;
        assert!(!feed(&fixture).await.contains("<entry>"), "nothing was in force");
        fixture.strike(7, POOL).await;
        let listed = feed(&fixture).await;
        assert_eq!(listed.matches("<entry>").count(), 1, "{listed}");
        assert!(listed.contains("href=\"http://storm.test/cap/storm.test.evt.3.xml\""), "{listed}");
        let alert = get(&fixture.lightning.router, "/cap/storm.test.evt.3.xml").await;
        alert.expect(200);
        assert_eq!(alert.header("content-type"), "application/cap+xml");
        let text = body(&alert);
        for part in [
            "<msgType>Alert</msgType>",
            "<senderName>Alder Falls</senderName>",
            "<areaDesc>Pool</areaDesc>",
            "within 8 miles of Pool",
            "<circle>34.730400,-86.586100 12.875</circle>",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(body(&get(&fixture.lightning.router, "/cap/3.xml").await), text);
        db.clock.advance(Duration::from_mins(31));
        fixture.record(1).await;
        assert!(feed(&fixture).await.contains("All clear at Pool"));
        let cancel = body(&get(&fixture.lightning.router, "/cap/4.xml").await);
        assert!(cancel.contains("<references>stormwire@storm.test,storm.test.evt.3,2026-05-01T12:00:00-00:00</references>"), "{cancel}");
    }

    async fn alerts_leave_the_feed_after_a_day(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        fixture.record(2).await;
        fixture.strike(7, POOL).await;
        db.clock.advance(Duration::from_mins(31));
        fixture.record(1).await;
        assert_eq!(feed(&fixture).await.matches("<entry>").count(), 2);
        db.clock.advance(Duration::from_hours(25));
        assert_eq!(feed(&fixture).await.matches("<entry>").count(), 0);
    }

    async fn an_unchanged_feed_is_not_sent_again(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        fixture.record(2).await;
        fixture.strike(7, POOL).await;
        for path in ["/cap/feed.atom", "/cap/3.xml"] {
            let etag = get(&fixture.lightning.router, path).await.header("etag").to_owned();
            let again = Request::get(path).header("if-none-match", etag).body(Body::empty()).unwrap();
            let response = send_request(&fixture.lightning.router, again).await;
            assert_eq!((response.status.as_u16(), response.body.len()), (304, 0), "{path}");
        }
    }

    async fn events_without_an_alert_are_not_found(db: &TestDb) {
        let fixture = EventFixture::new(db).await;
        fixture.record(2).await;
        for name in ["1.xml", "99.xml", "0.xml", "3", "x.xml", "storm.test.evt.1.xml", "other.test.evt.3.xml", "%3Cx%3E.xml"] {
            let response = get(&fixture.lightning.router, &format!("/cap/{name}")).await;
            assert_eq!(response.status.as_u16(), 404, "{name}");
            response.problem();
        }
    }
}
