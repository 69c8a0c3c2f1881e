//! The attachments of a message: listed in the context, and written to the working folder if the watcher includes them.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use crate::context_seed::SeedAttachment;
use crate::error::WatcherError;
use crate::mailboxes::OpenMailbox;
use crate::working_folder::WorkingFolder;
use stormwire_graph::{Attachment, AttachmentKind, MailError, Message};
use tokio::io::AsyncWriteExt;

impl Pipeline {
    pub(super) async fn attachments(
        &self,
        message: &ClaimedMessage,
        mail: &Message,
    ) -> Result<Vec<SeedAttachment>, WatcherError> {
        // Inline attachments do not count in `has_attachments`; the body refers to them.
        if !mail.has_attachments && !mail.body.content.contains("cid:") {
            return Ok(Vec::new());
        }
        let fields = &message.watcher.fields;
        let open = self.mailboxes.open(fields).await?;
        let folder = WorkingFolder::new(&self.work_folder, message.watcher.id, &message.log.run_id);
        let mut attachments = Vec::new();
        for (position, found) in open.mailbox.attachments(&message.key).await?.into_iter().enumerate() {
            let mut attachment = SeedAttachment {
                name: found.name.clone(),
                content_type: found.content_type.clone(),
                size_bytes: found.size,
                file_path: None,
            };
            if fields.include_attachments && found.kind != AttachmentKind::Reference {
                download(message, &open, &folder, ListedAttachment { position, found: &found }, &mut attachment)
                    .await?;
            }
            attachments.push(attachment);
        }
        Ok(attachments)
    }
}

/// An attachment and its position in the message.
struct ListedAttachment<'a> {
    position: usize,
    found: &'a Attachment,
}

/// An attachment over the size limit of the watcher is listed without a file.
async fn download(
    message: &ClaimedMessage,
    open: &OpenMailbox,
    folder: &WorkingFolder,
    ListedAttachment { position, found }: ListedAttachment<'_>,
    attachment: &mut SeedAttachment,
) -> Result<(), WatcherError> {
    let limit_mb = u64::try_from(message.watcher.fields.max_attachment_mb).unwrap_or(0);
    let (path, mut file) = folder.file(position, &found.name).await?;
    match open.mailbox.download(&message.key, &found.id, limit_mb.saturating_mul(1024 * 1024), &mut file).await {
        Ok(bytes) => {
            file.flush().await.map_err(|error| WatcherError::WorkingFolder {
                path: path.display().to_string(),
                problem: error.to_string(),
            })?;
            attachment.size_bytes = bytes;
            attachment.file_path = Some(path.display().to_string());
            Ok(())
        }
        Err(MailError::TooLarge { .. }) => {
            drop(file);
            let _ = tokio::fs::remove_file(&path).await;
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}
