//! The queue with all workers, and what one process does for all.

use crate::deps::Deps;
use crate::watchers;
use anyhow::Result;
use std::sync::Arc;
use stormwire_announce::push::PushSender;
use stormwire_announce::{EventAnnouncer, EventSinks, MqttPresence};
use stormwire_city::config::Config;
use stormwire_lightning::{FeedMonitor, Lightning, StatusRecorder};
use stormwire_mailer::operator::{OperatorDigest, OperatorMail, OperatorMailWorker, OperatorMailer};
use stormwire_store::Schema;
use stormwire_store::queue::{Dispatcher, LoopWorker, loop_worker, worker};
use stormwire_store::retention::{Retention, RetentionJob};
use stormwire_watcher::Watchers;
use tokio_util::sync::CancellationToken;

/// What one process does for all, about status events.
pub(crate) struct Duties {
    recorder: StatusRecorder,
    announcer: EventAnnouncer,
    mqtt_presence: MqttPresence,
    push_sender: PushSender,
}

impl Duties {
    pub(crate) fn new(
        lightning: &Lightning,
        event_sinks: &EventSinks,
        push_sender: PushSender,
        shutdown: &CancellationToken,
    ) -> Self {
        Self {
            recorder: StatusRecorder::new(lightning.clone(), shutdown.clone())
                .waking(stormwire_watcher::wake_event_readers),
            announcer: event_sinks.announcer(lightning.clone(), shutdown.clone()),
            mqtt_presence: event_sinks.mqtt_presence(shutdown.clone()),
            push_sender,
        }
    }
}

/// The queue dispatcher with all workers.
pub(crate) async fn dispatcher(
    config: &Config,
    deps: &Deps,
    watchers: &Watchers,
    operator_mailer: Arc<OperatorMailer>,
    duties: Duties,
) -> Result<Dispatcher> {
    let Deps { store, clock, rng, .. } = deps.clone();
    let now = clock.now();
    store
        .write(Schema::It, move |conn| {
            Box::pin(async move {
                Retention::schedule(conn, now).await?;
                FeedMonitor::schedule(conn, now).await?;
                StatusRecorder::schedule(conn, now).await?;
                PushSender::schedule(conn, now).await?;
                EventAnnouncer::schedule(conn, now).await?;
                MqttPresence::schedule(conn, now).await?;
                stormwire_watcher::schedule(conn, now).await
            })
        })
        .await?;
    let retention = Retention::new(store.clone(), clock.clone(), config.watch.retention);
    let feed_watch = FeedMonitor::new(store.clone(), clock.clone(), watchers::feed_rules(config));
    let per_hour = config.operator_mails_per_hour;
    let operator_mail = Arc::new(OperatorMailWorker::new(store.clone(), clock.clone(), operator_mailer, per_hour));
    let mut workers = watchers.workers();
    workers.push(worker::<RetentionJob>(Arc::new(retention)));
    workers.push(worker::<OperatorMail>(operator_mail.clone()));
    workers.push(worker::<OperatorDigest>(operator_mail));
    workers.push(loop_worker(Arc::new(feed_watch)));
    workers.push(loop_worker(Arc::new(duties.recorder)));
    workers.push(loop_worker(Arc::new(duties.push_sender)));
    workers.push(loop_worker(Arc::new(duties.announcer)));
    workers.push(loop_worker(Arc::new(duties.mqtt_presence)));
    Ok(Dispatcher::new(store, clock, rng, workers))
}
