//! Which alerts the feed lists. Pure.

use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use stormwire_cap::{AlertStatus, Message, StatusChange, messages};

const LISTED_FOR: SignedDuration = SignedDuration::from_hours(24);
const MAX_ENTRIES: usize = 100;

/// Those in force and those of the last day, newest first. If there are too many, those in force are kept.
///
/// `changes` are of all facilities and rings, oldest first.
pub(super) fn plan_feed(changes: &[StatusChange], now: Timestamp) -> Vec<Message<'_>> {
    let mut series: BTreeMap<(i64, Option<&str>), Vec<&StatusChange>> = BTreeMap::new();
    for change in changes {
        series.entry((change.facility_id, change.ring.as_deref())).or_default().push(change);
    }
    let mut listed: Vec<(bool, Message<'_>)> = series.into_values().flat_map(|one| plan_series(one, now)).collect();
    let newest_first = |message: &Message<'_>| std::cmp::Reverse(message.change.event_id);
    listed.sort_by_key(|(is_in_force, message)| (!is_in_force, newest_first(message)));
    listed.truncate(MAX_ENTRIES);
    let mut kept: Vec<Message<'_>> = listed.into_iter().map(|(_, message)| message).collect();
    kept.sort_by_key(newest_first);
    kept
}

/// Each message with whether it is in force.
fn plan_series(changes: Vec<&StatusChange>, now: Timestamp) -> impl Iterator<Item = (bool, Message<'_>)> {
    let messages = messages(changes);
    let last = messages.last().map(|message| message.change.event_id);
    messages.into_iter().filter_map(move |message| {
        let is_danger = matches!(message.change.status, AlertStatus::Active | AlertStatus::Clearing);
        let is_in_force = is_danger && Some(message.change.event_id) == last;
        let is_recent = now.duration_since(message.change.noticed_at) <= LISTED_FOR;
        (is_in_force || is_recent).then_some((is_in_force, message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use AlertStatus::{Active, Clear, Clearing, Unknown};

    fn now() -> Timestamp {
        "2026-05-01T12:00:00Z".parse().unwrap()
    }

    fn change(event_id: i64, facility_id: i64, status: AlertStatus, hours_ago: i64) -> StatusChange {
        let at = now() - SignedDuration::from_hours(hours_ago);
        StatusChange { event_id, facility_id, facility_name: "Pool".into(), ring: None, status, at, noticed_at: at }
    }

    fn listed(changes: &[StatusChange]) -> Vec<(i64, &'static str)> {
        let describe = |message: &Message<'_>| (message.change.event_id, message.kind.name());
        plan_feed(changes, now()).iter().map(describe).collect()
    }

    #[test]
    fn lists_what_is_in_force_and_what_is_recent() {
        let changes = [
            change(1, 1, Active, 40),
            change(2, 1, Clear, 39),
            change(3, 2, Active, 30),
            change(4, 3, Active, 25),
            change(5, 3, Clearing, 24),
            change(6, 3, Clear, 23),
            change(7, 4, Clear, 1),
            change(8, 5, Active, 30),
            change(9, 5, Unknown, 26),
        ];
        assert_eq!(listed(&changes), [(6, "Cancel"), (5, "Update"), (3, "Alert")]);
    }

    #[test]
    fn facilities_and_rings_have_their_own_alerts() {
        let ring = |change: StatusChange| StatusChange { ring: Some("Warning".into()), ..change };
        let changes = [
            ring(change(1, 1, Active, 3)),
            change(2, 1, Active, 2),
            change(3, 2, Active, 2),
            ring(change(4, 1, Clear, 1)),
            change(5, 1, Clearing, 0),
        ];
        let kinds = [(5, "Update"), (4, "Cancel"), (3, "Alert"), (2, "Alert"), (1, "Alert")];
        assert_eq!(listed(&changes), kinds);
    }

    #[test]
    fn a_full_feed_keeps_what_is_in_force() {
        let mut changes = vec![change(1, 1, Active, 5)];
        for id in 2..=301 {
            changes.push(change(id, 2, if id % 2 == 0 { Active } else { Clear }, 1));
        }
        let listed = listed(&changes);
        assert_eq!((listed.len(), listed[0].0, listed[99].0), (MAX_ENTRIES, 301, 1));
    }
}
