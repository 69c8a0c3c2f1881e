//! Strikes that another program loads. Pure. Nothing is known about its source, so only its signs of life count.

use super::delivery::format_minutes;
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
    pub(super) fn problem(&self, now: Timestamp) -> Option<String> {
        let limit = format_minutes(self.max_silence);
        let Some(at) = self.last_seen_at else {
            return Some(format!(
                "the program that loads strikes has sent neither a strike nor a heartbeat, and one is expected every {limit}"
            ));
        };
        let max_silence = SignedDuration::try_from(self.max_silence).unwrap_or(SignedDuration::MAX);
        (now.duration_since(at) > max_silence).then(|| {
            format!(
                "the program that loads strikes has sent neither a strike nor a heartbeat since {}, and one is expected every {limit}",
                format_utc(at)
            )
        })
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
        let late = loader(Some("2026-05-01T11:49:59Z")).problem(now).unwrap();
        assert!(late.contains("since 2026-05-01T11:49:59Z, and one is expected every 10 minutes"), "{late}");
        assert!(loader(None).problem(now).unwrap().contains("has sent neither"));
    }
}
