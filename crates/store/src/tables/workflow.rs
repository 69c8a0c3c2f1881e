//! The rows of workflow runs and their steps.

use super::text::cut;
use crate::database::conn::{Sql, run, sql};
use crate::text_enum::text_enum;
use crate::{ActionId, At, Conn, LogId, RunId, StepId, StoreError, WatcherId};
use jiff::Timestamp;

const BEGIN: Sql = sql!("run/begin");
const END: Sql = sql!("run/end");
const CONTEXT: Sql = sql!("run/context");
const TOUCH: Sql = sql!("run/touch");
const KEEP: Sql = sql!("run/keep");
const STEP_BEGIN: Sql = sql!("run/step_begin");
const STEP_END: Sql = sql!("run/step_end");
const STEPS: Sql = sql!("run/steps");
const OF_LOG: Sql = sql!("run/of_log");

/// Longest summary that is kept.
const SUMMARY: usize = 4_000;

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

/// Begins a run; a second beginning of the same run is refused by its key.
pub async fn begin(
    conn: &mut Conn,
    run_id: &RunId,
    watcher: WatcherId,
    log: LogId,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, BEGIN, [run_id, watcher, log, At(now)]).map(|_| ())
}

/// Ends a run and throws its context away.
pub async fn end(conn: &mut Conn, run_id: &RunId, status: RunStatus, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, END, [run_id, status, At(now)]).map(|_| ())
}

/// The sealed context as the last step has left it.
pub async fn context(conn: &mut Conn, run_id: &RunId) -> Result<Option<String>, StoreError> {
    let row = run!(conn, CONTEXT, [run_id] => fetch_optional as (Option<String>,))?;
    Ok(row.and_then(|(context,)| context))
}

/// Keeps the context. The row is touched first and sealed for then, as `city::secrets` requires.
pub async fn keep<E: From<StoreError>>(
    conn: &mut Conn,
    run_id: &RunId,
    seal: impl FnOnce() -> Result<String, E>,
) -> Result<(), E> {
    run!(conn, TOUCH, [run_id])?;
    let sealed = seal()?;
    run!(conn, KEEP, [run_id, sealed])?;
    Ok(())
}

/// A step that begins.
#[derive(Debug, Clone)]
pub struct NewStep {
    pub run_id: RunId,
    pub action_id: ActionId,
    /// Its place in the run.
    pub order: i32,
    pub name: String,
    pub action_type: String,
    /// 1 or 2.
    pub phase: i32,
    /// `Running`, or `Skipped` when it will not run.
    pub status: StepStatus,
    /// A summary of what it is given.
    pub input: Option<String>,
}

/// Writes down that a step begins. A step of the first phase begins once; `None` says that it has begun before.
pub async fn begin_step(conn: &mut Conn, step: NewStep, now: Timestamp) -> Result<Option<StepId>, StoreError> {
    let NewStep { run_id, action_id, order, name, action_type, phase, status, input } = step;
    let started_at = (status == StepStatus::Running).then_some(At(now));
    let input = input.map(|input| cut(&input, SUMMARY));
    let row = run!(
        conn, STEP_BEGIN, [run_id, action_id, order, name, action_type, phase, status, started_at, input]
        => fetch_optional as (StepId,)
    )?;
    Ok(row.map(|(id,)| id))
}

/// How a step ended.
#[derive(Debug, Clone)]
pub struct StepEnd {
    pub status: StepStatus,
    /// A summary of what came of it.
    pub result: Option<String>,
    pub error: Option<String>,
}

pub async fn end_step(conn: &mut Conn, id: StepId, end: StepEnd, now: Timestamp) -> Result<(), StoreError> {
    let StepEnd { status, result, error } = end;
    let text = |text: Option<String>| text.map(|text| cut(&text, SUMMARY));
    run!(conn, STEP_END, [id, status, At(now), text(result), text(error)]).map(|_| ())
}

/// A step as it stands.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Step {
    /// Its place in the run.
    pub position: i32,
    pub name: String,
    pub action_type: String,
    /// 1 or 2.
    pub phase: i32,
    pub status: StepStatus,
    pub started_at: Option<At>,
    pub finished_at: Option<At>,
    /// A summary of what it was given.
    pub input: Option<String>,
    /// A summary of what came of it.
    pub result: Option<String>,
    pub error: Option<String>,
    pub action_id: Option<ActionId>,
}

/// The steps of a run, in their order.
pub async fn steps(conn: &mut Conn, run_id: &RunId) -> Result<Vec<Step>, StoreError> {
    run!(conn, STEPS, [run_id] => fetch_all as Step)
}

/// A run of a message.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Run {
    pub id: RunId,
    pub status: RunStatus,
    /// When its first phase began.
    pub started_at: At,
    pub finished_at: Option<At>,
}

/// The runs of a message, oldest first.
pub async fn runs(conn: &mut Conn, log: LogId) -> Result<Vec<Run>, StoreError> {
    run!(conn, OF_LOG, [log] => fetch_all as Run)
}
