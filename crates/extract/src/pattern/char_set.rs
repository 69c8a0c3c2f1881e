//! A set of characters with a fast test for ASCII.

use regex_syntax::hir::{Class, ClassUnicode};

#[derive(Debug)]
pub(super) struct CharSet {
    ascii: [bool; 128],
    class: ClassUnicode,
    /// True if the set contains all characters outside ASCII.
    has_all_non_ascii: bool,
}

impl CharSet {
    /// `None` for a class of bytes.
    pub(super) fn new(class: &Class) -> Option<Self> {
        let Class::Unicode(class) = class else { return None };
        let mut ascii = [false; 128];
        for (byte, is_included) in (0_u8..).zip(&mut ascii) {
            *is_included = contains(class, char::from(byte));
        }
        let has_all_non_ascii =
            class.ranges().last().is_some_and(|last| last.start() <= '\u{80}' && last.end() == char::MAX);
        Some(Self { ascii, class: class.clone(), has_all_non_ascii })
    }

    pub(super) fn class(&self) -> &ClassUnicode {
        &self.class
    }

    /// Reads up to `max` characters of the set and returns the end position. With fewer than `min` the end is an error.
    pub(super) fn read_run(&self, text: &[u8], start: usize, min: usize, max: usize) -> Result<usize, usize> {
        let (mut position, mut count) = (start, 0);
        while count < max {
            let Some(&byte) = text.get(position) else { break };
            match self.ascii.get(usize::from(byte)) {
                Some(true) => position += 1,
                Some(false) => break,
                None => {
                    let Some((character, length)) = decode(text, position) else { break };
                    if !self.has_all_non_ascii && !contains(&self.class, character) {
                        break;
                    }
                    position += length;
                }
            }
            count += 1;
        }
        if count >= min { Ok(position) } else { Err(position) }
    }
}

fn contains(class: &ClassUnicode, character: char) -> bool {
    let ranges = class.ranges();
    let index = ranges.partition_point(|range| range.end() < character);
    ranges.get(index).is_some_and(|range| range.start() <= character)
}

/// The character at a position of UTF-8 text, and its length in bytes.
pub(super) fn decode(text: &[u8], position: usize) -> Option<(char, usize)> {
    let length = match text.get(position)? {
        0x00..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        _ => 4,
    };
    let character = std::str::from_utf8(text.get(position..position + length)?).ok()?.chars().next()?;
    Some((character, length))
}
