//! Opens the mailbox and the folder of a watcher: unseals the credential, finds the account, resolves the folder path.

use crate::error::WatcherError;
use crate::folder_lookups::{FolderLookups, FolderName};
use futures_util::FutureExt;
use std::sync::Arc;
use stormwire_city::credential_usage::mailbox_rejection;
use stormwire_city::credentials;
use stormwire_city::secrets::Secrets;
use stormwire_graph::{FolderId, GraphAccount, GraphClient, Mailbox};
use stormwire_store::tables::watcher::{self, Watcher, WatcherFields, WatcherKind};
use stormwire_store::{CredentialId, Schema, Store, StoreError};

/// A mailbox and the account that opens it.
pub(crate) struct OpenMailbox {
    pub(crate) mailbox: Arc<dyn Mailbox>,
    pub(crate) account: Arc<GraphAccount>,
    pub(crate) credential_id: CredentialId,
}

impl OpenMailbox {
    /// How far this machine's clock is ahead of the provider's.
    pub(crate) fn clock_difference_ms(&self) -> Option<i64> {
        let provider_ahead = self.account.clock_difference()?;
        Some(i64::try_from(-provider_ahead.as_millis()).unwrap_or(i64::MAX))
    }

    /// The watched folder. Asks the provider if only the path is known. Stores nothing.
    pub(crate) async fn find_folder(&self, fields: &WatcherFields) -> Result<FolderId, WatcherError> {
        match &fields.folder_id {
            Some(id) => Ok(FolderId::new(id)),
            None => Ok(self.mailbox.folder_by_path(&fields.folder_path).await?.id),
        }
    }
}

#[derive(Clone)]
pub(crate) struct Mailboxes {
    store: Store,
    secrets: Secrets,
    graph: Arc<GraphClient>,
    /// Shared by the loops of all watchers.
    lookups: Arc<FolderLookups>,
}

impl Mailboxes {
    pub(crate) fn new(store: Store, secrets: Secrets, graph: Arc<GraphClient>) -> Self {
        Self { store, secrets, graph, lookups: Arc::default() }
    }

    pub(crate) async fn open(&self, fields: &WatcherFields) -> Result<OpenMailbox, WatcherError> {
        if fields.kind != WatcherKind::Mailbox {
            return Err(WatcherError::Conflict("status changes or files start this watcher; it has no mailbox".into()));
        }
        self.open_address(fields.credential_id, &fields.mailbox_address).await
    }

    /// Without an id, opens the only credential for mailboxes. Fails if there is not exactly one, and for a credential that is
    /// for other systems.
    pub(crate) async fn open_address(
        &self,
        credential_id: Option<CredentialId>,
        address: &str,
    ) -> Result<OpenMailbox, WatcherError> {
        let missing = || {
            WatcherError::invalid_field(
                "credentialId",
                "select a credential; it may be left empty only if exactly one for mailboxes exists",
            )
        };
        let opened = credentials::open(&self.store, &self.secrets, credential_id).await?.ok_or_else(missing)?;
        if let Some(reason) = mailbox_rejection(&opened.credential) {
            return Err(WatcherError::invalid_field("credentialId", reason));
        }
        let credential_id = opened.credential.id;
        let account = self.graph.account(&opened.into_graph()?);
        Ok(OpenMailbox { mailbox: account.mailbox(address), account, credential_id })
    }

    /// Asks the provider, even if the path was resolved before: the folder may be another one by now.
    pub(crate) async fn find_current_folder(
        &self,
        fields: &WatcherFields,
        open: &OpenMailbox,
    ) -> Result<FolderId, WatcherError> {
        let folder = open.find_folder(fields).await?;
        if fields.folder_id.is_none() {
            self.lookups.put(FolderName::new(fields, open.credential_id), folder.clone());
        }
        Ok(folder)
    }

    /// The id of the watched folder, resolved from its path on first use and stored with the watcher. The lookup of the save
    /// counts as the first use, and loops that start together share one lookup.
    pub(crate) async fn resolve_folder(&self, watcher: &Watcher, open: &OpenMailbox) -> Result<FolderId, WatcherError> {
        if let Some(id) = &watcher.fields.folder_id {
            return Ok(FolderId::new(id));
        }
        let lookup = self.lookups.get(FolderName::new(&watcher.fields, open.credential_id));
        let folder = lookup.get_or_try_init(|| open.find_folder(&watcher.fields)).await?.clone();
        let (id, path, resolved) = (watcher.id, watcher.fields.folder_path.clone(), folder.as_str().to_owned());
        let unit = self.store.write(Schema::It, move |conn| {
            async move { watcher::put_folder_id(conn, id, &path, &resolved).await }.boxed()
        });
        unit.await.map_err(|error: StoreError| WatcherError::from(error))?;
        Ok(folder)
    }
}
