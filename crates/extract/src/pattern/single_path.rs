//! Patterns with only one way to match from a position, matched without an automaton.
//!
//! Most patterns for mail consist of literals, runs of characters, and optional parts, such as `Lat: (-?\d+(?:\.\d+)?)`.
//! Whether a run continues and whether an optional part is present must be decided by the next character alone: neither has a
//! character in common with what may follow it.

use regex_automata::util::primitives::NonMaxUsize;
use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange, Hir, HirKind};

use super::char_set::{CharSet, decode};

#[derive(Debug)]
pub(super) struct SinglePathPattern(Vec<Piece>);

#[derive(Debug)]
enum Piece {
    Literal(Box<[u8]>),
    Run {
        characters: CharSet,
        min: usize,
        max: usize,
    },
    /// All of these pieces, or none.
    Optional(Vec<Piece>),
    /// Stores the current position in this capture slot.
    Slot(usize),
}

/// What a piece may begin with.
struct FirstCharacters {
    class: ClassUnicode,
    /// False if the piece may be empty, so that the next piece may come first.
    is_required: bool,
}

impl SinglePathPattern {
    /// `None` if the pattern has another form.
    pub(super) fn new(hir: &Hir) -> Option<Self> {
        let mut pieces = Vec::new();
        push_pieces(hir, &mut pieces)?;
        is_single_path(&pieces, &[]).then_some(Self(pieces))
    }

    /// Matches at a position and fills the capture slots. The error is the position up to which the text was read.
    pub(super) fn match_at(&self, text: &[u8], start: usize, slots: &mut [Option<NonMaxUsize>]) -> Result<(), usize> {
        let end = match_pieces(&self.0, text, start, slots)?;
        set_slot(slots, 0, start);
        set_slot(slots, 1, end);
        Ok(())
    }
}

fn match_pieces(
    pieces: &[Piece],
    text: &[u8],
    start: usize,
    slots: &mut [Option<NonMaxUsize>],
) -> Result<usize, usize> {
    let mut position = start;
    for piece in pieces {
        match piece {
            Piece::Literal(literal) if text.get(position..).is_some_and(|rest| rest.starts_with(literal)) => {
                position += literal.len();
            }
            Piece::Literal(_) => return Err(position),
            Piece::Run { characters, min, max } => position = characters.read_run(text, position, *min, *max)?,
            Piece::Optional(pieces) => position = match_pieces(pieces, text, position, slots).unwrap_or(position),
            Piece::Slot(slot) => set_slot(slots, *slot, position),
        }
    }
    Ok(position)
}

/// Slots that the caller did not request are ignored.
fn set_slot(slots: &mut [Option<NonMaxUsize>], slot: usize, position: usize) {
    if let Some(slot) = slots.get_mut(slot) {
        *slot = NonMaxUsize::new(position);
    }
}

fn push_pieces(hir: &Hir, pieces: &mut Vec<Piece>) -> Option<()> {
    match hir.kind() {
        HirKind::Literal(literal) => pieces.push(Piece::Literal(literal.0.clone())),
        HirKind::Class(class) => pieces.push(Piece::Run { characters: CharSet::new(class)?, min: 1, max: 1 }),
        HirKind::Repetition(repetition) if repetition.greedy => {
            match (repetition.sub.kind(), repetition.min, repetition.max) {
                (HirKind::Class(class), min, max) => {
                    let min = usize::try_from(min).ok()?;
                    let max = max.map_or(Some(usize::MAX), |max| usize::try_from(max).ok())?;
                    pieces.push(Piece::Run { characters: CharSet::new(class)?, min, max });
                }
                (_, 0, Some(1)) => {
                    let mut inner = Vec::new();
                    push_pieces(&repetition.sub, &mut inner)?;
                    // Not supported: the slots of a group would have to be reset if the optional part does not match.
                    let has_group = inner.iter().any(|piece| matches!(piece, Piece::Slot(_)));
                    pieces.push(Some(Piece::Optional(inner)).filter(|_| !has_group)?);
                }
                _ => return None,
            }
        }
        HirKind::Capture(capture) => {
            let slot = usize::try_from(capture.index).ok()? * 2;
            pieces.push(Piece::Slot(slot));
            push_pieces(&capture.sub, pieces)?;
            pieces.push(Piece::Slot(slot + 1));
        }
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| push_pieces(part, pieces))?,
        _ => return None,
    }
    Some(())
}

/// True if the next character decides every choice in these pieces. `outer` are the pieces that follow, innermost first.
fn is_single_path(pieces: &[Piece], outer: &[&[Piece]]) -> bool {
    (0..pieces.len()).all(|index| {
        let Some((piece, rest)) = pieces.get(index..).and_then(<[Piece]>::split_first) else { return true };
        let mut following = vec![rest];
        following.extend(outer);
        match piece {
            Piece::Literal(_) | Piece::Slot(_) => true,
            Piece::Run { min, max, .. } if min == max => true,
            Piece::Run { characters, .. } => is_disjoint(characters.class(), &following),
            // The first inner piece must be required; otherwise no character decides whether the optional part is present.
            Piece::Optional(inner) => inner.first().and_then(Piece::first_characters).is_some_and(|first| {
                first.is_required && is_disjoint(&first.class, &following) && is_single_path(inner, &following)
            }),
        }
    })
}

/// True if nothing that may come next begins with one of these characters.
fn is_disjoint(class: &ClassUnicode, following: &[&[Piece]]) -> bool {
    for piece in following.iter().copied().flatten() {
        let Some(first) = piece.first_characters() else { continue };
        let mut common = class.clone();
        common.intersect(&first.class);
        if !common.ranges().is_empty() {
            return false;
        }
        if first.is_required {
            return true;
        }
    }
    true
}

impl Piece {
    /// `None` for a piece that reads no characters.
    fn first_characters(&self) -> Option<FirstCharacters> {
        match self {
            Self::Literal(literal) => {
                let (first, _) = decode(literal, 0)?;
                let class = ClassUnicode::new([ClassUnicodeRange::new(first, first)]);
                Some(FirstCharacters { class, is_required: true })
            }
            Self::Run { characters, min, .. } => {
                Some(FirstCharacters { class: characters.class().clone(), is_required: *min > 0 })
            }
            Self::Optional(inner) => Some(FirstCharacters { is_required: false, ..inner.first()?.first_characters()? }),
            Self::Slot(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SinglePathPattern;

    #[test]
    fn recognizes_patterns_with_a_single_path() {
        let is_single_path = |pattern: &str| SinglePathPattern::new(&regex_syntax::parse(pattern).unwrap()).is_some();
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
            assert!(is_single_path(pattern), "{pattern}");
        }
        for pattern in [
            r"Lat: (.+?)",      // lazy
            r"Lat: .*x",        // the run may include what follows
            r"Lat: \d*\d",      // the same
            r"Lat: \d*\s*5",    // the same, across a run that may be empty
            r"Lat: \d+(?:5x)?", // the run may include the start of the optional part
            r"Lat: (?:x\d*)?7", // the run in the optional part may include what follows
            r"Lat: (?:x)?x",    // the optional part starts like what follows
            r"Lat: (?:x?y)?x",  // the optional part starts with an optional character
            r"Lat: (x)?",       // optional group
            r"\bLat",           // assertion
            r"Lat|Lon",         // alternation
            r"La(?:t: )+",      // repeated literal
        ] {
            assert!(!is_single_path(pattern), "{pattern}");
        }
    }
}
