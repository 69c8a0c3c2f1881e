//! Previews of a `TextExtract` config.

use crate::admin_client::AdminClient;
use crate::emulated_provider::{EmulatedProvider, MAILBOX};
use crate::http::send;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::VirtualClock;
use stormwire_testkit::{TestDb, on_both_databases};

const PATH: &str = "/mailbox-watcher/preview";

fn config(source: &str) -> Value {
    json!({
        "Op": {"Action": "Extract", "Source": source},
        "Segment": {"StartPattern": "Strike"},
        "Fields": {
            "Lat": {"Pattern": "Lat (\\S+)", "Type": "number", "Required": true},
            "Note": {"Pattern": "Note (\\w+)"},
        },
    })
}

on_both_databases! {
    async fn preview_reports_records_positions_and_misses(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let text = "🌩 Strike Lat 34.7 Note é\nStrike Lat 35";
        let response = client.send("POST", PATH, json!({"config": config("$.BodyText"), "text": text})).await;
        let expected = json!({
            "items": [{"Lat": 34.7, "Note": "é"}, {"Lat": 35, "Note": null}],
            "count": 2,
            "scopes": [{"record": 0, "start": 3, "end": 26}, {"record": 1, "start": 26, "end": 39}],
            "spans": [
                {"record": 0, "field": "Lat", "start": 14, "end": 18},
                {"record": 0, "field": "Note", "start": 24, "end": 25},
                {"record": 1, "field": "Lat", "start": 37, "end": 39},
            ],
            "misses": [{"record": 1, "field": "Note", "pattern": "Note (\\w+)"}],
            "unread": [],
            "truncated": false,
            "warnings": [],
        });
        assert_eq!(response.expect(200), expected, "UTF-16 units, as a browser counts");
        let failing = json!({"config": config("$.BodyText"), "text": "Strike Lat 1 Strike Lon 2"});
        let response = client.send("POST", PATH, failing).await.expect(200);
        assert_eq!(response["error"], "record 1: required field Lat is missing: the pattern `Lat (\\S+)` did not match");
        assert_eq!((&response["count"], &response["spans"][0]["field"]), (&json!(2), &json!("Lat")), "with all that was seen");
        let mut vague = config("$.BodyText");
        vague["Fields"]["Lat"] = json!({"Pattern": "(.*)", "Type": "datetime", "Format": "M/d/yyyy"});
        let warned = client.send("POST", PATH, json!({"config": vague, "text": text})).await.expect(200);
        assert!(warned["warnings"][0].as_str().unwrap().starts_with("config.Fields.Lat"), "{warned}");
        let nothing = client.send("POST", PATH, json!({"config": config("$.BodyText"), "text": ""})).await.expect(200);
        assert!(nothing["error"].as_str().unwrap().starts_with("no record found"), "{nothing}");
    }

    async fn preview_warns_about_strikes_that_cannot_be_right(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let pool = json!({"name": "Pool", "point": {"x": 432_951.15, "y": 1_539_962.5}});
        client.send("POST", "/facility", pool).await.expect(201);
        let config = json!({
            "Op": {"Action": "Extract", "Source": "$.BodyText"},
            "Segment": {"StartPattern": "Strike"},
            "Fields": {
                "Timestamp": {"Pattern": "at (\\S+)", "Type": "datetime"},
                "Latitude": {"Pattern": "lat (\\S+)", "Type": "number"},
                "Longitude": {"Pattern": "lng (\\S+)", "Type": "number"},
            },
        });
        for (text, warnings) in [
            ("Strike at 2026-05-01T11:59:00Z lat 34.7 lng -86.5", json!([])),
            ("Strike at 2026-05-01T11:59:00Z lat 34.7 lng 86.5 Strike lat 34.8 lng 86.6", json!([
                "config.Fields.Longitude: record 0 is 7,633 miles from the closest facility. Check the sign of the longitude."
            ])),
            ("Strike at 2026-05-01T11:59:00Z lat -86.5 lng 34.7", json!([
                "config.Fields.Longitude: record 0 is 8,726 miles from the closest facility. Latitude and longitude seem to be swapped."
            ])),
            ("Strike at 2026-05-01T17:00:00Z lat 34.7 lng -86.5", json!([
                "config.Fields.Timestamp: record 0, the newest, is dated 2026-05-01T17:00:00Z, which is in the future. Check Format and TimeZone."
            ])),
        ] {
            let found = client.send("POST", PATH, json!({"config": config, "text": text})).await.expect(200);
            assert_eq!(found["warnings"], warnings, "{text}");
        }
    }

    async fn preview_reports_records_that_are_not_read(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let mut config = json!({
            "Op": {"Action": "Extract"},
            "Segment": {"StartPattern": r"(?m)^\d\d:\d\d", "ClosePattern": r"\n[ \t]*\n"},
        });
        let text = "Strikes\n12:00,34.1\n12:01,34.2\n\nBye";
        let shown = client.send("POST", PATH, json!({"config": config, "text": text})).await.expect(200);
        assert_eq!(shown["unread"], json!([{"start": 19, "end": 24, "kind": "start"}]));
        assert_eq!((&shown["items"], &shown["error"]), (&json!([{}]), &Value::Null), "a preview needs no fields");
        config["Op"]["Strict"] = json!(true);
        let shown = client.send("POST", PATH, json!({"config": config, "text": text})).await.expect(200);
        assert!(shown["error"].as_str().unwrap().starts_with("1 record start is inside another record"), "{shown}");
    }

    async fn preview_reports_text_that_looks_like_a_strike(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let config = json!({
            "Op": {"Action": "Extract", "Strict": true},
            "Segment": {"StartPattern": r"(?m)^#\d"},
            "Fields": {
                "Time": {"Pattern": r"\d\d:\d\d"},
                "Latitude": {"Pattern": r"\d\d:\d\d (\S+)", "Type": "latitude"},
                "Longitude": {"Pattern": r"(-\S+)", "Type": "longitude"},
            },
        });
        let text = "#1 12:00 34.11 -86.51\n#- 12:01 34.12 -86.52";
        let shown = client.send("POST", PATH, json!({"config": config, "text": text})).await.expect(200);
        assert_eq!(shown["unread"], json!([{"start": 25, "end": 43, "kind": "possibleStrike"}]));
        let error = "line 2 looks like a strike that no record reads: `#- 12:01 34.12 -86.52`";
        assert!(shown["error"].as_str().unwrap().starts_with(error), "{shown}");
    }

    async fn preview_of_a_message_fetches_it_and_writes_nothing(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let credential = client.create_credential().await;
        let job = client.create_watcher(json!({"credentialId": credential})).await["id"].as_i64().unwrap();
        let message = json!({"subject": "x", "body": {"contentType": "html", "content": "<p>Strike Lat <b>34.7</b></p>"}});
        let key = provider.emulator.deliver(MAILBOX, "Inbox", message).unwrap();
        let log = row(&client, db, job, &key).await;
        let before = everything(&client, db).await;
        let response = client.send("POST", PATH, json!({"config": config("$.BodyText"), "logId": log})).await;
        let response = response.expect(200);
        assert_eq!((&response["items"][0]["Lat"], &response["text"]), (&json!(34.7), &json!("Strike Lat 34.7")));
        let raw = client.send("POST", PATH, json!({"config": config("$._RawBody"), "logId": log})).await.expect(200);
        assert_eq!(raw["error"], Value::Null);
        let at = |key: &str| usize::try_from(raw["spans"][0][key].as_u64().unwrap()).unwrap();
        let slice = &raw["text"].as_str().unwrap()[at("start")..at("end")];
        assert_eq!(slice, "<b>34.7</b></p>", "the position of a value in HTML includes its markup");
        let nowhere = client.send("POST", PATH, json!({"config": config("$.Nobody"), "logId": log})).await.expect(200);
        assert_eq!(nowhere["error"], "Op.Source: no value at $.Nobody");
        assert_eq!(everything(&client, db).await, before);
        provider.emulator.add_mailbox("other@example.gov").unwrap();
        let elsewhere = provider.emulator.deliver("other@example.gov", "Inbox", json!({"subject": "x"})).unwrap();
        let gone = row(&client, db, job, &elsewhere).await;
        let response = client.send("POST", PATH, json!({"config": config("$.BodyText"), "logId": gone})).await;
        assert_eq!((response.status.as_u16(), &response.problem()["detail"]), (404, &json!("the message is no longer in the mailbox")));
    }

    async fn preview_of_a_message_sees_its_attachments(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let credential = client.create_credential().await;
        let watcher = client.create_watcher(json!({"credentialId": credential, "includeAttachments": true})).await;
        let job = watcher["id"].as_i64().unwrap();
        // "Strike Lat 34.7" in Windows-1252, with a degree sign.
        let text = json!({"name": "strikes.txt", "contentBytes": "U3RyaWtlIExhdCAzNC43ILA="});
        let image = json!({"name": "map.png", "contentType": "image/png", "contentBytes": "MQ=="});
        let key = provider.emulator.deliver(MAILBOX, "Inbox", json!({"subject": "x", "attachments": [image, text]})).unwrap();
        let log = row(&client, db, job, &key).await;
        let preview = async |source: &str| client.send("POST", PATH, json!({"config": config(source), "logId": log})).await.expect(200);
        let found = preview("$.Attachments[?@.Name=='strikes.txt'].Text").await;
        assert_eq!((&found["items"][0]["Lat"], &found["text"]), (&json!(34.7), &json!("Strike Lat 34.7 °")));
        let binary = preview("$.Attachments[0].Text").await;
        assert!(binary["error"].as_str().unwrap().starts_with("Op.Source: attachment \"map.png\" is not a text file"), "{binary}");
        let missing = preview("$.Attachments[2].Text").await;
        assert!(missing["error"].as_str().unwrap().contains("The message has 2 attachments: \"map.png\", \"strikes.txt\""), "{missing}");
        client.send("PATCH", &format!("/mailbox-watcher/{job}"), json!({"includeAttachments": false})).await.expect(200);
        let off = preview("$.Attachments[1].Text").await;
        assert!(off["error"].as_str().unwrap().contains("Turn on \"Save attachments\""), "{off}");
    }

    async fn invalid_previews_are_rejected_by_field(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let good = config("$.BodyText");
        let mut bad = good.clone();
        (bad["Op"]["Action"], bad["Fields"]["Lat"]["Pattern"]) = (json!("Merge"), json!("("));
        for (body, status, field) in [
            (json!({"config": good}), 400, "text"),
            (json!({"config": good, "text": null}), 400, "text"),
            (json!({"config": good, "text": "x", "logId": 1}), 400, "logId"),
            (json!({"config": good, "text": 5}), 400, "text"),
            (json!({"config": good, "logId": "x"}), 400, "logId"),
            (json!({"config": [], "text": "x"}), 400, "config"),
            (json!({"text": "x"}), 400, "config"),
            (json!({"config": good, "text": "x", "color": 1}), 400, "color"),
            (json!({"config": {}, "text": "x"}), 400, "config.Op"),
            (json!({"config": bad, "text": "x"}), 400, "config.Op.Action"),
        ] {
            let response = client.send("POST", PATH, body.clone()).await;
            assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (status, &json!(field)), "{body}");
        }
        let all = client.send("POST", PATH, json!({"config": bad, "text": "x"})).await.problem();
        assert_eq!(all["errors"][1]["field"], "config.Fields.Lat.Pattern", "all violations are reported");
        assert_eq!(client.send("POST", PATH, json!({"config": good, "logId": 999_999})).await.problem()["status"], 404);
        assert_eq!(client.send("POST", PATH, json!({"config": good, "text": "x".repeat(1_100_000)})).await.status.as_u16(), 413);
        assert_eq!(send(&client.router, "POST", PATH, "", Some(json!({}))).await.status.as_u16(), 401);
    }

    async fn slow_patterns_are_reported_as_an_error(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let pattern = r"(?:a|aa)+d(?<!ad)";
        let config = json!({"Op": {"Action": "Extract"}, "Segment": {"StartPattern": "\\A"}, "Fields": {"F": {"Pattern": pattern}}});
        let text = "a".repeat(200) + "d";
        let response = client.send("POST", PATH, json!({"config": config, "text": text})).await.expect(200);
        assert!(response["error"].as_str().unwrap().contains(pattern), "{response}");
    }
}

/// A row of the log.
pub(crate) async fn row(client: &AdminClient, db: &TestDb, job: i64, key: &str) -> Value {
    db.execute(&format!(
        "insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, DetectedAt, Status, TriggerEvent, WorkflowRunId) \
         values ({job}, '{key}', '2026-05-01T12:00:00.000000Z', 'Failed', 'Notification', 'run')"
    ))
    .await;
    let all = client.get("/mailbox-watcher/log").await.json();
    let rows = all["items"].as_array().unwrap();
    rows.iter().find(|row| row["messageKey"] == key).unwrap()["id"].clone()
}

/// Every row that a preview could touch.
async fn everything(client: &AdminClient, db: &TestDb) -> Value {
    let (logs, audit) = (client.get("/mailbox-watcher/log").await.json(), client.get("/audit").await.json());
    let queued = db.count("select count(*) from it.Queue").await;
    json!([logs, audit, queued])
}
