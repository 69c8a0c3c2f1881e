//! How well a watcher sees. Pure: from what is known to a word and a reason.

use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_store::tables::job::{Job, Mode};
use stormwire_store::tables::log::Found;

/// How well a watcher sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The provider tells us.
    Live,
    /// Something that should work does not.
    Degraded,
    /// We look, as we were asked to.
    Polling,
    /// Off.
    Disabled,
}

impl State {
    /// As stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Live => "Live",
            Self::Degraded => "Degraded",
            Self::Polling => "Polling",
            Self::Disabled => "Disabled",
        }
    }
}

/// How well, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// In a word.
    pub state: State,
    /// In words, where there is something to say.
    pub reason: Option<String>,
    /// The subscription lives and says nothing: it is to be made anew.
    pub is_silent: bool,
}

/// So many messages in a row without a notification are silence.
pub(super) const SILENT_MESSAGES: u32 = 3;
/// A notification may be this late.
const SILENT_AFTER: SignedDuration = SignedDuration::from_mins(3);

/// Looks at a watcher. `newest` are its newest messages, newest first.
pub(super) fn health(job: &Job, newest: &[Found], interval: Duration, now: Timestamp) -> Health {
    let said = |state, reason: Option<String>| Health { state, reason, is_silent: false };
    if !job.fields.is_enabled {
        return said(State::Disabled, None);
    }
    if let Some(reason) = blind(job, interval, now) {
        return said(State::Degraded, Some(reason));
    }
    if job.fields.mode == Mode::PollOnly {
        return said(State::Polling, None);
    }
    let lives = job.state.subscription_id.is_some() && job.state.subscription_expires_at.is_some_and(|at| at > now);
    if !lives {
        let why = job.state.last_subscription_error.as_deref().unwrap_or("none has been made yet");
        return said(State::Degraded, Some(format!("there is no subscription: {why}")));
    }
    if is_silent(job, newest, now) {
        let reason =
            format!("the last {SILENT_MESSAGES} messages were found by looking, the provider did not tell of them");
        return Health { state: State::Degraded, reason: Some(reason), is_silent: true };
    }
    said(State::Live, None)
}

/// No good look for two intervals.
fn blind(job: &Job, interval: Duration, now: Timestamp) -> Option<String> {
    let state = &job.state;
    let since = state.last_checked_at.unwrap_or(state.created_at);
    let limit = SignedDuration::try_from(interval.saturating_mul(2)).unwrap_or(SignedDuration::MAX);
    if now.duration_since(since) <= limit {
        return None;
    }
    let why = state.last_check_error.as_deref().unwrap_or("the look has not ended");
    Some(match state.last_checked_at {
        Some(at) => format!("no good look at the mailbox since {}: {why}", at.strftime("%Y-%m-%dT%H:%M:%SZ")),
        None => format!("the mailbox was never looked at successfully: {why}"),
    })
}

fn is_silent(job: &Job, newest: &[Found], now: Timestamp) -> bool {
    // Only what came while this subscription lived can tell about it.
    let since = job.state.last_renewed_at.unwrap_or(now);
    let unheard = |found: &&Found| {
        found.trigger_event == "Reconciliation"
            && found.detected_at.0 > since
            && match found.notified_at {
                Some(at) => at.0.duration_since(found.detected_at.0) > SILENT_AFTER,
                None => now.duration_since(found.detected_at.0) > SILENT_AFTER,
            }
    };
    newest.len() >= SILENT_MESSAGES as usize
        && newest.iter().take(SILENT_MESSAGES as usize).all(|found| unheard(&found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::tests::fields;
    use stormwire_store::At;
    use stormwire_store::tables::job::{JobFields, JobState};

    fn at(minute: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + 60 * minute).unwrap()
    }

    fn job(fields: JobFields, state: JobState) -> Job {
        Job { id: 1, fields, state: JobState { created_at: at(0), ..state } }
    }

    fn live() -> JobState {
        JobState {
            subscription_id: Some("s".into()),
            subscription_expires_at: Some(at(1_000)),
            last_renewed_at: Some(at(0)),
            last_checked_at: Some(at(60)),
            ..JobState::default()
        }
    }

    fn found(detected: i64, notified: Option<i64>) -> Found {
        Found {
            trigger_event: "Reconciliation".into(),
            detected_at: At(at(detected)),
            notified_at: notified.map(|m| At(at(m))),
        }
    }

    const INTERVAL: Duration = Duration::from_mins(5);

    fn state_of(job: &Job, newest: &[Found], minute: i64) -> State {
        health(job, newest, INTERVAL, at(minute)).state
    }

    #[test]
    fn each_word_has_its_reason() {
        let on = JobFields { is_enabled: true, ..fields() };
        let polling = JobFields { mode: Mode::PollOnly, ..on.clone() };
        assert_eq!(state_of(&job(fields(), live()), &[], 60), State::Disabled);
        assert_eq!(state_of(&job(on.clone(), live()), &[], 60), State::Live);
        assert_eq!(state_of(&job(on.clone(), live()), &[], 70), State::Live, "two intervals are allowed");
        assert_eq!(state_of(&job(on.clone(), live()), &[], 71), State::Degraded);
        assert_eq!(state_of(&job(polling.clone(), live()), &[], 60), State::Polling);
        assert_eq!(state_of(&job(polling, live()), &[], 71), State::Degraded);
        let none = JobState { subscription_id: None, last_subscription_error: Some("403".into()), ..live() };
        let degraded = health(&job(on.clone(), none), &[], INTERVAL, at(60));
        assert_eq!(degraded.reason.as_deref(), Some("there is no subscription: 403"));
        let ended = JobState { subscription_expires_at: Some(at(60)), ..live() };
        assert_eq!(state_of(&job(on, ended), &[], 60), State::Degraded);
    }

    #[test]
    fn three_unheard_messages_are_silence() {
        let job = job(JobFields { is_enabled: true, ..fields() }, live());
        let silent = |newest: &[Found], minute| health(&job, newest, INTERVAL, at(minute)).is_silent;
        let unheard = [found(55, None), found(54, None), found(53, None)];
        assert!(silent(&unheard, 60));
        assert!(!silent(&unheard[..2], 60), "two are not enough");
        assert!(!silent(&unheard, 57), "the newest may still be told");
        assert!(!silent(&[found(55, Some(56)), found(54, None), found(53, None)], 60));
        assert!(silent(&[found(50, Some(56)), found(49, None), found(48, None)], 60), "told, but far too late");
        let notified = Found { trigger_event: "Notification".into(), ..found(55, Some(55)) };
        assert!(!silent(&[notified, found(54, None), found(53, None)], 60));
        assert!(!silent(&[found(-1, None), found(-2, None), found(-3, None)], 60), "before this subscription");
    }
}
