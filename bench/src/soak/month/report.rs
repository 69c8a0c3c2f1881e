//! What a month has shown, and whether it is good. Pure.

use super::log_lines::cause_of;
use super::plan::DayPlan;
use super::simulation::WATCHERS;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;
use stormwire_bench::results::{Curve, CurveLine, Unit};

/// More at the end of the month than at the start of the last process is a leak.
const MAX_MORE_TASKS: u64 = 32;
const MAX_MORE_MEMORY: f64 = 1.2;
const MEMORY_NOISE_MIB: f64 = 16.0;

/// The end of a day.
#[derive(Debug, Clone, Copy)]
pub(super) struct DayRow {
    pub(super) plan: DayPlan,
    pub(super) tasks: u64,
    pub(super) memory_mib: u64,
}

pub(super) struct MonthReport {
    pub(super) messages: usize,
    pub(super) days: Vec<DayRow>,
    /// WARN and above, by message.
    pub(super) lines: BTreeMap<String, usize>,
    pub(super) duration: Duration,
}

impl MonthReport {
    pub(super) fn check(&self) -> Result<()> {
        // A process needs some days until its memory is filled.
        let alive = self.days.rsplit(|day| day.plan.is_worker_killed).next().unwrap_or_default();
        let (early, late) = alive.split_at(alive.len() / 2);
        let most_memory = |days: &[DayRow]| days.iter().map(|day| day.memory_mib).max().context("no days");
        let most_tasks = |days: &[DayRow]| days.iter().map(|day| day.tasks).max().context("no days");
        let (before, after) = (most_memory(early)?, most_memory(late)?);
        #[expect(clippy::cast_precision_loss, reason = "MiB")]
        let is_flat = after as f64 <= before as f64 * MAX_MORE_MEMORY + MEMORY_NOISE_MIB;
        ensure!(is_flat, "memory grew from {before} to {after} MiB");
        let (before, after) = (most_tasks(early)?, most_tasks(late)?);
        ensure!(after <= before + MAX_MORE_TASKS, "{before} tasks became {after}");
        let unexplained: Vec<_> = self.lines.iter().filter(|(message, _)| cause_of(message).is_none()).collect();
        ensure!(unexplained.is_empty(), "log lines without a known cause: {unexplained:?}");
        Ok(())
    }

    pub(super) fn memory_curve(&self) -> Curve {
        #[expect(clippy::cast_precision_loss, reason = "MiB")]
        let points = (1_u32..).zip(&self.days).map(|(day, row)| [day.into(), row.memory_mib as f64]).collect();
        Curve {
            file: "month".into(),
            title: "Memory in a month".into(),
            load: "Day".into(),
            result: format!("Memory of the process that runs {WATCHERS} watchers"),
            unit: Unit::Mebibytes,
            lines: vec![CurveLine { name: "Memory at the end of the day".into(), points }],
            aim: None,
        }
    }

    /// `chart` is the image of the memory.
    pub(super) fn write(&self, chart: &str) -> Result<String> {
        let Self { messages, days, lines, duration } = self;
        let minutes = duration.as_secs_f64() / 60.0;
        let kills = days.iter().filter(|day| day.plan.is_worker_killed).count();
        let restarts = days.iter().filter(|day| day.plan.is_database_restarted).count();
        let mut text = format!(
            "## A month\n\n\
             30 simulated days on PostgreSQL with an emulated provider, in {minutes:.0} minutes; `soak month MESSAGES` runs it with \
             another number of messages. Tokens expire every hour, and subscriptions are renewed every six days. The balance of \
             each watcher is zero: every message has one row, has succeeded, has stored one strike and is filed.\n\n\
             | watchers | messages | `kill -9` | database restarts | lost | doubled | left in Processing |\n\
             |---:|---:|---:|---:|---:|---:|---:|\n\
             | {WATCHERS} | {messages} | {kills} | {restarts} | 0 | 0 | 0 |\n\n\
             {chart}\n\n\
             At the end of each day:\n\n\
             | day | provider | database | process | tasks | memory |\n\
             |---:|---|---|---|---:|---:|\n"
        );
        for (number, day) in (1..).zip(days) {
            let database = if day.plan.is_database_restarted { "restarted" } else { "" };
            let process = if day.plan.is_worker_killed { "killed" } else { "" };
            let (provider, DayRow { tasks, memory_mib, .. }) = (day.plan.provider.text(), day);
            writeln!(text, "| {number} | {provider} | {database} | {process} | {tasks} | {memory_mib} MiB |")?;
        }
        text.push_str("\n| WARN or ERROR | lines | cause |\n|---|---:|---|\n");
        for (message, count) in lines {
            writeln!(text, "| {message} | {count} | {} |", cause_of(message).unwrap_or("unknown"))?;
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::plan_day;
    use super::*;

    fn report(memory: impl Fn(u64) -> u64, tasks: impl Fn(u64) -> u64) -> MonthReport {
        let day = |number: u32| {
            let at = u64::from(number);
            DayRow { plan: plan_day(number), tasks: tasks(at), memory_mib: memory(at) }
        };
        let days = (0..30).map(day).collect();
        MonthReport { messages: 1, days, lines: BTreeMap::new(), duration: Duration::ZERO }
    }

    #[test]
    fn leaks_and_unexplained_lines_are_errors() {
        assert!(report(|_| 60, |_| 20).check().is_ok());
        assert!(report(|day| if day < 18 { 500 } else { 60 }, |_| 20).check().is_ok(), "other processes");
        assert!(report(|day| 60 + 20 * day.saturating_sub(23), |_| 20).check().is_err(), "memory");
        assert!(report(|_| 60, |day| 20 + 10 * day).check().is_err(), "tasks");
        let mut unexplained = report(|_| 60, |_| 20);
        unexplained.lines.insert("something new".into(), 1);
        assert!(unexplained.check().is_err());
    }
}
