//! The ready workflows for status changes, from the event to the chat message and the email.

use serde_json::{Value, json};
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_store::WatcherId;
use stormwire_store::tables::action::{Action, ActionFields};
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::status_event::{FacilityStatus, NewStatusEvent};
use stormwire_store::tables::watcher::{WatcherFields, WatcherKind};
use stormwire_testkit::on_both_databases;
use stormwire_testkit::servers::{PreparedResponse, WebServer};
use stormwire_testkit::service::{TestService, actor, became_active, record_events};
use stormwire_workflow::{Workflow, ready_workflows};

const SENDER: &str = "storm@example.gov";
const CREW: &str = "crew@example.gov";

fn workflow(name: &str) -> Workflow {
    ready_workflows().into_iter().find(|workflow| workflow.name == name).unwrap()
}

/// A watcher of status changes with the workflow, not enabled yet.
async fn import(service: &TestService, name: &str, settings: &Value) -> (WatcherId, Vec<Action>) {
    let admin = service.watchers.admin();
    let id = admin.create(WatcherFields::of_status_events(name), actor()).await.unwrap().watcher.id;
    let actions = admin.import_workflow(id, &workflow(name), settings.as_object().unwrap(), actor()).await.unwrap();
    (id, actions)
}

async fn enable(service: &TestService, watcher: WatcherId) {
    service.watchers.admin().set_enabled(watcher, true, actor()).await.unwrap();
}

on_both_databases! {
    async fn a_chat_channel_gets_each_change(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_mins(5)).await;
        let web = WebServer::start().await;
        web.respond_next(PreparedResponse::Text(200, "text/plain", String::new()));
        let settings = json!({"WebhookUrl": web.url("/hook"), "Platform": "Slack"});
        let (watcher, actions) = import(&service, "Chat message when a status changes", &settings).await;
        assert!(!actions[0].config.to_string().contains("/hook"), "the URL is a secret");
        enable(&service, watcher).await;
        let now = service.clock.now();
        record_events(&db.store, vec![became_active(3, now)], now).await;
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!((log.status, log.error_message), (LogStatus::Success, None));
        let request = web.requests().pop().unwrap();
        assert_eq!(request.line, "POST /hook");
        assert!(request.body.contains("Facility 3: Active (was Clear)"), "{}", request.body);
        service.stop().await;
    }

    async fn recipients_get_a_mail_about_each_change(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_mins(5)).await;
        for mailbox in [SENDER, CREW] {
            service.emulator.add_mailbox(mailbox).unwrap();
        }
        let (watcher, actions) = import(&service, "Email when a status changes", &json!({"Recipients": CREW})).await;
        let Action { id, name, action_type, mut config, order, is_phase_one, .. } = actions[1].clone();
        config["Op"]["Via"] = json!("Graph");
        config["Op"]["From"] = json!(SENDER);
        let credential_id = Some(service.credential);
        let fields = ActionFields { name, action_type, config, order: Some(order), credential_id, is_phase_one };
        service.watchers.admin().update_action(watcher, id, fields, actor()).await.unwrap();
        enable(&service, watcher).await;
        let now = service.clock.now();
        let active = became_active(3, now);
        let cleared = NewStatusEvent { from: FacilityStatus::Active, to: FacilityStatus::Clear, ..active.clone() };
        let unknown = NewStatusEvent { from: FacilityStatus::Clear, to: FacilityStatus::Unknown, ..active.clone() };
        for (count, event, subject, text) in [
            (1, active, "Lightning: Facility 3: Active (was Clear), ", "Stay inside until the all clear."),
            (2, cleared, "Lightning: Facility 3: Clear (was Active), ", "All clear at Facility 3"),
            (3, unknown, "Lightning: Facility 3: Unknown (was Clear), ", "Do not take this for an all clear."),
        ] {
            record_events(&db.store, vec![event], service.clock.now()).await;
            let logs = service.wait_processed(count).await;
            assert!(logs.iter().all(|log| log.error_message.is_none()), "{logs:?}");
            let mails = service.emulator.messages(CREW);
            let mail = mails.iter().find(|mail| mail["subject"].as_str().unwrap().starts_with(subject));
            let body = mail.unwrap()["body"]["content"].as_str().unwrap();
            assert!(body.contains(text) && !body.contains("{%"), "{body}");
            assert_eq!(mails.len(), count);
        }
        service.stop().await;
    }

    async fn a_workflow_for_another_kind_of_watcher_is_rejected(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_mins(5)).await;
        let admin = service.watchers.admin();
        let watcher = admin.create(WatcherFields::of_status_events("Siren"), actor()).await.unwrap().watcher.id;
        let none = json!({});
        let mail = workflow("Lightning ingest");
        let error = admin.import_workflow(watcher, &mail, none.as_object().unwrap(), actor()).await.unwrap_err();
        assert!(error.to_string().starts_with("workflow.kind: the workflow reads emails"), "{error}");
        assert!(admin.actions(watcher).await.unwrap().is_empty());
        let any = Workflow { kind: None, ..mail };
        admin.import_workflow(watcher, &any, none.as_object().unwrap(), actor()).await.unwrap();
        service.stop().await;
    }
}

#[test]
fn every_ready_workflow_says_what_starts_it() {
    let kinds: Vec<_> = ready_workflows().iter().map(|workflow| workflow.kind).collect();
    let (mail, status) = (Some(WatcherKind::Mailbox), Some(WatcherKind::StatusEvent));
    assert_eq!(kinds, [mail, mail, status, status, Some(WatcherKind::File)]);
}
