//! Decides from the envelope which messages a watcher processes. Pure.

use crate::sender_authentication;
use jiff::Timestamp;
use stormwire_graph::{Address, Message};
use stormwire_store::tables::watcher::{Watcher, WatcherFields};

/// False for a message older than a watcher that ignores existing mail. The provider reports whole seconds.
pub(crate) fn is_new_enough(watcher: &Watcher, received_at: Option<Timestamp>) -> bool {
    if watcher.fields.process_existing != Some(false) {
        return true;
    }
    received_at.is_none_or(|at| at.as_second() >= watcher.state.created_at.as_second())
}

/// Why the filters of a watcher exclude a message; `None` if they match.
pub(crate) fn exclusion_reason(fields: &WatcherFields, own_address: Option<&str>, message: &Message) -> Option<String> {
    if let Some(reason) = sent_by_us(own_address, message) {
        return Some(reason);
    }
    if let Some(filter) = non_blank(fields.from_filter.as_ref())
        && !is_sender(message.from.as_ref(), filter)
    {
        return Some(format!("the sender does not contain {filter:?}"));
    }
    if let Some(filter) = non_blank(fields.subject_filter.as_ref()) {
        let matches = message.subject.as_deref().is_some_and(|subject| contains(subject, filter));
        if !matches {
            return Some(format!("the subject does not contain {filter:?}"));
        }
    }
    sender_authentication::rejection_reason(fields, message)
}

/// Whether the sender filter matches. False without a filter.
pub(crate) fn is_from_vendor(fields: &WatcherFields, from: Option<&Address>) -> bool {
    non_blank(fields.from_filter.as_ref()).is_some_and(|filter| is_sender(from, filter))
}

fn is_sender(from: Option<&Address>, filter: &str) -> bool {
    from.is_some_and(|from| {
        contains(&from.address, filter) || from.name.as_deref().is_some_and(|name| contains(name, filter))
    })
}

/// Mail that we sent must never trigger a run: that would be a loop.
fn sent_by_us(own_address: Option<&str>, message: &Message) -> Option<String> {
    if message.headers.iter().any(|header| header.name.to_lowercase().starts_with("x-stormwire-")) {
        return Some("sent by stormwire itself".into());
    }
    let from = message.from.as_ref()?;
    let own = own_address.filter(|own| own.eq_ignore_ascii_case(&from.address))?;
    Some(format!("sent from stormwire's own address {own}"))
}

/// A filter of only white space is ignored.
fn non_blank(filter: Option<&String>) -> Option<&str> {
    filter.map(|filter| filter.trim()).filter(|filter| !filter.is_empty())
}

fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_fixture::fields;
    use stormwire_graph::{Address, Body, FolderId, Header, MessageKey};

    fn message(from: Option<(&str, &str)>, subject: Option<&str>) -> Message {
        Message {
            key: MessageKey::new("k"),
            internet_message_id: None,
            subject: subject.map(Into::into),
            from: from.map(|(address, name)| Address { address: address.into(), name: Some(name.into()) }),
            to: Vec::new(),
            received_at: jiff::Timestamp::UNIX_EPOCH,
            body: Body::default(),
            has_attachments: false,
            headers: Vec::new(),
            parent_folder: FolderId::new("f"),
            is_read: false,
            categories: Vec::new(),
        }
    }

    #[test]
    fn mail_of_the_vendor_is_known_by_the_sender_filter_only() {
        let vendor = Address { address: "A@VENDOR.example".into(), name: None };
        let with = |filter: Option<&str>| WatcherFields { from_filter: filter.map(Into::into), ..fields() };
        for (filter, from, expected) in [
            (Some("vendor.example"), Some(&vendor), true),
            (Some("vendor.example"), None, false),
            (Some("other"), Some(&vendor), false),
            (Some(" "), Some(&vendor), false),
            (None, Some(&vendor), false),
        ] {
            assert_eq!(is_from_vendor(&with(filter), from), expected, "{filter:?}");
        }
    }

    #[test]
    fn both_filters_must_match_address_or_name_in_any_case() {
        let vendor = Some(("alerts@Vendor.example", "Störung GmbH"));
        for (from_filter, subject_filter, from, subject, expected) in [
            (None, None, None, None, true),
            (Some("vendor.EXAMPLE"), None, vendor, None, true),
            (Some("störung"), None, vendor, None, true),
            (Some("other"), None, vendor, None, false),
            (Some("vendor"), None, None, None, false),
            (None, Some("strike"), vendor, Some("Lightning STRIKE"), true),
            (None, Some("strike"), vendor, None, false),
            (Some("vendor"), Some("strike"), vendor, Some("no"), false),
            (Some("  "), Some(""), None, None, true),
        ] {
            let fields = WatcherFields {
                from_filter: from_filter.map(Into::into),
                subject_filter: subject_filter.map(Into::into),
                ..fields()
            };
            let found = exclusion_reason(&fields, None, &message(from, subject));
            assert_eq!(found.is_none(), expected, "{from_filter:?} {subject_filter:?} {found:?}");
        }
    }

    #[test]
    fn our_own_mail_never_triggers_a_run() {
        let mut own = message(Some(("Stormwire@city.gov", "x")), None);
        assert!(exclusion_reason(&fields(), Some("stormwire@CITY.gov"), &own).is_some());
        assert!(exclusion_reason(&fields(), None, &own).is_none());
        own.headers.push(Header { name: "X-Stormwire-Run".into(), value: "1".into() });
        assert!(exclusion_reason(&fields(), None, &own).is_some());
    }
}
