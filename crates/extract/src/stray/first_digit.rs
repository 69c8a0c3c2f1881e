//! Finds the next digit, eight bytes at a time: most text has few digits, and every byte of a mail is checked.

const BLOCK: usize = 8;
const ZEROS: u64 = u64::from_ne_bytes([b'0'; BLOCK]);
const TENS: u64 = u64::from_ne_bytes([10; BLOCK]);
const HIGH_BITS: u64 = u64::from_ne_bytes([0x80; BLOCK]);

/// The offset of the first ASCII digit.
pub(super) fn first_digit(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(block) = text.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>) {
        if let Some(offset) = first_in_block(*block) {
            return Some(at + offset);
        }
        at += BLOCK;
    }
    match text.last_chunk::<BLOCK>() {
        // Overlaps the block before, which has no digit.
        Some(block) => first_in_block(*block).map(|offset| text.len() - BLOCK + offset),
        None => text.iter().position(u8::is_ascii_digit),
    }
}

/// A digit minus `0` is less than 10, and subtracting 10 from that borrows its high bit. Only bytes after a digit can be wrong.
fn first_in_block(block: [u8; BLOCK]) -> Option<usize> {
    let values = u64::from_le_bytes(block) ^ ZEROS;
    let digits = values.wrapping_sub(TENS) & !values & HIGH_BITS;
    if digits == 0 { None } else { usize::try_from(digits.trailing_zeros() / 8).ok() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::first_digit;

    #[test]
    fn every_byte_at_every_position_is_recognized() {
        for byte in 0..=u8::MAX {
            for length in 1..20 {
                for position in 0..length {
                    let mut text = vec![b'x'; length];
                    text[position] = byte;
                    assert_eq!(first_digit(&text), byte.is_ascii_digit().then_some(position), "{byte} in {length}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn agrees_with_a_search_byte_by_byte(text in prop::collection::vec(any::<u8>(), 0..40)) {
            prop_assert_eq!(first_digit(&text), text.iter().position(u8::is_ascii_digit));
        }
    }
}
