//! How long reading the data of the live picture may take.

use std::time::Duration;

/// While there is a picture. Two million strikes take a few seconds.
const WITH_PICTURE: Duration = Duration::from_secs(30);
/// Without one: nothing can be shown before it.
const WITHOUT_PICTURE: Duration = Duration::from_mins(5);
const MAX_LIMIT: Duration = Duration::from_hours(1);

/// A read that takes too long is ended, because requests wait for it. Each time in a row the limit doubles: otherwise a database
/// that has become slow, or has more strikes than ever, would never be read again.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ReadLimit {
    /// In a row.
    timeouts: u32,
}

impl ReadLimit {
    pub(super) fn duration(self, has_picture: bool) -> Duration {
        let first = if has_picture { WITH_PICTURE } else { WITHOUT_PICTURE };
        first.saturating_mul(2_u32.saturating_pow(self.timeouts)).min(MAX_LIMIT)
    }

    pub(super) fn record_timeout(&mut self) {
        self.timeouts = self.timeouts.saturating_add(1);
    }

    pub(super) fn record_success(&mut self) {
        self.timeouts = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_doubles_until_a_read_succeeds() {
        let mut limit = ReadLimit::default();
        let mut found = Vec::new();
        for _ in 0..5 {
            found.push([true, false].map(|has_picture| limit.duration(has_picture).as_secs()));
            limit.record_timeout();
        }
        assert_eq!(found, [[30, 300], [60, 600], [120, 1_200], [240, 2_400], [480, 3_600]]);
        for _ in 0..100 {
            limit.record_timeout();
        }
        assert_eq!(limit.duration(true), MAX_LIMIT);
        limit.record_success();
        assert_eq!(limit.duration(true), WITH_PICTURE);
    }
}
