//! Tries out what is about to be saved: a credential, a mailbox with its folder, the messages in it.

use super::Admin;
use super::connection_check::{CLOCK_TOLERANCE, Finding, advice};
use crate::error::WatcherError;
use jiff::Timestamp;
use stormwire_graph::MessageSummary;
use stormwire_store::CredentialId;
use stormwire_store::tables::watcher::{Mode, WatcherFields};

/// Enough to see what a filter would do.
const RECENT_MESSAGES: u16 = 50;

impl Admin {
    /// Signs in with a credential.
    pub async fn try_credential(&self, id: CredentialId) -> Result<Finding, WatcherError> {
        // Only the account is tried: the mailbox is never asked for.
        let open = match self.mailboxes.open_address(Some(id), "nobody").await {
            Err(WatcherError::Invalid { .. }) => return Err(WatcherError::Missing("credential")),
            open => open?,
        };
        let found = open.account.sign_in().await;
        let found = found.map(|()| "The provider lets it in.".to_owned()).map_err(|error| error.to_string());
        Ok(Finding { what: "sign in".to_owned(), found })
    }

    /// Does what a watcher would do, step by step, and stops at the first failure.
    pub async fn try_watcher(&self, fields: &WatcherFields) -> Vec<Finding> {
        let mut findings = Vec::new();
        // A step that fails has added its finding.
        let _ended = self.try_steps(fields, &mut findings).await;
        findings
    }

    async fn try_steps(&self, fields: &WatcherFields, findings: &mut Vec<Finding>) -> Option<()> {
        let mut note = |what: &str, found: Result<String, WatcherError>| {
            let found = found.map_err(|error| advice(&error));
            let is_ok = found.is_ok();
            findings.push(Finding { what: what.to_owned(), found });
            is_ok.then_some(())
        };
        let open = match self.mailboxes.open(fields).await {
            Ok(open) => open,
            Err(error) => return note("Credential", Err(error)),
        };
        let signed_in = open.account.sign_in().await;
        note("Sign-in", signed_in.map(|()| "The provider lets the credential in.".into()).map_err(Into::into))?;
        let folder = match open.find_folder(fields).await {
            Ok(folder) => folder,
            Err(error) => return note("Folder", Err(error)),
        };
        let count = open.mailbox.count(&folder).await;
        note("Folder", count.map(|count| format!("It can be read. {count} messages lie in it.")).map_err(Into::into))?;
        if fields.move_on_process {
            let created = open.mailbox.child_folder(&folder, "Processed").await;
            note("Putting away", created.map(|_| "The subfolder Processed is there.".into()).map_err(Into::into))?;
        }
        if fields.mode == Mode::Subscription {
            let listed = open.mailbox.subscriptions().await;
            let text = format!("The provider will call {}.", self.notification_url);
            note("Subscriptions", listed.map(|_| text).map_err(Into::into))?;
        }
        let ahead = open.account.clock_difference().unwrap_or_default();
        if ahead.abs() > CLOCK_TOLERANCE {
            let text = format!("This machine's clock is {} s off the provider's. Set it.", ahead.as_secs().abs());
            return note("Clock", Err(WatcherError::Conflict(text)));
        }
        note("Clock", Ok("It agrees with the provider's.".into()))
    }

    /// The envelopes of the newest messages in the folder.
    pub async fn recent_messages(&self, fields: &WatcherFields) -> Result<Vec<MessageSummary>, WatcherError> {
        let open = self.mailboxes.open(fields).await?;
        let folder = open.find_folder(fields).await?;
        Ok(open.mailbox.message_summaries(&folder, Timestamp::UNIX_EPOCH, RECENT_MESSAGES).await?)
    }
}
