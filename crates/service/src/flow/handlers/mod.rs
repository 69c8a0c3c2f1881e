//! The handlers, one file each. This page is the list.

mod condition;
mod data;
pub(crate) mod text_extract;

use super::{Handler, Handlers};
use crate::store::Store;
use std::sync::Arc;
use stormwire_world::clock::Clock;

/// What the handlers work with.
#[derive(Clone)]
pub struct Means {
    /// The rows.
    pub store: Store,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// All handlers of the product.
pub fn all(means: &Means) -> Handlers {
    let clock = &means.clock;
    let all: Vec<Arc<dyn Handler>> = vec![
        Arc::new(text_extract::TextExtract { clock: clock.clone() }),
        Arc::new(condition::Condition { clock: clock.clone() }),
        Arc::new(data::Data),
    ];
    Handlers::new(all)
}
