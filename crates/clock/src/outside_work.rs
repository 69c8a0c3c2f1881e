//! Work that does not run on the clock, such as a query of the database: virtual time must not pass while it goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Held while something is awaited that does not run on the clock. See [`crate::Clock::outside`].
#[derive(Debug)]
#[must_use = "it counts only while it is held"]
pub struct OutsideWork(Option<Arc<AtomicUsize>>);

impl OutsideWork {
    pub(crate) fn uncounted() -> Self {
        Self(None)
    }

    pub(crate) fn counted(living: &Arc<AtomicUsize>) -> Self {
        living.fetch_add(1, Ordering::Relaxed);
        Self(Some(living.clone()))
    }
}

impl Drop for OutsideWork {
    fn drop(&mut self) {
        if let Some(living) = &self.0 {
            // What the work has changed is visible to a thread that sees that it has ended.
            living.fetch_sub(1, Ordering::Release);
        }
    }
}
