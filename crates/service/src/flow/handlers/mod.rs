//! The handlers, one file each. This page is the list.

mod data;
mod sql;

pub use sql::{Procedure, ProcedureError, Procedures};

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
    let all: Vec<Arc<dyn Handler>> = vec![Arc::new(data::Data), sql(means, Procedures::default())];
    Handlers::new(all)
}

/// The handler of rows, with the procedures that SQLite lacks.
pub fn sql(means: &Means, procedures: Procedures) -> Arc<dyn Handler> {
    Arc::new(sql::Sql::new(means, procedures))
}
