//! The attachments of a message: listed in the context, and written to the working folder if the watcher includes them. The
//! context has the text of text files.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use super::fetch::AttachmentError;
use crate::attachment_text::{NoText, TextBudget, decode, obstacle, short_name};
use crate::context_seed::SeedAttachment;
use crate::error::WatcherError;
use crate::mailboxes::OpenMailbox;
use crate::message_attachments::{max_attachment_bytes, over_attachment_limit};
use crate::working_folder::{WorkingFolder, folder_error};
use stormwire_graph::{Attachment, AttachmentKind, MailError};
use stormwire_store::tables::watcher::WatcherFields;
use tokio::io::AsyncWriteExt;

impl Pipeline {
    /// Always asks the provider: `hasAttachments` does not count inline attachments.
    pub(super) async fn attachments(
        &self,
        message: &ClaimedMessage,
        open: &OpenMailbox,
    ) -> Result<Vec<SeedAttachment>, AttachmentError> {
        let unlisted = |error: MailError| AttachmentError { name: None, error: error.into() };
        let listed = open.mailbox.attachments(&message.key).await.map_err(unlisted)?;
        let folder = self.working_folder(message);
        let (mut attachments, mut budget) = (Vec::new(), TextBudget::default());
        for (position, found) in listed.iter().enumerate() {
            let read = read(message, open, &folder, ListedAttachment { position, found }, &mut budget).await;
            attachments.push(read.map_err(|error| AttachmentError { name: Some(short_name(&found.name)), error })?);
        }
        Ok(attachments)
    }
}

async fn read(
    message: &ClaimedMessage,
    open: &OpenMailbox,
    folder: &WorkingFolder,
    listed: ListedAttachment<'_>,
    budget: &mut TextBudget,
) -> Result<SeedAttachment, WatcherError> {
    let (found, fields) = (listed.found, &message.watcher.fields);
    let mut attachment = SeedAttachment::new(found);
    if fields.include_attachments && found.kind != AttachmentKind::Reference {
        download(message, open, folder, listed, &mut attachment).await?;
    }
    attachment.text = match text_file(found, fields, &attachment, budget) {
        Ok(path) => Ok(decode(&folder.read(path).await?)),
        Err(reason) => Err(reason),
    };
    Ok(attachment)
}

/// An attachment and its position in the message.
struct ListedAttachment<'a> {
    position: usize,
    found: &'a Attachment,
}

/// An attachment that is not under the size limit of the watcher is listed without a file.
async fn download(
    message: &ClaimedMessage,
    open: &OpenMailbox,
    folder: &WorkingFolder,
    ListedAttachment { position, found }: ListedAttachment<'_>,
    attachment: &mut SeedAttachment,
) -> Result<(), WatcherError> {
    let limit = max_attachment_bytes(&message.watcher.fields);
    let (path, mut file) = folder.file(position, &found.name).await?;
    match open.mailbox.download(&message.key, &found.id, limit, &mut file).await {
        Ok(bytes) => {
            file.flush().await.map_err(|error| folder_error(&path, &error))?;
            attachment.size_bytes = bytes;
            attachment.file_path = Some(path.display().to_string());
            Ok(())
        }
        Err(MailError::TooLarge { .. }) => {
            drop(file);
            folder.remove(&path).await;
            Ok(())
        }
        // Not an error of the provider or of the message.
        Err(MailError::NotWritten { cause, .. }) => {
            Err(WatcherError::WorkingFolder { path: path.display().to_string(), problem: cause })
        }
        Err(error) => Err(error.into()),
    }
}

/// The file of an attachment that was just downloaded, if its text is read.
fn text_file<'a>(
    found: &Attachment,
    fields: &WatcherFields,
    attachment: &'a SeedAttachment,
    budget: &mut TextBudget,
) -> Result<&'a str, NoText> {
    if let Some(reason) = obstacle(found, fields) {
        return Err(reason);
    }
    let path = attachment.file_path.as_deref().ok_or_else(|| over_attachment_limit(attachment.size_bytes, fields))?;
    budget.reserve(attachment.size_bytes)?;
    Ok(path)
}
