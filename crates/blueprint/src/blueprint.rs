//! Exports the configuration, and applies a file.

use crate::apply::store_all;
use crate::describe::describe;
use crate::error::BlueprintError;
use crate::exposed_keys::exposed_keys;
use crate::installation::Installation;
use crate::notices::Notices;
use crate::plan::plan;
use crate::resolve::Resolver;
use crate::work::{Applied, ApplyOptions, Exported, Work};
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
    pub async fn export(&self) -> Result<Exported, BlueprintError> {
        let installation = Installation::read(&mut self.store.reader().await?).await?;
        let document = describe(&installation).map_err(BlueprintError::Invalid)?;
        Ok(Exported { text: yaml::write(&document)?, warnings: exposed_keys(&document), document })
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
        let is_dry_run = options.dry_run;
        let notices = Notices { it: &installation.it, wanted: &wanted, changes: &changes, is_dry_run };
        let (missing_secrets, warnings) = (notices.missing_secrets(), notices.missing_folders());
        let applied = Applied { changes: changes.clone(), missing_secrets, warnings };
        if !is_dry_run && !changes.is_empty() {
            let work = Work { installation, wanted, changes, actor, now: self.clock.now() };
            store_all(work, &self.store, &self.secrets).await?;
        }
        Ok(applied)
    }
}
