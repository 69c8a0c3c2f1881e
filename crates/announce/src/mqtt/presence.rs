//! Keeps a connection to every broker open. One process holds this duty, by the lease of a queue item.

use super::publisher::MqttPublisher;
use super::session::{Session, SessionSettings};
use crate::delivery::SinkTarget;
use std::collections::BTreeMap;
use std::time::Duration;
use stormwire_city::secrets::Secrets;
use stormwire_clock::later;
use stormwire_store::queue::{JobFailure, JobOutcome, LoopWorker};
use stormwire_store::tables::event_sink::{self, EventSink, SinkKind};
use stormwire_store::{EventSinkId, StoreError};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Between two reads of the sinks, which may have been edited.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// Between two runs while there is no broker.
const IDLE_INTERVAL: Duration = Duration::from_secs(10);
/// The service is offline for a moment between two runs, so they are long.
const RUN_DURATION: Duration = Duration::from_hours(12);
/// What the sessions have for saying that the service is offline.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);

pub struct MqttPresence {
    publisher: MqttPublisher,
    secrets: Secrets,
    shutdown: CancellationToken,
}

/// A session, and the sink as it was when the session began.
struct RunningSession {
    sink: EventSink,
    stop: CancellationToken,
}

impl MqttPresence {
    /// Runs of the job end soon after `shutdown`.
    pub fn new(publisher: MqttPublisher, secrets: Secrets, shutdown: CancellationToken) -> Self {
        Self { publisher, secrets, shutdown }
    }

    /// Until the shutdown or the end of a run, or until no sink is a broker. Returns the pause before the next run.
    pub async fn keep_sessions(&self) -> Duration {
        let clock = self.publisher.clock();
        let until = later(clock.now(), RUN_DURATION);
        let mut running: BTreeMap<EventSinkId, RunningSession> = BTreeMap::new();
        let mut tasks = JoinSet::new();
        while !self.shutdown.is_cancelled() && clock.now() < until {
            // While the database cannot be read, the sessions go on.
            match self.read_sinks().await {
                Ok(sinks) => self.adjust(&mut running, &mut tasks, sinks),
                Err(error) => tracing::warn!(%error, "cannot read the event sinks"),
            }
            if running.is_empty() {
                break;
            }
            tokio::select! {
                () = clock.sleep(CHECK_INTERVAL) => {}
                () = self.shutdown.cancelled() => {}
            }
        }
        for session in running.values() {
            session.stop.cancel();
        }
        tokio::select! {
            () = async { while tasks.join_next().await.is_some() {} } => {}
            () = clock.sleep(SHUTDOWN_GRACE) => {}
        }
        if running.is_empty() { IDLE_INTERVAL } else { Duration::ZERO }
    }

    async fn read_sinks(&self) -> Result<Vec<EventSink>, StoreError> {
        event_sink::list(&mut self.publisher.store().reader().await?, None).await
    }

    /// Stops the sessions of sinks that were edited, disabled or deleted, and starts those that are missing.
    fn adjust(
        &self,
        running: &mut BTreeMap<EventSinkId, RunningSession>,
        tasks: &mut JoinSet<()>,
        sinks: Vec<EventSink>,
    ) {
        let is_wanted = |sink: &EventSink| sink.fields.is_enabled && sink.fields.kind == SinkKind::Mqtt;
        let wanted: Vec<EventSink> = sinks.into_iter().filter(is_wanted).collect();
        running.retain(|_, session| {
            let is_same = wanted.iter().any(|sink| is_same_session(sink, &session.sink));
            if !is_same {
                session.stop.cancel();
            }
            is_same
        });
        for sink in wanted {
            if !running.contains_key(&sink.id)
                && let Some(settings) = self.settings(&sink)
            {
                let stop = self.shutdown.child_token();
                let session = Session { publisher: self.publisher.clone(), settings, shutdown: stop.clone() };
                tasks.spawn(session.keep());
                running.insert(sink.id, RunningSession { sink, stop });
            }
        }
        while tasks.try_join_next().is_some() {}
    }

    fn settings(&self, sink: &EventSink) -> Option<SessionSettings> {
        match SinkTarget::open(&self.secrets, sink.clone()) {
            Ok(target) => {
                Some(SessionSettings { sink_id: sink.id, target, facility_ids: sink.fields.facility_ids.clone() })
            }
            Err(error) => {
                tracing::warn!(%error, sink_id = %sink.id, "the secret of an MQTT sink cannot be read");
                None
            }
        }
    }
}

/// Whether a session for one of them serves the other.
fn is_same_session(one: &EventSink, other: &EventSink) -> bool {
    one.id == other.id
        && one.fields.url == other.fields.url
        && one.fields.facility_ids == other.fields.facility_ids
        && one.sealed_secret == other.sealed_secret
}

impl LoopWorker for MqttPresence {
    const KIND: &'static str = "MqttPresence";
    const TIMEOUT: Duration = RUN_DURATION.saturating_mul(2);

    async fn run_loop(&self) -> Result<JobOutcome, JobFailure> {
        let pause = self.keep_sessions().await;
        Ok(JobOutcome::RunAgainAt(later(self.publisher.clock().now(), pause)))
    }
}
