//! Every ready layout in the ready workflow: the mail of the layout, delivered by the emulated provider, becomes its strikes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use stormwire_graph::{parse_eml, parse_eml_attachments};
use stormwire_store::WatcherId;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::strike::{self, StrikeSearch};
use stormwire_testkit::service::{TestService, actor, watcher_fields};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_workflow::{ReadyLayout, ready_layouts, ready_workflows};

fn example(layout: &ReadyLayout, file: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/extract");
    fs::read(folder.join(layout.name).join(file)).unwrap()
}

/// The mail of the layout as Graph's JSON.
fn mail(layout: &ReadyLayout) -> Value {
    let bytes = example(layout, "mail.eml");
    let message = parse_eml(&bytes).unwrap();
    let attachments = parse_eml_attachments(&bytes).into_iter().map(|file| {
        json!({
            "@odata.type": "#microsoft.graph.fileAttachment", "name": file.name,
            "contentType": file.content_type, "contentBytes": STANDARD.encode(file.content),
        })
    });
    json!({
        "subject": message.subject, "from": {"emailAddress": {"address": "alerts@vendor.example"}},
        "body": {"contentType": if message.body.is_html { "html" } else { "text" }, "content": message.body.content},
        "attachments": attachments.collect::<Vec<_>>(),
    })
}

/// The workflow of the gallery that stores strikes, with the patterns of the layout.
async fn watch(service: &TestService, layout: &ReadyLayout) -> WatcherId {
    let mailbox = format!("{}@example.gov", layout.name);
    service.emulator.add_mailbox(&mailbox).unwrap();
    let mut fields = watcher_fields(&mailbox, service.credential);
    (fields.include_attachments, fields.process_existing) = (true, Some(true));
    let watcher = service.watchers.admin().create(fields, actor()).await.unwrap().watcher.id;
    let mut workflow = ready_workflows().remove(0);
    workflow.actions[0].config = layout.config.clone();
    service.watchers.admin().import_workflow(watcher, &workflow, &Map::new(), actor()).await.unwrap();
    service.emulator.deliver(&mailbox, "Inbox", mail(layout)).unwrap();
    service.watchers.admin().set_enabled(watcher, true, actor()).await.unwrap();
    watcher
}

/// Name, time, type, latitude and longitude, comparable.
type StrikeText = [String; 5];

fn degrees(value: f64) -> String {
    format!("{value:.6}")
}

fn expected_strikes(layout: &ReadyLayout) -> Vec<StrikeText> {
    let expected: Value = serde_json::from_slice(&example(layout, "expected.json")).unwrap();
    let strike = |item: &Value| {
        let text = |name: &str| item[name].as_str().unwrap().to_owned();
        let at: Timestamp = text("Timestamp").parse().unwrap();
        let [latitude, longitude] = ["Latitude", "Longitude"].map(|name| degrees(item[name].as_f64().unwrap()));
        [text("Name"), at.to_string(), text("Type"), latitude, longitude]
    };
    expected["Items"].as_array().unwrap().iter().map(strike).collect()
}

async fn stored_strikes(db: &TestDb) -> BTreeSet<StrikeText> {
    let [from, to] = ["2000-01-01T00:00:00Z", "2100-01-01T00:00:00Z"].map(|at| at.parse().unwrap());
    let all = StrikeSearch { from, to, bounds: None, filter: None, most: 1_000 };
    let rows = strike::list_newest(&mut db.store.reader().await.unwrap(), all).await.unwrap();
    let text = |row: strike::StrikeRow| {
        [row.name, row.at.to_string(), row.vendor_type, degrees(row.position.lat()), degrees(row.position.lon())]
    };
    rows.into_iter().map(text).collect()
}

on_both_databases! {
    async fn every_ready_layout_stores_the_strikes_of_its_mail(db: &TestDb) {
        let service = TestService::new(db).await;
        let (mut watched, mut strikes) = (Vec::new(), BTreeSet::new());
        for layout in ready_layouts() {
            watched.push((watch(&service, &layout).await, layout.name));
            strikes.extend(expected_strikes(&layout));
        }
        let failed: Vec<String> = service
            .wait_processed(watched.len())
            .await
            .into_iter()
            .filter(|log| log.status != LogStatus::Success)
            .map(|log| {
                let name = watched.iter().find(|(id, _)| *id == log.watcher_id).map(|(_, name)| *name);
                format!("{name:?}: {:?}", log.error_message)
            })
            .collect();
        assert_eq!(failed, Vec::<String>::new());
        assert_eq!(stored_strikes(db).await, strikes);
    }
}
