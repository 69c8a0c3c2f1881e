//! Tests settings before they are saved: a credential, a mailbox with its folder, the newest messages in it.

use super::Admin;
use super::connection_check::{CLOCK_TOLERANCE, CheckResult, clock_error, message_count, with_advice};
use crate::error::WatcherError;
use crate::provider_timeout::{CALL_TIMEOUT, REQUEST_TIMEOUT, with_timeout};
use jiff::Timestamp;
use stormwire_graph::MessageSummary;
use stormwire_store::CredentialId;
use stormwire_store::tables::watcher::{Mode, WatcherFields};

/// Enough to judge the effect of a filter.
const RECENT_MESSAGES: u16 = 50;

const SIGNED_IN: &str = "The provider accepts the credential.";

impl Admin {
    /// Signs in with a credential.
    pub async fn test_credential(&self, id: CredentialId) -> Result<CheckResult, WatcherError> {
        // Signing in needs no mailbox.
        let open = match self.mailboxes.open_address(Some(id), "unused").await {
            Err(WatcherError::Invalid { .. }) => return Err(WatcherError::Missing("credential")),
            open => open?,
        };
        let signed_in = with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "sign in", open.account.sign_in()).await;
        let outcome = signed_in.map(|()| SIGNED_IN.to_owned()).map_err(|error| with_advice(&error));
        Ok(CheckResult { name: "Sign-in".to_owned(), outcome })
    }

    /// Makes the same calls as a watcher and stops at the first failure.
    pub async fn test_mailbox(&self, fields: &WatcherFields) -> Vec<CheckResult> {
        let mut results = Vec::new();
        // A failed step has added its result.
        let _ended = self.run_checks(fields, &mut results).await;
        results
    }

    async fn run_checks(&self, fields: &WatcherFields, results: &mut Vec<CheckResult>) -> Option<()> {
        let mut record = |name: &str, outcome: Result<String, WatcherError>| {
            let outcome = outcome.map_err(|error| with_advice(&error));
            let is_ok = outcome.is_ok();
            results.push(CheckResult { name: name.to_owned(), outcome });
            is_ok.then_some(())
        };
        let clock = self.clock.as_ref();
        let open = match self.mailboxes.open(fields).await {
            Ok(open) => open,
            Err(error) => return record("Credential", Err(error)),
        };
        let signed_in = with_timeout(clock, CALL_TIMEOUT, "sign in", open.account.sign_in()).await;
        record("Sign-in", signed_in.map(|()| SIGNED_IN.into()))?;
        let folder = match with_timeout(clock, CALL_TIMEOUT, "find folder", open.find_folder(fields)).await {
            Ok(folder) => folder,
            Err(error) => return record("Folder", Err(error)),
        };
        let count = with_timeout(clock, CALL_TIMEOUT, "count messages", open.mailbox.count(&folder)).await;
        record("Folder", count.map(|count| format!("The folder can be read. It contains {}.", message_count(count))))?;
        if fields.move_on_process {
            let create = open.mailbox.child_folder(&folder, "Processed");
            let created = with_timeout(clock, CALL_TIMEOUT, "create folder", create).await;
            record("Filing", created.map(|_| "The subfolder Processed exists.".into()))?;
        }
        if fields.mode == Mode::Subscription {
            let listed = with_timeout(clock, CALL_TIMEOUT, "list subscriptions", open.mailbox.subscriptions()).await;
            let text = format!("The provider will send notifications to {}.", self.notification_url);
            record("Push notifications", listed.map(|_| text))?;
        }
        let ahead = open.account.clock_difference().unwrap_or_default();
        if ahead.abs() > CLOCK_TOLERANCE {
            return record("Clock", Err(WatcherError::Conflict(clock_error(ahead))));
        }
        record("Clock", Ok("This machine's clock agrees with the provider's.".into()))
    }

    /// The envelopes of the newest messages in the folder.
    pub async fn recent_messages(&self, fields: &WatcherFields) -> Result<Vec<MessageSummary>, WatcherError> {
        let open = self.mailboxes.open(fields).await?;
        let list = async {
            let folder = open.find_folder(fields).await?;
            Ok::<_, WatcherError>(
                open.mailbox.message_summaries(&folder, Timestamp::UNIX_EPOCH, RECENT_MESSAGES).await?,
            )
        };
        with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "list messages", list).await
    }
}
