//! Suggestions for a `TextExtract` config.

use crate::admin_client::AdminClient;
use crate::emulated_provider::{EmulatedProvider, MAILBOX};
use crate::http::send;
use crate::previews::row;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::VirtualClock;
use stormwire_testkit::on_both_databases;

const LAYOUT: &str = "/mailbox-watcher/suggest/layout";
const FIELD: &str = "/mailbox-watcher/suggest/field";
const TEXT: &str = "🌩 Alert\r\nTime: 5/21/2025 4:42:53 PM\r\nLat: 34.7283\r\nLon: -86.5477\r\n\r\nTime: 5/21/2025 4:43:10 PM\r\nLat: 34.7311\r\nLon: -86.5512\r\n";

/// The UTF-16 offsets of a part of the text.
fn units(part: &str) -> (usize, usize) {
    let start = TEXT[..TEXT.find(part).unwrap()].encode_utf16().count();
    (start, start + part.encode_utf16().count())
}

fn field_body(name: &str, marked: &str) -> Value {
    let config = json!({"Op": {"Action": "Extract"}, "Segment": {"StartPattern": "(?m)^Time:"}});
    let (start, end) = units(marked);
    json!({"config": config, "text": TEXT, "name": name, "start": start, "end": end})
}

on_both_databases! {
    async fn layout_and_fields_of_a_text_make_a_working_config(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let layouts = client.send("POST", LAYOUT, json!({"text": TEXT})).await.expect(200);
        let best = &layouts["layouts"][0];
        assert_eq!((&best["source"], &best["count"]), (&json!("$.BodyText"), &json!(2)), "{layouts}");
        assert!(best["samples"][0].as_str().unwrap().starts_with("Time: 5/21"), "{best}");
        assert!(layouts["layouts"].as_array().unwrap().len() <= 8);
        let mut fields = json!({});
        for (name, marked) in [("Time", "5/21/2025 4:42:53 PM"), ("Lat", "34.7311"), ("Lon", "-86.5477")] {
            let mut body = field_body(name, marked);
            body["config"]["Segment"] = best["segment"].clone();
            let response = client.send("POST", FIELD, body).await.expect(200);
            assert_eq!((&response["count"], &response["found"]), (&json!(2), &json!(2)), "{response}");
            assert_eq!(response["field"]["Required"], true);
            fields[name] = response["field"].clone();
        }
        assert_eq!((&fields["Lat"]["Type"], &fields["Lon"]["Type"]), (&json!("latitude"), &json!("longitude")));
        let config = json!({"Op": {"Action": "Extract", "Source": best["source"]}, "Segment": best["segment"], "Fields": fields});
        let preview = client.send("POST", "/mailbox-watcher/preview", json!({"config": config, "text": TEXT})).await.expect(200);
        assert_eq!(preview["error"], Value::Null);
        let expected = json!([
            {"Time": "2025-05-21T21:42:53Z", "Lat": 34.7283, "Lon": -86.5477},
            {"Time": "2025-05-21T21:43:10Z", "Lat": 34.7311, "Lon": -86.5512},
        ]);
        assert_eq!(preview["items"], expected, "times without an offset are in the zone of the city");
    }

    async fn assumptions_are_reported_as_warnings(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let response = client.send("POST", FIELD, field_body("Time", "5/21/2025 4:42:53 PM")).await.expect(200);
        assert_eq!(response["field"]["TimeZone"], "America/Chicago");
        assert!(response["warnings"][0].as_str().unwrap().contains("America/Chicago"), "{response}");
        assert_eq!(response["values"], json!(["2025-05-21T21:42:53Z", "2025-05-21T21:43:10Z"]));
        assert!(response["alternatives"].as_array().unwrap().iter().all(|one| one["label"].is_string()), "{response}");
    }

    async fn layouts_of_a_message_come_from_all_its_texts(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let credential = client.create_credential().await;
        let job = client.create_watcher(json!({"credentialId": credential})).await["id"].as_i64().unwrap();
        let rows = "<table><tr><th>Time</th><th>Lat</th><th>Lon</th></tr><tr><td>2025-05-21 16:42</td><td>34.7283</td><td>-86.5477</td></tr>\
                    <tr><td>2025-05-21 16:43</td><td>34.7311</td><td>-86.5512</td></tr></table>";
        let message = json!({"subject": "x", "body": {"contentType": "html", "content": rows}});
        let key = provider.emulator.deliver(MAILBOX, "Inbox", message).unwrap();
        let log = row(&client, db, job, &key).await;
        let layouts = client.send("POST", LAYOUT, json!({"logId": log})).await.expect(200);
        let layouts = layouts["layouts"].as_array().unwrap();
        assert_eq!((&layouts[0]["source"], &layouts[0]["count"]), (&json!("$._RawBody"), &json!(2)), "{layouts:?}");
        assert!(layouts.iter().any(|layout| layout["source"] == "$.BodyText" && layout["count"] == 2), "{layouts:?}");
        let config = json!({"Op": {"Action": "Extract", "Source": "$._RawBody"}, "Segment": layouts[0]["segment"]});
        let start = rows.find("34.7311").unwrap();
        let body = json!({"config": config, "logId": log, "name": "Lat", "start": start, "end": start + 7});
        let response = client.send("POST", FIELD, body).await.expect(200);
        assert_eq!(response["values"], json!(["34.7283", "34.7311"]));
    }

    async fn invalid_requests_are_rejected_by_field(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let with = |key: &str, value: Value| {
            let mut body = field_body("Lat", "34.7283");
            body[key] = value;
            body
        };
        let (outside, _) = units("Alert");
        let mut whole = field_body("Lat", "34.7283");
        (whole["start"], whole["end"]) = (json!(outside), json!(outside + 5));
        let mut empty = field_body("Lat", "34.7283");
        empty["end"] = empty["start"].clone();
        for (path, body, field) in [
            (LAYOUT, json!({}), "text"),
            (LAYOUT, json!({"text": "x", "logId": 1}), "logId"),
            (LAYOUT, json!({"text": "x", "color": 1}), "color"),
            (FIELD, whole, "start"),
            (FIELD, empty, "start"),
            (FIELD, with("end", json!(1)), "end"),
            (FIELD, with("end", json!(100_000)), "end"),
            (FIELD, with("start", json!(-1)), "start"),
            (FIELD, with("name", json!(5)), "name"),
            (FIELD, with("config", json!({"Op": {"Action": "Extract"}})), "config.Segment"),
            (FIELD, with("config", json!({"Op": {"Action": "Extract"}, "Segment": {"StartPattern": "("}})), "config.Segment.StartPattern"),
        ] {
            let response = client.send("POST", path, body.clone()).await;
            assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (400, &json!(field)), "{body}");
        }
        assert_eq!(client.send("POST", LAYOUT, json!({"logId": 999_999})).await.problem()["status"], 404);
        for path in [LAYOUT, FIELD] {
            assert_eq!(send(&client.router, "POST", path, "", Some(json!({}))).await.status.as_u16(), 401);
        }
    }
}
