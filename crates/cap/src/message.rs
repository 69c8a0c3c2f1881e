//! Which changes of status become messages, of which kind, and to which earlier messages they refer.

use crate::change::{AlertStatus, StatusChange};
use jiff::{SignedDuration, Timestamp};

/// A storm that goes back and forth for hours would otherwise make every message longer than the one before.
const MAX_REFERENCES: usize = 50;
/// Longer than storms last, because nothing is sent while a status stays the same.
const IN_FORCE: SignedDuration = SignedDuration::from_hours(24);
const AFTER_CANCEL: SignedDuration = SignedDuration::from_hours(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    /// The first message of a danger.
    Alert,
    /// The danger goes on, with another status.
    Update,
    /// The all clear.
    Cancel,
}

impl MessageKind {
    /// The value of `msgType`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alert => "Alert",
            Self::Update => "Update",
            Self::Cancel => "Cancel",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message<'a> {
    pub kind: MessageKind,
    pub change: &'a StatusChange,
    /// The earlier messages of the same danger, oldest first.
    pub references: Vec<&'a StatusChange>,
}

impl<'a> Message<'a> {
    /// A message without earlier ones.
    pub fn alert(change: &'a StatusChange) -> Self {
        Self { kind: MessageKind::Alert, change, references: Vec::new() }
    }

    pub fn expires_at(&self) -> Timestamp {
        let duration = if self.kind == MessageKind::Cancel { AFTER_CANCEL } else { IN_FORCE };
        let from = self.change.noticed_at.max(self.change.at);
        from.checked_add(duration).unwrap_or(Timestamp::MAX)
    }
}

/// The messages about the changes of one facility, or of one ring of it, oldest first.
///
/// A change to Clear or Unknown without a danger before it has no message: there is nothing to cancel or to update.
pub fn messages<'a>(changes: impl IntoIterator<Item = &'a StatusChange>) -> Vec<Message<'a>> {
    let mut in_force: Vec<&StatusChange> = Vec::new();
    let mut messages = Vec::new();
    for change in changes {
        let is_danger = matches!(change.status, AlertStatus::Active | AlertStatus::Clearing);
        let kind = match (in_force.is_empty(), change.status) {
            (true, _) if is_danger => MessageKind::Alert,
            (true, _) => continue,
            (false, AlertStatus::Clear) => MessageKind::Cancel,
            (false, _) => MessageKind::Update,
        };
        let first_kept = in_force.len().saturating_sub(MAX_REFERENCES);
        messages.push(Message { kind, change, references: in_force[first_kept..].to_vec() });
        match kind {
            MessageKind::Cancel => in_force.clear(),
            MessageKind::Alert | MessageKind::Update => in_force.push(change),
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;
    use AlertStatus::{Active, Clear, Clearing, Unknown};

    fn changes(statuses: &[AlertStatus]) -> Vec<StatusChange> {
        let change = |(index, status): (usize, &AlertStatus)| StatusChange {
            event_id: i64::try_from(index).unwrap() + 1,
            facility_id: 3,
            facility_name: "Pool".into(),
            ring: None,
            status: *status,
            at: Timestamp::UNIX_EPOCH,
            noticed_at: Timestamp::UNIX_EPOCH,
        };
        statuses.iter().enumerate().map(change).collect()
    }

    /// Such as `1 Alert, 2 Update(1)`.
    fn described(statuses: &[AlertStatus]) -> String {
        let changes = changes(statuses);
        let describe = |message: &Message<'_>| {
            let references: Vec<_> = message.references.iter().map(|change| change.event_id.to_string()).collect();
            let suffix = if references.is_empty() { String::new() } else { format!("({})", references.join(" ")) };
            format!("{} {}{suffix}", message.change.event_id, message.kind.name())
        };
        messages(&changes).iter().map(describe).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_first_danger_is_an_alert_and_the_all_clear_cancels_it() {
        for (statuses, expected) in [
            (&[Active, Clear][..], "1 Alert, 2 Cancel(1)"),
            (&[Active, Clearing, Clear], "1 Alert, 2 Update(1), 3 Cancel(1 2)"),
            (&[Active, Clear, Active, Clear], "1 Alert, 2 Cancel(1), 3 Alert, 4 Cancel(3)"),
            (&[Active, Clearing, Active], "1 Alert, 2 Update(1), 3 Update(1 2)"),
            (&[Clearing, Clear], "1 Alert, 2 Cancel(1)"),
            (&[Clear], ""),
            (&[Clear, Active], "2 Alert"),
        ] {
            assert_eq!(described(statuses), expected, "{statuses:?}");
        }
    }

    #[test]
    fn what_cannot_be_known_never_cancels() {
        for (statuses, expected) in [
            (&[Active, Unknown][..], "1 Alert, 2 Update(1)"),
            (&[Active, Unknown, Clear], "1 Alert, 2 Update(1), 3 Cancel(1 2)"),
            (&[Active, Unknown, Active, Clear], "1 Alert, 2 Update(1), 3 Update(1 2), 4 Cancel(1 2 3)"),
            (&[Unknown, Clear], ""),
            (&[Clear, Unknown, Clear, Unknown, Active], "5 Alert"),
        ] {
            assert_eq!(described(statuses), expected, "{statuses:?}");
        }
    }

    #[test]
    fn a_long_danger_refers_to_its_latest_messages() {
        let statuses: Vec<_> = [Active, Clearing].into_iter().cycle().take(200).chain([Clear]).collect();
        let changes = changes(&statuses);
        let cancel = messages(&changes).pop().unwrap();
        assert_eq!((cancel.kind, cancel.references.len()), (MessageKind::Cancel, MAX_REFERENCES));
        assert_eq!(cancel.references.last().unwrap().event_id, 200);
    }
}
