//! What the provider calls us with: whom to believe, and what becomes of it. Everything that is believed is durable
//! before the provider is answered.

use super::claim::{self, Seen};
use super::gather::Call;
use super::subscription::{self, forget};
use super::{Watch, WatchError, reconcile};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_graph::{Notice, Told};
use stormwire_store::queue::{self, LOOP_PRIORITY, NewItem};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::job::{self, Job};
use stormwire_store::tables::sealed::Sealed;
use stormwire_store::tables::subscription as rows;
use stormwire_store::{Conn, Schema, StoreError};
use subtle::ConstantTimeEq;

/// For so long late notifications of a subscription that we gave up are ours.
pub(super) const RETIRED: Duration = Duration::from_hours(7 * 24);

/// Whether a payload was believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intake {
    /// At least one of its notifications is ours.
    Accepted,
    /// None is: nothing was written.
    Rejected,
}

/// What a believed payload asks for, per watcher.
#[derive(Debug, Default)]
struct Asked {
    messages: Vec<(String, Option<Timestamp>)>,
    look: bool,
    renew: bool,
    /// The subscription that is gone.
    removed: Option<String>,
}

impl Watch {
    /// Takes the notifications of several calls and answers each: what is not believed at once, the rest when all of
    /// it is stored.
    pub(super) async fn take_calls(&self, calls: Vec<Call>) {
        let (jobs, mut conn) = match self.known().await {
            Ok(known) => known,
            Err(error) => return calls.into_iter().for_each(|call| call.refuse(&error)),
        };
        let (mut asked, mut believed) = (BTreeMap::new(), Vec::new());
        for Call { notices, answer } in calls {
            match self.weigh(&mut conn, &jobs, notices, &mut asked).await {
                Ok(Intake::Accepted) => believed.push(answer),
                // Whoever asked may have gone away.
                other => drop(answer.send(other)),
            }
        }
        drop(conn);
        let stored = self.act(asked).await;
        for answer in believed {
            let _ = answer.send(stored.clone().map(|()| Intake::Accepted).map_err(WatchError::from));
        }
    }

    async fn known(&self) -> Result<(Vec<Job>, Conn), StoreError> {
        let mut conn = self.store.reader().await?;
        Ok((job::list(&mut conn).await?, conn))
    }

    /// Whether any of a call's notifications is ours; what they ask for is added.
    async fn weigh(
        &self,
        conn: &mut Conn,
        jobs: &[Job],
        notices: Vec<Notice>,
        asked: &mut BTreeMap<i64, Asked>,
    ) -> Result<Intake, WatchError> {
        let mut ours = false;
        for notice in notices {
            match self.believed(jobs, &notice)? {
                Some(job) => {
                    ours = true;
                    asked.entry(job.id).or_default().add(job, notice.what);
                }
                None => ours |= self.is_retired(conn, &notice).await?,
            }
        }
        Ok(if ours { Intake::Accepted } else { Intake::Rejected })
    }

    /// The watcher whose notification it is: by the subscription that it holds, or by the state of one that is being
    /// made, whose id we do not know yet.
    fn believed<'j>(&self, jobs: &'j [Job], notice: &Notice) -> Result<Option<&'j Job>, WatchError> {
        let (Some(id), Some(said)) = (&notice.subscription, &notice.client_state) else { return Ok(None) };
        let holder = jobs.iter().find(|job| {
            job.state.subscription_id.as_deref().is_some_and(|held| held.eq_ignore_ascii_case(id.as_str()))
        });
        if let Some(job) = holder {
            return Ok(self.is_state_of(job, said)?.then_some(job));
        }
        for job in jobs.iter().filter(|job| job.state.subscription_id.is_none()) {
            if self.is_state_of(job, said)? {
                return Ok(Some(job));
            }
        }
        Ok(None)
    }

    /// Compared in constant time.
    pub(super) fn is_state_of(&self, job: &Job, said: &SecretString) -> Result<bool, WatchError> {
        let Some(sealed) = &job.state.sealed_client_state else { return Ok(false) };
        let stored = self.secrets.open(&Sealed::ClientState.place(job.id), sealed)?;
        Ok(bool::from(stored.expose_secret().as_bytes().ct_eq(said.expose_secret().as_bytes())))
    }

    async fn is_retired(&self, conn: &mut Conn, notice: &Notice) -> Result<bool, WatchError> {
        // PostgreSQL stores no zero, so none of ours has one.
        let Some(id) = notice.subscription.as_ref().filter(|id| !id.as_str().contains('\0')) else { return Ok(false) };
        Ok(rows::is_retired(conn, id.as_str(), earlier(self.clock.now(), RETIRED)).await?)
    }

    /// All of it in one unit: the provider is answered once for all.
    async fn act(&self, asked: BTreeMap<i64, Asked>) -> Result<(), StoreError> {
        if asked.is_empty() {
            return Ok(());
        }
        let now = self.clock.now();
        let each = asked.into_iter().map(|(job_id, asked)| {
            let seen = Seen { job_id, trigger: TriggerEvent::Notification, messages: asked.messages.clone() };
            let sightings = seen.sightings(self.chance.as_ref(), now);
            (seen, sightings, asked)
        });
        let each: Vec<_> = each.collect();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                for (seen, sightings, asked) in each {
                    claim::put(conn, &seen, sightings).await?;
                    asked.enqueue(conn, seen.job_id, now).await?;
                }
                Ok::<_, StoreError>(())
            }
            .boxed()
        });
        unit.await
    }
}

impl Asked {
    fn add(&mut self, job: &Job, told: Told) {
        match told {
            Told::Created(key) => self.messages.push((key.as_str().to_owned(), None)),
            Told::Missed => self.look = true,
            Told::ReauthorizationRequired => (self.look, self.renew) = (true, true),
            Told::SubscriptionRemoved => {
                self.look = true;
                self.removed.clone_from(&job.state.subscription_id);
            }
            Told::Other => {}
        }
    }

    /// Lifecycle: renew, make anew, look.
    async fn enqueue(self, conn: &mut Conn, job_id: i64, now: Timestamp) -> Result<(), StoreError> {
        if let Some(id) = &self.removed {
            forget(conn, job_id, Some(id), now).await?;
        }
        if self.renew || self.removed.is_some() {
            let asked = self.renew.then(|| now.to_string());
            let payload = json!({"job": job_id, "renew": asked});
            enqueue_loop(conn, subscription::KIND, job_id, payload, now).await?;
        }
        if self.look {
            enqueue_loop(conn, reconcile::KIND, job_id, json!({ "job": job_id }), now).await?;
        }
        Ok(())
    }
}

/// Has a loop of a watcher run now.
pub(super) async fn enqueue_loop(
    conn: &mut Conn,
    kind: &'static str,
    job_id: i64,
    payload: serde_json::Value,
    now: Timestamp,
) -> Result<(), StoreError> {
    let unique_key = Some(job_id.to_string());
    let item = NewItem { kind, unique_key, payload, priority: LOOP_PRIORITY, due_at: now, lane: None };
    queue::enqueue(conn, item, now).await.map(|_| ())
}
