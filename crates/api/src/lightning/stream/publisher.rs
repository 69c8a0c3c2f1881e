//! Finds new events and pictures, once for all open streams. Idle while there are none.

use super::encode::{self, COMMENT};
use crate::App;
use axum::body::Bytes;
use jiff::Timestamp;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_geo::{ParameterOverrides, ThreatCounts};
use stormwire_http::stream_hub::HubPosition;
use stormwire_lightning::{LightningError, ThreatPicture};
use stormwire_store::tables::status_event;
use stormwire_store::{StatusEventId, StoreError};
use stormwire_views::status::StatusView;

/// Between two checks for events, which other processes may have recorded. The picture decides itself when it is checked.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// While the database cannot be read.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// What clients are promised.
const COMMENT_INTERVAL: Duration = Duration::from_secs(15);
/// Events in one frame.
const BATCH_EVENTS: u32 = 500;

/// Sends what happens to the open streams. Does not return unless the database cannot be read.
pub async fn publish_to_streams(app: App) -> Result<(), String> {
    loop {
        app.streams.wait_for_streams().await;
        let mut publisher = Publisher::start(&app).await.map_err(|error| error.to_string())?;
        publisher.run().await;
    }
}

/// What the streams have got.
struct Publisher<'a> {
    app: &'a App,
    last_id: StatusEventId,
    picture: Arc<ThreatPicture>,
    counts: ThreatCounts,
    snapshot: Bytes,
    /// The open streams have not got the snapshot.
    is_unsent: bool,
    commented_at: Timestamp,
}

impl<'a> Publisher<'a> {
    async fn start(app: &'a App) -> Result<Self, LightningError> {
        let last_id = status_event::last_id(&mut app.store.reader().await?).await?;
        let picture = app.lightning.live_picture().await?;
        let (snapshot, counts) = render(app, &picture).await;
        Ok(Self { app, last_id, picture, counts, snapshot, is_unsent: false, commented_at: app.clock.now() })
    }

    /// Until there are no streams.
    async fn run(&mut self) {
        let Self { app, .. } = *self;
        let mut recorded = app.lightning.events_recorded();
        loop {
            app.streams.set_position(Some(HubPosition { snapshot: self.snapshot.clone(), last_id: self.last_id }));
            if app.streams.is_idle() {
                return;
            }
            tokio::select! {
                () = app.clock.sleep(CHECK_INTERVAL) => {}
                _ = recorded.changed() => {}
            }
            // Without a successful check no comment is sent, so that clients notice, and new streams wait.
            while let Err(error) = self.check().await {
                tracing::warn!(%error, "cannot read status events for the open streams");
                app.streams.set_position(None);
                app.clock.sleep(RETRY_DELAY).await;
            }
        }
    }

    async fn check(&mut self) -> Result<(), LightningError> {
        self.update_snapshot().await?;
        self.send_changes().await?;
        let now = self.app.clock.now();
        if now >= later(self.commented_at, COMMENT_INTERVAL) || now < self.commented_at {
            self.app.streams.send(encode::frame(COMMENT, Vec::new()));
            self.commented_at = now;
        }
        Ok(())
    }

    /// A new snapshot together with the first events: a strike usually causes both.
    async fn send_changes(&mut self) -> Result<(), StoreError> {
        loop {
            let mut conn = self.app.store.reader().await?;
            let events = status_event::list(&mut conn, self.last_id, None, BATCH_EVENTS).await?;
            drop(conn);
            let is_last = events.len() < BATCH_EVENTS as usize;
            let head: &[u8] = if std::mem::take(&mut self.is_unsent) { &self.snapshot } else { &[] };
            let frame = encode::frame(head, events);
            self.last_id = frame.last_id().unwrap_or(self.last_id);
            if !frame.is_empty() {
                self.app.streams.send(frame);
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// New streams get every picture; open streams only those that differ in more than their time.
    async fn update_snapshot(&mut self) -> Result<(), LightningError> {
        let picture = self.app.lightning.live_picture().await?;
        if Arc::ptr_eq(&picture, &self.picture) {
            return Ok(());
        }
        let (snapshot, counts) = render(self.app, &picture).await;
        let before = std::mem::replace(&mut self.picture, picture);
        let is_same = counts == self.counts
            && Arc::ptr_eq(before.strikes(), self.picture.strikes())
            && Arc::ptr_eq(before.facilities(), self.picture.facilities())
            && before.feed() == self.picture.feed();
        (self.snapshot, self.counts) = (snapshot, counts);
        self.is_unsent |= !is_same;
        Ok(())
    }
}

async fn render(app: &App, picture: &Arc<ThreatPicture>) -> (Bytes, ThreatCounts) {
    let all = app.lightning.facilities(picture, ParameterOverrides::default(), None).await;
    (encode::snapshot(&StatusView::new(picture, &all)), all.counts)
}
