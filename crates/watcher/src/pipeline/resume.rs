//! Decides whether a message whose Phase 1 was interrupted continues without a person. Pure.
//!
//! The workflow then runs again from the start, under a new run: what was done under an idempotency key is not repeated, and
//! its recorded output is used. That is safe only if each action sends the same requests as before.

use stormwire_store::tables::action::Action;
use stormwire_store::tables::log::LogEntry;
use stormwire_store::tables::watcher::Resume;
use stormwire_store::tables::workflow::{Step, StepStatus};
use stormwire_workflow::{RepeatSafety, is_unchanged};

/// A message that ends its process each time must not do so forever.
const MAX_RESUMES: i32 = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ResumeDecision {
    Resume,
    /// As configured, or because an operator dismissed the message.
    WaitQuietly,
    /// Why an operator has to decide.
    Wait(String),
}

/// `steps` are those of the interrupted run, `actions` the current ones of the watcher, both in their order.
pub(super) fn decide(
    resume: Resume,
    log: &LogEntry,
    steps: &[Step],
    actions: &[Action],
    repeat_safety: impl Fn(&Action) -> RepeatSafety,
) -> ResumeDecision {
    // In test mode nothing takes effect, so nothing can be repeated.
    if log.is_test && log.dismissed_at.is_none() && log.resume_count < MAX_RESUMES {
        return ResumeDecision::Resume;
    }
    if resume == Resume::Manual || log.dismissed_at.is_some() {
        return ResumeDecision::WaitQuietly;
    }
    if log.force {
        return ResumeDecision::Wait("it was retried with its effects repeated, and some of them may have been".into());
    }
    if log.resume_count >= MAX_RESUMES {
        return ResumeDecision::Wait(format!("it was resumed {MAX_RESUMES} times and interrupted each time"));
    }
    let started = steps.iter().filter(|step| step.phase == 1 && step.status != StepStatus::Skipped);
    let mut phase_one = actions.iter().filter(|action| action.is_phase_one);
    let mut reads: Option<&Step> = None;
    for step in started {
        let current = phase_one.next().filter(|action| is_unchanged(action, step));
        let Some(action) = current else {
            return wait_for(step, "was changed, moved or deleted after it may have run");
        };
        match (repeat_safety(action), reads) {
            (RepeatSafety::Pure, _) | (RepeatSafety::Keyed, None) => {}
            (RepeatSafety::Reads, _) => reads = reads.or(Some(step)),
            (RepeatSafety::Keyed, Some(read)) => {
                let why = format!(
                    "may have run with what action {} {:?} read, which may differ now",
                    read.position, read.name
                );
                return wait_for(step, &why);
            }
            (RepeatSafety::Duplicates, _) => return wait_for(step, "may have run and is not safe to repeat"),
        }
    }
    ResumeDecision::Resume
}

fn wait_for(step: &Step, why: &str) -> ResumeDecision {
    ResumeDecision::Wait(format!("action {} {:?} ({}) {why}", step.position, step.name, step.action_type))
}

#[cfg(test)]
mod tests;
