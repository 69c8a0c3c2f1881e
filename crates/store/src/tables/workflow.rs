//! Workflow runs and their steps.

use super::text::truncate_for_column;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{ActionId, Conn, DbTimestamp, LogId, RunId, StepId, StoreError, WatcherId};
use jiff::Timestamp;

const BEGIN: Sql = sql!("run/begin");
const END: Sql = sql!("run/end");
const GET_CONTEXT: Sql = sql!("run/get_context");
const TOUCH: Sql = sql!("run/touch");
const PUT_CONTEXT: Sql = sql!("run/put_context");
const BEGIN_STEP: Sql = sql!("run/begin_step");
const FIND_RUNNING_STEP: Sql = sql!("run/find_running_step");
const END_STEP: Sql = sql!("run/end_step");
const LIST_STEPS: Sql = sql!("run/list_steps");
const LIST_OF_LOG: Sql = sql!("run/list_of_log");

/// In characters.
const SUMMARY_LENGTH: usize = 4_000;

text_enum! {
    /// What started a run.
    pub enum WorkflowTrigger in "it.WorkflowRun.Trigger" {
        /// A message of a mailbox watcher.
        MailboxWatcherJob = "MailboxWatcherJob",
        /// A file of a file watcher.
        FileWatcherJob = "FileWatcherJob",
        /// A change of the status of a facility.
        StatusEvent = "StatusEvent",
    }
}

text_enum! {
    pub enum RunStatus in "it.WorkflowRun.Status" {
        Running = "Running",
        Success = "Success",
        Failed = "Failed",
        Skipped = "Skipped",
    }
}

text_enum! {
    pub enum StepStatus in "it.WorkflowStep.Status" {
        Running = "Running",
        Success = "Success",
        Failed = "Failed",
        Skipped = "Skipped",
    }
}

#[derive(Debug, Clone)]
pub struct NewRun {
    pub run_id: RunId,
    pub trigger: WorkflowTrigger,
    pub watcher_id: WatcherId,
    pub log_id: LogId,
}

/// Fails with a conflict if the run has begun before.
pub async fn begin(conn: &mut Conn, run: NewRun, now: Timestamp) -> Result<(), StoreError> {
    let NewRun { run_id, trigger, watcher_id, log_id } = run;
    run!(conn, BEGIN, [run_id, watcher_id, log_id, DbTimestamp(now), trigger]).map(|_| ())
}

/// Ends a run and deletes its context.
pub async fn end_run(conn: &mut Conn, run_id: &RunId, status: RunStatus, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, END, [run_id, status, DbTimestamp(now)]).map(|_| ())
}

/// The sealed context after the last step.
pub async fn find_context(conn: &mut Conn, run_id: &RunId) -> Result<Option<String>, StoreError> {
    let row = run!(conn, GET_CONTEXT, [run_id] => fetch_optional as (Option<String>,))?;
    Ok(row.and_then(|(context,)| context))
}

/// The row is touched before the context is sealed, as `city::secrets` requires.
pub async fn put_context<E: From<StoreError>>(
    conn: &mut Conn,
    run_id: &RunId,
    seal: impl FnOnce() -> Result<String, E>,
) -> Result<(), E> {
    run!(conn, TOUCH, [run_id])?;
    let sealed = seal()?;
    run!(conn, PUT_CONTEXT, [run_id, sealed])?;
    Ok(())
}

#[derive(Debug, Clone)]
pub struct NewStep {
    pub run_id: RunId,
    pub action_id: ActionId,
    /// Position in the run.
    pub order: i32,
    pub name: String,
    pub action_type: String,
    /// 1 or 2.
    pub phase: i32,
    /// `Running`, or `Skipped` if it will not run.
    pub status: StepStatus,
    /// A summary of the input.
    pub input: Option<String>,
    /// 64 hexadecimal digits. The same for the same settings of the action.
    pub config_hash: String,
}

/// The position of a step, which is unique.
#[derive(Debug, Clone)]
pub struct StepPosition {
    run_id: RunId,
    phase: i32,
    order: i32,
}

impl NewStep {
    pub fn position(&self) -> StepPosition {
        StepPosition { run_id: self.run_id.clone(), phase: self.phase, order: self.order }
    }
}

/// A step begins only once, except one of Phase 2 that was interrupted: returns `None` if it has begun before, or if another
/// action has its position.
pub async fn begin_step(conn: &mut Conn, step: NewStep, now: Timestamp) -> Result<Option<StepId>, StoreError> {
    let NewStep { run_id, action_id, order, name, action_type, phase, status, input, config_hash } = step;
    let started_at = (status == StepStatus::Running).then_some(DbTimestamp(now));
    let input = input.map(|input| truncate_for_column(&input, SUMMARY_LENGTH));
    let row = run!(
        conn, BEGIN_STEP, [run_id, action_id, order, name, action_type, phase, status, started_at, input, config_hash]
        => fetch_optional as (StepId,)
    )?;
    Ok(row.map(|(id,)| id))
}

/// `None` if the step has ended or was skipped.
pub async fn find_running_step(conn: &mut Conn, step: StepPosition) -> Result<Option<StepId>, StoreError> {
    let StepPosition { run_id, phase, order } = step;
    let row = run!(conn, FIND_RUNNING_STEP, [run_id, phase, order] => fetch_optional as (StepId,))?;
    Ok(row.map(|(id,)| id))
}

#[derive(Debug, Clone)]
pub struct StepEnd {
    pub status: StepStatus,
    /// A summary of the output.
    pub result: Option<String>,
    pub error: Option<String>,
}

pub async fn end_step(conn: &mut Conn, id: StepId, end: StepEnd, now: Timestamp) -> Result<(), StoreError> {
    let StepEnd { status, result, error } = end;
    let text = |text: Option<String>| text.map(|text| truncate_for_column(&text, SUMMARY_LENGTH));
    run!(conn, END_STEP, [id, status, DbTimestamp(now), text(result), text(error)]).map(|_| ())
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct Step {
    pub id: StepId,
    /// In the run.
    pub position: i32,
    pub name: String,
    pub action_type: String,
    /// 1 or 2.
    pub phase: i32,
    pub status: StepStatus,
    pub started_at: Option<DbTimestamp>,
    pub finished_at: Option<DbTimestamp>,
    /// A summary of the input.
    pub input: Option<String>,
    /// A summary of the output.
    pub result: Option<String>,
    pub error: Option<String>,
    pub action_id: Option<ActionId>,
    /// Of the action's settings when the step began. `None` for steps of older versions.
    pub config_hash: Option<String>,
}

/// In their order.
pub async fn list_steps(conn: &mut Conn, run_id: &RunId) -> Result<Vec<Step>, StoreError> {
    run!(conn, LIST_STEPS, [run_id] => fetch_all as Step)
}

#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Run {
    pub id: RunId,
    pub status: RunStatus,
    /// When Phase 1 began.
    pub started_at: DbTimestamp,
    pub finished_at: Option<DbTimestamp>,
}

/// Oldest first.
pub async fn runs(conn: &mut Conn, log: LogId) -> Result<Vec<Run>, StoreError> {
    run!(conn, LIST_OF_LOG, [log] => fetch_all as Run)
}
