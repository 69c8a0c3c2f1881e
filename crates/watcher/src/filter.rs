//! Which messages are for a watcher. Coarse, on the envelope alone. Pure.

use stormwire_graph::Message;
use stormwire_store::tables::job::JobFields;

/// Why a message is not for a watcher; none when it is.
pub(super) fn miss(fields: &JobFields, own_address: Option<&str>, message: &Message) -> Option<String> {
    if let Some(reason) = ours(own_address, message) {
        return Some(reason);
    }
    let from = message.from.as_ref();
    if let Some(filter) = wanted(fields.from_filter.as_ref()) {
        let met = from.is_some_and(|from| {
            contains(&from.address, filter) || from.name.as_deref().is_some_and(|name| contains(name, filter))
        });
        if !met {
            return Some(format!("the sender does not contain {filter:?}"));
        }
    }
    let filter = wanted(fields.subject_filter.as_ref())?;
    let met = message.subject.as_deref().is_some_and(|subject| contains(subject, filter));
    (!met).then(|| format!("the subject does not contain {filter:?}"))
}

/// What we sent ourselves must never start us.
fn ours(own_address: Option<&str>, message: &Message) -> Option<String> {
    if message.headers.iter().any(|header| header.name.to_lowercase().starts_with("x-stormwire-")) {
        return Some("it was sent by stormwire itself".into());
    }
    let from = message.from.as_ref()?;
    let own = own_address.filter(|own| own.eq_ignore_ascii_case(&from.address))?;
    Some(format!("it was sent by our own address {own}"))
}

/// A filter of nothing but white space is none.
fn wanted(filter: Option<&String>) -> Option<&str> {
    filter.map(|filter| filter.trim()).filter(|filter| !filter.is_empty())
}

fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::tests::fields;
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
    fn both_filters_must_be_met_on_address_or_name_whatever_the_case() {
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
            let fields = JobFields {
                from_filter: from_filter.map(Into::into),
                subject_filter: subject_filter.map(Into::into),
                ..fields()
            };
            let missed = miss(&fields, None, &message(from, subject));
            assert_eq!(missed.is_none(), expected, "{from_filter:?} {subject_filter:?} {missed:?}");
        }
    }

    #[test]
    fn our_own_mail_never_starts_us() {
        let mut own = message(Some(("Stormwire@city.gov", "x")), None);
        assert!(miss(&fields(), Some("stormwire@CITY.gov"), &own).is_some());
        assert!(miss(&fields(), None, &own).is_none());
        own.headers.push(Header { name: "X-Stormwire-Run".into(), value: "1".into() });
        assert!(miss(&fields(), None, &own).is_some());
    }
}
