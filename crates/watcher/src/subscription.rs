//! One subscription per enabled watcher that wants one: made, renewed in time, looked after, made anew when it is gone.

use super::intake::enqueue_loop;
use super::mailboxes::Opened;
use super::{Watch, WatchError, reconcile};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::SecretString;
use serde_json::json;
use std::time::Duration;
use stormwire_clock::{earlier, later};
use stormwire_graph::{MailError, Subscription, SubscriptionId, SubscriptionRequest};
use stormwire_store::queue::{self, Failure, LOOP_PRIORITY, NewItem, Outcome};
use stormwire_store::tables::job::{self, Job, Mode};
use stormwire_store::tables::sealed::Sealed;
use stormwire_store::tables::subscription as rows;
use stormwire_store::{Conn, Held, Schema, StoreError, hold};

/// The loop's kind in the queue.
pub(super) const KIND: &str = "Subscription";
/// The kind of what ends one at the provider.
pub(super) const UNSUBSCRIBE: &str = "Unsubscribe";

/// What is to be done about a watcher's subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// It wants none and has none.
    Nothing,
    /// It has one that it does not want.
    End,
    /// It has none that lives.
    Make,
    /// It ends soon.
    Renew,
    /// It should be there: see whether it is.
    Look,
}

/// What someone asked for, and when: a wish is fulfilled by the first success after it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Wish {
    /// Renew it now, whenever it ends.
    pub(super) renew: Option<Timestamp>,
    /// It says nothing: make another.
    pub(super) replace: Option<Timestamp>,
}

fn plan(job: &Job, wish: Wish, margin: Duration, now: Timestamp) -> Plan {
    let held = job.state.subscription_id.is_some();
    if !job.fields.is_enabled || job.fields.mode == Mode::PollOnly {
        return if held { Plan::End } else { Plan::Nothing };
    }
    let is_open = |asked: Option<Timestamp>| asked.is_some() && asked > job.state.last_renewed_at;
    match job.state.subscription_expires_at.filter(|_| held) {
        None => Plan::Make,
        Some(_) if is_open(wish.replace) => Plan::Make,
        Some(ends) if ends <= now => Plan::Make,
        Some(ends) if is_open(wish.renew) || earlier(ends, margin) <= now => Plan::Renew,
        Some(_) => Plan::Look,
    }
}

impl Watch {
    /// One look at the subscription of a watcher.
    pub(super) async fn keep_subscription(&self, job_id: i64, wish: Wish) -> Result<Outcome, Failure> {
        let Some(job) = job::get(&mut self.store.reader().await?, job_id).await? else { return Ok(Outcome::Done) };
        if let Some(wait) = self.must_look_first(&job) {
            return Ok(Outcome::Again(wait));
        }
        let now = self.clock.now();
        let done = match plan(&job, wish, self.cadence.renewal_margin, now) {
            Plan::Nothing => return Ok(Outcome::Done),
            Plan::End => {
                self.let_go(&job).await?;
                return Ok(Outcome::Done);
            }
            Plan::Make => self.make_subscription(&job).await,
            Plan::Renew => self.renew_subscription(&job).await,
            Plan::Look => self.look_at_subscription(&job).await,
        };
        match done {
            Ok(ends) => Ok(Outcome::Again(self.next_look(ends, now))),
            Err(error) => {
                tracing::error!(job = job_id, %error, "the subscription could not be made or renewed");
                let (words, now) = (error.to_string(), self.clock.now());
                let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                    async move { rows::failed(conn, job_id, &words, now).await }.boxed()
                });
                unit.await?;
                Err(error.into())
            }
        }
    }

    /// After a start the first look at the folder comes before the first subscription.
    fn must_look_first(&self, job: &Job) -> Option<Timestamp> {
        let wanted = job.fields.is_enabled && job.fields.mode == Mode::Subscription;
        let looked = job.state.last_checked_at.max(job.state.last_check_failed_at);
        let is_due = wanted && looked.is_none_or(|at| at < self.started_at);
        is_due.then(|| later(self.clock.now(), Duration::from_millis(200)))
    }

    fn next_look(&self, ends: Timestamp, now: Timestamp) -> Timestamp {
        let check = later(now, self.cadence.renewal_check);
        // A lifetime shorter than the margin is renewed at half of it, not without a pause.
        let half = now + (ends.duration_since(now)) / 2;
        check.min(earlier(ends, self.cadence.renewal_margin).max(half))
    }

    /// The client state is stored before the call and the id right after it: a notification may come in between.
    async fn make_subscription(&self, job: &Job) -> Result<Timestamp, WatchError> {
        self.let_go(job).await?;
        let opened = self.open(job).await?;
        let folder = self.folder(job, &opened).await?;
        let client_state = self.new_client_state();
        self.seek(job.id, &client_state).await?;
        let request = SubscriptionRequest {
            folder,
            notification_url: self.notification_url.clone(),
            lifecycle_url: self.lifecycle_url.clone(),
            client_state,
            minutes: u32::try_from(self.cadence.subscription.as_secs() / 60).unwrap_or(u32::MAX),
        };
        match opened.mailbox.subscribe(&request).await {
            Ok(made) => self.hold_made(job.id, &opened, made, request.client_state).await,
            Err(error) => {
                // Where it may have been made all the same, its notifications are still known by their state.
                if !matches!(error, MailError::OutcomeUnknown { .. }) {
                    self.forget_subscription(job.id, None).await?;
                }
                Err(error.into())
            }
        }
    }

    /// Keeps what was made, unless the watcher has changed its mind meanwhile: every change that concerns the
    /// subscription takes the client state away.
    async fn hold_made(
        &self,
        job_id: i64,
        opened: &Opened,
        made: Subscription,
        client_state: SecretString,
    ) -> Result<Timestamp, WatchError> {
        let (watch, id, ends, now) = (self.clone(), made.id.as_str().to_owned(), made.expires_at, self.clock.now());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Job, job_id).await?;
                let same = match job::get(conn, job_id).await? {
                    Some(job) => watch.is_state_of(&job, &client_state)?,
                    None => false,
                };
                if same {
                    rows::made(conn, job_id, &id, ends, now).await?;
                    // What came after the last look and before the provider tells is found by another look.
                    enqueue_loop(conn, reconcile::KIND, job_id, json!({ "job": job_id }), now).await?;
                } else {
                    rows::retire(conn, &id, now).await?;
                }
                Ok::<_, WatchError>(same)
            }
            .boxed()
        });
        if !unit.await? {
            opened.mailbox.unsubscribe(&made.id).await?;
        }
        Ok(ends)
    }

    async fn renew_subscription(&self, job: &Job) -> Result<Timestamp, WatchError> {
        let Some(id) = job.state.subscription_id.clone() else { return self.make_subscription(job).await };
        let opened = self.open(job).await?;
        let minutes = u32::try_from(self.cadence.subscription.as_secs() / 60).unwrap_or(u32::MAX);
        match opened.mailbox.renew(&SubscriptionId::new(&id), minutes).await {
            Ok(renewed) => {
                let (job_id, ends, now) = (job.id, renewed.expires_at, self.clock.now());
                let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                    async move { rows::renewed(conn, job_id, &id, ends, now).await }.boxed()
                });
                unit.await?;
                Ok(ends)
            }
            Err(MailError::NotFound { .. }) => self.make_subscription(job).await,
            Err(error) => Err(error.into()),
        }
    }

    /// The provider removes subscriptions without a word; and one that tells another address tells nobody.
    async fn look_at_subscription(&self, job: &Job) -> Result<Timestamp, WatchError> {
        let Some(id) = job.state.subscription_id.clone() else { return self.make_subscription(job).await };
        let opened = self.open(job).await?;
        let found = opened.mailbox.subscription(&SubscriptionId::new(&id)).await?;
        let is_ours =
            |found: &Subscription| found.notification_url.is_empty() || found.notification_url == self.notification_url;
        let Some(found) = found.filter(is_ours) else { return self.make_subscription(job).await };
        let (job_id, ends, now) = (job.id, found.expires_at, self.clock.now());
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { rows::seen(conn, job_id, &id, ends, now).await }.boxed()
        });
        unit.await?;
        Ok(ends)
    }

    /// Ends what a watcher holds: here at once, at the provider as soon as that can be done.
    async fn let_go(&self, job: &Job) -> Result<(), StoreError> {
        let (job, now) = (job.clone(), self.clock.now());
        self.store.write(Schema::It, move |conn| async move { release(conn, &job, now).await }.boxed()).await
    }

    /// Ends a subscription at the provider that no watcher holds any more.
    pub(super) async fn unsubscribe(&self, payload: &serde_json::Value) -> Result<Outcome, Failure> {
        let text = |name: &str| payload[name].as_str().unwrap_or_default();
        let opened = self.open_mailbox(payload["credential"].as_i64(), text("mailbox")).await?;
        let ended = opened.mailbox.unsubscribe(&SubscriptionId::new(text("subscription"))).await;
        ended.map_err(WatchError::from)?;
        Ok(Outcome::Done)
    }

    /// Holds none from now on.
    pub(super) async fn forget_subscription(&self, job_id: i64, retired: Option<String>) -> Result<(), StoreError> {
        let now = self.clock.now();
        let unit = self
            .store
            .write(Schema::It, move |conn| async move { forget(conn, job_id, retired.as_deref(), now).await }.boxed());
        unit.await
    }

    async fn seek(&self, job_id: i64, client_state: &SecretString) -> Result<(), WatchError> {
        let (secrets, client_state) = (self.secrets.clone(), client_state.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                rows::seek(conn, job_id).await?;
                let sealed = secrets.seal(&Sealed::ClientState.place(job_id), &client_state)?;
                Sealed::ClientState.put(conn, job_id, sealed).await?;
                Ok::<_, WatchError>(())
            }
            .boxed()
        });
        unit.await
    }

    fn new_client_state(&self) -> SecretString {
        let mut bytes = [0; 32];
        self.chance.fill(&mut bytes);
        let hex: String = bytes
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 15])
            .filter_map(|half| char::from_digit(half.into(), 16))
            .collect();
        hex.into()
    }
}

/// Within a unit: the watcher lets go of what it holds. From then on its notifications are late ones.
pub(super) async fn release(conn: &mut Conn, job: &Job, now: Timestamp) -> Result<(), StoreError> {
    let Some(id) = &job.state.subscription_id else { return rows::clear(conn, job.id).await };
    forget(conn, job.id, Some(id), now).await?;
    let payload = serde_json::json!({
        "subscription": id,
        "credential": job.fields.credential_id,
        "mailbox": job.fields.mailbox_address,
    });
    let unique_key = Some(id.clone());
    let item = NewItem { kind: UNSUBSCRIBE, unique_key, payload, priority: LOOP_PRIORITY, due_at: now, lane: None };
    queue::enqueue(conn, item, now).await.map(|_| ())
}

/// Within a unit: the watcher holds none from now on.
pub(super) async fn forget(
    conn: &mut Conn,
    job_id: i64,
    retired: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    rows::clear(conn, job_id).await?;
    match retired {
        Some(id) => rows::retire(conn, id, now).await,
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::tests::fields;
    use stormwire_store::tables::job::{JobFields, JobState};

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + 3_600 * hour).unwrap()
    }

    #[test]
    fn what_is_to_be_done_follows_from_what_is_held_and_wanted() {
        let margin = Duration::from_hours(24);
        let job = |is_enabled, mode, ends: Option<i64>| Job {
            id: 1,
            fields: JobFields { is_enabled, mode, ..fields() },
            state: JobState {
                subscription_id: ends.map(|_| "s".into()),
                subscription_expires_at: ends.map(at),
                last_renewed_at: Some(at(-1)),
                ..JobState::default()
            },
        };
        let (push, poll) = (Mode::Subscription, Mode::PollOnly);
        let (none, renew, replace) =
            (Wish::default(), Wish { renew: Some(at(0)), replace: None }, Wish { renew: None, replace: Some(at(0)) });
        let old = Wish { renew: Some(at(-9)), replace: Some(at(-9)) };
        for (enabled, mode, ends, wish, expected) in [
            (true, push, None, none, Plan::Make),
            (true, push, Some(0), none, Plan::Make),
            (true, push, Some(24), none, Plan::Renew),
            (true, push, Some(25), none, Plan::Look),
            (true, push, Some(100), renew, Plan::Renew),
            (true, push, Some(100), replace, Plan::Make),
            (true, push, Some(100), old, Plan::Look),
            (false, push, Some(100), none, Plan::End),
            (false, push, None, none, Plan::Nothing),
            (true, poll, Some(100), none, Plan::End),
            (true, poll, None, replace, Plan::Nothing),
        ] {
            assert_eq!(plan(&job(enabled, mode, ends), wish, margin, at(0)), expected, "{enabled} {mode:?} {ends:?}");
        }
    }
}
