//! The shape that most patterns of a mail have: words, runs of characters, and parts that may be missing, as in
//! `Lat: (-?\d+(?:\.\d+)?)`.
//!
//! Whether a run goes on, and whether such a part is there, is decided by the next character alone: neither has a character in
//! common with what may follow it. There is then one way to match from a place, and reading it needs no automaton.

use regex_automata::util::primitives::NonMaxUsize;
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind};

/// A pattern of that shape.
#[derive(Debug)]
pub(super) struct Runs(Vec<Piece>);

#[derive(Debug)]
enum Piece {
    Words(Box<[u8]>),
    Run {
        characters: Characters,
        least: usize,
        most: usize,
    },
    /// All of these, or none.
    Maybe(Vec<Piece>),
    /// The place goes into this slot.
    Slot(usize),
}

impl Runs {
    /// None where the pattern has another shape. Whoever asks knows which words it begins with.
    pub(super) fn of(pattern: &Hir) -> Option<Self> {
        let mut pieces = Vec::new();
        push(pattern, &mut pieces)?;
        is_decided(&pieces, &[]).then_some(Self(pieces))
    }

    /// Reads from a place, and fills the slots where it matches. Where it does not, the error is the place that it came to.
    pub(super) fn read(&self, text: &[u8], start: usize, slots: &mut [Option<NonMaxUsize>]) -> Result<(), usize> {
        let end = read(&self.0, text, start, slots)?;
        put(slots, 0, start);
        put(slots, 1, end);
        Ok(())
    }
}

fn read(pieces: &[Piece], text: &[u8], start: usize, slots: &mut [Option<NonMaxUsize>]) -> Result<usize, usize> {
    let mut at = start;
    for piece in pieces {
        match piece {
            Piece::Words(words) if text.get(at..).is_some_and(|rest| rest.starts_with(words)) => at += words.len(),
            Piece::Words(_) => return Err(at),
            Piece::Run { characters, least, most } => at = characters.run(text, at, *least, *most)?,
            Piece::Maybe(pieces) => at = read(pieces, text, at, slots).unwrap_or(at),
            Piece::Slot(slot) => put(slots, *slot, at),
        }
    }
    Ok(at)
}

fn put(slots: &mut [Option<NonMaxUsize>], slot: usize, at: usize) {
    if let Some(place) = slots.get_mut(slot) {
        *place = NonMaxUsize::new(at);
    }
}

fn push(part: &Hir, pieces: &mut Vec<Piece>) -> Option<()> {
    match part.kind() {
        HirKind::Literal(words) => pieces.push(Piece::Words(words.0.clone())),
        HirKind::Class(class) => pieces.push(Piece::Run { characters: Characters::of(class)?, least: 1, most: 1 }),
        HirKind::Repetition(repetition) if repetition.greedy => {
            match (repetition.sub.kind(), repetition.min, repetition.max) {
                (HirKind::Class(class), least, most) => {
                    let least = usize::try_from(least).ok()?;
                    let most = most.map_or(Some(usize::MAX), |most| usize::try_from(most).ok())?;
                    pieces.push(Piece::Run { characters: Characters::of(class)?, least, most });
                }
                (_, 0, Some(1)) => {
                    let mut inner = Vec::new();
                    push(&repetition.sub, &mut inner)?;
                    // A group that was begun and is not there would have to be forgotten again.
                    let has_group = inner.iter().any(|piece| matches!(piece, Piece::Slot(_)));
                    pieces.push(Some(Piece::Maybe(inner)).filter(|_| !has_group)?);
                }
                _ => return None,
            }
        }
        HirKind::Capture(capture) => {
            let slot = usize::try_from(capture.index).ok()? * 2;
            pieces.push(Piece::Slot(slot));
            push(&capture.sub, pieces)?;
            pieces.push(Piece::Slot(slot + 1));
        }
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| push(part, pieces))?,
        _ => return None,
    }
    Some(())
}

/// Whether every choice in these pieces is decided by the next character; `outer` are the pieces that follow them, from the
/// inside out.
fn is_decided(pieces: &[Piece], outer: &[&[Piece]]) -> bool {
    (0..pieces.len()).all(|at| {
        let Some((piece, behind)) = pieces.get(at..).and_then(<[Piece]>::split_first) else { return true };
        let mut following = vec![behind];
        following.extend(outer);
        match piece {
            Piece::Words(_) | Piece::Slot(_) => true,
            Piece::Run { least, most, .. } if least == most => true,
            Piece::Run { characters, .. } => is_apart(&characters.class, &following),
            // What may be missing must begin with something, or nobody could tell whether it is there.
            Piece::Maybe(inner) => inner.first().and_then(Piece::first).is_some_and(|(first, is_certain)| {
                is_certain && is_apart(&first, &following) && is_decided(inner, &following)
            }),
        }
    })
}

/// Whether nothing that may come next begins with one of these characters.
fn is_apart(class: &ClassUnicode, following: &[&[Piece]]) -> bool {
    for piece in following.iter().copied().flatten() {
        let Some((first, is_certain)) = piece.first() else { continue };
        let mut common = class.clone();
        common.intersect(&first);
        if !common.ranges().is_empty() {
            return false;
        }
        if is_certain {
            return true;
        }
    }
    true
}

impl Piece {
    /// What it may begin with, and whether it is there in any case; none for what takes no character.
    fn first(&self) -> Option<(ClassUnicode, bool)> {
        match self {
            Self::Words(words) => {
                let (first, _) = decode(words, 0)?;
                Some((ClassUnicode::new([ClassUnicodeRange::new(first, first)]), true))
            }
            Self::Run { characters, least, .. } => Some((characters.class.clone(), *least > 0)),
            Self::Maybe(inner) => Some((inner.first()?.first()?.0, false)),
            Self::Slot(_) => None,
        }
    }
}

/// A set of characters.
#[derive(Debug)]
struct Characters {
    ascii: [bool; 128],
    class: ClassUnicode,
    /// Whether it has all characters beyond ASCII.
    has_beyond: bool,
}

impl Characters {
    fn of(class: &Class) -> Option<Self> {
        let Class::Unicode(class) = class else { return None };
        let mut ascii = [false; 128];
        for (byte, place) in (0_u8..).zip(&mut ascii) {
            *place = contains(class, char::from(byte));
        }
        let has_beyond = class.ranges().last().is_some_and(|last| last.start() <= '\u{80}' && last.end() == char::MAX);
        Some(Self { ascii, class: class.clone(), has_beyond })
    }

    /// Where a run that begins here ends, if it is long enough.
    fn run(&self, text: &[u8], start: usize, least: usize, most: usize) -> Result<usize, usize> {
        let (mut at, mut count) = (start, 0);
        while count < most {
            let Some(&byte) = text.get(at) else { break };
            match self.ascii.get(usize::from(byte)) {
                Some(true) => at += 1,
                Some(false) => break,
                None => {
                    let Some((character, length)) = decode(text, at) else { break };
                    if !self.has_beyond && !contains(&self.class, character) {
                        break;
                    }
                    at += length;
                }
            }
            count += 1;
        }
        if count >= least { Ok(at) } else { Err(at) }
    }
}

fn contains(class: &ClassUnicode, character: char) -> bool {
    let ranges = class.ranges();
    let at = ranges.partition_point(|range| range.end() < character);
    ranges.get(at).is_some_and(|range| range.start() <= character)
}

/// The character at a place of UTF-8, and its length.
fn decode(text: &[u8], at: usize) -> Option<(char, usize)> {
    let length = match text.get(at)? {
        0x00..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        _ => 4,
    };
    let character = std::str::from_utf8(text.get(at..at + length)?).ok()?.chars().next()?;
    Some((character, length))
}

#[cfg(test)]
mod tests {
    use super::Runs;

    #[test]
    fn patterns_of_this_shape_are_told_from_others() {
        let parse = |pattern: &str| Runs::of(&regex_syntax::parse(pattern).unwrap()).is_some();
        for pattern in [
            r"Lat: (\S+)",
            r"Time: (.+)",
            r"Alert for ([^,\n]+)",
            "Lightning",
            r"Lat:\s*(\S+)\s+mi",
            r"(Lat: \d{2,3})",
            "<tr[^>]*>",
            r"Lat: ([+-]?\d+)",
            r"Lat(?:itude)?:\s*(-?\d+(?:\.\d+)?)",
            r"(?i)lat: (\S+)",
            r"a[bc]{2}b",
        ] {
            assert!(parse(pattern), "{pattern}");
        }
        for pattern in [
            r"Lat: (.+?)",      // as little as possible
            r"Lat: .*x",        // a run that may take what follows
            r"Lat: \d*\d",      // likewise
            r"Lat: \d*\s*5",    // across a run that may be empty
            r"Lat: \d+(?:5x)?", // or the beginning of what may be missing
            r"Lat: (?:x\d*)?7", // or what follows that
            r"Lat: (?:x)?x",    // is it there or not
            r"Lat: (?:x?y)?x",  // likewise
            r"Lat: (x)?",       // a group that may be missing
            r"\bLat",           // a look at what lies before
            r"Lat|Lon",         // a choice
            r"La(?:t: )+",      // a repetition of words
        ] {
            assert!(!parse(pattern), "{pattern}");
        }
    }
}
