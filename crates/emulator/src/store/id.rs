//! Ids as Exchange gives them: long, opaque, case-sensitive, in base64 with `-` for `/` and `_` for `+`.
//!
//! A message has two. The default id names it where it lies and changes when it moves; the immutable id stays. Both say
//! in themselves what they mean, so that nothing has to be remembered about an id that was once handed out.

use base64::Engine;
use base64::alphabet::Alphabet;
use base64::engine::{GeneralPurpose, general_purpose::PAD};
use sha2::{Digest, Sha256};

/// What an id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Id {
    /// A message where it lies: the placement counts its moves.
    Placed { item: u64, placement: u32 },
    /// A message wherever it lies.
    Immutable { item: u64 },
    /// A folder.
    Folder { number: u32 },
}

/// Which of its two ids a message is shown under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum IdType {
    #[default]
    Default,
    Immutable,
}

/// Not an id of anything, in this or another mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Malformed;

/// Starts of ids as seen in the wild: `AAMk…` and `AAkA…`.
const DEFAULT_START: [u8; 3] = [0x00, 0x03, 0x24];
const IMMUTABLE_START: [u8; 3] = [0x00, 0x09, 0x00];
/// As long as the real ones, so that whoever keeps them in a column finds out here.
const FILLER: usize = 69;
const LENGTH: usize = 3 + FILLER + 1 + 4 + 8 + 4 + 3;
const ATTACHMENT_LENGTH: usize = LENGTH + 18;
/// Odd, so that multiplying by it can be undone: neighbours get ids that look nothing like each other.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
const UNMIX: u64 = 0xf1de_83e1_9937_733d;

/// Writes the id of something in a mailbox.
pub(crate) fn write(mailbox: u32, id: Id) -> String {
    engine().encode(bytes(mailbox, id))
}

/// Writes the id of an attachment: that of its message and more.
pub(crate) fn write_attachment(mailbox: u32, message: Id, index: u16) -> String {
    let mut bytes = bytes(mailbox, message);
    bytes.extend_from_slice(&Sha256::digest(index.to_le_bytes())[..16]);
    bytes.extend_from_slice(&index.to_be_bytes());
    engine().encode(bytes)
}

/// Reads an id; `None` when it is well formed but of another mailbox.
pub(crate) fn read(mailbox: u32, text: &str) -> Result<Option<Id>, Malformed> {
    let bytes = decode(text)?;
    if bytes.len() == LENGTH { read_bytes(mailbox, &bytes) } else { Err(Malformed) }
}

/// Reads the id of an attachment into its message and its place there.
pub(crate) fn read_attachment(mailbox: u32, text: &str) -> Result<Option<(Id, u16)>, Malformed> {
    let bytes = decode(text)?;
    if bytes.len() != ATTACHMENT_LENGTH {
        return Err(Malformed);
    }
    let index = u16::from_be_bytes([bytes[ATTACHMENT_LENGTH - 2], bytes[ATTACHMENT_LENGTH - 1]]);
    Ok(read_bytes(mailbox, &bytes[..LENGTH])?.map(|id| (id, index)))
}

fn bytes(mailbox: u32, id: Id) -> Vec<u8> {
    let (start, kind, number, placement) = match id {
        Id::Placed { item, placement } => (DEFAULT_START, 1, item, placement),
        Id::Immutable { item } => (IMMUTABLE_START, 2, item, 0),
        Id::Folder { number } => (DEFAULT_START, 3, number.into(), 0),
    };
    let mut bytes = Vec::with_capacity(ATTACHMENT_LENGTH);
    bytes.extend_from_slice(&start);
    bytes.extend_from_slice(&filler(mailbox));
    bytes.push(kind);
    bytes.extend_from_slice(&mailbox.to_be_bytes());
    bytes.extend_from_slice(&number.wrapping_mul(MIX).to_be_bytes());
    bytes.extend_from_slice(&placement.to_be_bytes());
    let check = check(&bytes);
    bytes.extend_from_slice(&check);
    bytes
}

fn read_bytes(mailbox: u32, bytes: &[u8]) -> Result<Option<Id>, Malformed> {
    let (body, sum) = bytes.split_at(LENGTH - 3);
    if sum != check(body) {
        return Err(Malformed);
    }
    let at = 3 + FILLER;
    let of = u32::from_be_bytes(take(body, at + 1)?);
    let number = u64::from_be_bytes(take(body, at + 5)?).wrapping_mul(UNMIX);
    let placement = u32::from_be_bytes(take(body, at + 13)?);
    let id = match body[at] {
        1 => Id::Placed { item: number, placement },
        2 => Id::Immutable { item: number },
        3 => Id::Folder { number: u32::try_from(number).map_err(|_| Malformed)? },
        _ => return Err(Malformed),
    };
    Ok((of == mailbox).then_some(id))
}

fn take<const N: usize>(bytes: &[u8], from: usize) -> Result<[u8; N], Malformed> {
    bytes.get(from..from + N).and_then(|slice| slice.try_into().ok()).ok_or(Malformed)
}

/// What all ids of a mailbox have in common.
fn filler(mailbox: u32) -> [u8; FILLER] {
    let mut filler = [0; FILLER];
    let seed = mailbox.to_be_bytes();
    for (at, chunk) in filler.chunks_mut(32).enumerate() {
        let part = Sha256::digest([&seed[..], &at.to_be_bytes()].concat());
        chunk.copy_from_slice(&part[..chunk.len()]);
    }
    filler
}

fn check(bytes: &[u8]) -> [u8; 3] {
    let sum = bytes.iter().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    let [_, a, b, c] = sum.to_be_bytes();
    [a, b, c]
}

/// Tools that speak Exchange's older dialects hand ids over with `/` and `+`; they are understood.
fn decode(text: &str) -> Result<Vec<u8>, Malformed> {
    engine().decode(text.replace('/', "-").replace('+', "_")).map_err(|_| Malformed)
}

fn engine() -> GeneralPurpose {
    let alphabet = Alphabet::new("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    GeneralPurpose::new(&alphabet.expect("64 different characters"), PAD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_id() -> impl Strategy<Value = Id> {
        prop_oneof![
            (any::<u64>(), any::<u32>()).prop_map(|(item, placement)| Id::Placed { item, placement }),
            any::<u64>().prop_map(|item| Id::Immutable { item }),
            any::<u32>().prop_map(|number| Id::Folder { number }),
        ]
    }

    proptest! {
        #[test]
        fn an_id_reads_back_in_its_own_mailbox_and_is_unknown_in_another(mailbox: u32, id in any_id(), index: u16) {
            let text = write(mailbox, id);
            prop_assert_eq!(read(mailbox, &text), Ok(Some(id)));
            prop_assert_eq!(read(mailbox.wrapping_add(1), &text), Ok(None));
            let attachment = write_attachment(mailbox, id, index);
            prop_assert_eq!(read_attachment(mailbox, &attachment), Ok(Some((id, index))));
            prop_assert!(attachment.len() > text.len());
        }

        #[test]
        fn anything_else_is_malformed(text: String) {
            prop_assert_eq!(read(1, &text), Err(Malformed));
        }
    }

    #[test]
    fn ids_look_like_those_of_exchange() {
        let placed = write(7, Id::Placed { item: 1, placement: 0 });
        let immutable = write(7, Id::Immutable { item: 1 });
        assert!(placed.starts_with("AAMk") && immutable.starts_with("AAkA"), "{placed} {immutable}");
        assert!(placed.ends_with('=') && immutable.ends_with('='));
        let all: String = (0..200).map(|item| write(7, Id::Immutable { item })).collect();
        assert!(all.contains('-') && all.contains('_') && !all.contains('/') && !all.contains('+'));
    }

    #[test]
    fn case_matters() {
        let id = write(7, Id::Immutable { item: 1 });
        assert_eq!(read(7, &id.to_lowercase()), Err(Malformed));
    }
}
