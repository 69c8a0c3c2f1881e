//! The handlers, one file each. This page is the list.

mod data;

use super::{Handler, Handlers};
use std::sync::Arc;

/// All handlers of the product.
pub fn all() -> Handlers {
    let all: Vec<Arc<dyn Handler>> = vec![Arc::new(data::Data)];
    Handlers::new(all)
}
