//! The loop that searches the Junk folder of one watcher for mail of the vendor. It only reports: what the provider's filter
//! holds back may be forged, so a person decides. If the watcher requires verified senders, forged mail is not reported:
//! anyone could make the feed unhealthy with it.

use super::DeliveryChecks;
use crate::error::WatcherError;
use crate::filter::is_from_vendor;
use crate::jobs::watcher_loop::JunkCheckJob;
use crate::sender_authentication::rejection_reason;
use futures_util::FutureExt;
use std::time::Duration;
use stormwire_clock::{earlier, later};
use stormwire_graph::{MailError, Mailbox, MessageSummary};
use stormwire_lightning::source;
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::delivery::{self, JunkMail};
use stormwire_store::tables::watcher::{self, SenderAuthentication, WatcherFields};
use stormwire_store::{Schema, StoreError, WatcherId};

const INTERVAL: Duration = Duration::from_mins(5);
/// While mail of the vendor is there: a person who moves it wants to see the feed recover.
const SHORT_INTERVAL: Duration = Duration::from_mins(1);
/// Older messages say nothing about the weather now.
const RECENT: Duration = Duration::from_hours(24);
const MAX_MESSAGES: u16 = 200;
/// Messages whose sender is verified per search. Each is one call.
const MAX_VERIFIED: usize = 50;
/// The provider's name of the Junk folder, the same in every language.
const JUNK_FOLDER: &str = "junkemail";

impl Worker<JunkCheckJob> for DeliveryChecks {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_mins(2),
            backoff: Backoff { first: Duration::from_secs(15), ceiling: Duration::from_mins(5) },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, job: JunkCheckJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.check_junk(job.watcher_id).await
    }
}

impl DeliveryChecks {
    async fn check_junk(&self, watcher_id: WatcherId) -> Result<JobOutcome, JobFailure> {
        let mut conn = self.store.reader().await?;
        let found = watcher::get(&mut conn, watcher_id).await?;
        let feeds = source::is_feeding(&mut conn, watcher_id).await?;
        let known = delivery::get(&mut conn, watcher_id).await?.junk;
        drop(conn);
        let Some(watcher) = found.filter(|watcher| watcher.fields.is_enabled) else { return Ok(JobOutcome::Done) };
        let junk = if feeds { self.find_junk(&watcher.fields).await? } else { None };
        let interval = if junk.is_some() { SHORT_INTERVAL } else { INTERVAL };
        if junk != known {
            let junk = junk.unwrap_or(JunkMail { count: 0, newest_at: None });
            let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                async move { delivery::put_junk(conn, watcher_id, junk).await }.boxed()
            });
            unit.await?;
        }
        // A new action that feeds strikes starts the loop again.
        Ok(if feeds { JobOutcome::RunAgainAt(later(self.clock.now(), interval)) } else { JobOutcome::Done })
    }

    async fn find_junk(&self, fields: &WatcherFields) -> Result<Option<JunkMail>, WatcherError> {
        let open = self.mailboxes.open(fields).await?;
        let since = earlier(self.clock.now(), RECENT);
        let folder = match open.mailbox.folder_by_path(JUNK_FOLDER).await {
            // Nothing can be in a folder that does not exist.
            Err(MailError::NotFound { .. }) => return Ok(None),
            folder => folder?.id,
        };
        // A watcher of the Junk folder itself misses nothing in it.
        if fields.folder_id.as_deref() == Some(folder.as_str()) {
            return Ok(None);
        }
        let mut found = open.mailbox.message_summaries(&folder, since, MAX_MESSAGES).await?;
        found.retain(|message| is_from_vendor(fields, message.from.as_ref()));
        if fields.sender_authentication != SenderAuthentication::None {
            remove_forged(fields, open.mailbox.as_ref(), &mut found).await?;
        }
        Ok(junk_mail(&found))
    }
}

/// Removes messages whose sender the provider has not verified. Those that are not checked stay: they may be genuine.
async fn remove_forged(
    fields: &WatcherFields,
    mailbox: &dyn Mailbox,
    messages: &mut Vec<MessageSummary>,
) -> Result<(), WatcherError> {
    let mut is_forged = Vec::new();
    for summary in messages.iter().take(MAX_VERIFIED) {
        is_forged.push(match mailbox.message(&summary.key).await {
            Ok(message) => rejection_reason(fields, &message).is_some(),
            // Moved or deleted by a person.
            Err(MailError::NotFound { .. }) => true,
            Err(error) => return Err(error.into()),
        });
    }
    let mut forged = is_forged.into_iter();
    messages.retain(|_| !forged.next().unwrap_or(false));
    Ok(())
}

fn junk_mail(messages: &[MessageSummary]) -> Option<JunkMail> {
    let count = u32::try_from(messages.len()).unwrap_or(u32::MAX);
    let newest_at = messages.iter().filter_map(|message| message.received_at).max();
    (count > 0).then_some(JunkMail { count, newest_at })
}
