//! The push subscription of a stranger's browser: the endpoint to call, and the keys to encrypt with.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};
use stormwire_announce::push::{SubscribeError, SubscriptionInput};
use stormwire_clock::VirtualClock;
use stormwire_fuzz::lines;
use stormwire_store::FacilityId;
use stormwire_workflow::HttpClient;
use url::{Host, Url};

/// Calls no private addresses.
static HTTP: LazyLock<HttpClient> =
    LazyLock::new(|| HttpClient::new(Arc::new(VirtualClock::frozen()), Vec::new()).expect("a client without settings"));

fuzz_target!(|text: &str| {
    let [endpoint, p256dh, auth, language] = lines::<4>(text).map(str::to_owned);
    let input = SubscriptionInput { facility_id: FacilityId::new(1), endpoint, p256dh, auth, language };
    match input.validate(&HTTP) {
        Ok(new) => {
            let url = Url::parse(&new.endpoint).expect("what is stored can be called");
            assert_eq!((url.scheme(), url.host_str()), ("https", Some(new.host.as_str())));
            assert!(url.username().is_empty() && url.password().is_none() && url.fragment().is_none());
            let is_private = match url.host() {
                Some(Host::Ipv4(address)) => address.is_loopback() || address.is_private() || address.is_link_local(),
                Some(Host::Ipv6(address)) => address.is_loopback(),
                Some(Host::Domain(_)) | None => false,
            };
            assert!(!is_private, "{} is in a private network", new.host);
            assert!(new.p256dh.len() <= 88 && new.auth.len() <= 24);
        }
        Err(SubscribeError::Invalid { field, message }) => {
            assert!(["endpoint", "keys.p256dh", "keys.auth"].contains(&field) && !message.is_empty());
        }
        Err(other) => panic!("{other}"),
    }
});
