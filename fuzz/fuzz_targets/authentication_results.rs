//! The header in which the mail provider says whether a sender is genuine. It may repeat text of the sender.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_graph::{Address, Body, FolderId, Header, Message, MessageKey};
use stormwire_store::tables::watcher::{SenderAuthentication, WatcherFields};
use stormwire_watcher::sender_authentication::rejection_reason;

const DOMAIN: &str = "vendor.example";

fuzz_target!(|header: &str| {
    let escaped: String = header.chars().flat_map(|character| ['\\', character]).collect();
    for (method, required) in [(SenderAuthentication::Dmarc, "dmarc"), (SenderAuthentication::Dkim, "dkim")] {
        let is_verified = |headers: &[&str]| rejection_reason(&fields(method), &message(headers)).is_none();
        if is_verified(&[header]) {
            let lower = header.to_ascii_lowercase();
            assert!([required, "pass", DOMAIN].iter().all(|word| lower.contains(word)), "nothing says so");
        }
        let failed = format!("spf=fail ({escaped}) smtp.mailfrom=\"{escaped}\"; {required}=fail reason=\"{escaped}\"");
        assert!(!is_verified(&[&failed]), "text of the sender is no result");
        assert!(!is_verified(&["mx.city.gov; none", header]), "a header below the topmost came with the message");
    }
});

fn fields(sender_authentication: SenderAuthentication) -> WatcherFields {
    let fields = WatcherFields::new("Storm".to_owned(), "storm@city.example");
    WatcherFields { from_filter: Some(DOMAIN.to_owned()), sender_authentication, ..fields }
}

fn message(headers: &[&str]) -> Message {
    let header = |value: &&str| Header { name: "Authentication-Results".to_owned(), value: (*value).to_owned() };
    Message {
        key: MessageKey::new("k"),
        internet_message_id: None,
        subject: None,
        from: Some(Address { address: format!("alerts@{DOMAIN}"), name: None }),
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
