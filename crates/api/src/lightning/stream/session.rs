//! One open stream: the snapshot, events that the client has missed, and what happens from then on.

use super::encode::{first_snapshot, frame};
use crate::App;
use axum::body::Bytes;
use futures_util::{Stream, StreamExt, stream};
use std::convert::Infallible;
use stormwire_city::Slot;
use stormwire_http::stream_hub::{StreamFrame, Subscription};
use stormwire_store::tables::status_event::{self, StatusEvent};
use stormwire_store::{FacilityId, StatusEventId, StoreError};
use tokio::runtime::Handle;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// Events that are read at once for a client that resumes.
const PAGE_EVENTS: u32 = 200;

/// What a client asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct StreamRequest {
    /// The last event that the client has; `None`: start now.
    pub(super) after: Option<StatusEventId>,
    pub(super) facility: Option<FacilityId>,
}

pub(super) struct StreamSession {
    app: App,
    frames: broadcast::Receiver<StreamFrame>,
    phase: Phase,
    /// The last event that was sent or need not be sent.
    position: StatusEventId,
    facility: Option<FacilityId>,
    /// The runtime of the service. The body is polled by the thread of the connection, but connections of the database
    /// belong to the service.
    runtime: Handle,
    #[expect(dead_code, reason = "freed with the stream")]
    slot: Slot,
}

/// What a stream does next.
enum NextStep {
    Send(Bytes),
    Continue,
    /// The client reads too slowly, the database cannot be read, or the service stops. The client reconnects and resumes.
    End,
}

enum Phase {
    Start { snapshot: Bytes, is_behind: bool },
    Resuming,
    Live,
}

impl StreamSession {
    /// Call it on the runtime of the service.
    pub(super) fn new(app: App, subscription: Subscription, slot: Slot, request: StreamRequest) -> Self {
        let Subscription { frames, position: hub } = subscription;
        // A database that was restored may have fewer events than the client knows.
        let position = request.after.map_or(hub.last_id, |after| after.min(hub.last_id));
        let snapshot = first_snapshot(&hub.snapshot, position);
        let phase = Phase::Start { snapshot, is_behind: position < hub.last_id };
        Self { app, frames, phase, position, facility: request.facility, runtime: Handle::current(), slot }
    }

    pub(super) fn into_stream(self) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
        let frames = stream::unfold(self, |mut session| async move {
            let bytes = session.next().await?;
            Some((Ok(bytes), session))
        });
        // A connection may poll once more after the end.
        frames.fuse()
    }

    /// `None` at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let step = match std::mem::replace(&mut self.phase, Phase::Live) {
                Phase::Start { snapshot, is_behind } => {
                    self.phase = if is_behind { Phase::Resuming } else { Phase::Live };
                    NextStep::Send(snapshot)
                }
                Phase::Resuming => self.resume().await,
                Phase::Live => self.receive().await,
            };
            match step {
                NextStep::Send(bytes) => return Some(bytes),
                NextStep::Continue => {}
                NextStep::End => return None,
            }
        }
    }

    /// The next page of events that the client has missed. Stays in this phase while there may be more.
    async fn resume(&mut self) -> NextStep {
        // Frames that were sent meanwhile are in the page, or come after it.
        self.frames = self.frames.resubscribe();
        let Ok(events) = self.read_page().await else { return NextStep::End };
        if events.len() == PAGE_EVENTS as usize {
            self.phase = Phase::Resuming;
        }
        self.select(&frame(b"", events))
    }

    async fn read_page(&self) -> Result<Vec<StatusEvent>, StoreError> {
        let (app, position, facility) = (self.app.clone(), self.position, self.facility);
        let reading = self.runtime.spawn(async move {
            let _permit = app.streams.resuming().acquire().await;
            status_event::list(&mut app.store.reader().await?, position, facility, PAGE_EVENTS).await
        });
        // The service is stopping, or the task has panicked.
        reading.await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
    }

    async fn receive(&mut self) -> NextStep {
        match self.frames.recv().await {
            Ok(frame) => self.select(&frame),
            Err(RecvError::Closed) => NextStep::End,
            Err(RecvError::Lagged(_)) => {
                metrics::counter!("stormwire_streams_lagged_total").increment(1);
                NextStep::End
            }
        }
    }
    fn select(&mut self, frame: &StreamFrame) -> NextStep {
        let bytes = frame.select(self.position, self.facility);
        self.position = frame.last_id().map_or(self.position, |last_id| last_id.max(self.position));
        bytes.map_or(NextStep::Continue, NextStep::Send)
    }
}
