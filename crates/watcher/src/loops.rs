//! The loops as items of the queue, one page: which there are, how they are tried again, how they begin.

use super::health::{SILENT_MESSAGES, State, health};
use super::subscription::{self, Wish};
use super::{Watch, intake, listing, message, operator, phase_two, reconcile, strays};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_store::queue::{
    self, Backoff, Failure, GiveUp, Item, LOOP_PRIORITY, MESSAGE, NewItem, Outcome, Policy, Work,
};
use stormwire_store::tables::job::{self, Job};
use stormwire_store::tables::log;
use stormwire_store::{Conn, Schema, StoreError};

/// How often the health of all watchers is looked at.
const HEALTH_ROUND: Duration = Duration::from_secs(5);
const HEALTH: &str = "WatcherHealth";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Reconcile,
    Listing,
    Subscription,
    Unsubscribe,
    Strays,
    Health,
    Message,
    PhaseTwo,
}

/// One kind of the room's work.
struct Loop {
    watch: Watch,
    kind: Kind,
}

/// All work of this room, and what the actions of its workflows leave to be done.
pub fn works(watch: &Watch) -> Vec<Arc<dyn Work>> {
    use Kind::{Health, Listing, Message, PhaseTwo, Reconcile, Strays, Subscription, Unsubscribe};
    let all = [Reconcile, Listing, Subscription, Unsubscribe, Strays, Health, Message, PhaseTwo];
    let own = all.into_iter().map(|kind| Arc::new(Loop { watch: watch.clone(), kind }) as Arc<dyn Work>);
    own.chain(watch.runner.handlers().works()).collect()
}

/// Makes sure that every loop is in the queue: at the start, and whenever a watcher is switched on.
pub async fn schedule(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
    for job in job::list(conn).await?.iter().filter(|job| job.fields.is_enabled) {
        schedule_job(conn, job.id, now).await?;
    }
    for kind in [strays::KIND, HEALTH] {
        let unique_key = Some("all".to_owned());
        let item = NewItem { kind, unique_key, payload: json!({}), priority: LOOP_PRIORITY, due_at: now, lane: None };
        queue::enqueue(conn, item, now).await?;
    }
    Ok(())
}

/// The loops of one watcher, all due now.
pub(super) async fn schedule_job(conn: &mut Conn, job_id: i64, now: Timestamp) -> Result<(), StoreError> {
    for kind in [reconcile::KIND, subscription::KIND, listing::KIND] {
        intake::enqueue_loop(conn, kind, job_id, json!({ "job": job_id }), now).await?;
    }
    Ok(())
}

impl Work for Loop {
    fn kind(&self) -> &'static str {
        match self.kind {
            Kind::Reconcile => reconcile::KIND,
            Kind::Listing => listing::KIND,
            Kind::Subscription => subscription::KIND,
            Kind::Unsubscribe => subscription::UNSUBSCRIBE,
            Kind::Strays => strays::KIND,
            Kind::Health => HEALTH,
            Kind::Message => MESSAGE,
            Kind::PhaseTwo => phase_two::KIND,
        }
    }

    fn policy(&self) -> Policy {
        let seconds =
            |first, ceiling| Backoff { first: Duration::from_secs(first), ceiling: Duration::from_secs(ceiling) };
        let (limit, backoff) = match self.kind {
            Kind::Reconcile | Kind::Listing => (Duration::from_hours(1), seconds(2, 60)),
            Kind::Subscription | Kind::Unsubscribe | Kind::Strays => (Duration::from_mins(5), seconds(15, 300)),
            Kind::Health => (Duration::from_mins(1), seconds(5, 30)),
            Kind::Message => (message::LIMIT, seconds(1, 300)),
            Kind::PhaseTwo => (message::LIMIT, seconds(5, 300)),
        };
        // A subscription lives no longer than a week: after that there is nothing left to end.
        let is_brief = self.kind == Kind::Unsubscribe;
        let give_up = if is_brief { GiveUp::After(Duration::from_hours(7 * 24)) } else { GiveUp::Never };
        Policy { limit, backoff, give_up }
    }

    fn run<'a>(&'a self, item: &'a Item) -> BoxFuture<'a, Result<Outcome, Failure>> {
        let number = |name: &str| item.payload[name].as_i64().unwrap_or(0);
        let asked = |name: &str| item.payload[name].as_str().and_then(|at| at.parse().ok());
        let watch = &self.watch;
        match self.kind {
            Kind::Reconcile => watch.reconcile(number("job")).boxed(),
            Kind::Listing => watch.list_fully(number("job")).boxed(),
            Kind::Subscription => {
                let wish = Wish { renew: asked("renew"), replace: asked("replace") };
                watch.keep_subscription(number("job"), wish).boxed()
            }
            Kind::Unsubscribe => watch.unsubscribe(&item.payload).boxed(),
            Kind::Strays => watch.delete_strays().boxed(),
            Kind::Health => watch.look_at_health().boxed(),
            Kind::Message => watch.handle_message(number("log"), item).boxed(),
            Kind::PhaseTwo => watch.second_phase(number("log")).boxed(),
        }
    }
}

impl Watch {
    /// How well a watcher sees now.
    pub async fn health_of(&self, conn: &mut Conn, job: &Job) -> Result<super::Health, StoreError> {
        let newest = log::newest(conn, job.id, SILENT_MESSAGES).await?;
        Ok(health(job, &newest, self.interval(job), self.clock.now()))
    }

    async fn look_at_health(&self) -> Result<Outcome, Failure> {
        let mut conn = self.store.reader().await?;
        for job in job::list(&mut conn).await? {
            let found = self.health_of(&mut conn, &job).await?;
            if let Some(ends) = job.state.subscription_expires_at {
                let left = ends.duration_since(self.clock.now()).as_secs_f64() / 60.0;
                let gauge = metrics::gauge!("stormwire_subscription_minutes_left", "watcher" => job.id.to_string());
                gauge.set(left.max(0.0));
            }
            self.note_health(&job, found).await?;
        }
        drop(conn);
        self.look_at_credentials().await?;
        Ok(Outcome::Again(later(self.clock.now(), HEALTH_ROUND)))
    }

    /// A turn to worse or better is stored and told; a silent subscription is made anew, once for each time it is found so.
    async fn note_health(&self, job: &Job, found: super::Health) -> Result<(), StoreError> {
        let unchanged = job.state.health == found.state.name() && job.state.health_reason == found.reason;
        // A watcher that was just switched on has a first try before anyone is alarmed.
        let too_early = found.state == State::Degraded
            && job.state.subscription_sought_at.is_none_or(|at| at < self.started_at)
            && job.state.last_check_failed_at.is_none_or(|at| at < self.started_at)
            && job.state.last_check_error.is_none();
        if unchanged || too_early {
            return Ok(());
        }
        let turned = job.state.health != found.state.name();
        let was_degraded = job.state.health == State::Degraded.name();
        let is_degraded = found.state == State::Degraded;
        let recovered = was_degraded && matches!(found.state, State::Live | State::Polling);
        let mail = (turned && (is_degraded || recovered))
            .then(|| operator::health_changed(job, is_degraded, found.reason.as_deref(), self.clock.now()));
        let (id, now) = (job.id, self.clock.now());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                job::put_health(conn, id, found.state.name(), found.reason.as_deref(), now).await?;
                if found.is_silent {
                    let payload = json!({"job": id, "replace": now.to_string()});
                    intake::enqueue_loop(conn, subscription::KIND, id, payload, now).await?;
                }
                if let Some(mail) = mail {
                    stormwire_mailer::operator::enqueue(conn, mail, now).await?;
                }
                Ok::<_, StoreError>(())
            }
            .boxed()
        });
        unit.await
    }
}
