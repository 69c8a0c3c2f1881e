//! When a list is told, when it is spared, and when it is told that it is over. Pure.

use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use stormwire_lightning::Feed;
use stormwire_lightning::survey::{FacilityStatus, SurveyedFacility};
use stormwire_store::FacilityId;

/// Facilities that are not clear, each with its status.
pub(super) type Statuses = BTreeMap<FacilityId, FacilityStatus>;

/// What is not clear. A facility that cannot be evaluated is among it: it is not known to be clear.
pub(super) fn statuses(facilities: &[SurveyedFacility]) -> Statuses {
    let uneasy = facilities.iter().filter(|surveyed| surveyed.status() != FacilityStatus::Clear);
    uneasy.map(|surveyed| (surveyed.facility.id, surveyed.status())).collect()
}

/// Whether any of them has lightning about.
pub(super) fn is_threatened(statuses: &Statuses) -> bool {
    statuses.values().any(|status| *status != FacilityStatus::Unknown)
}

/// What a list was last told.
#[derive(Debug, Clone)]
pub(super) struct LastMail<'a> {
    pub(super) at: Timestamp,
    /// Of which facilities, that they are not clear.
    pub(super) statuses: &'a Statuses,
    /// Whether it waits for the word that all is clear.
    pub(super) is_open: bool,
}

/// What is known now.
#[derive(Debug, Clone)]
pub(super) struct Now<'a> {
    pub(super) at: Timestamp,
    /// What is not clear.
    pub(super) statuses: &'a Statuses,
    /// Whether anything has struck within the danger window, wherever.
    pub(super) is_stormy: bool,
}

/// How a list wants to be told.
#[derive(Debug, Clone, Copy)]
pub(super) struct MailPolicy {
    /// At most one mail in this time, unless a status changes.
    pub(super) every: SignedDuration,
    /// The end has a mail of its own.
    pub(super) closes: bool,
}

/// What to do about a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    Send,
    /// It does not, for this reason.
    Hold(String),
}

/// The rule. A change of status is always told; the rest waits its turn; what is over is not told as news.
pub(super) fn decide(told: Option<&LastMail<'_>>, now: &Now<'_>, policy: MailPolicy) -> Verdict {
    let (nothing, is_open) = (Statuses::new(), told.is_some_and(|told| told.is_open));
    let is_calm = !is_threatened(now.statuses);
    if is_calm && is_open && policy.closes {
        return Verdict::Hold("held: every facility is clear again, and the closing mail says so".into());
    }
    if is_calm && !is_open && !now.is_stormy {
        return Verdict::Hold("held: what struck is over, and every facility is clear".into());
    }
    if told.map_or(&nothing, |told| told.statuses) != now.statuses {
        return Verdict::Send;
    }
    let Some(told) = told else { return Verdict::Send };
    let waited = now.at.duration_since(told.at);
    // A clock that went back must not silence anybody.
    if waited >= policy.every || waited.is_negative() {
        return Verdict::Send;
    }
    let left = (policy.every - waited).as_secs().div_euclid(60) + 1;
    Verdict::Hold(format!("held: no status has changed since the mail of {}; the next may go in {left} min", told.at))
}

/// What to do about the closing mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Closing {
    Send,
    Wait(Timestamp),
    /// It cannot be known whether all is clear, and that for too long.
    GiveUp,
}

/// How soon it is looked again when the feed is not healthy.
const RECHECK_DELAY: SignedDuration = SignedDuration::from_mins(1);
/// How long the feed may stay unhealthy after the last mail before the closing mail is given up.
const UNHEALTHY_FEED_TIMEOUT: SignedDuration = SignedDuration::from_hours(24);

/// The times that the end depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClosingTimes {
    pub(super) now: Timestamp,
    /// When the list last got a mail.
    pub(super) mailed_at: Timestamp,
    /// How long every facility must have been clear.
    pub(super) calm: SignedDuration,
}

/// The rule of the end: every facility is clear and has been for `calm`, and the feed is known to be healthy. What cannot
/// be known is not told as clear.
pub(super) fn close(
    now: &[SurveyedFacility],
    earlier: &[SurveyedFacility],
    feed: &Feed,
    times: ClosingTimes,
) -> Closing {
    let ClosingTimes { now: at, mailed_at, calm } = times;
    let uneasy = |all: &[SurveyedFacility]| all.iter().filter_map(SurveyedFacility::clear_at).max();
    if let Some(clear_at) = uneasy(now).max(uneasy(earlier)) {
        // A status at its last instant still holds; a second later it does not.
        let next = (clear_at + calm).max(at) + SignedDuration::from_secs(1);
        return Closing::Wait(next);
    }
    if feed.healthy == Some(true) {
        return Closing::Send;
    }
    if at.duration_since(mailed_at) > UNHEALTHY_FEED_TIMEOUT {
        Closing::GiveUp
    } else {
        Closing::Wait(at + RECHECK_DELAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::{Proximity, ThreatStatus, UnixMicros};
    use stormwire_store::tables::facility::Facility;

    fn at(minute: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + minute * 60).unwrap()
    }

    fn of(all: &[(i64, FacilityStatus)]) -> Statuses {
        all.iter().map(|(id, status)| (FacilityId::new(*id), *status)).collect()
    }

    const POLICY: MailPolicy = MailPolicy { every: SignedDuration::from_mins(10), closes: true };

    #[test]
    fn a_change_is_told_at_once_the_rest_waits_its_turn_and_what_is_over_is_no_news() {
        let (active, clear) = (of(&[(1, FacilityStatus::Active)]), of(&[]));
        let clearing = of(&[(1, FacilityStatus::Clearing)]);
        let two = of(&[(1, FacilityStatus::Active), (2, FacilityStatus::Active)]);
        let lost = of(&[(3, FacilityStatus::Unknown)]);
        for (told, now, minute, is_stormy, sent) in [
            // Nobody was told anything yet.
            (None, &active, 0, true, true),
            (None, &clear, 0, true, true),
            (None, &clear, 0, false, false),
            (None, &lost, 0, false, false),
            // Within the ten minutes.
            (Some(&active), &active, 9, true, false),
            (Some(&active), &two, 1, true, true),
            (Some(&two), &active, 1, true, true),
            (Some(&active), &clearing, 1, false, true),
            (Some(&clear), &clear, 9, true, false),
            (Some(&clear), &active, 1, true, true),
            // After them.
            (Some(&active), &active, 10, true, true),
            (Some(&clear), &clear, 10, true, true),
            (Some(&clear), &clear, 10, false, false),
            // It is over: the closing mail is on its way.
            (Some(&active), &clear, 40, false, false),
            (Some(&active), &clear, 40, true, false),
            (Some(&active), &lost, 40, false, false),
            // The clock went back.
            (Some(&active), &active, -5, true, true),
        ] {
            let told = told.map(|statuses| LastMail { at: at(0), statuses, is_open: is_threatened(statuses) });
            let now = Now { at: at(minute), statuses: now, is_stormy };
            let verdict = decide(told.as_ref(), &now, POLICY);
            assert_eq!(verdict == Verdict::Send, sent, "{told:?} {now:?} {verdict:?}");
        }
    }

    #[test]
    fn without_a_closing_mail_the_turn_to_clear_is_told_as_any_other() {
        let (active, clear) = (of(&[(1, FacilityStatus::Active)]), of(&[]));
        let told = LastMail { at: at(0), statuses: &active, is_open: true };
        let now = Now { at: at(1), statuses: &clear, is_stormy: false };
        assert_eq!(decide(Some(&told), &now, MailPolicy { closes: false, ..POLICY }), Verdict::Send);
    }

    fn place(clear_at: Option<i64>) -> SurveyedFacility {
        let proximity = Proximity {
            status: if clear_at.is_some() { ThreatStatus::Active } else { ThreatStatus::Clear },
            last_strike: None,
            closest: None,
            count_in_window: 0,
            nearest_in_window: None,
            all_clear_in: None,
            clear_at: clear_at.map(|minute| UnixMicros(at(minute).as_microsecond())),
            status_changes_at: None,
        };
        let facility = Facility { id: FacilityId::new(1), name: "Pool".into(), point: None, lat_long: None };
        SurveyedFacility { facility, proximity: Some(proximity) }
    }

    #[test]
    fn the_end_is_told_when_all_is_clear_for_a_while_and_known_to_be() {
        let second = SignedDuration::from_secs(1);
        let feed = |healthy| Feed { healthy, ..Feed::default() };
        let unknown = SurveyedFacility { proximity: None, ..place(None) };
        for (now, earlier, healthy, minute, expected) in [
            (vec![place(None)], vec![place(None)], Some(true), 40, Closing::Send),
            (vec![place(None), unknown.clone()], vec![place(None), unknown], Some(true), 40, Closing::Send),
            (vec![place(Some(45))], vec![place(Some(45))], Some(true), 40, Closing::Wait(at(47) + second)),
            (vec![place(None)], vec![place(Some(39))], Some(true), 40, Closing::Wait(at(41) + second)),
            (vec![place(None)], vec![place(Some(37))], Some(true), 40, Closing::Wait(at(40) + second)),
            (vec![place(None)], vec![place(None)], Some(false), 40, Closing::Wait(at(41))),
            (vec![place(None)], vec![place(None)], None, 40, Closing::Wait(at(41))),
            (vec![place(None)], vec![place(None)], Some(false), 24 * 60 + 1, Closing::GiveUp),
            (vec![place(None)], vec![place(None)], Some(true), 24 * 60 + 1, Closing::Send),
        ] {
            let times = ClosingTimes { now: at(minute), mailed_at: at(0), calm: SignedDuration::from_mins(2) };
            let closing = close(&now, &earlier, &feed(healthy), times);
            assert_eq!(closing, expected, "{healthy:?} at {minute}");
        }
    }
}
