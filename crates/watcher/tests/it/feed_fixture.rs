//! A service with one watcher that stores strikes.

use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::time::Duration;
use stormwire_clock::{Clock, earlier, later};
use stormwire_emulator::FaultSet;
use stormwire_geo::LonLat;
use stormwire_lightning::source::read_feed;
use stormwire_lightning::{Feed, Lightning};
use stormwire_mailer::operator::OperatorMail;
use stormwire_store::tables::facility::{self, FacilityFields};
use stormwire_store::tables::watcher::WatcherFields;
use stormwire_store::{ActionId, Schema, WatcherId};
use stormwire_testkit::TestDb;
use stormwire_testkit::service::{TestService, WatchedFiles, action_fields, actor, wait_for, wait_until};

pub(crate) const BOX: &str = "storm@example.gov";
/// Between two polls.
pub(crate) const INTERVAL: Duration = Duration::from_mins(2);

/// By which the clock is advanced.
const STEP: Duration = Duration::from_secs(10);

/// A service with one watcher that stores strikes.
pub(crate) struct FeedFixture<'a> {
    pub(crate) service: TestService,
    pub(crate) db: &'a TestDb,
    pub(crate) lightning: Lightning,
    pub(crate) watcher: WatcherId,
    extract_action: ActionId,
}

/// The steps in a limit and one more. Time also passes during a step, on a busy machine much, and does not count.
fn steps(limit: Duration) -> RangeInclusive<u64> {
    0..=limit.as_secs() / STEP.as_secs()
}

/// `start` is the pattern at which a strike starts.
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
    pub(crate) async fn open(db: &'a TestDb) -> Self {
        Self::open_with(db, None, |_| ()).await
    }

    /// With test messages in this interval, and with these settings of the watcher.
    pub(crate) async fn open_with(
        db: &'a TestDb,
        canary_interval: Option<Duration>,
        change: impl FnOnce(&mut WatcherFields),
    ) -> Self {
        let service = TestService::with_intervals(db, INTERVAL, canary_interval).await;
        Self::watch(service, db, change).await
    }

    /// With a watched folder that is not a well-known one.
    pub(crate) async fn open_in_folder(db: &'a TestDb, path: &str) -> Self {
        let service = TestService::with_poll_interval(db, INTERVAL).await;
        service.emulator.add_mailbox(BOX).unwrap();
        service.emulator.add_folder(BOX, path);
        Self::watch(service, db, |fields| fields.folder_path = path.into()).await
    }

    /// With a watched folder on disk.
    pub(crate) async fn open_files(
        db: &'a TestDb,
        folder: &WatchedFiles,
        change: impl FnOnce(&mut WatcherFields),
    ) -> Self {
        let service = TestService::with_poll_interval(db, INTERVAL).await;
        let watcher = service.create_file_watcher(folder, change).await;
        Self::feed_from(service, db, watcher).await
    }

    async fn watch(service: TestService, db: &'a TestDb, change: impl FnOnce(&mut WatcherFields)) -> Self {
        let watcher = service.create_watcher(BOX, change).await;
        Self::feed_from(service, db, watcher).await
    }

    async fn feed_from(service: TestService, db: &'a TestDb, watcher: WatcherId) -> Self {
        let lightning = Lightning::new(db.store.clone(), service.clock.clone(), service.feed_rules);
        let before = wait_for(async || lightning.live_picture().await.ok()).await;
        assert_eq!(before.feed(), &Feed::default(), "no feed yet");
        let extract_action = service.add_action(watcher, "TextExtract", extraction("Strike at")).await;
        let merge = json!({
            "Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Extract.Items"},
            "MatchOn": ["Timestamp", "Latitude", "Longitude"],
        });
        service.add_action(watcher, "Sql", merge).await;
        Self { service, db, lightning, watcher, extract_action }
    }

    /// A busy machine may need several attempts for a picture that is not too old.
    pub(crate) async fn feed(&self) -> Feed {
        wait_for(async || self.lightning.live_picture().await.ok()).await.feed().clone()
    }

    /// Not from the picture, which may be a moment old.
    pub(crate) async fn feed_now(&self) -> Feed {
        let mut conn = self.db.store.reader().await.unwrap();
        read_feed(&mut conn, &self.service.feed_rules, self.service.clock.now()).await.unwrap()
    }

    pub(crate) async fn wait_healthy(&self) {
        wait_until(async || self.feed().await.healthy == Some(true)).await;
    }

    pub(crate) async fn wait_unhealthy(&self, reason: &str) {
        wait_until(async || {
            let feed = self.feed().await;
            feed.healthy == Some(false) && feed.reason.is_some_and(|found| found.contains(reason))
        })
        .await;
    }

    /// `server_errors` is the share of calls that fail with a server error.
    pub(crate) fn break_provider(&self, server_errors: f64) {
        self.service.emulator.set_faults(FaultSet { server_errors, ..FaultSet::default() }).unwrap();
    }

    /// Delivers a message about a strike some minutes ago.
    pub(crate) fn deliver_strike(&self, minutes: i64) {
        self.deliver_strikes(minutes, &["lat 34.7 lng -86.5"]);
    }

    pub(crate) fn deliver_strikes(&self, minutes: i64, positions: &[&str]) {
        self.service.deliver_html(BOX, "Strike", &self.strike_text(minutes, positions));
    }

    /// Strikes some minutes ago, as a message or a file has them.
    pub(crate) fn strike_text(&self, minutes: i64, positions: &[&str]) -> String {
        let at = self.service.clock.now() - SignedDuration::from_mins(minutes);
        let strike = |position: &&str| format!("Strike at {at} {position} ground, seen by the network\n");
        positions.iter().map(strike).collect()
    }

    pub(crate) async fn add_facility(&self, lat: f64, lng: f64) {
        let fields =
            FacilityFields { name: "Pool".into(), point: None, lat_long: LonLat::new(lng, lat).ok(), policy_id: None };
        let store = &self.db.store;
        let insert =
            store.write(Schema::Organization, move |conn| async move { facility::insert(conn, &fields).await }.boxed());
        insert.await.unwrap();
    }

    pub(crate) fn feed_mails(&self) -> Vec<OperatorMail> {
        let about_feed = |mail: &OperatorMail| mail.subject.contains("strike feed");
        self.service.recorder.mails().into_iter().filter(about_feed).collect()
    }

    /// Advances the clock in small steps, which polling can follow, until that many mails about the feed were sent.
    pub(crate) async fn wait_mailed(&self, mails: usize, subject: &str) {
        let clock = &self.service.clock;
        wait_until(async || {
            if self.due_count(earlier(clock.now(), STEP)).await == 0 {
                clock.advance(Duration::from_secs(1));
            }
            self.feed_mails().len() >= mails
        })
        .await;
        let sent = self.feed_mails();
        assert_eq!((sent.len(), sent[mails - 1].subject.as_str()), (mails, subject), "{sent:?}");
    }

    /// Advances the clock a little, and waits until the loops of the watcher and of the feed have run.
    async fn step(&self) {
        self.service.clock.advance(STEP);
        let now = self.service.clock.now();
        wait_until(async || self.due_count(now).await == 0).await;
    }

    /// How many of these loops were due then and have not ended since.
    async fn due_count(&self, at: Timestamp) -> i64 {
        let kinds = "'Reconcile', 'Canary', 'JunkCheck', 'FeedHealth'";
        self.db.count(&format!("select count(*) from it.Queue where Kind in ({kinds}) and DueAt <= '{at:.6}'")).await
    }

    /// Advances the clock in steps that polling can follow until the feed is unhealthy for this reason, which must happen
    /// within the limit. Returns the whole reason.
    pub(crate) async fn unhealthy_within(&self, limit: Duration, reason: &str) -> String {
        for _ in steps(limit) {
            if let Some(found) = self.feed().await.reason.filter(|found| found.contains(reason)) {
                return found;
            }
            self.step().await;
        }
        panic!("{reason:?} is not a reason after {limit:?}: {:?}", self.feed().await)
    }

    /// Advances the clock in the same steps and fails if the feed is healthy after one of them.
    pub(crate) async fn unhealthy_for(&self, time: Duration) {
        let end = later(self.service.clock.now(), time);
        while self.service.clock.now() < end {
            self.step().await;
            let feed = self.feed_now().await;
            assert_eq!(feed.healthy, Some(false), "{feed:?}");
        }
    }

    /// As above, until it is healthy.
    pub(crate) async fn healthy_within(&self, limit: Duration) {
        for _ in steps(limit) {
            if self.feed().await.healthy == Some(true) {
                return;
            }
            self.step().await;
        }
        panic!("not healthy after {limit:?}: {:?}", self.feed().await)
    }

    /// Changes the pattern at which a strike starts.
    pub(crate) async fn extract_from(&self, start: &str) {
        let (admin, fields) = (self.service.watchers.admin(), action_fields("TextExtract", extraction(start), true));
        admin.update_action(self.watcher, self.extract_action, fields, actor()).await.unwrap();
    }

    pub(crate) async fn close(mut self) {
        self.service.stop().await;
    }
}
