//! Attachments: what there is, and the content of one, in pieces.

use super::call::Call;
use super::caller::count_end;
use super::json;
use super::mailbox::GraphMailbox;
use crate::innermost;
use crate::{Attachment, AttachmentId, AttachmentKind, MailError, MessageKey};
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

/// What is attached. The fields are named because the contents would come along otherwise.
pub(super) async fn list(mailbox: &GraphMailbox, key: &MessageKey) -> Result<Vec<Attachment>, MailError> {
    const CALL: &str = "list attachments";
    let query = [("$select", "id,name,contentType,size,isInline")];
    let url = mailbox.url(CALL, &["messages", key.as_str(), "attachments"], &query)?;
    let all: Vec<WireAttachment> = mailbox.pages(Call::get(CALL, url), &mut mailbox.budget()).await?;
    all.into_iter().map(|attachment| attachment.read(CALL)).collect()
}

/// Writes the content, piece by piece: no more than one piece is held, and none beyond the cap is written.
pub(super) async fn download(
    mailbox: &GraphMailbox,
    key: &MessageKey,
    attachment: &AttachmentId,
    cap_bytes: u64,
    into: &mut (dyn AsyncWrite + Send + Unpin),
) -> Result<u64, MailError> {
    let segments = ["messages", key.as_str(), "attachments", attachment.as_str(), "$value"];
    let call = Call::get(DOWNLOAD, mailbox.url(DOWNLOAD, &segments, &[])?);
    let ended = transfer(mailbox, &call, cap_bytes, into).await;
    count_end(DOWNLOAD, &ended);
    ended
}

async fn transfer(
    mailbox: &GraphMailbox,
    call: &Call,
    cap_bytes: u64,
    into: &mut (dyn AsyncWrite + Send + Unpin),
) -> Result<u64, MailError> {
    let (mut response, _slot) = mailbox.caller.open(call).await?;
    let too_large = || MailError::TooLarge { call: DOWNLOAD, limit: format!("{cap_bytes} bytes") };
    if response.content_length().is_some_and(|length| length > cap_bytes) {
        return Err(too_large());
    }
    let mut written = 0_u64;
    while let Some(piece) = next_piece(mailbox, &mut response).await? {
        let whole = written.saturating_add(piece.len() as u64);
        if whole > cap_bytes {
            return Err(too_large());
        }
        into.write_all(&piece).await.map_err(|error| not_written(&error))?;
        written = whole;
    }
    into.flush().await.map_err(|error| not_written(&error))?;
    Ok(written)
}

/// The next piece, within the time between two of them.
async fn next_piece(
    mailbox: &GraphMailbox,
    response: &mut Response,
) -> Result<Option<impl std::ops::Deref<Target = [u8]> + use<>>, MailError> {
    let exchange = &mailbox.caller.provider.exchange;
    let limit = exchange.clock.sleep(exchange.limits.idle);
    tokio::select! {
        biased;
        piece = response.chunk() => {
            piece.map_err(|error| MailError::Unreachable { call: DOWNLOAD, why: innermost(&error) })
        }
        () = limit => Err(MailError::TimedOut { call: DOWNLOAD, after: exchange.limits.idle }),
    }
}

fn not_written(error: &io::Error) -> MailError {
    MailError::NotWritten { call: DOWNLOAD, why: error.to_string() }
}

impl WireAttachment {
    fn read(self, call: &'static str) -> Result<Attachment, MailError> {
        Ok(Attachment {
            id: AttachmentId::new(json::id(call, self.id)?),
            name: self.name.unwrap_or_default(),
            content_type: self.content_type,
            size: self.size.unwrap_or(0),
            is_inline: self.is_inline.unwrap_or(false),
            kind: kind(self.kind.as_deref().unwrap_or_default()),
        })
    }
}

/// What is unknown is taken for a file: asking for its content shows what it is.
fn kind(name: &str) -> AttachmentKind {
    let name = name.to_lowercase();
    if name.ends_with("itemattachment") {
        AttachmentKind::Item
    } else if name.ends_with("referenceattachment") {
        AttachmentKind::Reference
    } else {
        AttachmentKind::File
    }
}
