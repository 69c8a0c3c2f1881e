//! Every ready layout in the ready workflow: the mail of the layout, delivered by the emulated provider, becomes its strikes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;
use stormwire_graph::{parse_eml, parse_eml_attachments};
use stormwire_store::WatcherId;
use stormwire_store::tables::log::LogStatus;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{TestService, actor, watcher_fields};
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

on_both_databases! {
    async fn every_ready_layout_stores_the_strikes_of_its_mail(db: &TestDb) {
        let service = TestService::new(db).await;
        let (mut watched, mut strikes) = (Vec::new(), 0);
        for layout in ready_layouts() {
            watched.push((watch(&service, &layout).await, layout.name));
            let expected: Value = serde_json::from_slice(&example(&layout, "expected.json")).unwrap();
            strikes += expected["Items"].as_array().unwrap().len();
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
        let stored = db.count("select count(*) from data.LightningStrike").await;
        assert!(stored > 0 && stored <= i64::try_from(strikes).unwrap(), "{stored} of {strikes}");
    }
}
