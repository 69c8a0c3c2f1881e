//! A full disk: messages wait, and each is processed once when there is space again.

use stormwire_lightning::Lightning;
use stormwire_store::tables::log::LogStatus;
use stormwire_testkit::service::{TestService, wait_until};
use stormwire_testkit::{fill_disk, free_disk, on_both_databases};

const BOX: &str = "storm@example.gov";
const MESSAGES: usize = 40;
const TABLE: &str = "MailboxWatcherLog";

on_both_databases! {
    async fn full_disk_loses_and_doubles_no_message(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        let insert = serde_json::json!({
            "Op": {"Action": "Insert", "Target": "data.LightningStrike"},
            "Data": {"Type": "Ground", "Latitude": 34.7, "Longitude": -86.6},
            "FieldMap": {"Name": "$.Message.Subject", "Timestamp": "$.ReceivedAt"},
        });
        service.add_action(watcher, "Sql", insert).await;
        service.deliver(BOX, "before");
        service.wait_processed(1).await;
        fill_disk(db, TABLE).await;
        for number in 1..MESSAGES {
            service.deliver(BOX, &number.to_string());
        }
        let lightning = Lightning::new(db.store.clone(), service.clock.clone(), service.feed_rules);
        wait_until(async || {
            let reason = lightning.live_picture().await.unwrap().feed().reason.clone().unwrap_or_default();
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
        service.stop().await;
    }
}
