//! One attempt of a delivery, and what follows from it.

use crate::delivery::{Announcement, DeliveryError, SinkTarget};
use crate::kinds::DeliveryDeps;
use crate::operator_mail::{disabled, not_delivered};
use crate::plan::next_attempt;
use futures_util::FutureExt;
use jiff::Timestamp;
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::Rng;
use stormwire_mailer::operator;
use stormwire_store::queue::retry_until_stored;
use stormwire_store::tables::event_delivery::{self, FailedDelivery, WaitingDelivery};
use stormwire_store::tables::event_sink;
use stormwire_store::{Conn, LockTarget, Schema, Store, StoreError, lock_for_update};

/// What attempts need.
#[derive(Clone)]
pub(crate) struct AttemptDeps {
    pub(crate) store: Store,
    pub(crate) rng: Arc<dyn Rng>,
    pub(crate) secrets: Secrets,
    pub(crate) delivery: DeliveryDeps,
}

/// What an attempt leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum AttemptEnd {
    Delivered,
    Failed(FailedDelivery),
    /// Nothing more goes to the sink.
    Gone(String),
}

impl AttemptEnd {
    fn label(&self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Failed(FailedDelivery { next_attempt_at: Some(_), .. }) => "retried",
            Self::Failed(_) => "failed",
            Self::Gone(_) => "gone",
        }
    }
}

/// Returns when the outcome is stored: until then the delivery counts as in progress, so that a receiver gets no event over
/// and over while the database cannot be written.
pub(crate) async fn attempt(deps: AttemptDeps, waiting: WaitingDelivery) {
    if let Err(error) = try_attempt(&deps, &waiting).await {
        tracing::error!(%error, sink_id = %waiting.sink_id, event_id = %waiting.event.id, "cannot record a delivery");
    }
}

async fn try_attempt(deps: &AttemptDeps, waiting: &WaitingDelivery) -> Result<(), StoreError> {
    let found = event_sink::get(&mut deps.store.reader().await?, waiting.sink_id).await?;
    let Some(sink) = found.filter(|sink| sink.fields.is_enabled) else { return Ok(()) };
    let result = match SinkTarget::open(&deps.secrets, sink) {
        Ok(target) => deps.delivery.deliver(&target, &Announcement::event(waiting.event.clone())).await,
        Err(error) => Err(DeliveryError::retry(format!("the secret of the sink cannot be read: {error}"))),
    };
    let clock = deps.delivery.clock();
    let (now, jitter) = (clock.now(), deps.rng.fraction());
    let end = match result {
        Ok(()) => AttemptEnd::Delivered,
        Err(DeliveryError::Gone(reason)) => AttemptEnd::Gone(reason),
        Err(DeliveryError::Retry { error, retry_after }) => AttemptEnd::Failed(FailedDelivery {
            next_attempt_at: next_attempt(waiting, retry_after, now, jitter),
            error,
        }),
    };
    report(waiting, &end);
    let store_outcome = || {
        let (store, waiting, end) = (deps.store.clone(), waiting.clone(), end.clone());
        async move {
            let unit =
                store.write(Schema::It, move |conn| async move { record(conn, &waiting, &end, now).await }.boxed());
            unit.await
        }
        .boxed()
    };
    retry_until_stored(clock.as_ref(), StoreError::is_transient, store_outcome).await
}

async fn record(
    conn: &mut Conn,
    waiting: &WaitingDelivery,
    end: &AttemptEnd,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (sink, event) = (waiting.sink_id, waiting.event.id);
    lock_for_update(conn, LockTarget::EventSink(sink)).await?;
    match end {
        AttemptEnd::Delivered => {
            if event_delivery::mark_delivered(conn, sink, event, now).await? {
                event_sink::record_success(conn, sink, event).await?;
            }
        }
        AttemptEnd::Failed(failed) => {
            if event_delivery::mark_attempted(conn, sink, event, failed, now).await? {
                event_sink::record_error(conn, sink, &failed.error).await?;
                let row = event_sink::get(conn, sink).await?;
                if let Some(mail) = row.and_then(|row| not_delivered(&row, waiting, failed)) {
                    operator::enqueue(conn, mail, now).await?;
                }
            }
        }
        AttemptEnd::Gone(reason) => {
            let failed = FailedDelivery { next_attempt_at: None, error: reason.clone() };
            if event_delivery::mark_attempted(conn, sink, event, &failed, now).await? {
                event_delivery::skip_waiting(conn, sink, reason).await?;
                event_sink::disable(conn, sink, reason).await?;
                if let Some(row) = event_sink::get(conn, sink).await? {
                    operator::enqueue(conn, disabled(&row, reason), now).await?;
                }
            }
        }
    }
    Ok(())
}

fn report(waiting: &WaitingDelivery, end: &AttemptEnd) {
    let (sink_id, event_id) = (waiting.sink_id, waiting.event.id);
    metrics::counter!("stormwire_sink_attempts_total", "sink" => sink_id.to_string(), "result" => end.label())
        .increment(1);
    match end {
        AttemptEnd::Delivered => tracing::debug!(%sink_id, %event_id, "event delivered"),
        AttemptEnd::Failed(FailedDelivery { next_attempt_at: Some(at), error }) => {
            tracing::warn!(%sink_id, %event_id, error, next_attempt_at = %at, "event not delivered; will retry");
        }
        AttemptEnd::Failed(FailedDelivery { error, .. }) => {
            tracing::error!(%sink_id, %event_id, error, "event not delivered; it is not retried any more");
        }
        AttemptEnd::Gone(reason) => tracing::error!(%sink_id, %event_id, reason, "event sink disabled"),
    }
}
