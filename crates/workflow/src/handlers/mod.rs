//! The handlers, one module each.

mod chat;
mod condition;
mod data;
mod deps;
mod email;
mod http;
mod outbound;
mod sql;
pub mod text_extract;
mod work_order;

pub use deps::Deps;
pub use email::{check_all_clear_mails, template};
pub use sql::{Procedure, ProcedureError, Procedures, TableKind, UserColumn, UserTable, user_tables};

use super::{Handler, Handlers};
use outbound::OutboundCalls;
use std::sync::Arc;
use stormwire_city::facilities::CityMap;
use stormwire_clock::Clock;
use stormwire_lightning::PlausibleArea;
use stormwire_store::Store;

/// All built-in handlers.
pub fn all_handlers(deps: &Deps) -> Handlers {
    let (clock, outbound) = (&deps.clock, OutboundCalls::new(deps));
    let all: Vec<Arc<dyn Handler>> = vec![
        Arc::new(text_extract::TextExtract { clock: clock.clone() }),
        sql(
            deps.store.clone(),
            clock.clone(),
            procedures(),
            deps.city.feed_rules.plausible_area,
            deps.city_map.clone(),
        ),
        Arc::new(http::Http(outbound.clone())),
        Arc::new(condition::Condition { clock: clock.clone() }),
        Arc::new(data::Data),
        Arc::new(email::Email(outbound.clone())),
        Arc::new(chat::Chat(outbound.clone())),
        Arc::new(work_order::WorkOrder(outbound)),
    ];
    Handlers::new(all)
}

/// The built-in procedures for SQLite.
pub fn procedures() -> Procedures {
    Procedures::new(vec![Arc::new(sql::BatchThreat)])
}

pub fn sql(
    store: Store,
    clock: Arc<dyn Clock>,
    procedures: Procedures,
    plausible_area: PlausibleArea,
    city_map: Arc<CityMap>,
) -> Arc<dyn Handler> {
    Arc::new(sql::Sql::new(store, clock, procedures, plausible_area, city_map))
}
