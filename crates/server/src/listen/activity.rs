//! What a connection is doing, and when it is closed because the client takes too long.
//!
//! hyper's own header timeout also runs between two requests, so it cannot be shorter than the idle limit. The deadlines are
//! therefore decided here and applied by [`super::guarded_stream`] to the socket, which works for both HTTP versions.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stormwire_city::config::ConnectionLimits;
use tokio::time::Instant;

/// Connection deadlines are always real time: they run on the timer of the connection's thread.
#[expect(clippy::disallowed_methods, reason = "deadlines of sockets are real time")]
pub(super) fn now() -> Instant {
    Instant::now()
}

/// Why a connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeLimit {
    Header,
    Idle,
    Write,
}

impl TimeLimit {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Idle => "idle",
            Self::Write => "write",
        }
    }
}

/// When a connection is closed unless something happens before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Deadline {
    pub(super) at: Instant,
    pub(super) limit: TimeLimit,
}

/// Shared by the socket, the requests and the responses of one connection.
pub(super) struct Activity {
    limits: ConnectionLimits,
    state: Mutex<State>,
}

struct State {
    /// Requests whose response is not complete.
    requests: usize,
    /// Responses whose next part the client has not read.
    unread_responses: usize,
    /// When the client last read a part of a response.
    read_at: Instant,
    phase: Phase,
    /// When the phase began.
    since: Instant,
    is_multiplexed: bool,
}

/// What the connection does while there is no request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing was requested yet. Includes the TLS handshake.
    New,
    /// A part of the head of a request was received.
    Head,
    Idle,
}

impl Activity {
    pub(super) fn new(limits: ConnectionLimits, now: Instant) -> Arc<Self> {
        let state = State {
            requests: 0,
            unread_responses: 0,
            read_at: now,
            phase: Phase::New,
            since: now,
            is_multiplexed: false,
        };
        Arc::new(Self { limits, state: Mutex::new(state) })
    }

    /// HTTP/2: received bytes need not belong to a request.
    pub(super) fn set_multiplexed(&self) {
        self.state().is_multiplexed = true;
    }

    pub(super) fn is_multiplexed(&self) -> bool {
        self.state().is_multiplexed
    }

    pub(super) fn bytes_received(&self, now: impl FnOnce() -> Instant) {
        let mut state = self.state();
        if state.requests == 0 && state.phase == Phase::Idle && !state.is_multiplexed {
            (state.phase, state.since) = (Phase::Head, now());
        }
    }

    pub(super) fn request_started(&self) {
        self.state().requests += 1;
    }

    pub(super) fn request_ended(&self, now: Instant) {
        let mut state = self.state();
        state.requests = state.requests.saturating_sub(1);
        if state.requests == 0 {
            (state.phase, state.since) = (Phase::Idle, now);
        }
    }

    /// A response has a part that the client has not read.
    pub(super) fn response_unread(&self, now: Instant) {
        let mut state = self.state();
        state.unread_responses += 1;
        state.read_at = now;
    }

    /// The client has read a part, and the next one is not ready or there is none.
    pub(super) fn response_read(&self) {
        let mut state = self.state();
        state.unread_responses = state.unread_responses.saturating_sub(1);
    }

    /// The client has read a part, and the next one was passed to the connection.
    pub(super) fn part_read(&self, now: Instant) {
        self.state().read_at = now;
    }

    /// None while the client waits for the service.
    pub(super) fn deadline(&self) -> Option<Deadline> {
        let state = self.state();
        let (since, limit) = match (state.requests, state.unread_responses, state.phase) {
            (0, _, Phase::New | Phase::Head) => (state.since, TimeLimit::Header),
            (0, _, Phase::Idle) => (state.since, TimeLimit::Idle),
            (_, 0, _) => return None,
            _ => (state.read_at, TimeLimit::Write),
        };
        Some(Deadline { at: since + self.duration(limit)?, limit })
    }

    pub(super) fn duration(&self, limit: TimeLimit) -> Option<Duration> {
        match limit {
            TimeLimit::Header => self.limits.header,
            TimeLimit::Idle => self.limits.idle,
            TimeLimit::Write => self.limits.write,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a request until it is dropped.
pub(super) struct RequestGuard(Arc<Activity>);

impl RequestGuard {
    pub(super) fn new(activity: &Arc<Activity>) -> Self {
        activity.request_started();
        Self(activity.clone())
    }

    pub(super) fn activity(&self) -> &Arc<Activity> {
        &self.0
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        self.0.request_ended(now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn limits() -> ConnectionLimits {
        ConnectionLimits {
            connections: None,
            connections_per_address: None,
            header: Some(10 * SECOND),
            body: Some(30 * SECOND),
            write: Some(20 * SECOND),
            idle: Some(75 * SECOND),
        }
    }

    #[test]
    fn each_phase_has_its_deadline() {
        let start = now();
        let activity = Activity::new(limits(), start);
        let at = |seconds: u32| start + seconds * SECOND;
        let deadline = |seconds: u32, limit| Some(Deadline { at: at(seconds), limit });
        activity.bytes_received(|| at(4));
        assert_eq!(activity.deadline(), deadline(10, TimeLimit::Header), "bytes do not extend the first head");
        activity.request_started();
        assert_eq!(activity.deadline(), None, "the client waits for the service");
        activity.response_unread(at(5));
        assert_eq!(activity.deadline(), deadline(25, TimeLimit::Write));
        activity.part_read(at(9));
        assert_eq!(activity.deadline(), deadline(29, TimeLimit::Write));
        activity.response_read();
        assert_eq!(activity.deadline(), None, "the next part is not ready");
        activity.request_ended(at(12));
        assert_eq!(activity.deadline(), deadline(87, TimeLimit::Idle));
        activity.bytes_received(|| at(40));
        activity.bytes_received(|| at(45));
        assert_eq!(activity.deadline(), deadline(50, TimeLimit::Header), "counted from the first byte");
    }

    #[test]
    fn frames_do_not_extend_or_shorten_the_idle_time_of_http_2() {
        let start = now();
        let activity = Activity::new(limits(), start);
        activity.set_multiplexed();
        activity.request_started();
        activity.request_ended(start);
        activity.bytes_received(|| start + SECOND);
        assert_eq!(activity.deadline(), Some(Deadline { at: start + 75 * SECOND, limit: TimeLimit::Idle }));
    }

    #[test]
    fn a_limit_that_is_off_never_ends() {
        let activity = Activity::new(ConnectionLimits { header: None, ..limits() }, now());
        assert_eq!(activity.deadline(), None);
    }
}
