//! Ids as Exchange writes them: long, opaque, case-sensitive, in base64 with `-` for `/` and `_` for `+`.
//!
//! A message has two ids. The default id changes when the message moves; the immutable id does not. An id contains all
//! that it refers to, so the emulator does not have to store the ids it has returned.

use crate::store::keys::{FolderKey, MailboxKey, MessageKey};
use crate::store::message::MessageIdentity;
use base64::Engine;
use base64::alphabet::Alphabet;
use base64::engine::{GeneralPurpose, general_purpose::PAD};
use sha2::{Digest, Sha256};

/// What an id refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExchangeId {
    /// The default id: valid until the message moves.
    Message(MessageIdentity),
    ImmutableMessage(MessageKey),
    Folder(FolderKey),
}

impl ExchangeId {
    pub(crate) fn of_message(message: MessageIdentity, id_type: IdType) -> Self {
        match id_type {
            IdType::Default => Self::Message(message),
            IdType::Immutable => Self::ImmutableMessage(message.key),
        }
    }
}

/// An attachment's message and its index there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AttachmentId {
    pub(crate) message: ExchangeId,
    pub(crate) index: u16,
}

/// Which of its two ids a message is shown with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum IdType {
    #[default]
    Default,
    Immutable,
}

/// The text is not an id of any mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MalformedId;

/// Real ids start with `AAMk` or `AAkA`.
const DEFAULT_PREFIX: [u8; 3] = [0x00, 0x03, 0x24];
const IMMUTABLE_PREFIX: [u8; 3] = [0x00, 0x09, 0x00];
/// Makes ids as long as real ones, so that clients find out here if their database column is too short.
const FILLER_LENGTH: usize = 69;
const LENGTH: usize = 3 + FILLER_LENGTH + 1 + 4 + 8 + 4 + 3;
const ATTACHMENT_LENGTH: usize = LENGTH + 18;
/// An odd multiplier and its inverse modulo 2^64. They make the ids of consecutive keys look unrelated.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
const UNMIX: u64 = 0xf1de_83e1_9937_733d;

pub(crate) fn encode(mailbox: MailboxKey, id: ExchangeId) -> String {
    base64_engine().encode(to_bytes(mailbox, id))
}

/// An attachment id is the id of its message plus a suffix.
pub(crate) fn encode_attachment(mailbox: MailboxKey, id: AttachmentId) -> String {
    let mut bytes = to_bytes(mailbox, id.message);
    bytes.extend_from_slice(&Sha256::digest(id.index.to_le_bytes())[..16]);
    bytes.extend_from_slice(&id.index.to_be_bytes());
    base64_engine().encode(bytes)
}

/// `None` if the id is well formed but belongs to another mailbox.
pub(crate) fn decode(mailbox: MailboxKey, text: &str) -> Result<Option<ExchangeId>, MalformedId> {
    let bytes = decode_base64(text)?;
    if bytes.len() == LENGTH { from_bytes(mailbox, &bytes) } else { Err(MalformedId) }
}

/// `None` if the id is well formed but belongs to another mailbox.
pub(crate) fn decode_attachment(mailbox: MailboxKey, text: &str) -> Result<Option<AttachmentId>, MalformedId> {
    let bytes = decode_base64(text)?;
    if bytes.len() != ATTACHMENT_LENGTH {
        return Err(MalformedId);
    }
    let index = u16::from_be_bytes([bytes[ATTACHMENT_LENGTH - 2], bytes[ATTACHMENT_LENGTH - 1]]);
    Ok(from_bytes(mailbox, &bytes[..LENGTH])?.map(|message| AttachmentId { message, index }))
}

fn to_bytes(mailbox: MailboxKey, id: ExchangeId) -> Vec<u8> {
    let (prefix, kind, key, move_count) = match id {
        ExchangeId::Message(message) => (DEFAULT_PREFIX, 1, message.key.0, message.move_count),
        ExchangeId::ImmutableMessage(message) => (IMMUTABLE_PREFIX, 2, message.0, 0),
        ExchangeId::Folder(folder) => (DEFAULT_PREFIX, 3, folder.0.into(), 0),
    };
    let mut bytes = Vec::with_capacity(ATTACHMENT_LENGTH);
    bytes.extend_from_slice(&prefix);
    bytes.extend_from_slice(&filler_bytes(mailbox));
    bytes.push(kind);
    bytes.extend_from_slice(&mailbox.0.to_be_bytes());
    bytes.extend_from_slice(&key.wrapping_mul(MIX).to_be_bytes());
    bytes.extend_from_slice(&move_count.to_be_bytes());
    let checksum = checksum(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

fn from_bytes(mailbox: MailboxKey, bytes: &[u8]) -> Result<Option<ExchangeId>, MalformedId> {
    let (body, sum) = bytes.split_at(LENGTH - 3);
    if sum != checksum(body) {
        return Err(MalformedId);
    }
    let start = 3 + FILLER_LENGTH;
    let owner = MailboxKey(u32::from_be_bytes(array_at(body, start + 1)?));
    let key = u64::from_be_bytes(array_at(body, start + 5)?).wrapping_mul(UNMIX);
    let move_count = u32::from_be_bytes(array_at(body, start + 13)?);
    let id = match body[start] {
        1 => ExchangeId::Message(MessageIdentity { key: MessageKey(key), move_count }),
        2 => ExchangeId::ImmutableMessage(MessageKey(key)),
        3 => ExchangeId::Folder(FolderKey(u32::try_from(key).map_err(|_| MalformedId)?)),
        _ => return Err(MalformedId),
    };
    Ok((owner == mailbox).then_some(id))
}

fn array_at<const N: usize>(bytes: &[u8], from: usize) -> Result<[u8; N], MalformedId> {
    bytes.get(from..from + N).and_then(|slice| slice.try_into().ok()).ok_or(MalformedId)
}

/// The same for all ids of a mailbox.
fn filler_bytes(mailbox: MailboxKey) -> [u8; FILLER_LENGTH] {
    let mut filler = [0; FILLER_LENGTH];
    let seed = mailbox.0.to_be_bytes();
    for (index, chunk) in filler.chunks_mut(32).enumerate() {
        let digest = Sha256::digest([&seed[..], &index.to_be_bytes()].concat());
        chunk.copy_from_slice(&digest[..chunk.len()]);
    }
    filler
}

/// The lower three bytes of FNV-1a.
fn checksum(bytes: &[u8]) -> [u8; 3] {
    let sum = bytes.iter().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    let [_, a, b, c] = sum.to_be_bytes();
    [a, b, c]
}

/// Also accepts `/` and `+`, which tools for older Exchange protocols send.
fn decode_base64(text: &str) -> Result<Vec<u8>, MalformedId> {
    base64_engine().decode(text.replace('/', "-").replace('+', "_")).map_err(|_| MalformedId)
}

fn base64_engine() -> GeneralPurpose {
    let alphabet = Alphabet::new("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    GeneralPurpose::new(&alphabet.expect("64 different characters"), PAD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MAILBOX: MailboxKey = MailboxKey(7);

    fn any_id() -> impl Strategy<Value = ExchangeId> {
        prop_oneof![
            (any::<u64>(), any::<u32>()).prop_map(|(key, move_count)| ExchangeId::Message(MessageIdentity {
                key: MessageKey(key),
                move_count
            })),
            any::<u64>().prop_map(|key| ExchangeId::ImmutableMessage(MessageKey(key))),
            any::<u32>().prop_map(|key| ExchangeId::Folder(FolderKey(key))),
        ]
    }

    proptest! {
        #[test]
        fn an_id_decodes_only_in_its_own_mailbox(mailbox: u32, id in any_id(), index: u16) {
            let (own, other) = (MailboxKey(mailbox), MailboxKey(mailbox.wrapping_add(1)));
            let text = encode(own, id);
            prop_assert_eq!(decode(own, &text), Ok(Some(id)));
            prop_assert_eq!(decode(other, &text), Ok(None));
            let attachment = AttachmentId { message: id, index };
            let attachment_text = encode_attachment(own, attachment);
            prop_assert_eq!(decode_attachment(own, &attachment_text), Ok(Some(attachment)));
            prop_assert!(attachment_text.len() > text.len());
        }

        #[test]
        fn other_text_is_malformed(text: String) {
            prop_assert_eq!(decode(MailboxKey(1), &text), Err(MalformedId));
        }
    }

    #[test]
    fn ids_look_like_exchange_ids() {
        let default = encode(MAILBOX, ExchangeId::Message(MessageIdentity { key: MessageKey(1), move_count: 0 }));
        let immutable = encode(MAILBOX, ExchangeId::ImmutableMessage(MessageKey(1)));
        assert!(default.starts_with("AAMk") && immutable.starts_with("AAkA"), "{default} {immutable}");
        assert!(default.ends_with('=') && immutable.ends_with('='));
        let all: String = (0..200).map(|key| encode(MAILBOX, ExchangeId::ImmutableMessage(MessageKey(key)))).collect();
        assert!(all.contains('-') && all.contains('_') && !all.contains('/') && !all.contains('+'));
    }

    #[test]
    fn ids_are_case_sensitive() {
        let id = encode(MAILBOX, ExchangeId::ImmutableMessage(MessageKey(1)));
        assert_eq!(decode(MAILBOX, &id.to_lowercase()), Err(MalformedId));
    }
}
