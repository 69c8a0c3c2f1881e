use super::*;
use crate::test_fixture::fields;
use stormwire_graph::{Address, Body, FolderId, Header, MessageKey};

fn message(from: &str, headers: &[&str]) -> Message {
    let header = |value: &&str| Header { name: "authentication-RESULTS".into(), value: (*value).into() };
    Message {
        key: MessageKey::new("k"),
        internet_message_id: None,
        subject: None,
        from: Some(Address { address: from.into(), name: Some("alerts@vendor.example".into()) }),
        to: Vec::new(),
        received_at: jiff::Timestamp::UNIX_EPOCH,
        body: Body::default(),
        has_attachments: false,
        headers: headers.iter().map(header).collect(),
        parent_folder: FolderId::new("f"),
        is_read: false,
        categories: Vec::new(),
    }
}

fn reason(method: SenderAuthentication, from: &str, headers: &[&str]) -> Option<String> {
    let from_filter = Some("alerts@vendor.example".into());
    rejection_reason(&WatcherFields { from_filter, sender_authentication: method, ..fields() }, &message(from, headers))
}

const VENDOR: &str = "alerts@vendor.example";
const PASS: &str = "dkim=pass header.d=vendor.example; dmarc=pass action=none header.from=vendor.example";
const FAIL: &str = "dkim=none; dmarc=fail action=oreject header.from=vendor.example";

#[test]
fn accepts_a_pass_for_the_domain_or_a_subdomain() {
    use SenderAuthentication::{Dkim, Dmarc, None};
    for (method, from, header) in [
        (None, "mallory@evil.test", ""),
        (Dmarc, VENDOR, PASS),
        (Dkim, VENDOR, PASS),
        (Dmarc, "alerts@mail.Vendor.example", "dmarc=pass header.from=mail.vendor.example"),
        (Dkim, VENDOR, "dkim=fail header.d=vendor.example; dkim=pass header.d=vendor.example"),
        (Dkim, VENDOR, "mx.city.gov; dkim=pass header.i=@mail.vendor.example"),
    ] {
        assert_eq!(reason(method, from, &[header]), Option::None, "{method} {from} {header}");
    }
}

#[test]
fn rejects_everything_else_with_a_reason() {
    use SenderAuthentication::{Dkim, Dmarc};
    for (method, from, header, expected) in [
        (Dmarc, VENDOR, FAIL, "found dmarc=fail for vendor.example, required is dmarc=pass for vendor.example"),
        (Dkim, VENDOR, FAIL, "found dkim=none, required is dkim=pass"),
        (Dmarc, VENDOR, "dkim=pass header.d=vendor.example", "no dmarc result"),
        (Dmarc, VENDOR, "dmarc=bestguesspass header.from=vendor.example", "dmarc=bestguesspass"),
        (Dmarc, VENDOR, "dmarc=pass", "dmarc=pass, required"),
        (Dmarc, VENDOR, "dmarc=pass header.from=evil.test", "dmarc=pass for evil.test"),
        (Dkim, VENDOR, "dkim=pass header.d=vendor.example.evil.test", "dkim=pass for vendor.example.evil.test"),
        (Dkim, VENDOR, "dkim=pass header.d=example", "dkim=pass for example"),
        (Dmarc, VENDOR, "dmarc=pass (", "cannot be read"),
        (Dmarc, "mallory@evil.test", PASS, "address is not in the domain vendor.example"),
        (Dmarc, "vendor.example", PASS, "address is not in the domain"),
    ] {
        let found = reason(method, from, &[header]).unwrap();
        assert!(found.contains(expected), "{header}: {found}");
    }
    assert!(reason(Dmarc, VENDOR, &[]).unwrap().contains("has no Authentication-Results"));
}

#[test]
fn only_the_topmost_header_counts() {
    assert_eq!(reason(SenderAuthentication::Dmarc, VENDOR, &[PASS, FAIL]), None);
    assert!(
        reason(SenderAuthentication::Dmarc, VENDOR, &[FAIL, PASS]).is_some(),
        "the lower one came with the message"
    );
}

#[test]
fn a_filter_without_a_domain_accepts_nothing() {
    let fields = WatcherFields {
        from_filter: Some("Vendor".into()),
        sender_authentication: SenderAuthentication::Dmarc,
        ..fields()
    };
    assert!(rejection_reason(&fields, &message(VENDOR, &[PASS])).unwrap().contains("contains no domain"));
}
