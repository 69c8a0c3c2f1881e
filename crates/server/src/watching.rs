//! Puts together what watches mailboxes.

use crate::serve::Base;
use anyhow::{Context, Result};
use std::sync::Arc;
use stormwire_city::config::Config;
use stormwire_clock::Clock;
use stormwire_graph::{Graph, GraphOptions};
use stormwire_mailer::Smtp;
use stormwire_watcher::{Cadence, Parts, Watch};
use stormwire_workflow::{Home, Runner, Web, handlers};
use url::Url;

/// The mail server, where the configuration names one.
pub(crate) fn smtp(config: &Config, clock: &Arc<dyn Clock>) -> Result<Option<Smtp>> {
    Ok(config.smtp.as_ref().map(|smtp| Smtp::new(smtp, clock.clone())).transpose()?)
}

/// From the configuration; `public_url` is where the provider reaches us.
pub(crate) fn watch(config: &Config, base: &Base, public_url: &Url) -> Result<Watch> {
    let (store, (clock, chance)) = (base.store.clone(), base.world.clone());
    let options = GraphOptions {
        base_url: config.graph.base_url.parse().context("graph.base_url")?,
        authority: config.graph.authority.parse().context("graph.authority")?,
        ..GraphOptions::microsoft(clock.clone(), chance.clone())
    };
    let webhook = |name: &str| format!("{}/webhooks/graph/{name}", public_url.as_str().trim_end_matches('/'));
    let means = handlers::Means {
        store: store.clone(),
        clock: clock.clone(),
        secrets: base.secrets.clone(),
        graph: Arc::new(Graph::new(options)?),
        web: Web::new(clock.clone(), config.allow_addresses.clone())?,
        smtp: smtp(config, &clock)?,
        home: Home {
            city: config.city.name.clone(),
            timezone: config.city.timezone.iana_name().unwrap_or("UTC").to_owned(),
            url: public_url.to_string(),
            reconciliation: config.watch.reconciliation,
        },
    };
    Ok(Watch::new(Parts {
        runner: Runner::new(store.clone(), clock.clone(), base.secrets.clone(), handlers::all(&means)),
        graph: means.graph,
        cadence: Cadence {
            reconciliation: config.watch.reconciliation,
            full_listing: config.watch.full_listing,
            renewal_margin: config.watch.renewal_margin,
            renewal_check: config.watch.renewal_check,
            subscription: config.watch.subscription,
        },
        notification_url: webhook("mail"),
        lifecycle_url: webhook("lifecycle"),
        // What a step is told of a file holds wherever it is read.
        work_folder: std::path::absolute(&config.paths.work).unwrap_or_else(|_| config.paths.work.clone()),
        own_address: config.smtp.as_ref().map(|smtp| smtp.from.clone()),
        started_at: clock.now(),
        secrets: base.secrets.clone(),
        store,
        clock,
        chance,
    }))
}
