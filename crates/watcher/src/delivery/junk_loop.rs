//! The loop that searches the Junk folder of one watcher for mail of the vendor. It only reports: what the provider's filter
//! holds back may be forged, so a person decides.

use super::DeliveryChecks;
use crate::error::WatcherError;
use crate::filter::is_from_vendor;
use crate::jobs::junk_check::JunkCheckJob;
use futures_util::FutureExt;
use std::time::Duration;
use stormwire_clock::{earlier, later};
use stormwire_graph::{MailError, MessageSummary};
use stormwire_lightning::source;
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::delivery::{self, JunkMail};
use stormwire_store::tables::watcher::{self, WatcherFields};
use stormwire_store::{Schema, StoreError, WatcherId};

const INTERVAL: Duration = Duration::from_mins(5);
/// Older messages say nothing about the weather now.
const RECENT: Duration = Duration::from_hours(24);
const MAX_MESSAGES: u16 = 200;
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
        if junk != known {
            let junk = junk.unwrap_or(JunkMail { count: 0, newest_at: None });
            let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                async move { delivery::put_junk(conn, watcher_id, junk).await }.boxed()
            });
            unit.await?;
        }
        // A new action that feeds strikes starts the loop again.
        Ok(if feeds { JobOutcome::RunAgainAt(later(self.clock.now(), INTERVAL)) } else { JobOutcome::Done })
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
        let found = open.mailbox.message_summaries(&folder, since, MAX_MESSAGES).await?;
        Ok(vendor_mail(fields, &found))
    }
}

/// The messages that the sender filter matches. Without a filter nothing is known about the vendor.
fn vendor_mail(fields: &WatcherFields, messages: &[MessageSummary]) -> Option<JunkMail> {
    let matching: Vec<&MessageSummary> =
        messages.iter().filter(|message| is_from_vendor(fields, message.from.as_ref())).collect();
    let count = u32::try_from(matching.len()).unwrap_or(u32::MAX);
    let newest_at = matching.iter().filter_map(|message| message.received_at).max();
    (count > 0).then_some(JunkMail { count, newest_at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_fixture::fields;
    use jiff::Timestamp;
    use stormwire_graph::{Address, MessageKey};

    #[test]
    fn only_messages_that_the_sender_filter_matches_count() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let message = |address: &str, second| MessageSummary {
            key: MessageKey::new("k"),
            subject: None,
            from: Some(Address { address: address.into(), name: None }),
            received_at: Some(at(second)),
        };
        let all = [message("spam@example.com", 3), message("alerts@vendor.example", 1), message("A@VENDOR.example", 2)];
        let with = |filter: Option<&str>| WatcherFields { from_filter: filter.map(Into::into), ..fields() };
        let found = vendor_mail(&with(Some("vendor.example")), &all);
        assert_eq!(found, Some(JunkMail { count: 2, newest_at: Some(at(2)) }));
        assert_eq!(vendor_mail(&with(Some("other")), &all), None);
        assert_eq!(vendor_mail(&with(None), &all), None);
        assert_eq!(vendor_mail(&with(Some(" ")), &all), None);
    }
}
