//! Counts what is open at once, in total and per client address.

use crate::counted_address;
use ipnet::IpNet;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most that may be open at once; none: unlimited.
#[derive(Debug, Clone, Copy)]
pub struct SlotLimits {
    pub total: Option<usize>,
    pub per_address: Option<usize>,
}

#[derive(Clone)]
pub struct AddressSlots(Arc<Inner>);

struct Inner {
    limits: SlotLimits,
    /// Proxies, behind which are many clients: they have no limit per address.
    exempt: Arc<[IpNet]>,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Which limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotRejection {
    Total,
    Address,
}

impl SlotRejection {
    pub fn name(self) -> &'static str {
        match self {
            Self::Total => "total",
            Self::Address => "address",
        }
    }
}

/// Freed when dropped.
pub struct Slot {
    slots: Arc<Inner>,
    address: Option<IpAddr>,
}

impl AddressSlots {
    pub fn new(limits: SlotLimits, exempt: Arc<[IpNet]>) -> Self {
        Self(Arc::new(Inner { limits, exempt, open: Mutex::default() }))
    }

    pub fn take(&self, address: IpAddr) -> Result<Slot, SlotRejection> {
        let Inner { limits, exempt, .. } = &*self.0;
        let canonical = address.to_canonical();
        let is_exempt = limits.per_address.is_none() || exempt.iter().any(|network| network.contains(&canonical));
        let address = (!is_exempt).then(|| counted_address(address));
        let mut open = self.0.open();
        if limits.total.is_some_and(|most| open.total >= most) {
            return Err(SlotRejection::Total);
        }
        if let Some(address) = address {
            let count = open.by_address.entry(address).or_default();
            if limits.per_address.is_some_and(|most| *count >= most) {
                return Err(SlotRejection::Address);
            }
            *count += 1;
        }
        open.total += 1;
        drop(open);
        Ok(Slot { slots: self.0.clone(), address })
    }
}

impl Inner {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut open = self.slots.open();
        open.total = open.total.saturating_sub(1);
        if let Some(address) = self.address {
            let count = open.by_address.entry(address).or_default();
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(total: usize, per_address: usize) -> AddressSlots {
        let limits = SlotLimits { total: Some(total), per_address: Some(per_address) };
        AddressSlots::new(limits, ["10.0.0.0/8".parse().unwrap()].into())
    }

    fn take(slots: &AddressSlots, address: &str) -> Result<Slot, SlotRejection> {
        slots.take(address.parse().unwrap())
    }

    #[test]
    fn one_address_cannot_take_the_slots_of_others() {
        let slots = slots(5, 2);
        let held = [take(&slots, "203.0.113.1").ok(), take(&slots, "203.0.113.1").ok()];
        assert_eq!(take(&slots, "::ffff:203.0.113.1").err(), Some(SlotRejection::Address), "the same address");
        assert!(take(&slots, "203.0.113.2").is_ok());
        drop(held);
        assert!(take(&slots, "203.0.113.1").is_ok(), "slots are freed");
        assert!(slots.0.open().by_address.is_empty(), "addresses are forgotten");
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let slots = slots(5, 1);
        let _held = take(&slots, "2001:db8:0:1::1").ok();
        assert_eq!(take(&slots, "2001:db8:0:1:ffff::2").err(), Some(SlotRejection::Address));
        assert!(take(&slots, "2001:db8:0:2::1").is_ok());
    }

    #[test]
    fn a_trusted_proxy_is_limited_only_in_total() {
        let slots = slots(3, 1);
        let held: Vec<_> = (0..3).map(|_| take(&slots, "10.0.0.1")).collect();
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(take(&slots, "10.0.0.1").err(), Some(SlotRejection::Total));
    }

    #[test]
    fn limits_can_be_off() {
        let slots = AddressSlots::new(SlotLimits { total: None, per_address: None }, [].into());
        let held: Vec<_> = (0..5_000).map(|_| take(&slots, "203.0.113.1")).collect();
        assert!(held.iter().all(Result::is_ok));
    }
}
