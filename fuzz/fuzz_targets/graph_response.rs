//! The JSON that the mail provider sends: changes and messages of a folder with their OData links, and a message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use stormwire_graph::{NextChanges, parse_changes, parse_listing, parse_message};
use url::Url;

static PROVIDER: LazyLock<Url> =
    LazyLock::new(|| Url::parse("https://graph.microsoft.com/v1.0").expect("a valid address"));

fuzz_target!(|body: &[u8]| {
    if let Ok(page) = parse_changes(&PROVIDER, body) {
        let (NextChanges::More(link) | NextChanges::Done(link)) = page.next;
        assert!(leads_to_provider(link.as_str()), "a token would be sent to {}", link.as_str());
        assert!(page.items.iter().all(|item| !item.key.as_str().is_empty()));
    }
    if let Ok(page) = parse_listing(&PROVIDER, body) {
        assert!(page.next.is_none_or(|link| leads_to_provider(link.as_str())));
        assert!(page.items.iter().all(|item| !item.key.as_str().is_empty()));
    }
    if let Ok(message) = parse_message(body) {
        assert!(!message.key.as_str().is_empty());
        assert_eq!(message.received_at.as_nanosecond() % 1_000, 0, "no database stores nanoseconds");
    }
});

fn leads_to_provider(link: &str) -> bool {
    Url::parse(link).is_ok_and(|link| link.origin() == PROVIDER.origin() && link.username().is_empty())
}
