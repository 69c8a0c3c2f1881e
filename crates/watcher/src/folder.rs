//! From the folder's path to its id, once: the result is stored with the watcher.

use super::mailboxes::Opened;
use super::{Watch, WatchError};
use futures_util::FutureExt;
use stormwire_graph::FolderId;
use stormwire_store::tables::job::{self, Job};
use stormwire_store::{Schema, StoreError};

impl Watch {
    /// The id of the watched folder, resolved and stored on first use.
    pub(super) async fn folder(&self, job: &Job, opened: &Opened) -> Result<FolderId, WatchError> {
        if let Some(id) = &job.fields.folder_id {
            return Ok(FolderId::new(id));
        }
        let found = opened.mailbox.folder_by_path(&job.fields.folder_path).await?;
        let (id, path, folder) = (job.id, job.fields.folder_path.clone(), found.id.as_str().to_owned());
        let unit = self
            .store
            .write(Schema::It, move |conn| async move { job::resolve(conn, id, &path, &folder).await }.boxed());
        unit.await.map_err(|error: StoreError| WatchError::from(error))?;
        Ok(found.id)
    }
}
