//! The attachments of a message in memory, for users who try a config on it. A run writes them to its working folder
//! ([`crate::pipeline`]).

use crate::attachment_text::{NoText, TextBudget, decode, obstacle};
use crate::context_seed::SeedAttachment;
use crate::error::WatcherError;
use crate::mailboxes::OpenMailbox;
use stormwire_graph::{Attachment, EmlAttachment, MailError, MessageKey};
use stormwire_store::tables::watcher::WatcherFields;

/// Only text files are downloaded.
pub(crate) async fn read_attachments(
    open: &OpenMailbox,
    key: &MessageKey,
    fields: &WatcherFields,
) -> Result<Vec<SeedAttachment>, WatcherError> {
    let mut budget = TextBudget::default();
    let mut attachments = Vec::new();
    for found in open.mailbox.attachments(key).await? {
        let mut attachment = SeedAttachment::new(&found);
        attachment.text = match obstacle(&found, fields) {
            Some(reason) => Err(reason),
            None => download_text(open, key, fields, &found, &mut budget).await?,
        };
        attachments.push(attachment);
    }
    Ok(attachments)
}

async fn download_text(
    open: &OpenMailbox,
    key: &MessageKey,
    fields: &WatcherFields,
    found: &Attachment,
    budget: &mut TextBudget,
) -> Result<Result<String, NoText>, WatcherError> {
    let (max_file, max_text) = (max_attachment_bytes(fields), budget.remaining_bytes());
    let mut bytes = Vec::new();
    match open.mailbox.download(key, &found.id, max_file.min(max_text), &mut bytes).await {
        Ok(size) => Ok(budget.reserve(size).map(|()| decode(&bytes))),
        Err(MailError::TooLarge { .. }) if max_file <= max_text => Ok(Err(over_attachment_limit(found.size, fields))),
        // The listed size is only roughly that of the content, which is known to be over the limit.
        Err(MailError::TooLarge { .. }) => Ok(budget.reserve(found.size.max(max_text + 1)).map(|()| String::new())),
        Err(error) => Err(error.into()),
    }
}

/// The largest size that is under the limit of the watcher.
pub(crate) fn max_attachment_bytes(fields: &WatcherFields) -> u64 {
    u64::try_from(fields.max_attachment_mb).unwrap_or(0).saturating_mul(1024 * 1024).saturating_sub(1)
}

pub(crate) fn over_attachment_limit(size_bytes: u64, fields: &WatcherFields) -> NoText {
    NoText::OverAttachmentLimit { size_bytes, limit_mb: fields.max_attachment_mb }
}

/// The attachments of a saved email file, as if the watcher saved them.
pub(crate) fn from_eml(attachments: Vec<EmlAttachment>) -> Vec<SeedAttachment> {
    let mut budget = TextBudget::default();
    let mut seed = |EmlAttachment { name, content_type, content }: EmlAttachment| {
        let size_bytes = content.len() as u64;
        let text = match crate::attachment_text::not_text(&name, content_type.as_deref()) {
            Some(reason) => Err(reason),
            None => budget.reserve(size_bytes).map(|()| decode(&content)),
        };
        SeedAttachment { name, content_type, size_bytes, file_path: None, text }
    };
    attachments.into_iter().map(&mut seed).collect()
}
