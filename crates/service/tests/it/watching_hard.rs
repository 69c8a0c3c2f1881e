//! Never lose, never double: many messages, a provider at its worst.

use crate::station::{Station, until};
use std::time::Duration;
use stormwire_emulator::{FaultSet, Lifecycle};
use stormwire_testbed::on_both_databases;

const BOX: &str = "storm@example.gov";

/// Every message has one row, one run, and lies in the folder of the done.
async fn exactly_once(station: &Station, mailboxes: &[String], messages: usize) {
    let logs = station.settled(messages).await;
    assert_eq!(logs.len(), messages);
    let bad: Vec<_> = logs.iter().filter(|log| log.status != "Success").collect();
    assert!(bad.is_empty(), "{bad:?}");
    let runs = station.counts.runs();
    assert_eq!(runs.len(), messages);
    assert!(runs.values().all(|count| *count == 1), "some ran twice");
    for mailbox in mailboxes {
        let folders = station.folders(mailbox);
        assert_eq!(folders.keys().collect::<Vec<_>>(), ["Inbox/Processed"], "{mailbox}: {folders:?}");
    }
    let stats = station.emulator.stats();
    for (mailbox, most) in stats["maxConcurrency"].as_object().unwrap() {
        assert!(most.as_u64().unwrap() <= 4, "{mailbox}: {most} calls at once");
    }
}

on_both_databases! {
    async fn two_hundred_messages_at_once_with_doubled_and_disordered_notifications(bed: &Bed) {
        let mut station = Station::with(bed, Duration::from_secs(2)).await;
        let job = station.job(BOX, |_| ()).await;
        station.subscribed(job).await;
        station.emulator.set_faults(FaultSet { duplicate: 1.0, reorder: true, seed: 5, ..FaultSet::default() }).unwrap();
        for number in 0..200 {
            station.deliver(BOX, &number.to_string());
        }
        exactly_once(&station, &[BOX.into()], 200).await;
        station.stop().await;
    }

    async fn a_provider_at_its_worst_loses_nothing_and_doubles_nothing(bed: &Bed) {
        let mut station = Station::with(bed, Duration::from_millis(500)).await;
        let mailboxes: Vec<String> = (0..4).map(|number| format!("storm{number}@example.gov")).collect();
        for mailbox in &mailboxes {
            let job = station.job(mailbox, |_| ()).await;
            station.subscribed(job).await;
        }
        let worst = FaultSet { drop: 0.5, duplicate: 0.2, reorder: true, throttled: 0.05, broken: 0.05, not_found_once: true, seed: 11, ..FaultSet::default() };
        for round in 0..3 {
            let once = match round {
                0 => FaultSet { lose_delta_state: true, ..worst.clone() },
                1 => FaultSet { lose_delta_state: true, lifecycle: Some(Lifecycle::SubscriptionRemoved), ..worst.clone() },
                _ => FaultSet { expire_subscriptions: true, ..worst.clone() },
            };
            for number in 0..25 {
                for mailbox in &mailboxes {
                    station.deliver(mailbox, &format!("{round} {number}"));
                }
            }
            station.emulator.set_faults(FaultSet { seed: 11 + round, ..once }).unwrap();
            until(async || station.logs().await.len() >= 100 * (usize::try_from(round).unwrap() + 1)).await;
        }
        exactly_once(&station, &mailboxes, 300).await;
        station.stop().await;
    }

    async fn a_notification_and_a_look_race_a_hundred_times_and_one_run_each_comes_of_it(bed: &Bed) {
        let mut station = Station::with(bed, Duration::from_millis(1)).await;
        let job = station.job(BOX, |_| ()).await;
        station.subscribed(job).await;
        for number in 0..100 {
            station.deliver(BOX, &number.to_string());
            until(async || station.logs().await.len() > number).await;
        }
        exactly_once(&station, &[BOX.into()], 100).await;
        station.stop().await;
    }
}
