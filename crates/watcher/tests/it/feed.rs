//! How well strikes are fed, reason by reason, with a real watcher on an emulated mailbox.

use jiff::SignedDuration;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_emulator::FaultSet;
use stormwire_lightning::{Feed, Lightning};
use stormwire_mailer::operator::OperatorMail;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::{ActionId, WatcherId};
use stormwire_testkit::station::{Station, action_fields, actor, until};
use stormwire_testkit::{Bed, on_both_databases};

const BOX: &str = "storm@example.gov";
/// Between two looks.
const INTERVAL: Duration = Duration::from_mins(2);

/// A station with one watcher that feeds strikes.
struct Newsroom<'a> {
    station: Station,
    bed: &'a Bed,
    lightning: Lightning,
    watcher: WatcherId,
    /// The action that reads strikes out of the text.
    extract: ActionId,
}

/// Strikes begin with these words.
fn extraction(start: &str) -> Value {
    let field = |pattern: &str, kind: &str| json!({"Pattern": pattern, "Type": kind, "Required": true});
    json!({"Op": {"Action": "Extract"}, "Segment": {"StartPattern": start}, "Fields": {
        "Timestamp": field(r"at (\S+)", "datetime"),
        "Latitude": field(r"lat (\S+)", "number"),
        "Longitude": field(r"lng (\S+)", "number"),
        "Name": field("network", "string"),
        "Type": field("ground", "string"),
    }})
}

impl<'a> Newsroom<'a> {
    async fn open(bed: &'a Bed) -> Self {
        let station = Station::with(bed, INTERVAL).await;
        let lightning = Lightning::new(bed.store.clone(), station.clock.clone(), INTERVAL);
        assert_eq!(lightning.live().await.unwrap().feed(), &Feed::default(), "nobody feeds yet");
        let watcher = station.watcher(BOX, |_| ()).await;
        let extract = station.action_of(watcher, "TextExtract", extraction("Strike at")).await;
        let merge = json!({"Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Extract.Items"}});
        station.action_of(watcher, "Sql", merge).await;
        Self { station, bed, lightning, watcher, extract }
    }

    async fn feed(&self) -> Feed {
        self.lightning.live().await.unwrap().feed().clone()
    }

    /// Waits until it is healthy.
    async fn recovers(&self) {
        until(async || self.feed().await.healthy == Some(true)).await;
    }

    /// Waits until it is not, for this reason.
    async fn suffers(&self, reason: &str) {
        until(async || {
            let feed = self.feed().await;
            feed.healthy == Some(false) && feed.reason.is_some_and(|found| found.contains(reason))
        })
        .await;
    }

    /// The provider answers so many of all calls with a server error.
    fn breaks(&self, broken: f64) {
        self.station.emulator.set_faults(FaultSet { broken, ..FaultSet::default() }).unwrap();
    }

    /// A message about a strike so many minutes ago.
    fn strikes(&self, minutes: i64) {
        let at = self.station.clock.now() - SignedDuration::from_mins(minutes);
        let text = format!("Strike at {at} lat 34.7 lng -86.5 ground, seen by the network");
        self.station.deliver_text(BOX, "Strike", &text);
    }

    fn mails(&self) -> Vec<OperatorMail> {
        let about_feed = |mail: &OperatorMail| mail.subject.contains("strike feed");
        self.station.counts.mails().into_iter().filter(about_feed).collect()
    }

    /// Moves the clock in steps that leave the loops room to see it, until so much mail about the feed was sent.
    async fn told(&self, mails: usize, subject: &str) {
        until(async || {
            self.station.clock.advance(Duration::from_secs(1));
            self.mails().len() >= mails
        })
        .await;
        let told = self.mails();
        assert_eq!((told.len(), told[mails - 1].subject.as_str()), (mails, subject), "{told:?}");
    }

    async fn close(mut self) {
        self.station.stop().await;
    }
}

on_both_databases! {
    async fn a_dead_mailbox_is_a_reason_and_the_operator_is_told_of_it_and_of_the_recovery(bed: &Bed) {
        let room = Newsroom::open(bed).await;
        room.recovers().await;
        let feed = room.feed().await;
        assert!(feed.last_checked_at.is_some() && feed.reason.is_none());
        room.breaks(1.0);
        room.station.clock.advance(INTERVAL * 2 + Duration::from_secs(1));
        room.suffers("was last looked at successfully at").await;
        room.told(1, "stormwire: the strike feed is unhealthy").await;
        room.breaks(0.0);
        room.told(2, "stormwire: the strike feed has recovered").await;
        room.close().await;
    }

    async fn a_failed_message_is_a_reason_until_it_has_succeeded_or_is_old(bed: &Bed) {
        let room = Newsroom::open(bed).await;
        let read_as = async |start: &str| {
            let fields = action_fields("TextExtract", extraction(start), true);
            room.station.watchers.admin().update_action(room.watcher, room.extract, fields, actor()).await.unwrap();
        };
        read_as("Flash at").await;
        room.strikes(1);
        room.suffers(" failed").await;
        let log = room.station.settled(1).await.remove(0);
        read_as("Strike at").await;
        room.station.watchers.repair().retry(log.id, false, actor()).await.unwrap();
        room.recovers().await;
        room.close().await;
    }

    async fn a_message_that_does_not_end_is_a_reason_after_a_minute(bed: &Bed) {
        let room = Newsroom::open(bed).await;
        room.recovers().await;
        room.station.subscribed(room.watcher).await;
        room.breaks(1.0);
        room.strikes(1);
        until(async || room.station.logs().await.iter().any(|log| log.status == LogStatus::Detected)).await;
        let is_stuck = async || room.feed().await.reason.is_some_and(|why| why.contains("is not done after 60 s"));
        room.station.clock.advance(Duration::from_secs(61));
        until(is_stuck).await;
        room.breaks(0.0);
        room.recovers().await;
        room.close().await;
    }

    async fn a_message_left_in_processing_is_a_reason(bed: &Bed) {
        let room = Newsroom::open(bed).await;
        room.recovers().await;
        let now = room.station.clock.now();
        room.bed.execute(&format!(
            "insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, ReceivedAt, DetectedAt, Status, TriggerEvent, WorkflowRunId) \
             values ({}, 'left', '{now:.6}', '{now:.6}', 'Processing', 'Notification', 'r')", room.watcher
        )).await;
        room.suffers("was left half done").await;
        room.close().await;
    }

    async fn strikes_that_lie_hours_from_their_message_are_a_reason(bed: &Bed) {
        let room = Newsroom::open(bed).await;
        for (minutes, healthy) in [(1, true), (300, false), (2, true), (-20, false)] {
            // The provider gives whole seconds: the newest message must be the newest by its time.
            room.station.clock.advance(Duration::from_secs(2));
            let count = room.station.logs().await.len() + 1;
            room.strikes(minutes);
            room.station.settled(count).await;
            if healthy { room.recovers().await } else { room.suffers("the newest strike lies").await }
        }
        room.close().await;
    }

    async fn a_host_clock_that_is_off_is_a_reason(bed: &Bed) {
        let room = Newsroom::open(bed).await;
        room.recovers().await;
        room.bed.execute("update it.MailboxWatcherJob set ClockDifferenceMs = -31000").await;
        room.suffers("clock lies 31 s from").await;
        room.close().await;
    }

    async fn a_watcher_that_is_off_or_writes_elsewhere_feeds_nobody(bed: &Bed) {
        let room = Newsroom::open(bed).await;
        room.recovers().await;
        room.station.watchers.admin().set_enabled(room.watcher, false, actor()).await.unwrap();
        until(async || room.feed().await == Feed::default()).await;
        room.station.watchers.admin().set_enabled(room.watcher, true, actor()).await.unwrap();
        room.recovers().await;
        let action = room.station.watchers.admin().actions(room.watcher).await.unwrap().pop().unwrap();
        room.station.watchers.admin().delete_action(room.watcher, action.id, actor()).await.unwrap();
        until(async || room.feed().await == Feed::default()).await;
        room.close().await;
    }
}
