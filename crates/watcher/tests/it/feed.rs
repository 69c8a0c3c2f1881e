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
use stormwire_testkit::service::{TestService, action_fields, actor, until};
use stormwire_testkit::{TestDb, on_both_databases};

const BOX: &str = "storm@example.gov";
/// Between two polls.
const INTERVAL: Duration = Duration::from_mins(2);

/// One watcher that feeds strikes.
struct FeedFixture<'a> {
    service: TestService,
    db: &'a TestDb,
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

impl<'a> FeedFixture<'a> {
    async fn open(db: &'a TestDb) -> Self {
        let service = TestService::with(db, INTERVAL).await;
        let lightning = Lightning::new(db.store.clone(), service.clock.clone(), INTERVAL);
        assert_eq!(lightning.live().await.unwrap().feed(), &Feed::default(), "nobody feeds yet");
        let watcher = service.watcher(BOX, |_| ()).await;
        let extract = service.action_of(watcher, "TextExtract", extraction("Strike at")).await;
        let merge = json!({"Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Extract.Items"}});
        service.action_of(watcher, "Sql", merge).await;
        Self { service, db, lightning, watcher, extract }
    }

    async fn feed(&self) -> Feed {
        self.lightning.live().await.unwrap().feed().clone()
    }

    /// Waits until it is healthy.
    async fn recovers(&self) {
        until(async || self.feed().await.healthy == Some(true)).await;
    }

    /// Waits until it is not, for this reason.
    async fn becomes_unhealthy(&self, reason: &str) {
        until(async || {
            let feed = self.feed().await;
            feed.healthy == Some(false) && feed.reason.is_some_and(|found| found.contains(reason))
        })
        .await;
    }

    /// The provider answers so many of all calls with a server error.
    fn breaks(&self, broken: f64) {
        self.service.emulator.set_faults(FaultSet { broken, ..FaultSet::default() }).unwrap();
    }

    /// A message about a strike so many minutes ago.
    fn strikes(&self, minutes: i64) {
        let at = self.service.clock.now() - SignedDuration::from_mins(minutes);
        let text = format!("Strike at {at} lat 34.7 lng -86.5 ground, seen by the network");
        self.service.deliver_text(BOX, "Strike", &text);
    }

    fn mails(&self) -> Vec<OperatorMail> {
        let about_feed = |mail: &OperatorMail| mail.subject.contains("strike feed");
        self.service.counts.mails().into_iter().filter(about_feed).collect()
    }

    /// Moves the clock in steps that leave the loops room to see it, until so much mail about the feed was sent.
    async fn mailed(&self, mails: usize, subject: &str) {
        until(async || {
            self.service.clock.advance(Duration::from_secs(1));
            self.mails().len() >= mails
        })
        .await;
        let told = self.mails();
        assert_eq!((told.len(), told[mails - 1].subject.as_str()), (mails, subject), "{told:?}");
    }

    async fn close(mut self) {
        self.service.stop().await;
    }
}

on_both_databases! {
    async fn a_dead_mailbox_makes_the_feed_unhealthy_and_recovery_is_mailed(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.recovers().await;
        let feed = fixture.feed().await;
        assert!(feed.last_checked_at.is_some() && feed.reason.is_none());
        fixture.breaks(1.0);
        fixture.service.clock.advance(INTERVAL * 2 + Duration::from_secs(1));
        fixture.becomes_unhealthy("was last polled successfully at").await;
        fixture.mailed(1, "stormwire: the strike feed is unhealthy").await;
        fixture.breaks(0.0);
        fixture.mailed(2, "stormwire: the strike feed has recovered").await;
        fixture.close().await;
    }

    async fn a_failed_message_makes_the_feed_unhealthy_until_it_succeeds(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        let read_as = async |start: &str| {
            let fields = action_fields("TextExtract", extraction(start), true);
            fixture.service.watchers.admin().update_action(fixture.watcher, fixture.extract, fields, actor()).await.unwrap();
        };
        read_as("Flash at").await;
        fixture.strikes(1);
        fixture.becomes_unhealthy(" failed").await;
        let log = fixture.service.settled(1).await.remove(0);
        read_as("Strike at").await;
        fixture.service.watchers.repair().retry(log.id, false, actor()).await.unwrap();
        fixture.recovers().await;
        fixture.close().await;
    }

    async fn an_unfinished_message_makes_the_feed_unhealthy_after_a_minute(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.recovers().await;
        fixture.service.subscribed(fixture.watcher).await;
        fixture.breaks(1.0);
        fixture.strikes(1);
        until(async || fixture.service.logs().await.iter().any(|log| log.status == LogStatus::Detected)).await;
        let is_stuck = async || fixture.feed().await.reason.is_some_and(|why| why.contains("is still not processed after 60 s"));
        fixture.service.clock.advance(Duration::from_secs(61));
        until(is_stuck).await;
        fixture.breaks(0.0);
        fixture.recovers().await;
        fixture.close().await;
    }

    async fn a_message_left_in_processing_makes_the_feed_unhealthy(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.recovers().await;
        let now = fixture.service.clock.now();
        fixture.db.execute(&format!(
            "insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, ReceivedAt, DetectedAt, Status, TriggerEvent, WorkflowRunId) \
             values ({}, 'left', '{now:.6}', '{now:.6}', 'Processing', 'Notification', 'r')", fixture.watcher
        )).await;
        fixture.becomes_unhealthy("was interrupted and must be retried").await;
        fixture.close().await;
    }

    async fn strikes_hours_from_their_message_make_the_feed_unhealthy(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        for (minutes, healthy) in [(1, true), (300, false), (2, true), (-20, false)] {
            // The provider gives whole seconds: the newest message must be the newest by its time.
            fixture.service.clock.advance(Duration::from_secs(2));
            let count = fixture.service.logs().await.len() + 1;
            fixture.strikes(minutes);
            fixture.service.settled(count).await;
            if healthy { fixture.recovers().await } else { fixture.becomes_unhealthy("the newest strike is dated").await }
        }
        fixture.close().await;
    }

    async fn a_wrong_host_clock_makes_the_feed_unhealthy(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.recovers().await;
        fixture.db.execute("update it.MailboxWatcherJob set ClockDifferenceMs = -31000").await;
        fixture.becomes_unhealthy("by 31 s and must be corrected").await;
        fixture.close().await;
    }

    async fn a_disabled_watcher_or_one_without_strikes_is_no_feed(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.recovers().await;
        fixture.service.watchers.admin().set_enabled(fixture.watcher, false, actor()).await.unwrap();
        until(async || fixture.feed().await == Feed::default()).await;
        fixture.service.watchers.admin().set_enabled(fixture.watcher, true, actor()).await.unwrap();
        fixture.recovers().await;
        let action = fixture.service.watchers.admin().actions(fixture.watcher).await.unwrap().pop().unwrap();
        fixture.service.watchers.admin().delete_action(fixture.watcher, action.id, actor()).await.unwrap();
        until(async || fixture.feed().await == Feed::default()).await;
        fixture.close().await;
    }
}
