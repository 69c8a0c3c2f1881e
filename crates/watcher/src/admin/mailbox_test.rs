//! Tests settings before they are saved: a credential, a mailbox with its folder, the newest messages in it. A test of a
//! mailbox that is already watched also counts for the health of its watchers: none is Live next to a failed test.

use super::Admin;
use super::connection_check::{CLOCK_TOLERANCE, CheckResult, clock_error, message_count, with_advice};
use super::folder_check::is_other_folder;
use crate::error::WatcherError;
use crate::jobs::watcher_loop::ReconcileJob;
use crate::provider_timeout::{CALL_TIMEOUT, REQUEST_TIMEOUT, with_timeout};
use crate::subscriptions::error_text::error_text;
use futures_util::FutureExt;
use jiff::Timestamp;
use stormwire_city::credential_usage::mailbox_rejection;
use stormwire_graph::{MailError, MessageSummary};
use stormwire_store::tables::credential;
use stormwire_store::tables::watcher::{self, FailedTest, Mode, TestStep, WatcherFields};
use stormwire_store::{CredentialId, Schema, StoreError, WatcherId, queue};

/// Enough to judge the effect of a filter.
const RECENT_MESSAGES: u16 = 50;

const SIGNED_IN: &str = "The provider accepts the credential.";

const PUSH: &str = "Push notifications";

impl Admin {
    /// Signs in with a credential.
    pub async fn test_credential(&self, id: CredentialId) -> Result<CheckResult, WatcherError> {
        let found = credential::list(&mut self.store.reader().await?, Some(id)).await?.pop();
        let credential = found.ok_or(WatcherError::Missing("credential"))?;
        if let Some(reason) = mailbox_rejection(&credential) {
            return Err(WatcherError::invalid_field("purpose", reason));
        }
        // Signing in needs no mailbox.
        let open = match self.mailboxes.open_address(Some(id), "unused").await {
            // The secret was removed, or the certificate cannot be used.
            Err(WatcherError::Conflict(text)) => {
                return Ok(CheckResult { name: "Sign-in".to_owned(), outcome: Err(text) });
            }
            open => open?,
        };
        let signed_in = with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "sign in", open.account.sign_in()).await;
        let outcome = signed_in.map(|()| SIGNED_IN.to_owned()).map_err(|error| with_advice(&error));
        Ok(CheckResult { name: "Sign-in".to_owned(), outcome })
    }

    /// Makes the same calls as a watcher and stops at the first failure.
    pub async fn test_mailbox(&self, fields: &WatcherFields) -> Result<Vec<CheckResult>, WatcherError> {
        check_location(fields)?;
        let mut results = Vec::new();
        // A failed step has added its result.
        let _ended = self.run_checks(fields, &mut results).await;
        self.record_test(fields, &results).await?;
        Ok(results)
    }

    /// Stores the result with the enabled watchers of the folder. After a failure they poll at once, so that their health
    /// shows what is wrong.
    async fn record_test(&self, fields: &WatcherFields, results: &[CheckResult]) -> Result<(), StoreError> {
        let failed = results.iter().find_map(failed_test);
        let watchers = watcher::list(&mut self.store.reader().await?).await?;
        let is_tested = |own: &WatcherFields| {
            own.is_enabled && own.mode == fields.mode && !is_other_folder(&without_id(own, fields), fields)
        };
        let tested: Vec<WatcherId> = watchers.iter().filter(|one| is_tested(&one.fields)).map(|one| one.id).collect();
        if tested.is_empty() {
            return Ok(());
        }
        let now = self.clock.now();
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move {
                for watcher_id in tested {
                    watcher::put_test(conn, watcher_id, failed.as_ref()).await?;
                    if failed.is_some() {
                        queue::enqueue(conn, &ReconcileJob { watcher_id }, now, now).await?;
                    }
                }
                Ok(())
            }
            .boxed()
        });
        unit.await
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
            let test = self.test_subscription(&open, &folder);
            let accepted = with_timeout(clock, REQUEST_TIMEOUT, "subscribe", test).await;
            record(PUSH, accepted.map_err(|error| self.explain_rejection(error)))?;
        }
        let ahead = open.account.clock_difference().unwrap_or_default();
        if ahead.abs() > CLOCK_TOLERANCE {
            return record("Clock", Err(WatcherError::Conflict(clock_error(ahead))));
        }
        record("Clock", Ok("This machine's clock agrees with the provider's.".into()))
    }

    /// Says what the provider answered and what to check.
    pub(super) fn explain_rejection(&self, error: WatcherError) -> WatcherError {
        match error {
            WatcherError::Mail(MailError::Rejected { .. }) => {
                WatcherError::Conflict(error_text(&error, &self.notification_url))
            }
            other => other,
        }
    }

    /// The envelopes of the newest messages in the folder.
    pub async fn recent_messages(&self, fields: &WatcherFields) -> Result<Vec<MessageSummary>, WatcherError> {
        check_location(fields)?;
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

/// What the provider is asked with. The other fields may be incomplete, because the watcher is not saved yet.
fn check_location(fields: &WatcherFields) -> Result<(), WatcherError> {
    let checked = fields.check_only(&["mailboxAddress", "folderPath", "folderId"]);
    checked.map_err(|violation| WatcherError::invalid_field(violation.field, violation.message))
}

fn failed_test(result: &CheckResult) -> Option<FailedTest> {
    let error = result.outcome.as_ref().err()?;
    let step = if result.name == PUSH { TestStep::Subscription } else { TestStep::Mailbox };
    Some(FailedTest { step, error: format!("{}: {error}", result.name) })
}

/// The id of the folder is resolved when a watcher starts. Settings that were not saved may lack it.
fn without_id(own: &WatcherFields, tested: &WatcherFields) -> WatcherFields {
    WatcherFields { folder_id: tested.folder_id.as_ref().and(own.folder_id.clone()), ..own.clone() }
}
