//! Where a watcher is to look, asked of the provider before it is saved or switched on. A provider that cannot be reached
//! keeps nobody from saving: then there is a warning instead.

use super::{Watch, WatchError};
use std::time::Duration;
use stormwire_graph::{FolderId, MailError};
use stormwire_store::StoreError;
use stormwire_store::tables::credential;
use stormwire_store::tables::job::{self, Job, JobFields};

/// A folder with more than this is not taken without a word.
const FULL: u64 = 500;
/// Whoever saves waits no longer than this for the provider.
const PATIENCE: Duration = Duration::from_secs(5);

impl Watch {
    /// Looks for the folder. A mailbox without that folder is a mistake; everything else is a warning.
    pub(super) async fn survey(&self, fields: &JobFields) -> Result<Survey, WatchError> {
        let asked = tokio::select! {
            asked = self.count(fields) => asked,
            () = self.clock.sleep(PATIENCE) => {
                return Ok(Survey::unseen(&format!("the provider did not answer within {} s", PATIENCE.as_secs())));
            }
        };
        match asked {
            Ok(count) => Ok(Survey { count: Some(count), warning: None }),
            // Graph refuses an id that is not even the form of one.
            Err(WatchError::Mail(MailError::NotFound { .. } | MailError::Refused { .. })) => {
                let (field, name) = match &fields.folder_id {
                    Some(id) => ("folderId", id),
                    None => ("folderPath", &fields.folder_path),
                };
                let words =
                    format!("there is no folder {name:?} in {}; pick one of its folders", fields.mailbox_address);
                Err(WatchError::invalid(field, words))
            }
            // There is nobody to ask as. Who has no credential yet knows that; who has several may not.
            Err(error @ WatchError::Invalid { .. }) => {
                let several = credential::list(&mut self.store.reader().await?, None).await?.len() > 1;
                Ok(Survey { count: None, warning: several.then(|| format!("it cannot sign in: {error}")) })
            }
            Err(error @ (WatchError::Store(_) | WatchError::Secrets(_))) => Err(error),
            Err(error) => Ok(Survey::unseen(&error.to_string())),
        }
    }

    /// What is to be told of other watchers that look at the same folder.
    pub(super) async fn neighbours(&self, id: i64) -> Result<Vec<String>, StoreError> {
        let all = job::list(&mut self.store.reader().await?).await?;
        let Some(own) = all.iter().find(|one| one.id == id) else { return Ok(Vec::new()) };
        let beside = all.iter().filter(|one| one.id != id && is_same_folder(&own.fields, &one.fields));
        let words = |one: &Job| {
            format!(
                "the watcher {:?} looks at the same folder: when both are switched on, a message may be worked on by both, \
                 or only by the one that gets to it first",
                one.fields.name
            )
        };
        Ok(beside.map(words).collect())
    }

    async fn count(&self, fields: &JobFields) -> Result<u64, WatchError> {
        let opened = self.open_mailbox(fields.credential_id, &fields.mailbox_address).await?;
        let folder = match &fields.folder_id {
            Some(id) => FolderId::new(id),
            None => opened.mailbox.folder_by_path(&fields.folder_path).await?.id,
        };
        Ok(opened.mailbox.count(&folder).await?)
    }
}

/// What the provider said, as far as it could be asked.
pub(super) struct Survey {
    count: Option<u64>,
    pub(super) warning: Option<String>,
}

impl Survey {
    fn unseen(why: &str) -> Self {
        Self { count: None, warning: Some(format!("the folder could not be looked at: {why}")) }
    }

    /// A folder full of old mail is not taken unless someone has said whether that is meant.
    pub(super) fn allows_start(&self, fields: &JobFields) -> Result<(), WatchError> {
        match self.count {
            Some(count) if count > FULL && fields.process_existing.is_none() => Err(WatchError::Conflict(format!(
                "{count} messages lie in the folder already; send processExisting true to take them, or false to take only what comes from now on"
            ))),
            _ => Ok(()),
        }
    }
}

/// As far as can be told without asking: by id where both have one, else by name.
fn is_same_folder(one: &JobFields, other: &JobFields) -> bool {
    let folder = match (&one.folder_id, &other.folder_id) {
        (Some(one), Some(other)) => one == other,
        _ => one.folder_path.to_lowercase() == other.folder_path.to_lowercase(),
    };
    folder && one.mailbox_address.to_lowercase() == other.mailbox_address.to_lowercase()
}

/// What decides where a watcher looks.
pub(super) fn is_moved(before: &JobFields, after: &JobFields) -> bool {
    let place = |fields: &JobFields| {
        let folder = (fields.folder_path.clone(), fields.folder_id.clone());
        (fields.mailbox_address.to_lowercase(), folder, fields.credential_id)
    };
    place(before) != place(after)
}
