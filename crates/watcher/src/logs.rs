//! The log as people look at it, and the operator's way back to the beginning.

use super::claim::{self, Seen, lane};
use super::working_folder::WorkingFolder;
use super::{Watch, WatchError, message, phase_two};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::json;
use std::time::Duration;
use stormwire_city::people::audit;
use stormwire_clock::earlier;
use stormwire_store::queue::{self, MESSAGE};
use stormwire_store::tables::audit::{Actor, Change};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::job;
use stormwire_store::tables::log::{self as rows, Log, Search};
use stormwire_store::tables::workflow::{self, Run, Step};
use stormwire_store::{Conn, Held, Schema, StoreError, hold};

/// How far back a text is looked for when nobody says since when.
const SEARCHED: Duration = Duration::from_hours(30 * 24);

impl Watch {
    /// Rows, newest first. Without a time, a text is looked for in the last 30 days: every row has to be read for it.
    pub async fn logs(&self, mut search: Search) -> Result<Vec<Log>, WatchError> {
        if search.text.is_some() && search.from.is_none() && search.to.is_none() {
            search.from = Some(earlier(self.clock.now(), SEARCHED));
        }
        Ok(rows::list(&mut self.store.reader().await?, search).await?)
    }

    /// One row with the steps of its newest run.
    pub async fn log(&self, id: i64) -> Result<(Log, Vec<Step>), WatchError> {
        let mut conn = self.store.reader().await?;
        let log = rows::get(&mut conn, id).await?.ok_or(WatchError::Missing("log row"))?;
        let steps = workflow::steps(&mut conn, &log.run_id).await?;
        Ok((log, steps))
    }

    /// The runs of a message, oldest first.
    pub async fn runs(&self, log_id: i64) -> Result<Vec<Run>, WatchError> {
        Ok(workflow::runs(&mut self.store.reader().await?, log_id).await?)
    }

    /// Back to the beginning under a new run, unless someone works on it right now. The old run's work is cancelled.
    pub async fn retry(&self, id: i64, force: bool, actor: Actor) -> Result<Log, WatchError> {
        let (run_id, now) = (self.chance.id(), self.clock.now());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Log, id).await?;
                let before = rows::get(conn, id).await?.ok_or(WatchError::Missing("log row"))?;
                if job::get(conn, before.job_id).await?.is_none() {
                    return Err(WatchError::Conflict("its watcher is gone".into()));
                }
                begin_anew(conn, &before, (&run_id, force), now).await?;
                record(conn, "retry", id, &actor, now).await?;
                let after = rows::get(conn, id).await?.ok_or(WatchError::Missing("log row"))?;
                Ok((before, after))
            }
            .boxed()
        });
        let (before, after) = unit.await?;
        // The retry stands whether or not the old folder can be removed; the next start tries again.
        let removed = WorkingFolder::new(&self.work_folder, before.job_id, &before.run_id).remove().await;
        if let Err(error) = removed {
            tracing::warn!(log = id, %error, "the working folder of the run before could not be removed");
        }
        Ok(after)
    }

    /// A message by its id at the provider; one that is in the log is retried.
    pub async fn replay(&self, job_id: i64, message_key: &str, actor: Actor) -> Result<Log, WatchError> {
        if !(1..=512).contains(&message_key.chars().count()) || message_key.contains('\0') {
            return Err(WatchError::invalid("messageKey", "1 to 512 characters are needed"));
        }
        let mut conn = self.store.reader().await?;
        job::get(&mut conn, job_id).await?.ok_or(WatchError::Missing("watcher"))?;
        if let Some(known) = rows::find(&mut conn, job_id, message_key).await? {
            drop(conn);
            return self.retry(known.id, false, actor).await;
        }
        drop(conn);
        let seen = Seen { job_id, trigger: TriggerEvent::Manual, messages: vec![(message_key.to_owned(), None)] };
        let now = self.clock.now();
        let sightings = seen.sightings(self.chance.as_ref(), now);
        let key = message_key.to_owned();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                claim::put(conn, &seen, sightings).await?;
                let made = rows::find(conn, job_id, &key).await?.ok_or(WatchError::Missing("log row"))?;
                record(conn, "replay", made.id, &actor, now).await?;
                Ok::<_, WatchError>(made)
            }
            .boxed()
        });
        unit.await
    }
}

async fn begin_anew(
    conn: &mut Conn,
    before: &Log,
    (run_id, force): (&str, bool),
    now: Timestamp,
) -> Result<(), WatchError> {
    let key = before.id.to_string();
    for kind in [MESSAGE, phase_two::KIND] {
        let held = queue::find(conn, kind, &key).await?.is_some_and(|standing| standing.state == "Leased");
        if held {
            return Err(WatchError::Conflict("someone works on it right now; try again when that has ended".into()));
        }
    }
    message::forget_place(conn, before.id).await?;
    queue::remove(conn, phase_two::KIND, &key).await?;
    workflow::end(conn, &before.run_id, "Failed", now).await?;
    rows::again(conn, before.id, run_id, force).await?;
    let item = claim::item(before.id, TriggerEvent::Manual, now);
    queue::enqueue_many(conn, MESSAGE, &lane(before.job_id), &[item], now).await?;
    Ok(())
}

async fn record(
    conn: &mut Conn,
    action: &'static str,
    id: i64,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), StoreError> {
    let change = Change { action, resource: "log", resource_id: Some(id), before: None, after: Some(json!({})) };
    audit::record(conn, Schema::It, actor, change, now).await
}
