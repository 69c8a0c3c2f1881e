//! Checks that each message is processed exactly once under load and provider faults. Small in `make test`, large in
//! `make soak`.

use crate::service::status_events::{became_active, record_events};
use crate::service::test_service::TestService;
use crate::service::watched_files::{WatchedFiles, assert_all_filed};
use crate::test_db::TestDb;
use crate::wait::wait_until;
use futures_util::future::join_all;
use std::ops::Range;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_emulator::{FaultSet, LifecycleEvent};
use stormwire_store::tables::log::LogStatus;

const BOX: &str = "storm@example.gov";
/// Longer than the pause after a first failure.
const RETRY_PAUSE: Duration = Duration::from_mins(1);

/// A burst of messages whose notifications are duplicated and out of order.
pub async fn duplicate_notifications(db: &TestDb, messages: usize) {
    let mut service = TestService::with_poll_interval(db, Duration::from_secs(2)).await;
    let watcher = service.create_watcher(BOX, |_| ()).await;
    service.wait_subscribed(watcher).await;
    inject_errors(&service, FaultSet { duplicate: 1.0, reorder: true, seed: 5, ..FaultSet::default() });
    for number in 0..messages {
        service.deliver(BOX, &number.to_string());
    }
    assert_exactly_once(&service, &[BOX.into()], messages).await;
    service.stop().await;
}

/// Half of the notifications dropped, delta links lost twice, a tenth of the calls throttled or failed, the subscriptions
/// removed once and expired once.
pub async fn failing_provider(db: &TestDb, mailboxes: usize, messages: usize) {
    let mut service = TestService::with_poll_interval(db, Duration::from_millis(500)).await;
    let mailboxes: Vec<String> = (0..mailboxes).map(|number| format!("storm{number}@example.gov")).collect();
    for mailbox in &mailboxes {
        let watcher = service.create_watcher(mailbox, |_| ()).await;
        service.wait_subscribed(watcher).await;
    }
    let base = FaultSet {
        drop: 0.5,
        duplicate: 0.2,
        reorder: true,
        throttled: 0.05,
        server_errors: 0.05,
        not_found_once: true,
        ..FaultSet::default()
    };
    let rounds = [
        FaultSet { lose_delta_state: true, seed: 11, ..base.clone() },
        FaultSet {
            lose_delta_state: true,
            lifecycle: Some(LifecycleEvent::SubscriptionRemoved),
            seed: 12,
            ..base.clone()
        },
        FaultSet { expire_subscriptions: true, seed: 13, ..base },
    ];
    let (mut delivered, per_round) = (0, messages / rounds.len());
    for (round, set) in rounds.into_iter().enumerate() {
        let target = if round == 2 { messages } else { delivered + per_round };
        for number in delivered..target {
            service.deliver(&mailboxes[number % mailboxes.len()], &number.to_string());
        }
        delivered = target;
        inject_errors(&service, set);
        wait_until(async || service.logs().await.len() >= delivered).await;
    }
    assert_exactly_once(&service, &mailboxes, messages).await;
    service.stop().await;
}

/// A notification and a poll find each message at the same time.
pub async fn notification_poll_races(db: &TestDb, messages: usize) {
    let mut service = TestService::with_poll_interval(db, Duration::from_millis(1)).await;
    let watcher = service.create_watcher(BOX, |_| ()).await;
    service.wait_subscribed(watcher).await;
    for number in 0..messages {
        service.deliver(BOX, &number.to_string());
        wait_until(async || service.logs().await.len() > number).await;
    }
    assert_exactly_once(&service, &[BOX.into()], messages).await;
    service.stop().await;
}

/// Bursts of status events from several writers, while every burst and a fast poll wake the same watcher.
pub async fn status_event_bursts(db: &TestDb, bursts: usize, events: usize) {
    let mut service = TestService::with_poll_interval(db, Duration::from_millis(1)).await;
    service.create_status_watcher("siren", |_| ()).await;
    let burst = |number: usize| {
        let facility = i64::try_from(number).expect("a small number") + 1;
        let (store, now) = (db.store.clone(), service.clock.now());
        async move { record_events(&store, vec![became_active(facility, now); events], now).await }
    };
    join_all((0..bursts).map(burst)).await;
    assert_exactly_once(&service, &[], bursts * events).await;
    service.stop().await;
}

/// A burst of files, each delivered twice, while file system events and a fast poll wake the same watcher.
pub async fn file_burst(db: &TestDb, files: usize) {
    let mut service = TestService::new(db).await;
    let folder = WatchedFiles::create(db.folder(), "burst");
    service.create_file_watcher(&folder, |_| ()).await;
    for number in 0..files {
        // The second one replaces the first before it is processed, or is skipped as a duplicate.
        folder.put(format!("{number}.csv"), number.to_string());
        folder.put(format!("{number}.csv"), number.to_string());
    }
    wait_until(async || folder.names().is_empty()).await;
    let logs = service.wait_processed(files).await;
    let succeeded = logs.iter().filter(|log| log.status == LogStatus::Success).count();
    let skipped = logs.iter().filter(|log| log.status == LogStatus::Skipped).count();
    assert_eq!((succeeded, succeeded + skipped), (files, logs.len()), "others failed");
    assert_runs_once(&service, files);
    // A file that was replaced while it was filed has a row, but is gone.
    assert!((files..=logs.len()).contains(&folder.processed().len()) && folder.failed().is_empty());
    service.stop().await;
}

/// A third of the files arrives while nothing can be moved to `Processed`, a third while the folders disappear, and a third while
/// the service restarts.
pub async fn failing_shares(db: &TestDb, shares: usize, files: usize) {
    let mut service = TestService::new(db).await;
    let shares: Vec<WatchedFiles> =
        (0..shares).map(|number| WatchedFiles::create(db.folder(), &format!("share{number}"))).collect();
    for share in &shares {
        service.create_file_watcher(share, |_| ()).await;
    }
    let (first, second) = (files / 3, files * 2 / 3);
    for share in &shares {
        share.block_filing();
    }
    put_files(&shares, 0..first);
    let failing = "select count(*) from it.Queue where Kind = 'Message' and LastError is not null";
    wait_until(async || usize::try_from(db.count(failing).await).is_ok_and(|count| count == first)).await;
    assert_runs_once(&service, first);
    for share in &shares {
        share.allow_filing();
    }
    service.clock.advance(RETRY_PAUSE);
    service.wait_processed(first).await;

    put_files(&shares, first..first.midpoint(second));
    let away: Vec<WatchedFiles> = shares.iter().map(WatchedFiles::take_away).collect();
    put_files(&away, first.midpoint(second)..second);
    let running = "select count(*) from it.Queue where Kind = 'Message' and LastError is null";
    wait_until(async || db.count(running).await == 0).await;
    for (share, away) in shares.iter().zip(&away) {
        share.bring_back(away);
    }
    service.clock.advance(RETRY_PAUSE);
    service.wait_processed(second).await;

    put_files(&shares, second..files);
    service.stop().await;
    service.start(db).await;
    assert_exactly_once(&service, &[], files).await;
    assert_all_filed(&shares, files);
    service.stop().await;
}

fn put_files(shares: &[WatchedFiles], numbers: Range<usize>) {
    for number in numbers {
        shares[number % shares.len()].put(format!("{number}.csv"), number.to_string());
    }
}

fn inject_errors(service: &TestService, set: FaultSet) {
    service.emulator.set_faults(set).expect("valid faults");
}

fn assert_runs_once(service: &TestService, messages: usize) {
    let runs = service.recorder.runs();
    assert_eq!(runs.len(), messages);
    assert!(runs.values().all(|count| *count == 1), "a message ran twice");
}

/// Every message has one row and one run, and is in the folder Processed.
async fn assert_exactly_once(service: &TestService, mailboxes: &[String], messages: usize) {
    let logs = service.wait_processed(messages).await;
    assert_eq!(logs.len(), messages);
    let failed: Vec<_> = logs.iter().filter(|log| log.status != LogStatus::Success).collect();
    assert!(failed.is_empty(), "{failed:?}");
    assert_runs_once(service, messages);
    for mailbox in mailboxes {
        let folders = service.folder_counts(mailbox);
        assert_eq!(folders.keys().collect::<Vec<_>>(), ["Inbox/Processed"], "{mailbox}: {folders:?}");
    }
    let stats = service.emulator.stats();
    for (mailbox, max) in stats["maxConcurrency"].as_object().expect("an object") {
        assert!(max.as_u64().is_some_and(|max| max <= 4), "{mailbox}: {max} concurrent calls");
    }
}
