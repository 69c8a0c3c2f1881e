//! Thirty simulated days with 50 watchers on PostgreSQL. [`plan`] says what fails on which day.
//!
//! The clock jumps six hours at a time, four times a day; messages arrive after each jump. At the end of each day every message
//! is filed, and the folders are emptied, as the retention policy of a mailbox does.

mod log_lines;
mod plan;
mod report;
mod simulation;
mod worker;

use anyhow::{Result, ensure};
use plan::{DAYS, DayPlan, plan_day};
use report::{DayRow, MonthReport};
use simulation::{STEPS_PER_DAY, Simulation, WATCHERS};
use stormwire_bench::results::draw;
use stormwire_clock::{Clock, SystemClock};

/// Finishes in less than half an hour on two cores.
pub(crate) const DEFAULT_MESSAGES: usize = 60_000;

pub(crate) async fn run(messages: usize) -> Result<String> {
    let per_step = messages / (DAYS as usize * STEPS_PER_DAY * WATCHERS);
    ensure!(per_step > 0, "at least {} messages", DAYS as usize * STEPS_PER_DAY * WATCHERS);
    let started_at = SystemClock.now();
    let mut simulation = Simulation::start(per_step).await?;
    let mut days = Vec::new();
    for day in 0..DAYS {
        let plan = plan_day(day);
        crate::test_run::print_progress(&format!("PostgreSQL: day {} of {DAYS} …", day + 1));
        days.push(run_day(&mut simulation, day, plan).await?);
    }
    simulation.check_balance().await;
    let lines = simulation.log_lines()?;
    let report = MonthReport {
        messages: simulation.delivered(),
        days,
        lines,
        duration: SystemClock.now().duration_since(started_at).unsigned_abs(),
    };
    simulation.end().await;
    report.check()?;
    report.write(&draw(&report.memory_curve())?)
}

async fn run_day(simulation: &mut Simulation, day: u32, plan: DayPlan) -> Result<DayRow> {
    simulation.set_faults(plan.provider.fault_set(day))?;
    for step in 0..STEPS_PER_DAY {
        simulation.advance()?;
        simulation.deliver()?;
        match step {
            1 if plan.is_database_restarted => simulation.restart_database()?,
            2 if plan.is_worker_killed => simulation.restart_worker().await?,
            3 => simulation.set_faults(plan::ProviderIncident::Nothing.fault_set(day))?,
            _ => {}
        }
        simulation.wait_until_processed().await;
    }
    simulation.check_folders().await;
    let (tasks, memory_mib) = simulation.measure()?;
    Ok(DayRow { plan, tasks, memory_mib })
}
