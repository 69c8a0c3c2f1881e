//! Lists and downloads attachments.

use super::call::ApiCall;
use super::call_metrics::count_result;
use super::json;
use super::mailbox_client::MailboxClient;
use crate::error::{MailError, root_cause};
use crate::id::{AttachmentId, MessageKey};
use crate::message::{Attachment, AttachmentKind};
use reqwest::Response;
use serde::Deserialize;
use std::io;
use tokio::io::{AsyncWrite, AsyncWriteExt};

const DOWNLOAD: &str = "download attachment";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireAttachment {
    #[serde(rename = "@odata.type")]
    kind: Option<String>,
    id: Option<String>,
    name: Option<String>,
    content_type: Option<String>,
    size: Option<u64>,
    is_inline: Option<bool>,
}

/// Selects fields explicitly, because the response would include the content otherwise.
pub(super) async fn list(mailbox: &MailboxClient, key: &MessageKey) -> Result<Vec<Attachment>, MailError> {
    const CALL: &str = "list attachments";
    let query = [("$select", "id,name,contentType,size,isInline")];
    let url = mailbox.url(CALL, &["messages", key.as_str(), "attachments"], &query)?;
    let all: Vec<WireAttachment> = mailbox.fetch_all_pages(ApiCall::get(CALL, url), &mut mailbox.page_budget()).await?;
    all.into_iter().map(|attachment| attachment.parse(CALL)).collect()
}

/// Streams the content: only one chunk is in memory, and nothing beyond `max_bytes` is written.
pub(super) async fn download(
    mailbox: &MailboxClient,
    key: &MessageKey,
    attachment: &AttachmentId,
    max_bytes: u64,
    into: &mut (dyn AsyncWrite + Send + Unpin),
) -> Result<u64, MailError> {
    let segments = ["messages", key.as_str(), "attachments", attachment.as_str(), "$value"];
    let call = ApiCall::get(DOWNLOAD, mailbox.url(DOWNLOAD, &segments, &[])?);
    let result = transfer(mailbox, &call, max_bytes, into).await;
    count_result(DOWNLOAD, &result);
    result
}

async fn transfer(
    mailbox: &MailboxClient,
    call: &ApiCall,
    max_bytes: u64,
    into: &mut (dyn AsyncWrite + Send + Unpin),
) -> Result<u64, MailError> {
    let (mut response, _permit) = mailbox.runner.open(call).await?;
    let too_large = || MailError::TooLarge { call: DOWNLOAD, limit: format!("{max_bytes} bytes") };
    if response.content_length().is_some_and(|length| length > max_bytes) {
        return Err(too_large());
    }
    let mut written = 0_u64;
    while let Some(chunk) = next_chunk(mailbox, &mut response).await? {
        let total = written.saturating_add(chunk.len() as u64);
        if total > max_bytes {
            return Err(too_large());
        }
        into.write_all(&chunk).await.map_err(|error| not_written(&error))?;
        written = total;
    }
    into.flush().await.map_err(|error| not_written(&error))?;
    Ok(written)
}

async fn next_chunk(
    mailbox: &MailboxClient,
    response: &mut Response,
) -> Result<Option<impl std::ops::Deref<Target = [u8]> + use<>>, MailError> {
    let exchange = &mailbox.runner.provider.exchange;
    let idle_timeout = exchange.limits.download_idle_timeout;
    let timeout = exchange.clock.sleep(idle_timeout);
    tokio::select! {
        biased;
        chunk = response.chunk() => {
            chunk.map_err(|error| MailError::Unreachable { call: DOWNLOAD, cause: root_cause(&error) })
        }
        () = timeout => Err(MailError::TimedOut { call: DOWNLOAD, after: idle_timeout }),
    }
}

fn not_written(error: &io::Error) -> MailError {
    MailError::NotWritten { call: DOWNLOAD, cause: error.to_string() }
}

impl WireAttachment {
    fn parse(self, call: &'static str) -> Result<Attachment, MailError> {
        Ok(Attachment {
            id: AttachmentId::new(json::require_id(call, self.id)?),
            name: self.name.unwrap_or_default(),
            content_type: self.content_type,
            size: self.size.unwrap_or(0),
            is_inline: self.is_inline.unwrap_or(false),
            kind: attachment_kind(self.kind.as_deref().unwrap_or_default()),
        })
    }
}

/// Unknown types count as files: downloading them shows what they are.
fn attachment_kind(name: &str) -> AttachmentKind {
    let name = name.to_lowercase();
    if name.ends_with("itemattachment") {
        AttachmentKind::Item
    } else if name.ends_with("referenceattachment") {
        AttachmentKind::Reference
    } else {
        AttachmentKind::File
    }
}
