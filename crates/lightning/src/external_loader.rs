//! Strikes that another program loads. Pure. Nothing is known about its source, so only its signs of life count.

use super::delivery::format_minutes;
use super::feed_problem::{FeedProblem, FeedReasonCode};
use super::time::format_utc;
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub(super) struct ExternalLoader {
    /// It must show a sign of life at least this often.
    pub(super) max_silence: Duration,
    /// Its newest strike or its last heartbeat, whichever is later.
    pub(super) last_seen_at: Option<Timestamp>,
}

impl ExternalLoader {
    pub(super) fn problem(&self, now: Timestamp) -> Option<FeedProblem> {
        let max_silence = SignedDuration::try_from(self.max_silence).unwrap_or(SignedDuration::MAX);
        let since = match self.last_seen_at {
            Some(at) if now.duration_since(at) <= max_silence => return None,
            Some(at) => format!(" since {}", format_utc(at)),
            None => String::new(),
        };
        let limit = format_minutes(self.max_silence);
        Some(FeedProblem::new(
            FeedReasonCode::LoaderSilent,
            format!(
                "the program that loads strikes has sent neither a strike nor a heartbeat{since}, and one is expected every {limit}"
            ),
            "Check that this program runs.",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_longer_than_configured_is_a_reason() {
        let now: Timestamp = "2026-05-01T12:00:00Z".parse().unwrap();
        let loader = |last_seen_at: Option<&str>| ExternalLoader {
            max_silence: Duration::from_mins(10),
            last_seen_at: last_seen_at.map(|text| text.parse().unwrap()),
        };
        assert_eq!(loader(Some("2026-05-01T11:50:00Z")).problem(now), None);
        let late = loader(Some("2026-05-01T11:49:59Z")).problem(now).unwrap().reason;
        assert!(late.contains("since 2026-05-01T11:49:59Z, and one is expected every 10 minutes"), "{late}");
        assert!(loader(None).problem(now).unwrap().reason.contains("has sent neither"));
    }
}
