//! The second phase: what may wait until the message was put away. At least once; goes on behind the last step that has
//! an outcome.

use super::claim::lane;
use super::working_folder::WorkingFolder;
use super::{Watch, WatchError, operator};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use stormwire_store::queue::{self, Failure, NewItem, Outcome};
use stormwire_store::tables::job::{self, Job};
use stormwire_store::tables::log::{self, Log};
use stormwire_store::tables::sealed::Sealed;
use stormwire_store::tables::{action, workflow};
use stormwire_store::{Conn, Schema, StoreError};
use stormwire_workflow::{Context, Phase, PhaseEnd, Run};

/// The kind in the queue.
pub(super) const KIND: &str = "PhaseTwo";

/// Queues it, in the unit that ends the first phase.
pub(super) async fn enqueue(conn: &mut Conn, job_id: i64, log_id: i64, now: Timestamp) -> Result<(), StoreError> {
    let unique_key = Some(log_id.to_string());
    let lane = Some(format!("{} phase two", lane(job_id)));
    let item = NewItem { kind: KIND, unique_key, payload: json!({ "log": log_id }), priority: 0, due_at: now, lane };
    queue::enqueue(conn, item, now).await.map(|_| ())
}

impl Watch {
    /// Runs, or goes on with, the second phase of a message.
    pub(super) async fn second_phase(&self, log_id: i64) -> Result<Outcome, Failure> {
        let mut conn = self.store.reader().await?;
        let Some(log) = log::get(&mut conn, log_id).await? else { return Ok(Outcome::Done) };
        let Some(job) = job::get(&mut conn, log.job_id).await? else { return Ok(Outcome::Done) };
        let sealed = workflow::context(&mut conn, &log.run_id).await?;
        let actions = action::list(&mut conn, job.id).await?;
        drop(conn);
        let (Some(sealed), "Queued" | "Running") = (sealed, log.phase_two_status.as_str()) else {
            return Ok(Outcome::Done);
        };
        let mut context = self.unseal(log_id, &sealed)?;
        if !self.mark(&log, "Running", None).await? {
            return Ok(Outcome::Done);
        }
        let run = Run {
            run_id: log.run_id.clone(),
            log_id,
            job_id: job.id,
            message_key: log.message_key.clone(),
            force: log.force,
        };
        let end = self.runner.run(&run, Phase::Two, &actions, &mut context).await.map_err(WatchError::from)?;
        let failed = match end {
            PhaseEnd::Done | PhaseEnd::Ended => None,
            PhaseEnd::Failed(why) => Some(why),
        };
        self.end_second_phase(&job, &log, failed).await?;
        WorkingFolder::new(&self.work_folder, job.id, &log.run_id).remove().await?;
        Ok(Outcome::Done)
    }

    fn unseal(&self, log_id: i64, sealed: &str) -> Result<Context, Failure> {
        let plain = self.secrets.open(&Sealed::Context.place(log_id), sealed).map_err(WatchError::from)?;
        match serde_json::from_str(plain.expose_secret()) {
            Ok(Value::Object(root)) => Ok(Context::new(root)),
            _ => Err(Failure::Fatal("the kept context cannot be read".into())),
        }
    }

    async fn mark(&self, log: &Log, status: &'static str, error: Option<String>) -> Result<bool, StoreError> {
        let row = log.written();
        let unit = self.store.write(Schema::It, move |conn| {
            async move { log::put_phase_two(conn, &row, status, error.as_deref()).await }.boxed()
        });
        unit.await
    }

    async fn end_second_phase(&self, job: &Job, log: &Log, failed: Option<String>) -> Result<(), StoreError> {
        let (row, now) = (log.written(), self.clock.now());
        let mail = failed.as_ref().map(|why| operator::run_failed(job, log, Phase::Two, why));
        let status = if failed.is_some() { "Failed" } else { "Success" };
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                if log::put_phase_two(conn, &row, status, failed.as_deref()).await? {
                    workflow::end(conn, &row.run_id, status, now).await?;
                    if let Some(mail) = mail {
                        stormwire_mailer::operator::enqueue(conn, mail, now).await?;
                    }
                }
                Ok::<_, StoreError>(())
            }
            .boxed()
        });
        unit.await
    }
}
