//! Exports the configuration, and applies a file.

use crate::apply::store_all;
use crate::describe::describe;
use crate::error::BlueprintError;
use crate::installation::Installation;
use crate::plan::{PlannedChange, Section, plan};
use crate::resolve::{Resolver, Wanted};
use crate::work::{Applied, ApplyOptions, Work};
use crate::yaml;
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::Clock;
use stormwire_store::Store;
use stormwire_store::tables::audit::Actor;
use stormwire_watcher::Watchers;

/// Configuration as code. Nothing here calls a mail provider: a file can be applied before the secrets are entered.
pub struct Blueprint {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub secrets: Secrets,
    pub watchers: Watchers,
}

impl Blueprint {
    /// The text of the file.
    pub async fn export(&self) -> Result<String, BlueprintError> {
        let installation = Installation::read(&mut self.store.reader().await?).await?;
        yaml::write(&describe(&installation).map_err(BlueprintError::Invalid)?)
    }

    /// All of the file, or nothing.
    pub async fn apply(&self, text: &str, options: ApplyOptions, actor: Actor) -> Result<Applied, BlueprintError> {
        let document = yaml::read(text)?;
        let installation = Installation::read(&mut self.store.reader().await?).await?;
        let current = describe(&installation).map_err(BlueprintError::Invalid)?;
        let admin = self.watchers.admin();
        let resolver = Resolver::new(&installation, &document, options.prune, admin, &self.secrets);
        let wanted = resolver.resolve(document).await?;
        let changes = plan(&current, &wanted.document(), options.prune);
        let applied = Applied { missing_secrets: missing_secrets(&wanted, &changes), changes: changes.clone() };
        if !options.dry_run && !changes.is_empty() {
            let work = Work { installation, wanted, changes, actor, now: self.clock.now() };
            store_all(work, &self.store, &self.secrets).await?;
        }
        Ok(applied)
    }
}

/// Of what is added or changed, and enabled in the file.
fn missing_secrets(wanted: &Wanted, changes: &[PlannedChange]) -> Vec<String> {
    let is_changed =
        |section: Section, name: &str| changes.iter().any(|one| one.section == section && one.name == name);
    let watchers = wanted.watchers.iter().filter(|one| is_changed(Section::Watcher, one.entry.name()));
    let sinks = wanted.sinks.iter().filter(|one| is_changed(Section::Sink, &one.fields.name));
    let watchers =
        watchers.flat_map(|one| one.missing_secrets.iter().map(move |text| line("watcher", one.entry.name(), text)));
    let sinks = sinks.flat_map(|one| one.missing_secrets.iter().map(move |text| line("sink", &one.fields.name, text)));
    watchers.chain(sinks).collect()
}

fn line(what: &str, name: &str, secret: &str) -> String {
    format!("{what} {name:?} is disabled: enter {secret}, then enable it")
}
