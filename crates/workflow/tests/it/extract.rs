//! Extraction through a watcher: sections 2.4, 2.5 and 7 of the specification, from the delivered message to the context.

use serde_json::{Value, json};
use std::time::Duration;
use stormwire_store::WatcherId;
use stormwire_store::tables::log::{LogStatus, PhaseTwoStatus};
use stormwire_store::tables::workflow::Step;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{TestService, action_fields, actor, wait_until};

const MAILBOX: &str = "storm@example.gov";

fn strikes(source: &str) -> Value {
    json!({
        "Op": {"Action": "Extract", "Source": source, "Target": "$.Strikes"},
        "Segment": {"StartPattern": "<tr[^>]*>", "ClosePattern": "</tr>", "Filter": "<td"},
        "Fields": {
            "Name": {"Pattern": "<td>(.*?)</td>", "Required": true},
            "At": {"Pattern": "<td>[^<]*UTC", "Type": "string"},
            "Latitude": {"Pattern": "lat\">(.*?)<", "Type": "number", "Required": true},
        },
    })
}

fn html(latitude: &str) -> Value {
    let rows = format!(
        "<table><tr><th>Alert</th></tr><tr class=a><td>Smith &amp; <b>Sons</b></td><td class=\"lat\">{latitude}</td></tr>\
         <tr><td>'; drop table data.LightningStrike; --</td><td class=\"lat\">&#45;1&nbsp;234.5</td></tr></table>"
    );
    json!({"subject": "Strikes", "body": {"contentType": "html", "content": rows}})
}

async fn add(service: &TestService, watcher: WatcherId, action_type: &str, config: Value, is_phase_one: bool) {
    let fields = action_fields(action_type, config, is_phase_one);
    service.watchers.admin().create_action(watcher, fields, actor()).await.unwrap();
}

async fn steps(service: &TestService) -> Vec<Step> {
    let log = service.logs().await.remove(0);
    service.watchers.repair().log(log.id).await.unwrap().steps
}

fn statuses(steps: &[Step]) -> Vec<&str> {
    steps.iter().map(|step| step.status.name()).collect()
}

on_both_databases! {
    async fn extracted_records_are_in_the_context_of_later_steps(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(MAILBOX, |_| ()).await;
        add(&service, watcher, "TextExtract", strikes("$._RawBody"), true).await;
        service.add_count_action(watcher, json!({}), true).await;
        service.add_count_action(watcher, json!({}), false).await;
        service.emulator.deliver(MAILBOX, "Inbox", html("34.7304")).unwrap();
        let logs = service.wait_processed(1).await;
        assert_eq!((logs[0].status.name(), logs[0].phase_two_status.name()), ("Success", "Success"), "{logs:?}");
        let seen = service.recorder.contexts.lock().unwrap().clone();
        assert!(seen[0].get("Strikes").is_none(), "not in the context of the step before");
        let expected = json!({"Items": [
            {"Name": "Smith & Sons", "At": null, "Latitude": 34.7304},
            {"Name": "'; drop table data.LightningStrike; --", "At": null, "Latitude": -1234.5},
        ], "Count": 2});
        assert_eq!(seen[1]["Strikes"], expected);
        assert_eq!(seen[2]["Strikes"], expected, "also in Phase 2");
        let steps = steps(&service).await;
        let counts: Value = serde_json::from_str(steps[1].result.as_deref().unwrap()).unwrap();
        assert_eq!(counts, json!({"count": 2, "unread": 0, "target": "$.Strikes"}));
        assert!(steps[1].input.as_deref().unwrap().ends_with("bytes of HTML"), "{:?}", steps[1].input);
        service.stop().await;
    }

    async fn an_invalid_required_field_fails_the_message(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(MAILBOX, |_| ()).await;
        add(&service, watcher, "TextExtract", strikes("$._RawBody"), true).await;
        service.add_count_action(watcher, json!({}), true).await;
        service.add_count_action(watcher, json!({}), false).await;
        service.emulator.deliver(MAILBOX, "Inbox", html("north")).unwrap();
        let logs = service.wait_processed(1).await;
        assert_eq!((logs[0].status, logs[0].phase_two_status), (LogStatus::Failed, PhaseTwoStatus::None));
        let error = logs[0].error_message.clone().unwrap();
        assert!(error.contains("record 0: required field Latitude: `north`, found by the pattern `lat\">(.*?)<`, is not a number"), "{error}");
        assert_eq!(statuses(&steps(&service).await), ["Success", "Failed", "Skipped", "Skipped"]);
        wait_until(async || service.folder_counts(MAILBOX) == [("Inbox/Failed".to_owned(), 1)].into()).await;
        wait_until(async || service.recorder.mails().iter().any(|mail| mail.text.contains("record 0"))).await;
        service.stop().await;
    }

    async fn a_message_without_records_fails(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(MAILBOX, |_| ()).await;
        add(&service, watcher, "TextExtract", strikes("$.BodyText"), true).await;
        service.emulator.deliver(MAILBOX, "Inbox", html("34.7")).unwrap();
        let logs = service.wait_processed(1).await;
        let error = logs[0].error_message.clone().unwrap();
        assert!(logs[0].status == LogStatus::Failed && error.contains("no record found") && error.contains("`<tr[^>]*>`"), "{error}");
        service.stop().await;
    }

    async fn a_condition_ends_a_run_and_skips_both_phases(db: &TestDb) {
        // A long interval: a poll that is late would be mailed.
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(MAILBOX, |_| ()).await;
        add(&service, watcher, "TextExtract", strikes("$._RawBody"), true).await;
        let few = json!({"Op": {"Action": "Continue"}, "When": {"All": [{"Path": "$.Strikes.Count", "Is": "Greater", "Value": 5}]}});
        add(&service, watcher, "Condition", few, true).await;
        service.add_count_action(watcher, json!({}), true).await;
        service.add_count_action(watcher, json!({}), false).await;
        service.emulator.deliver(MAILBOX, "Inbox", html("34.7")).unwrap();
        let logs = service.wait_processed(1).await;
        assert_eq!((logs[0].status.name(), logs[0].phase_two_status.name()), ("Success", "None"));
        assert_eq!(logs[0].error_message, None);
        let steps = steps(&service).await;
        assert_eq!(statuses(&steps), ["Success", "Success", "Success", "Skipped", "Skipped"]);
        assert_eq!(steps[2].result.as_deref(), Some("not met ($.Strikes.Count Greater 5): the run ends here"));
        assert_eq!(service.folder_counts(MAILBOX), [("Inbox/Processed".to_owned(), 1)].into());
        assert!(service.recorder.mails().is_empty(), "no operator mail");
        assert_eq!(service.recorder.contexts.lock().unwrap().len(), 1);
        service.stop().await;
    }

    async fn a_condition_in_phase_two_ends_that_phase_successfully(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(MAILBOX, |_| ()).await;
        let stop = json!({"Op": {"Action": "Stop"}, "When": {"Any": [{"Path": "$.Message.Subject", "Is": "Matches", "Value": "(?i)^strike"}]}});
        add(&service, watcher, "Condition", stop, false).await;
        service.add_count_action(watcher, json!({}), false).await;
        service.emulator.deliver(MAILBOX, "Inbox", html("34.7")).unwrap();
        let logs = service.wait_processed(1).await;
        assert_eq!((logs[0].status.name(), logs[0].phase_two_status.name()), ("Success", "Success"));
        assert_eq!(statuses(&steps(&service).await), ["Success", "Success", "Skipped"]);
        service.stop().await;
    }

    async fn the_original_sender_can_be_copied_to_the_root(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(MAILBOX, |_| ()).await;
        add(&service, watcher, "Data", json!({"Op": {"Action": "Copy"}, "FieldMap": {"From": "$.Message.From"}}), true).await;
        service.add_count_action(watcher, json!({}), true).await;
        service.deliver(MAILBOX, "Strike");
        service.wait_processed(1).await;
        let seen = service.recorder.contexts.lock().unwrap().clone();
        assert!(seen[0].get("From").is_none(), "not at the root before");
        assert_eq!(seen[1]["From"], "alerts@vendor.example");
        service.stop().await;
    }
}
