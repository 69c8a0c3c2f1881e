//! When a mailing list gets a mail, when a mail is held, and when the all-clear mail is sent. Pure.

use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use stormwire_lightning::Feed;
use stormwire_lightning::survey::{FacilityStatus, SurveyedFacility};
use stormwire_store::FacilityId;

/// The facilities that are not clear.
pub(super) type Statuses = BTreeMap<FacilityId, FacilityStatus>;

/// Includes facilities that cannot be evaluated, because they may not be clear.
pub(super) fn statuses(facilities: &[SurveyedFacility]) -> Statuses {
    let not_clear = facilities.iter().filter(|surveyed| surveyed.status() != FacilityStatus::Clear);
    not_clear.map(|surveyed| (surveyed.facility.id, surveyed.status())).collect()
}

/// Whether any facility is Active or Clearing.
pub(super) fn is_threatened(statuses: &Statuses) -> bool {
    statuses.values().any(|status| *status != FacilityStatus::Unknown)
}

/// The last mail of a list.
#[derive(Debug, Clone)]
pub(super) struct LastMail<'a> {
    pub(super) at: Timestamp,
    /// The facilities that it showed as not clear.
    pub(super) statuses: &'a Statuses,
    /// Whether the all-clear mail is still to come.
    pub(super) awaits_all_clear: bool,
}

#[derive(Debug, Clone)]
pub(super) struct CurrentState<'a> {
    pub(super) at: Timestamp,
    pub(super) statuses: &'a Statuses,
    /// Any strike within the danger window, at any distance.
    pub(super) has_recent_strikes: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct MailPolicy {
    /// Between two mails, unless a status changes.
    pub(super) interval: SignedDuration,
    pub(super) sends_all_clear: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MailDecision {
    Send,
    /// With the result for the log. It starts with `held`, which the comparison with forwarded mail relies on.
    Hold(String),
}

/// A status change is always sent, everything else at most once per interval. Nothing is sent about a storm that is over.
pub(super) fn decide_mail(
    last_mail: Option<&LastMail<'_>>,
    now: &CurrentState<'_>,
    policy: MailPolicy,
) -> MailDecision {
    let (nothing, awaits_all_clear) = (Statuses::new(), last_mail.is_some_and(|last| last.awaits_all_clear));
    let is_clear = !is_threatened(now.statuses);
    if is_clear && awaits_all_clear && policy.sends_all_clear {
        return MailDecision::Hold("held: every facility is clear; the all-clear mail follows".into());
    }
    if is_clear && !awaits_all_clear && !now.has_recent_strikes {
        return MailDecision::Hold("held: every facility is clear, and there are no recent strikes".into());
    }
    if last_mail.map_or(&nothing, |last| last.statuses) != now.statuses {
        return MailDecision::Send;
    }
    let Some(last_mail) = last_mail else { return MailDecision::Send };
    let elapsed = now.at.duration_since(last_mail.at);
    // If the clock went back, send rather than stay silent.
    if elapsed >= policy.interval || elapsed.is_negative() {
        return MailDecision::Send;
    }
    let minutes_left = (policy.interval - elapsed).as_secs().div_euclid(60) + 1;
    MailDecision::Hold(format!(
        "held: no status has changed since the mail of {}; the next mail is possible in {minutes_left} min",
        last_mail.at
    ))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AllClearDecision {
    Send,
    /// Check again then.
    Wait(Timestamp),
    /// The feed was unhealthy for too long; no all-clear mail is sent.
    Cancel,
}

/// Between two checks while the feed is unhealthy.
const RECHECK_DELAY: SignedDuration = SignedDuration::from_mins(1);
/// After the last mail; then the all-clear mail is canceled.
const UNHEALTHY_FEED_TIMEOUT: SignedDuration = SignedDuration::from_hours(24);

#[derive(Debug, Clone, Copy)]
pub(super) struct AllClearTimes {
    pub(super) now: Timestamp,
    /// Of the last mail to the list.
    pub(super) mailed_at: Timestamp,
    /// How long every facility must have been clear.
    pub(super) clear_for: SignedDuration,
}

/// Sends only if every facility is clear now and was so `clear_for` earlier, and the feed is known to be healthy.
pub(super) fn decide_all_clear(
    now: &[SurveyedFacility],
    earlier: &[SurveyedFacility],
    feed: &Feed,
    times: AllClearTimes,
) -> AllClearDecision {
    let AllClearTimes { now: at, mailed_at, clear_for } = times;
    let last_clear_at = |all: &[SurveyedFacility]| all.iter().filter_map(SurveyedFacility::clear_at).max();
    if let Some(clear_at) = last_clear_at(now).max(last_clear_at(earlier)) {
        // The windows include their last instant.
        let next = (clear_at + clear_for).max(at) + SignedDuration::from_secs(1);
        return AllClearDecision::Wait(next);
    }
    if feed.healthy == Some(true) {
        return AllClearDecision::Send;
    }
    if at.duration_since(mailed_at) > UNHEALTHY_FEED_TIMEOUT {
        AllClearDecision::Cancel
    } else {
        AllClearDecision::Wait(at + RECHECK_DELAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::{Policy, Proximity, RingStates, ThreatStatus, UnixMicros};
    use stormwire_store::tables::facility::Facility;

    fn at(minute: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + minute * 60).unwrap()
    }

    fn of(all: &[(i64, FacilityStatus)]) -> Statuses {
        all.iter().map(|(id, status)| (FacilityId::new(*id), *status)).collect()
    }

    const POLICY: MailPolicy = MailPolicy { interval: SignedDuration::from_mins(10), sends_all_clear: true };

    #[test]
    fn status_changes_are_sent_at_once_and_the_rest_per_interval() {
        let (active, clear) = (of(&[(1, FacilityStatus::Active)]), of(&[]));
        let clearing = of(&[(1, FacilityStatus::Clearing)]);
        let two = of(&[(1, FacilityStatus::Active), (2, FacilityStatus::Active)]);
        let unknown = of(&[(3, FacilityStatus::Unknown)]);
        for (last, now, minute, has_recent_strikes, is_sent) in [
            // No mail yet.
            (None, &active, 0, true, true),
            (None, &clear, 0, true, true),
            (None, &clear, 0, false, false),
            (None, &unknown, 0, false, false),
            // Within the interval.
            (Some(&active), &active, 9, true, false),
            (Some(&active), &two, 1, true, true),
            (Some(&two), &active, 1, true, true),
            (Some(&active), &clearing, 1, false, true),
            (Some(&clear), &clear, 9, true, false),
            (Some(&clear), &active, 1, true, true),
            // After the interval.
            (Some(&active), &active, 10, true, true),
            (Some(&clear), &clear, 10, true, true),
            (Some(&clear), &clear, 10, false, false),
            // The storm is over: the all-clear mail follows.
            (Some(&active), &clear, 40, false, false),
            (Some(&active), &clear, 40, true, false),
            (Some(&active), &unknown, 40, false, false),
            // The clock went back.
            (Some(&active), &active, -5, true, true),
        ] {
            let last = last.map(|statuses| LastMail { at: at(0), statuses, awaits_all_clear: is_threatened(statuses) });
            let now = CurrentState { at: at(minute), statuses: now, has_recent_strikes };
            let decision = decide_mail(last.as_ref(), &now, POLICY);
            assert_eq!(decision == MailDecision::Send, is_sent, "{last:?} {now:?} {decision:?}");
        }
    }

    #[test]
    fn without_an_all_clear_mail_the_change_to_clear_is_sent() {
        let (active, clear) = (of(&[(1, FacilityStatus::Active)]), of(&[]));
        let last = LastMail { at: at(0), statuses: &active, awaits_all_clear: true };
        let now = CurrentState { at: at(1), statuses: &clear, has_recent_strikes: false };
        let policy = MailPolicy { sends_all_clear: false, ..POLICY };
        assert_eq!(decide_mail(Some(&last), &now, policy), MailDecision::Send);
    }

    fn facility(clear_at: Option<i64>) -> SurveyedFacility {
        let proximity = Proximity {
            status: if clear_at.is_some() { ThreatStatus::Active } else { ThreatStatus::Clear },
            last_strike: None,
            closest: None,
            count_in_window: 0,
            nearest_in_window: None,
            all_clear_in: None,
            clear_at: clear_at.map(|minute| UnixMicros(at(minute).as_microsecond())),
            status_changes_at: None,
            rings: RingStates::default(),
        };
        let (id, name) = (FacilityId::new(1), "Pool".into());
        let facility = Facility { id, name, point: None, lat_long: None, policy_id: None };
        SurveyedFacility { facility, rule: Policy::default(), proximity: Some(proximity) }
    }

    #[test]
    fn all_clear_needs_clear_facilities_and_a_healthy_feed() {
        let second = SignedDuration::from_secs(1);
        let feed = |healthy| Feed { healthy, ..Feed::default() };
        let unknown = SurveyedFacility { proximity: None, ..facility(None) };
        for (now, earlier, healthy, minute, expected) in [
            (vec![facility(None)], vec![facility(None)], Some(true), 40, AllClearDecision::Send),
            (
                vec![facility(None), unknown.clone()],
                vec![facility(None), unknown],
                Some(true),
                40,
                AllClearDecision::Send,
            ),
            (
                vec![facility(Some(45))],
                vec![facility(Some(45))],
                Some(true),
                40,
                AllClearDecision::Wait(at(47) + second),
            ),
            (vec![facility(None)], vec![facility(Some(39))], Some(true), 40, AllClearDecision::Wait(at(41) + second)),
            (vec![facility(None)], vec![facility(Some(37))], Some(true), 40, AllClearDecision::Wait(at(40) + second)),
            (vec![facility(None)], vec![facility(None)], Some(false), 40, AllClearDecision::Wait(at(41))),
            (vec![facility(None)], vec![facility(None)], None, 40, AllClearDecision::Wait(at(41))),
            (vec![facility(None)], vec![facility(None)], Some(false), 24 * 60 + 1, AllClearDecision::Cancel),
            (vec![facility(None)], vec![facility(None)], Some(true), 24 * 60 + 1, AllClearDecision::Send),
        ] {
            let times = AllClearTimes { now: at(minute), mailed_at: at(0), clear_for: SignedDuration::from_mins(2) };
            let decision = decide_all_clear(&now, &earlier, &feed(healthy), times);
            assert_eq!(decision, expected, "{healthy:?} at {minute}");
        }
    }
}
