//! Whether watching could work: asked by a person before a storm, one line per thing.

use super::{Watch, WatchError};
use jiff::SignedDuration;
use stormwire_graph::{FolderId, MailError};
use stormwire_store::StoreError;
use stormwire_store::tables::credential;
use stormwire_store::tables::job::{self, Job};
use stormwire_store::tables::sealed::Sealed;

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub what: String,
    /// How it is, or what is wrong and how to mend it.
    pub found: Result<String, String>,
}

/// Clocks that are further apart than this cannot tell how old a strike is.
pub(super) const CLOCKS: SignedDuration = SignedDuration::from_secs(30);

impl Watch {
    /// Looks at every credential and every watcher. Makes the folder `Processed` where it is missing, as the first message
    /// would: nothing else shows whether the application may write. `outside` is a mailbox that must be refused.
    pub async fn examine(&self, outside: Option<&str>) -> Result<Vec<Finding>, StoreError> {
        let mut conn = self.store.reader().await?;
        let mut findings = Vec::new();
        for one in credential::list(&mut conn, None).await? {
            let sealed = Sealed::ClientSecret.get(&mut conn, one.id).await?;
            let opened =
                sealed.map(|sealed| self.secrets.open(&Sealed::ClientSecret.place(one.id), &sealed).map(|_| ()));
            let found = match opened {
                Some(Ok(())) => Ok("its secret can be opened".to_owned()),
                Some(Err(error)) => Err(error.to_string()),
                None => Err("it has no secret: store one".to_owned()),
            };
            findings.push(Finding { what: format!("credential {}", one.name), found });
        }
        let jobs = job::list(&mut conn).await?;
        drop(conn);
        for job in &jobs {
            let found = self.examine_job(job).await.map_err(|error| mend(&error));
            findings.push(Finding { what: format!("watcher {}", job.fields.name), found });
            if let Some(address) = outside {
                let what = format!("watcher {} against {address}", job.fields.name);
                findings.push(Finding { what, found: self.examine_outside(job, address).await });
            }
        }
        Ok(findings)
    }

    async fn examine_job(&self, job: &Job) -> Result<String, WatchError> {
        let opened = self.open(job).await?;
        let folder = match &job.fields.folder_id {
            Some(id) => FolderId::new(id),
            None => opened.mailbox.folder_by_path(&job.fields.folder_path).await?.id,
        };
        let count = opened.mailbox.count(&folder).await?;
        if job.fields.move_on_process {
            opened.mailbox.child_folder(&folder, "Processed").await?;
        }
        opened.mailbox.subscriptions().await?;
        if let Some(ahead) = opened.account.clock_difference().filter(|ahead| ahead.abs() > CLOCKS) {
            let words = format!("the clock of this machine is {} s off the provider's; set it", ahead.as_secs().abs());
            return Err(WatchError::Conflict(words));
        }
        let on = if job.fields.is_enabled { "" } else { "; it is switched off" };
        Ok(format!(
            "{}: the folder can be read and written, {count} messages lie in it{on}",
            job.fields.mailbox_address
        ))
    }

    /// A grant for the whole tenant would let us in.
    async fn examine_outside(&self, job: &Job, address: &str) -> Result<String, String> {
        let opened = self.open_mailbox(job.fields.credential_id, address).await.map_err(|error| mend(&error))?;
        match opened.mailbox.folder_by_path("Inbox").await {
            Err(MailError::AccessDenied { .. }) => Ok("refused, as it should be".to_owned()),
            Err(error) => Err(format!("cannot tell whether it is refused: {error}")),
            Ok(_) => {
                Err("it can be read: the grant is not limited to the watched mailboxes; see docs/watching.md"
                    .to_owned())
            }
        }
    }
}

pub(super) fn mend(error: &WatchError) -> String {
    match error {
        WatchError::Mail(MailError::AccessDenied { .. }) => {
            format!(
                "{error}; grant Application Mail.ReadWrite for this mailbox (docs/watching.md), which takes up to 2 hours"
            )
        }
        WatchError::Mail(MailError::NotFound { .. }) => format!("{error}; check mailboxAddress and folderPath"),
        WatchError::Mail(MailError::Unreachable { .. }) => {
            format!("{error}; check graph.base_url, graph.authority and the network")
        }
        other => other.to_string(),
    }
}
