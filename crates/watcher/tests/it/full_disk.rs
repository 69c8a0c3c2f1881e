//! A full disk: messages wait, and each is processed once when there is space again.

use serde_json::{Value, json};
use stormwire_lightning::Lightning;
use stormwire_store::WatcherId;
use stormwire_store::tables::log::LogStatus;
use stormwire_testkit::service::{TestService, WatchedFiles, wait_until};
use stormwire_testkit::{TestDb, fill_disk, free_disk, on_both_databases};

const BOX: &str = "storm@example.gov";
const MESSAGES: usize = 40;
const TABLE: &str = "MailboxWatcherLog";

/// Fills the disk while messages arrive. `fields` are the columns of the strike that each of them stores.
async fn fill_while_delivering(
    db: &TestDb,
    service: &TestService,
    watcher: WatcherId,
    fields: &Value,
    deliver: impl Fn(&str),
) {
    let insert = json!({
        "Op": {"Action": "Insert", "Target": "data.LightningStrike"},
        "Data": {"Type": "Ground", "Latitude": 34.7, "Longitude": -86.6},
        "FieldMap": fields,
    });
    service.add_action(watcher, "Sql", insert).await;
    deliver("before");
    service.wait_processed(1).await;
    fill_disk(db, TABLE).await;
    for number in 1..MESSAGES {
        deliver(&number.to_string());
    }
    let lightning = Lightning::new(db.store.clone(), service.clock.clone(), service.feed_rules);
    wait_until(async || {
        let picture = lightning.live_picture().await.ok();
        let reason = picture.and_then(|picture| picture.feed().reason.clone()).unwrap_or_default();
        reason.starts_with("new strikes cannot be stored because the disk of the server is full")
    })
    .await;
    assert!(service.logs().await.len() < MESSAGES, "reads go on, and not everything could be stored");

    free_disk(db, TABLE).await;
    wait_until(async || {
        let logs = service.logs().await;
        logs.len() == MESSAGES && logs.iter().all(|log| log.status == LogStatus::Success)
    })
    .await;
    assert_eq!(db.count("select count(*) from data.LightningStrike").await, 40, "each message has one strike");
    assert_eq!(db.count("select count(distinct Name) from data.LightningStrike").await, 40);
}

on_both_databases! {
    async fn full_disk_loses_and_doubles_no_message(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        let fields = json!({"Name": "$.Message.Subject", "Timestamp": "$.ReceivedAt"});
        let deliver = |subject: &str| drop(service.deliver(BOX, subject));
        fill_while_delivering(db, &service, watcher, &fields, deliver).await;
        service.stop().await;
    }

    async fn full_disk_loses_and_doubles_no_file(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let folder = WatchedFiles::create(db.folder(), "share");
        let watcher = service.create_file_watcher(&folder, |_| ()).await;
        let fields = json!({"Name": "$.File.Name", "Timestamp": "$.File.ModifiedAt"});
        let deliver = |name: &str| folder.put(format!("{name}.csv"), name);
        fill_while_delivering(db, &service, watcher, &fields, deliver).await;
        wait_until(async || folder.processed().len() == MESSAGES && folder.names().is_empty()).await;
        service.stop().await;
    }
}
