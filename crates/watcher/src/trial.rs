//! Trying out what is about to be saved: a credential, a mailbox with its folder, the messages that lie there.

use super::examine::{CLOCKS, Finding, mend};
use super::mailboxes::Opened;
use super::{Watch, WatchError};
use jiff::Timestamp;
use stormwire_graph::{FolderId, Glance};
use stormwire_store::tables::job::{JobFields, Mode};

/// So many messages show what a filter would do.
const SHOWN: u16 = 50;

impl Watch {
    /// Signs in with a credential; says in words what the provider said.
    pub async fn try_credential(&self, id: i64) -> Result<Finding, WatchError> {
        // The account is what is tried; no mailbox of it is opened.
        let opened = self.open_mailbox(Some(id), "nobody").await;
        let what = "sign in".to_owned();
        let opened = match opened {
            Err(WatchError::Invalid { .. }) => return Err(WatchError::Missing("credential")),
            opened => opened?,
        };
        let found = opened.account.sign_in().await;
        let found = found.map(|()| "The provider lets it in.".to_owned()).map_err(|error| error.to_string());
        Ok(Finding { what, found })
    }

    /// Tries what a watcher would do, step by step, and stops at the first that fails.
    pub async fn try_watcher(&self, fields: &JobFields) -> Vec<Finding> {
        let mut findings = Vec::new();
        // The last step that fails has put its finding there.
        let _ended = self.try_steps(fields, &mut findings).await;
        findings
    }

    async fn try_steps(&self, fields: &JobFields, findings: &mut Vec<Finding>) -> Option<()> {
        let mut note = |what: &str, found: Result<String, WatchError>| {
            let found = found.map_err(|error| mend(&error));
            let good = found.is_ok();
            findings.push(Finding { what: what.to_owned(), found });
            good.then_some(())
        };
        let opened = match self.open_mailbox(fields.credential_id, &fields.mailbox_address).await {
            Ok(opened) => opened,
            Err(error) => return note("Credential", Err(error)),
        };
        let signed_in = opened.account.sign_in().await;
        note("Sign-in", signed_in.map(|()| "The provider lets the credential in.".into()).map_err(Into::into))?;
        let folder = match self.folder_of(fields, &opened).await {
            Ok(folder) => folder,
            Err(error) => return note("Folder", Err(error)),
        };
        let count = opened.mailbox.count(&folder).await;
        note("Folder", count.map(|count| format!("It can be read. {count} messages lie in it.")).map_err(Into::into))?;
        if fields.move_on_process {
            let made = opened.mailbox.child_folder(&folder, "Processed").await;
            note("Putting away", made.map(|_| "The subfolder Processed is there.".into()).map_err(Into::into))?;
        }
        if fields.mode == Mode::Subscription {
            let seen = opened.mailbox.subscriptions().await;
            let words = format!("The provider will call {}.", self.notification_url);
            note("Subscriptions", seen.map(|_| words).map_err(Into::into))?;
        }
        let ahead = opened.account.clock_difference().unwrap_or_default();
        if ahead.abs() > CLOCKS {
            let words = format!("This machine's clock is {} s off the provider's. Set it.", ahead.as_secs().abs());
            return note("Clock", Err(WatchError::Conflict(words)));
        }
        note("Clock", Ok("It agrees with the provider's.".into()))
    }

    async fn folder_of(&self, fields: &JobFields, opened: &Opened) -> Result<FolderId, WatchError> {
        match &fields.folder_id {
            Some(id) => Ok(FolderId::new(id)),
            None => Ok(opened.mailbox.folder_by_path(&fields.folder_path).await?.id),
        }
    }

    /// The newest messages that lie in the folder of a watcher, at a glance.
    pub async fn glances(&self, fields: &JobFields) -> Result<Vec<Glance>, WatchError> {
        let opened = self.open_mailbox(fields.credential_id, &fields.mailbox_address).await?;
        let folder = self.folder_of(fields, &opened).await?;
        Ok(opened.mailbox.glances(&folder, Timestamp::UNIX_EPOCH, SHOWN).await?)
    }
}
