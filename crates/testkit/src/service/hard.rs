//! Many messages, and a provider at its worst. Small in `make test`, large in `make soak`.

use crate::service::test_service::TestService;
use crate::service::wait::until;
use crate::test_db::TestDb;
use std::time::Duration;
use stormwire_emulator::{FaultSet, LifecycleEvent};
use stormwire_store::tables::log::LogStatus;

const BOX: &str = "storm@example.gov";

/// So many messages at once, their notifications doubled and out of order.
pub async fn burst(db: &TestDb, messages: usize) {
    let mut service = TestService::with(db, Duration::from_secs(2)).await;
    let watcher = service.watcher(BOX, |_| ()).await;
    service.subscribed(watcher).await;
    faults(&service, FaultSet { duplicate: 1.0, reorder: true, seed: 5, ..FaultSet::default() });
    for number in 0..messages {
        service.deliver(BOX, &number.to_string());
    }
    exactly_once(&service, &[BOX.into()], messages).await;
    service.stop().await;
}

/// Half the notifications dropped, delta links lost twice, a tenth of the calls throttled or broken, the subscriptions
/// removed once and expired once.
pub async fn worst(db: &TestDb, mailboxes: usize, messages: usize) {
    let mut service = TestService::with(db, Duration::from_millis(500)).await;
    let mailboxes: Vec<String> = (0..mailboxes).map(|number| format!("storm{number}@example.gov")).collect();
    for mailbox in &mailboxes {
        let watcher = service.watcher(mailbox, |_| ()).await;
        service.subscribed(watcher).await;
    }
    let worst = FaultSet {
        drop: 0.5,
        duplicate: 0.2,
        reorder: true,
        throttled: 0.05,
        server_errors: 0.05,
        not_found_once: true,
        ..FaultSet::default()
    };
    let rounds = [
        FaultSet { lose_delta_state: true, seed: 11, ..worst.clone() },
        FaultSet {
            lose_delta_state: true,
            lifecycle: Some(LifecycleEvent::SubscriptionRemoved),
            seed: 12,
            ..worst.clone()
        },
        FaultSet { expire_subscriptions: true, seed: 13, ..worst },
    ];
    let (mut delivered, portion) = (0, messages / rounds.len());
    for (round, set) in rounds.into_iter().enumerate() {
        let until_now = if round == 2 { messages } else { delivered + portion };
        for number in delivered..until_now {
            service.deliver(&mailboxes[number % mailboxes.len()], &number.to_string());
        }
        delivered = until_now;
        faults(&service, set);
        until(async || service.logs().await.len() >= delivered).await;
    }
    exactly_once(&service, &mailboxes, messages).await;
    service.stop().await;
}

/// A notification and a poll at the same time, over and over.
pub async fn races(db: &TestDb, messages: usize) {
    let mut service = TestService::with(db, Duration::from_millis(1)).await;
    let watcher = service.watcher(BOX, |_| ()).await;
    service.subscribed(watcher).await;
    for number in 0..messages {
        service.deliver(BOX, &number.to_string());
        until(async || service.logs().await.len() > number).await;
    }
    exactly_once(&service, &[BOX.into()], messages).await;
    service.stop().await;
}

fn faults(service: &TestService, set: FaultSet) {
    service.emulator.set_faults(set).expect("shares from 0 to 1");
}

/// Every message has one row and one run, and is in the folder Processed.
async fn exactly_once(service: &TestService, mailboxes: &[String], messages: usize) {
    let logs = service.settled(messages).await;
    assert_eq!(logs.len(), messages);
    let bad: Vec<_> = logs.iter().filter(|log| log.status != LogStatus::Success).collect();
    assert!(bad.is_empty(), "{bad:?}");
    let runs = service.counts.runs();
    assert_eq!(runs.len(), messages);
    assert!(runs.values().all(|count| *count == 1), "some ran twice");
    for mailbox in mailboxes {
        let folders = service.folders(mailbox);
        assert_eq!(folders.keys().collect::<Vec<_>>(), ["Inbox/Processed"], "{mailbox}: {folders:?}");
    }
    let stats = service.emulator.stats();
    for (mailbox, most) in stats["maxConcurrency"].as_object().expect("an object") {
        assert!(most.as_u64().is_some_and(|most| most <= 4), "{mailbox}: {most} calls at once");
    }
}
