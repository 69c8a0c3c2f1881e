//! The handlers, one file each. This page is the list.

mod data;

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
pub fn all(_means: &Means) -> Handlers {
    let all: Vec<Arc<dyn Handler>> = vec![Arc::new(data::Data)];
    Handlers::new(all)
}
