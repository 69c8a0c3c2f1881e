use super::limiter::MailboxLimiter;
use jiff::SignedDuration;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use stormwire_clock::Clock;

/// The state of an application registration that stays when its secret changes: the provider counts calls per
/// registration.
#[derive(Default)]
pub(super) struct Registration {
    /// By mailbox address in lower case.
    limiters: Mutex<HashMap<String, Arc<MailboxLimiter>>>,
    clock_difference: Mutex<Option<SignedDuration>>,
}

impl Registration {
    pub(super) fn limiter(&self, address: &str, max_concurrent: usize, clock: &Arc<dyn Clock>) -> Arc<MailboxLimiter> {
        let mut limiters = self.limiters.lock().expect("no code panics while it holds this lock");
        let create = || Arc::new(MailboxLimiter::new(max_concurrent, Arc::clone(clock)));
        Arc::clone(limiters.entry(address.to_lowercase()).or_insert_with(create))
    }

    pub(super) fn clock_difference(&self) -> Option<SignedDuration> {
        *self.clock_difference.lock().expect("no code panics while it holds this lock")
    }

    pub(super) fn set_clock_difference(&self, difference: SignedDuration) {
        *self.clock_difference.lock().expect("no code panics while it holds this lock") = Some(difference);
    }
}
