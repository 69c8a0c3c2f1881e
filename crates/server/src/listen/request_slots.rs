//! Requests in progress at once, per client address and in total. A request is in progress until its response was sent,
//! so that this also bounds the memory of responses that clients do not read.

use ipnet::IpNet;
use std::net::IpAddr;
use std::sync::Arc;
use stormwire_city::{AddressSlots, Slot, SlotLimits, SlotRejection};

const REQUESTS: SlotLimits = SlotLimits { total: Some(1_024), per_address: Some(256) };
/// Webhooks have their own slots: a flood of other requests must not reject notifications about mail. A provider or a proxy
/// sends all of them from a few addresses, and in a storm hundreds wait for one commit.
const WEBHOOKS: SlotLimits = SlotLimits { total: Some(512), per_address: Some(256) };

pub(super) struct RequestSlots {
    requests: AddressSlots,
    webhooks: AddressSlots,
}

impl RequestSlots {
    pub(super) fn new(trusted_proxies: &Arc<[IpNet]>) -> Self {
        Self {
            requests: AddressSlots::new(REQUESTS, trusted_proxies.clone()),
            webhooks: AddressSlots::new(WEBHOOKS, trusted_proxies.clone()),
        }
    }

    pub(super) fn take(&self, path: &str, client: IpAddr) -> Result<Slot, SlotRejection> {
        let slots = if path.starts_with("/webhooks/") { &self.webhooks } else { &self.requests };
        slots.take(client)
    }
}
