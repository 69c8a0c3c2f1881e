//! Watchers of files.

use serde_json::json;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::time::Duration;
use stormwire_store::WatcherId;
use stormwire_store::tables::log::{LogEntry, LogStatus, PhaseTwoStatus};
use stormwire_store::tables::watcher::{Health, WatcherFields};
use stormwire_testkit::service::{TestService, WatchedFiles, action_fields, actor, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_watcher::WatcherError;

fn folder(db: &TestDb) -> WatchedFiles {
    WatchedFiles::create(db.folder(), "share")
}

/// By id, when at least `rows` have ended.
async fn ended(service: &TestService, rows: usize) -> Vec<LogEntry> {
    let mut logs = service.wait_processed(rows).await;
    logs.sort_by_key(|log| log.id);
    logs
}

/// Waits for a scan that began after this call.
async fn wait_scanned(service: &TestService, watcher: WatcherId) {
    for _ in 0..2 {
        let last = async || service.watchers.admin().get(watcher).await.unwrap().watcher.state.last_checked_at;
        let before = last().await;
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        wait_until(async || last().await > before).await;
    }
}

async fn set_failing(service: &TestService, watcher: WatcherId, fails: bool) {
    let action = service.watchers.admin().actions(watcher).await.unwrap()[0].id;
    let fields = action_fields("Count", json!({"Fail": fails}), true);
    service.watchers.admin().update_action(watcher, action, fields, actor()).await.unwrap();
}

async fn update(service: &TestService, watcher: WatcherId, change: fn(&mut WatcherFields)) {
    let revise = move |before: &WatcherFields| {
        let mut after = before.clone();
        change(&mut after);
        Ok::<_, WatcherError>(after)
    };
    service.watchers.admin().update(watcher, revise, actor()).await.unwrap();
}

fn reason(log: &LogEntry) -> &str {
    log.error_message.as_deref().unwrap_or_default()
}

on_both_databases! {
    async fn a_file_runs_both_phases_and_is_moved(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let watcher = service.create_file_watcher(&folder, |_| ()).await;
        service.add_count_action(watcher, json!({}), false).await;
        folder.put("a.csv", "1\r\n2");
        let log = ended(&service, 1).await.remove(0);
        assert_eq!((log.status, log.phase_two_status), (LogStatus::Success, PhaseTwoStatus::Success), "{log:?}");
        assert_eq!((log.subject.as_deref(), log.error_message.as_deref(), log.size_bytes), (Some("a.csv"), None, Some(4)));
        assert!(log.message_key.ends_with(":a.csv") && log.received_at.is_some(), "{log:?}");
        let context = service.recorder.contexts.lock().unwrap()[0].clone();
        assert_eq!(context["File"]["Name"], "a.csv");
        assert_eq!(context["File"]["Path"], json!(folder.path().canonicalize().unwrap().join("a.csv")));
        assert_eq!((&context["File"]["SizeBytes"], &context["BodyText"], &context["_RawBody"]), (&json!(4), &json!("1\n2"), &json!("1\r\n2")));
        assert_eq!((&context["FileWatcherJobId"], context["Attachments"].as_array().unwrap().len()), (&json!(watcher), 1));
        assert_eq!((folder.names(), folder.processed()), (vec![], vec!["a.csv".to_owned()]));
        let copy = context["Attachments"][0]["FilePath"].as_str().unwrap().to_owned();
        wait_until(async || !fs::exists(&copy).unwrap()).await;
        assert_eq!(db.count("select count(*) from it.WorkflowRun where \"Trigger\" = 'FileWatcherJob'").await, 1);
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().health.health == Health::Live).await;
        let status = service.watchers.admin().get(watcher).await.unwrap();
        assert_eq!(status.loops.iter().map(|one| one.name).collect::<Vec<_>>(), ["Reconcile"]);
        service.stop().await;
    }

    async fn the_same_name_with_other_content_is_another_file(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        service.create_file_watcher(&folder, |_| ()).await;
        for (rows, content) in [(1, "first"), (2, "second")] {
            folder.put("a.csv", content);
            ended(&service, rows).await;
        }
        assert_eq!(service.recorder.runs().len(), 2);
        assert_eq!(folder.processed(), ["a (2).csv", "a.csv"]);
        assert_eq!(fs::read_to_string(folder.path().join("Processed/a (2).csv")).unwrap(), "second");
        service.stop().await;
    }

    async fn the_same_file_again_is_skipped_and_moved(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        // A duplicate is no unmatched file: it is always filed.
        service.create_file_watcher(&folder, |fields| fields.leave_unmatched = true).await;
        for rows in 1..=3 {
            folder.put("a.csv", "1");
            ended(&service, rows).await;
            wait_until(async || folder.names().is_empty()).await;
        }
        let logs = ended(&service, 3).await;
        let statuses: Vec<LogStatus> = logs.iter().map(|log| log.status).collect();
        assert_eq!(statuses, [LogStatus::Success, LogStatus::Skipped, LogStatus::Skipped]);
        assert_eq!(reason(&logs[1]), "a file with this name and content was processed before");
        assert_eq!(folder.processed(), ["a (2).csv", "a (3).csv", "a.csv"]);
        assert_eq!(service.recorder.runs().values().copied().collect::<Vec<_>>(), [1]);
        service.stop().await;
    }

    async fn a_failed_file_is_retried_or_put_back(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let watcher = service.create_file_watcher(&folder, |_| ()).await;
        set_failing(&service, watcher, true).await;
        folder.put("a.csv", "1");
        folder.put("b.csv", "2");
        let logs = ended(&service, 2).await;
        assert!(logs.iter().all(|log| log.status == LogStatus::Failed), "{logs:?}");
        wait_until(async || folder.failed().len() == 2).await;
        wait_until(async || service.recorder.mails().iter().any(|mail| mail.subject == "stormwire: a file failed in watcher share")).await;
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().health.health == Health::Degraded).await;
        set_failing(&service, watcher, false).await;
        let of_a = logs.iter().find(|log| log.subject.as_deref() == Some("a.csv")).unwrap();
        wait_until(async || service.watchers.repair().retry(of_a.id, false, actor()).await.is_ok()).await;
        fs::rename(folder.path().join("Failed/b.csv"), folder.path().join("b.csv")).unwrap();
        wait_until(async || folder.processed() == ["a.csv", "b.csv"]).await;
        let after = ended(&service, 2).await;
        assert_eq!(after.iter().map(|log| (log.id, log.status)).collect::<Vec<_>>(), [(logs[0].id, LogStatus::Success), (logs[1].id, LogStatus::Success)]);
        assert!(folder.failed().is_empty());
        service.stop().await;
    }

    async fn a_large_file_fails_with_both_sizes(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let watcher = service.create_file_watcher(&folder, |fields| fields.max_file_mb = 1).await;
        folder.put("a.bin", vec![b'x'; 1024 * 1024 + 1]);
        let log = ended(&service, 1).await.remove(0);
        assert_eq!((log.status, log.size_bytes), (LogStatus::Failed, Some(1_048_577)));
        assert!(reason(&log).contains("1048577 bytes") && reason(&log).contains("1 MB (1048576 bytes)"), "{log:?}");
        wait_until(async || folder.failed() == ["a.bin"]).await;
        assert!(service.recorder.runs().is_empty());
        update(&service, watcher, |fields| fields.max_file_mb = 2).await;
        wait_until(async || service.watchers.repair().retry(log.id, false, actor()).await.is_ok()).await;
        assert_eq!(ended(&service, 1).await[0].status, LogStatus::Success);
        wait_until(async || folder.processed() == ["a.bin"]).await;
        service.stop().await;
    }

    async fn a_growing_file_waits_until_it_is_complete(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let watcher = service.create_file_watcher(&folder, |fields| fields.stable_seconds = 600).await;
        let path = folder.path().join("a.csv");
        let mut file = fs::File::create(&path).unwrap();
        for part in ["1,", "2,", "3"] {
            file.write_all(part.as_bytes()).unwrap();
            wait_scanned(&service, watcher).await;
            service.clock.advance(Duration::from_mins(8));
            wait_scanned(&service, watcher).await;
            assert!(service.logs().await.is_empty(), "{part}");
        }
        service.clock.advance(Duration::from_mins(3));
        assert_eq!(ended(&service, 1).await[0].status, LogStatus::Success);
        assert_eq!(service.recorder.contexts.lock().unwrap()[0]["BodyText"], "1,2,3");
        service.stop().await;
    }

    async fn content_that_changed_after_its_claim_is_another_file(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let watcher = service.create_file_watcher(&folder, |_| ()).await;
        service.watchers.admin().set_enabled(watcher, false, actor()).await.unwrap();
        folder.put("a.csv", "old");
        service.watchers.repair().replay(watcher, "a.csv", actor()).await.unwrap();
        folder.put("a.csv", "new");
        service.watchers.admin().set_enabled(watcher, true, actor()).await.unwrap();
        let logs = ended(&service, 2).await;
        assert_eq!(logs.iter().map(|log| log.status).collect::<Vec<_>>(), [LogStatus::Skipped, LogStatus::Success]);
        assert!(reason(&logs[0]).starts_with("the file has changed since it was detected"), "{logs:?}");
        assert_eq!(service.recorder.contexts.lock().unwrap()[0]["BodyText"], "new");
        service.stop().await;
    }

    async fn names_of_any_bytes_are_processed(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        service.create_file_watcher(&folder, |_| ()).await;
        let names: [&[u8]; 4] = [b"line\nend.csv", b"\xff\xfe.csv", "größe ⚡.csv".as_bytes(), &[b'x'; 255]];
        for name in names {
            folder.put(OsStr::from_bytes(name), name);
        }
        let logs = ended(&service, 4).await;
        assert!(logs.iter().all(|log| log.status == LogStatus::Success), "{logs:?}");
        for name in names {
            let moved = folder.path().join("Processed").join(OsStr::from_bytes(name));
            assert_eq!(fs::read(moved).unwrap(), name);
        }
        let shown: Vec<Option<&str>> = logs.iter().map(|log| log.subject.as_deref()).collect();
        assert!(shown.contains(&Some("line\u{fffd}end.csv")) && shown.contains(&Some("\u{fffd}\u{fffd}.csv")), "{shown:?}");
        service.stop().await;
    }

    async fn links_and_hidden_files_are_not_read(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        fs::write(db.folder().join("secret.csv"), "secret").unwrap();
        symlink(db.folder().join("secret.csv"), folder.path().join("link.csv")).unwrap();
        fs::create_dir(folder.path().join("folder.csv")).unwrap();
        for name in [".hidden.csv", "a.csv.part", "a.csv.tmp", "a.csv~"] {
            folder.put(name, "1");
        }
        let watcher = service.create_file_watcher(&folder, |_| ()).await;
        wait_scanned(&service, watcher).await;
        assert!(service.logs().await.is_empty());
        fs::rename(folder.path().join("a.csv.part"), folder.path().join("a.csv")).unwrap();
        assert_eq!(ended(&service, 1).await[0].subject.as_deref(), Some("a.csv"));
        wait_until(async || folder.names() == [".hidden.csv", "a.csv.tmp", "a.csv~"]).await;
        service.watchers.repair().replay(watcher, ".hidden.csv", actor()).await.unwrap();
        let logs = ended(&service, 2).await;
        assert_eq!(reason(&logs[1]), "it is a hidden or temporary file, which the pattern \"*\" does not name");
        service.stop().await;
    }

    async fn folders_outside_the_roots_are_rejected(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let outside = tempfile::tempdir().unwrap();
        let link = folder.path().parent().unwrap().join("link");
        symlink(outside.path(), &link).unwrap();
        for path in [outside.path(), link.as_path(), std::path::Path::new("share")] {
            let fields = WatcherFields::of_files("Outside", path.to_str().unwrap());
            let created = service.watchers.admin().create(fields, actor()).await;
            assert!(matches!(created, Err(WatcherError::Invalid(_))), "{}: {created:?}", path.display());
        }
        // A folder that is replaced by a link later is not read.
        let watcher = service.create_file_watcher(&folder, |_| ()).await;
        fs::rename(folder.path(), folder.path().with_extension("old")).unwrap();
        fs::write(outside.path().join("secret.csv"), "secret").unwrap();
        symlink(outside.path(), folder.path()).unwrap();
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().health.health == Health::Degraded).await;
        assert!(service.logs().await.is_empty());
        service.watchers.admin().set_enabled(watcher, false, actor()).await.unwrap();
        let enabled = service.watchers.admin().set_enabled(watcher, true, actor()).await;
        assert!(matches!(enabled, Err(WatcherError::Conflict(_))), "{enabled:?}");
        service.stop().await;
    }

    async fn unmatched_files_are_moved_or_stay(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let watcher = service.create_file_watcher(&folder, |fields| fields.pattern = "*.csv".into()).await;
        folder.put("a.txt", "1");
        let log = ended(&service, 1).await.remove(0);
        assert_eq!((log.status, reason(&log)), (LogStatus::Skipped, "the name does not match the pattern \"*.csv\""));
        wait_until(async || folder.processed() == ["a.txt"]).await;
        update(&service, watcher, |fields| fields.leave_unmatched = true).await;
        folder.put("b.txt", "2");
        assert_eq!(ended(&service, 2).await[1].status, LogStatus::Skipped);
        wait_scanned(&service, watcher).await;
        assert_eq!((folder.names(), service.logs().await.len()), (vec!["b.txt".to_owned()], 2));
        service.stop().await;
    }

    async fn a_destination_that_cannot_be_used_is_shown_until_it_can(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        folder.block_filing();
        folder.put("a.csv", "1");
        let watcher = service.create_file_watcher(&folder, |fields| fields.rescan_seconds = 60).await;
        let health = async || {
            service.clock.advance(Duration::from_secs(1));
            service.watchers.admin().get(watcher).await.unwrap().health
        };
        let is_shown = async || {
            let reason = health().await.reason.unwrap_or_default();
            reason.starts_with("Processed, but not filed: cannot move the file: ") && reason.contains("/Processed: ")
        };
        wait_until(is_shown).await;
        let log = service.logs().await.remove(0);
        assert!(log.status == LogStatus::DbComplete && reason(&log).starts_with("cannot move the file: "), "{log:?}");
        folder.allow_filing();
        wait_until(async || health().await.health == Health::Live).await;
        let log = ended(&service, 1).await.remove(0);
        assert_eq!((log.status, log.error_message.as_deref()), (LogStatus::Success, None));
        assert_eq!((folder.processed(), service.recorder.runs().len()), (vec!["a.csv".to_owned()], 1));
        service.stop().await;
    }

    async fn files_that_are_not_moved_run_once(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let watcher = service.create_file_watcher(&folder, |fields| fields.move_on_process = false).await;
        folder.put("a.csv", "1");
        ended(&service, 1).await;
        service.stop().await;
        service.start(db).await;
        wait_scanned(&service, watcher).await;
        assert_eq!((folder.names(), service.logs().await.len()), (vec!["a.csv".to_owned()], 1));
        assert_eq!(service.recorder.runs().values().copied().collect::<Vec<_>>(), [1]);
        service.stop().await;
    }

    async fn a_folder_that_cannot_be_written_delays_the_file(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        // Not even a user who may write everywhere can move a file into a file.
        fs::write(folder.path().join("Processed"), "").unwrap();
        service.create_file_watcher(&folder, |fields| fields.pattern = "*.csv".into()).await;
        folder.put("a.csv", "1");
        let is_waiting = "select count(*) from it.Queue where Kind = 'Message' and LastError is not null";
        // The file that blocks the folder waits, too: the pattern does not match it.
        wait_until(async || db.count(is_waiting).await == 2).await;
        fs::remove_file(folder.path().join("Processed")).unwrap();
        service.clock.advance(Duration::from_mins(6));
        wait_until(async || folder.processed().contains(&"a.csv".to_owned())).await;
        let logs = ended(&service, 1).await;
        let of_file = logs.iter().find(|log| log.subject.as_deref() == Some("a.csv")).unwrap();
        assert_eq!(of_file.status, LogStatus::Success);
        assert_eq!(service.recorder.runs().values().copied().collect::<Vec<_>>(), [1]);
        service.stop().await;
    }

    async fn a_folder_that_disappears_loses_nothing(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let watcher = service.create_file_watcher(&folder, |_| ()).await;
        wait_scanned(&service, watcher).await;
        let away = folder.path().with_extension("away");
        fs::rename(folder.path(), &away).unwrap();
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().health.health == Health::Degraded).await;
        fs::write(away.join("a.csv"), "1").unwrap();
        fs::rename(&away, folder.path()).unwrap();
        assert_eq!(ended(&service, 1).await[0].status, LogStatus::Success);
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().health.health == Health::Live).await;
        service.stop().await;
    }

    async fn a_watcher_of_new_files_ignores_older_ones(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        folder.put("old.csv", "1");
        service.clock.advance(Duration::from_hours(1));
        let watcher = service.create_file_watcher(&folder, |fields| fields.process_existing = Some(false)).await;
        wait_scanned(&service, watcher).await;
        assert_eq!((folder.names(), service.logs().await.len()), (vec!["old.csv".to_owned()], 0));
        let row = service.watchers.repair().replay(watcher, "old.csv", actor()).await.unwrap();
        let logs = ended(&service, 1).await;
        assert_eq!((logs[0].id, logs[0].status), (row.id, LogStatus::Success), "what a person replays always runs");
        service.stop().await;
    }

    async fn a_full_folder_needs_a_decision(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        for number in 0..501 {
            fs::write(folder.path().join(format!("{number}.csv")), "").unwrap();
        }
        // A folder that cannot be listed in time needs no decision.
        service.clock.freeze();
        let fields = WatcherFields { process_existing: None, ..folder.fields() };
        let id = service.watchers.admin().create(fields, actor()).await.unwrap().watcher.id;
        let enabled = service.watchers.admin().set_enabled(id, true, actor()).await;
        assert!(matches!(&enabled, Err(WatcherError::Conflict(text)) if text.contains("501 files")), "{enabled:?}");
        service.stop().await;
    }

    async fn files_are_replayed_by_name_and_compared_with_the_log(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let watcher = service.create_file_watcher(&folder, |_| ()).await;
        folder.put("a.csv", "1");
        let log = ended(&service, 1).await.remove(0);
        wait_until(async || service.watchers.repair().replay(watcher, "a.csv", actor()).await.is_ok_and(|row| row.id == log.id)).await;
        ended(&service, 1).await;
        for (name, is_missing) in [("b.csv", true), ("../a.csv", false)] {
            let replayed = service.watchers.repair().replay(watcher, name, actor()).await;
            assert_eq!(matches!(replayed, Err(WatcherError::Missing(_))), is_missing, "{name}: {replayed:?}");
            assert!(replayed.is_err());
        }
        wait_until(async || folder.processed() == ["a.csv"]).await;
        fs::write(folder.path().join("Processed/unknown.csv"), "2").unwrap();
        let balance = service.watchers.repair().balance(watcher, 2, &jiff::tz::TimeZone::UTC).await.unwrap();
        assert_eq!((balance.missing_count, balance.discrepancies.len(), balance.warnings), (1, 1, vec![]));
        assert_eq!(balance.discrepancies[0].subject.as_deref(), Some("unknown.csv"));
        let missing = service.watchers.repair().replay_missing(watcher, actor()).await;
        assert!(matches!(missing, Err(WatcherError::Conflict(_))), "{missing:?}");
        service.stop().await;
    }

    async fn strikes_of_csv_files_feed_the_status(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, folder(db));
        let watcher = service.create_file_watcher(&folder, |_| ()).await;
        let workflow = stormwire_workflow::ready_workflows().into_iter().find(|one| one.name.ends_with("CSV files")).unwrap();
        for action in workflow.actions(&serde_json::Map::new()).unwrap() {
            service.watchers.admin().create_action(watcher, action, actor()).await.unwrap();
        }
        let violations = service.watchers.admin().violations(&service.watchers.admin().actions(watcher).await.unwrap()).await.unwrap();
        assert!(violations.is_empty(), "the context of a file has all that the actions need");
        folder.put("strikes.csv", "Name,Timestamp,Type,Latitude,Longitude\r\nALERT,2026-05-01T12:00:00Z,Cloud-to-Ground,34.7283,-86.5477\r\n");
        let log = ended(&service, 1).await.remove(0);
        assert_eq!(log.status, LogStatus::Success, "{log:?}");
        assert_eq!(db.count("select count(*) from data.LightningStrike where Name = 'ALERT'").await, 1);
        assert_eq!(db.count("select count(*) from it.Queue where Kind in ('Canary', 'JunkCheck')").await, 0, "these are for mail");
        let paths = service.watchers.admin().context_paths(watcher, None).await.unwrap();
        assert!(paths.iter().any(|one| one.path == "$.File.Name" && one.from == "file"), "{paths:?}");
        service.stop().await;
    }
}
