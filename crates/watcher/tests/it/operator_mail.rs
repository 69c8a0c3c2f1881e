//! Mail to the operator: recognizable, linked, and limited.

use serde_json::json;
use std::time::Duration;
use stormwire_mailer::operator::OperatorMail;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{TestService, wait_for, wait_until};

const BOX: &str = "storm@example.gov";
const LIMIT: usize = 20;
const MESSAGES: usize = 60;

fn digests(service: &TestService) -> Vec<OperatorMail> {
    service.recorder.mails().into_iter().filter(|mail| mail.reason.starts_with("digest")).collect()
}

on_both_databases! {
    async fn failed_message_is_mailed_with_its_subject_and_page(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.add_count_action(watcher, json!({"Fail": true}), true).await;
        service.deliver(BOX, "Lightning alert 7");
        let log = service.wait_processed(1).await.remove(0);
        let is_about_message = |mail: &OperatorMail| mail.subject.contains("a message failed");
        let mail = wait_for(async || service.recorder.mails().into_iter().find(is_about_message)).await;
        assert!(mail.text.contains("\nSubject: Lightning alert 7\n"), "{}", mail.text);
        assert_eq!(mail.page, Some(format!("/portal/log/{}", log.id)));
        service.stop().await;
    }

    async fn mails_over_the_hourly_limit_become_one_digest(db: &TestDb) {
        // A long interval: a poll that is late would be one more mail.
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.add_count_action(watcher, json!({"Fail": true}), true).await;
        for number in 0..MESSAGES {
            service.deliver(BOX, &format!("alert {number}"));
        }
        service.wait_processed(MESSAGES).await;
        let failed_mails = || service.recorder.mails().iter().filter(|mail| mail.subject.contains("a message failed")).count();
        // The watcher is degraded too, which is one more mail.
        let all = "select count(*) from it.OperatorMailSlot";
        wait_until(async || db.count(all).await == i64::try_from(MESSAGES + 1).unwrap()).await;
        wait_until(async || service.recorder.mails().len() == LIMIT).await;
        let announced = service.recorder.mails().iter().filter(|mail| mail.text.contains("email 20 of 20")).count();
        assert_eq!(announced, 1, "the mail that reaches the limit says that a digest follows");
        let sent_alone = failed_mails();

        service.clock.advance(Duration::from_hours(1));
        wait_until(async || !digests(&service).is_empty()).await;
        let digest = digests(&service).remove(0);
        let counted = format!("{} × a message failed in watcher", MESSAGES - sent_alone);
        assert!(digest.text.contains(&counted), "{}", digest.text);
        let held = "select count(*) from it.OperatorMailSlot where Position is null";
        wait_until(async || db.count(held).await == 0).await;

        service.deliver(BOX, "next hour");
        wait_until(async || service.recorder.mails().iter().any(|mail| mail.text.contains("Subject: next hour"))).await;
        assert_eq!(digests(&service).len(), 1);
        service.stop().await;
    }
}
