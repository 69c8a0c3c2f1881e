//! The handlers, one file each. This page is the list.

mod chat;
mod condition;
mod data;
mod deps;
mod email;
mod http;
mod outside;
mod sql;
pub mod text_extract;
mod work_order;

pub use deps::Deps;
pub use sql::{Procedure, ProcedureError, Procedures};

use super::{Handler, Handlers};
use outside::Outside;
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::Store;

/// All handlers of the product.
pub fn all(deps: &Deps) -> Handlers {
    let (clock, outside) = (&deps.clock, Outside::new(deps));
    let all: Vec<Arc<dyn Handler>> = vec![
        Arc::new(text_extract::TextExtract { clock: clock.clone() }),
        sql(deps.store.clone(), clock.clone(), procedures()),
        Arc::new(http::Http(outside.clone())),
        Arc::new(condition::Condition { clock: clock.clone() }),
        Arc::new(data::Data),
        Arc::new(email::Email(outside.clone())),
        Arc::new(chat::Chat(outside.clone())),
        Arc::new(work_order::WorkOrder(outside)),
    ];
    Handlers::new(all)
}

/// The procedures that SQLite lacks.
pub fn procedures() -> Procedures {
    Procedures::new(vec![Arc::new(sql::BatchThreat)])
}

/// The handler of rows, with the procedures that SQLite lacks.
pub fn sql(store: Store, clock: Arc<dyn Clock>, procedures: Procedures) -> Arc<dyn Handler> {
    Arc::new(sql::Sql::new(store, clock, procedures))
}
