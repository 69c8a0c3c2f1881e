//! Shadow runs: what actions would do with old messages, without doing it.

use serde_json::{Value, json};
use std::time::Duration;
use stormwire_store::WatcherId;
use stormwire_store::tables::action::{Action, ActionFields};
use stormwire_store::tables::log::LogStatus;
use stormwire_testkit::servers::WebServer;
use stormwire_testkit::service::{TestService, WatchedFiles, action_fields, actor, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_watcher::WatcherError;
use stormwire_watcher::admin::shadow_run::{CandidateAction, DifferenceKind, ShadowReport, ShadowRequest, Verdict};

const BOX: &str = "storm@example.gov";
const ARCHIVE: &str = "Old messages";
const LENIENT: &str = r"lat(?:itude)? (\S+)";
const STRICT: &str = r"lat (\S+)";

fn extraction(latitude: &str) -> Value {
    let field = |pattern: &str, kind: &str| json!({"Pattern": pattern, "Type": kind, "Required": true});
    json!({"Op": {"Action": "Extract"}, "Segment": {"StartPattern": "Strike at"}, "Fields": {
        "Timestamp": field(r"at (\S+)", "datetime"),
        "Latitude": field(latitude, "number"),
        "Longitude": field(r"lng (\S+)", "number"),
        "Name": field("network", "string"),
        "Type": field("ground", "string"),
    }})
}

fn merge() -> Value {
    json!({
        "Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Extract.Items"},
        "MatchOn": ["Timestamp", "Latitude", "Longitude"],
    })
}

fn strike(number: usize, latitude_label: &str) -> String {
    let (minute, second) = (number / 60, number % 60);
    format!(
        "Strike at 2026-05-01T12:{minute:02}:{second:02}Z {latitude_label} 34.7 lng -86.5 ground, seen by the network\n"
    )
}

/// A list with every kind of effect, after the extraction.
async fn add_effects(service: &TestService, watcher: WatcherId, web: &WebServer) {
    let http = json!({"Op": {"Action": "Post", "Url": web.url("/call"), "Headers": {"X-Key": "hush-hush"}}, "FieldMap": {"Count": "$.Extract.Count"}});
    let chat = json!({"Op": {"Action": "Send", "Platform": "Slack", "Url": web.url("/hook-hush-hush"), "Text": "{{ $.Extract.Count }} strikes"}});
    let order = json!({"Op": {"Action": "Create", "ServiceCode": "CHECK", "AddressString": "1 Main St"}});
    let mail = json!({"Op": {"Action": "Send", "Via": "Graph", "From": BOX, "To": "crew@example.gov", "Subject": "Strikes", "Text": "{{ Extract.Count }}"}});
    for (action_type, config) in [("Sql", merge()), ("Http", http), ("WorkOrder", order)] {
        service.add_action(watcher, action_type, config).await;
    }
    for (action_type, config) in [("Chat", chat), ("Email", mail)] {
        let fields = action_fields(action_type, config, false);
        service.watchers.admin().create_action(watcher, fields, actor()).await.unwrap();
    }
}

/// A watcher whose first action extracts strikes.
async fn watch(service: &TestService) -> WatcherId {
    let watcher = service.create_watcher(BOX, |_| ()).await;
    let count = service.watchers.admin().actions(watcher).await.unwrap()[0].id;
    service.watchers.admin().delete_action(watcher, count, actor()).await.unwrap();
    service.add_action(watcher, "TextExtract", extraction(LENIENT)).await;
    watcher
}

fn candidate(action: &Action) -> CandidateAction {
    let Action { id, name, action_type, config, credential_id, is_phase_one, .. } = action.clone();
    let fields = ActionFields { name, action_type, config, order: None, credential_id, is_phase_one };
    CandidateAction { id: Some(id), fields }
}

/// The stored actions, with another pattern.
async fn with_pattern(service: &TestService, watcher: WatcherId, latitude: &str) -> Vec<CandidateAction> {
    let stored = service.watchers.admin().actions(watcher).await.unwrap();
    let mut actions: Vec<CandidateAction> = stored.iter().map(candidate).collect();
    actions[0].fields.config = extraction(latitude);
    actions
}

async fn try_actions(
    service: &TestService,
    watcher: WatcherId,
    actions: Option<Vec<CandidateAction>>,
    folder: Option<&str>,
) -> ShadowReport {
    let request = ShadowRequest { actions, count: 500, skip: 0, folder: folder.map(str::to_owned) };
    service.watchers.admin().shadow_run(watcher, request).await.unwrap()
}

/// Everything that a run would write, and that sinks would get after it.
async fn written_rows(db: &TestDb) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in [
        "data.LightningStrike",
        "data.StrikeEdit",
        "data.WorkflowEffect",
        "organization.WorkflowEffect",
        "it.WorkflowEffect",
        "it.WorkflowRun",
        "it.WorkflowStep",
        "it.WorkOrder",
        "it.MailingList",
        "it.MailboxWatcherLog",
        "it.Audit",
        "it.StatusEvent",
        "it.EventDelivery",
        "it.WebPush",
    ] {
        counts.push(db.count(&format!("select count(*) from {table}")).await);
    }
    counts
}

on_both_databases! {
    async fn a_run_over_500_messages_sends_nothing_and_finds_the_broken_one(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let (web, watcher) = (WebServer::start().await, watch(&service).await);
        add_effects(&service, watcher, &web).await;
        let order = json!({"Op": {"Action": "Create", "Endpoint": web.url("/v2"), "ServiceCode": "CHECK", "AddressString": "1 Main St"}});
        service.add_action(watcher, "WorkOrder", order).await;
        service.emulator.add_folder(BOX, ARCHIVE);
        for number in 0..500 {
            let label = if number == 321 { "latitude" } else { "lat" };
            let body = json!({"contentType": "text", "content": strike(number, label)});
            service.emulator.deliver(BOX, ARCHIVE, json!({"subject": number.to_string(), "body": body})).unwrap();
        }
        let (mailbox, rows) = (service.emulator.messages(BOX), written_rows(db).await);
        // After a minute, a run would leave out the rest.
        service.clock.freeze();
        let report = try_actions(&service, watcher, Some(with_pattern(&service, watcher, STRICT).await), Some(ARCHIVE)).await;
        service.clock.run();
        assert_eq!((report.results.len(), report.left_out, report.count(Verdict::Unchanged)), (500, 0, 499), "{report:?}");
        let broken = &report.results[0];
        assert_eq!((broken.verdict, broken.subject.as_deref()), (Verdict::Broken, Some("321")));
        assert!(broken.error.as_deref().unwrap().contains("required field Latitude is missing"), "{broken:?}");
        let kinds: Vec<DifferenceKind> = broken.differences.iter().map(|one| one.kind).collect();
        assert!(kinds.contains(&DifferenceKind::Rows) && kinds.contains(&DifferenceKind::Calls), "what would no longer happen: {kinds:?}");
        let shown = format!("{broken:?}");
        assert!(!shown.contains("hush-hush") && shown.contains("••••"), "secrets are masked: {shown}");
        assert_eq!(web.requests().len(), 0);
        assert_eq!(service.emulator.messages(BOX), mailbox, "nothing was moved, marked or sent");
        assert_eq!(written_rows(db).await, rows);
        service.stop().await;
    }

    async fn the_unchanged_list_has_no_difference(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let (web, watcher) = (WebServer::start().await, watch(&service).await);
        add_effects(&service, watcher, &web).await;
        // Messages with none to three strikes, some of which cannot be read.
        for number in 0..24 {
            let label = if number % 5 == 4 { "latitude unknown" } else { "lat" };
            let text: String = (0..number % 4).map(|index| strike(number * 4 + index, label)).collect();
            service.deliver_html(BOX, &number.to_string(), &format!("<p>{text}</p>"));
        }
        let logs = service.wait_processed(24).await;
        assert!(logs.iter().any(|log| log.status == LogStatus::Failed) && logs.iter().any(|log| log.status == LogStatus::Success));
        service.stop().await;
        let (sent, rows) = (web.requests().len(), written_rows(db).await);
        assert!(sent > 0, "the real runs have effects");
        let stored = with_pattern(&service, watcher, LENIENT).await;
        for actions in [None, Some(stored)] {
            let report = try_actions(&service, watcher, actions, None).await;
            assert_eq!((report.results.len(), report.count(Verdict::Unchanged)), (24, 24), "{report:?}");
        }
        assert_eq!((web.requests().len(), written_rows(db).await), (sent, rows));
    }

    async fn a_changed_stored_list_is_compared_with_the_log(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = watch(&service).await;
        service.deliver_html(BOX, "short", &strike(1, "lat"));
        service.deliver_html(BOX, "long", &strike(2, "latitude"));
        service.wait_processed(2).await;
        service.stop().await;
        let action = service.watchers.admin().actions(watcher).await.unwrap()[0].id;
        let fields = action_fields("TextExtract", extraction(STRICT), true);
        service.watchers.admin().update_action(watcher, action, fields, actor()).await.unwrap();
        let report = try_actions(&service, watcher, None, None).await;
        let shown: Vec<(Verdict, Option<&str>)> = report.results.iter().map(|one| (one.verdict, one.subject.as_deref())).collect();
        assert_eq!(shown, [(Verdict::Broken, Some("long")), (Verdict::Unchanged, Some("short"))]);
        assert!(report.results.iter().all(|one| one.log_id.is_some()));
    }

    async fn files_are_tried_where_they_were_filed(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let folder = WatchedFiles::create(db.folder(), "share");
        let watcher = service.create_file_watcher(&folder, |_| ()).await;
        service.add_action(watcher, "TextExtract", extraction(LENIENT)).await;
        folder.put("a.txt", strike(1, "lat"));
        folder.put("b.txt", strike(2, "latitude"));
        service.wait_processed(2).await;
        service.stop().await;
        let stored = service.watchers.admin().actions(watcher).await.unwrap();
        let mut actions: Vec<CandidateAction> = stored.iter().map(candidate).collect();
        actions[1].fields.config = extraction(STRICT);
        for filed_in in [None, Some("Processed")] {
            let report = try_actions(&service, watcher, Some(actions.clone()), filed_in).await;
            let shown: Vec<(Verdict, Option<&str>)> = report.results.iter().map(|one| (one.verdict, one.subject.as_deref())).collect();
            assert_eq!(shown, [(Verdict::Broken, Some("b.txt")), (Verdict::Unchanged, Some("a.txt"))], "{filed_in:?}");
        }
        assert_eq!(folder.processed(), ["a.txt", "b.txt"]);
        let request = ShadowRequest { actions: None, count: 1, skip: 0, folder: Some("/etc".into()) };
        let outside = service.watchers.admin().shadow_run(watcher, request).await;
        assert!(matches!(outside, Err(WatcherError::Invalid(_))), "{outside:?}");
    }

    async fn filed_messages_that_the_filters_exclude_are_not_tried(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let folder = WatchedFiles::create(db.folder(), "share");
        let files = service.create_file_watcher(&folder, |fields| fields.pattern = "a.txt".into()).await;
        let mailbox = service.create_watcher(BOX, |fields| fields.subject_filter = Some("Strike".into())).await;
        for watcher in [files, mailbox] {
            service.add_action(watcher, "TextExtract", extraction(LENIENT)).await;
        }
        for number in 1..=2 {
            folder.put("a.txt", strike(number, "lat"));
            service.wait_processed(number).await;
        }
        folder.put("readme.md", "no strikes");
        service.deliver_html(BOX, "Strike", &strike(3, "lat"));
        service.deliver_html(BOX, "Newsletter", "no strikes");
        service.wait_processed(5).await;
        wait_until(async || folder.processed() == ["a (2).txt", "a.txt", "readme.md"]).await;
        wait_until(async || service.folder_counts(BOX).get("Inbox/Processed") == Some(&2)).await;
        service.stop().await;
        for (watcher, filed_in, expected) in [(files, "Processed", (2, 1)), (mailbox, "Inbox/Processed", (1, 1))] {
            let report = try_actions(&service, watcher, None, Some(filed_in)).await;
            let shown = (report.results.len(), report.excluded);
            assert_eq!(shown, expected, "{:?}", report.results);
            assert_eq!(report.count(Verdict::Broken), 0, "{:?}", report.results);
        }
    }

    async fn batches_are_the_same_messages_as_one_run(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let folder = WatchedFiles::create(db.folder(), "share");
        let (mailbox, files) = (watch(&service).await, service.create_file_watcher(&folder, |_| ()).await);
        for number in 0..5 {
            service.deliver_html(BOX, &number.to_string(), &strike(number, "lat"));
            folder.put(format!("{number}.txt"), strike(number, "lat"));
        }
        service.wait_processed(10).await;
        service.stop().await;
        for (watcher, filed_in) in [(mailbox, None), (mailbox, Some("Inbox/Processed")), (files, None), (files, Some("Processed"))] {
            let keys = async |skip, count| {
                let request = ShadowRequest { actions: None, count, skip, folder: filed_in.map(str::to_owned) };
                let report = service.watchers.admin().shadow_run(watcher, request).await.unwrap();
                report.results.into_iter().map(|one| one.message_key).collect::<Vec<_>>()
            };
            let mut all = keys(0, 500).await;
            assert_eq!(all.len(), 5, "{filed_in:?}");
            let batches = [keys(0, 2).await, keys(2, 2).await, keys(4, 2).await, keys(6, 2).await];
            assert_eq!(batches.each_ref().map(Vec::len), [2, 2, 1, 0], "{filed_in:?}");
            let mut tried = batches.concat();
            tried.sort();
            all.sort();
            assert_eq!(tried, all, "{filed_in:?}");
        }
    }

    async fn skipped_messages_end_no_batch_early(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = watch(&service).await;
        for number in 0..12 {
            service.deliver_html(BOX, &number.to_string(), &strike(number, "lat"));
            service.wait_processed(number + 1).await;
        }
        service.stop().await;
        db.execute("update it.MailboxWatcherLog set Status = 'Skipped' where Subject not in ('0', '11')").await;
        for (skip, expected) in [(0, Some("11")), (1, Some("0")), (2, None)] {
            let request = ShadowRequest { actions: None, count: 1, skip, folder: None };
            let report = service.watchers.admin().shadow_run(watcher, request).await.unwrap();
            let found = report.results.first().and_then(|one| one.subject.as_deref());
            assert_eq!((report.results.len(), found), (usize::from(expected.is_some()), expected), "skip {skip}");
        }
    }

    async fn wrong_requests_are_rejected(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = watch(&service).await;
        let rejected_request = async |request: ShadowRequest| {
            match service.watchers.admin().shadow_run(watcher, request).await {
                Err(WatcherError::Invalid(violations)) => violations[0].path.clone(),
                other => panic!("{other:?}"),
            }
        };
        let rejected = async |actions, count, folder: Option<&str>| {
            rejected_request(ShadowRequest { actions, count, skip: 0, folder: folder.map(str::to_owned) }).await
        };
        assert_eq!(rejected_request(ShadowRequest { actions: None, count: 1, skip: 501, folder: None }).await, "skip");
        assert_eq!(rejected(None, 0, None).await, "count");
        assert_eq!(rejected(None, 501, None).await, "count");
        assert_eq!(rejected(None, 1, Some("Nowhere")).await, "folder");
        let mut actions = with_pattern(&service, watcher, "(").await;
        assert!(rejected(Some(actions.clone()), 1, None).await.starts_with("actions.0.config.Fields.Latitude"));
        actions[0].fields.action_type = "Fax".into();
        assert_eq!(rejected(Some(actions), 1, None).await, "actions.0.actionType");
        service.stop().await;
    }
}
