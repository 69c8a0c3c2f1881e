//! Positions in a text with any line ends and in the same text with `\n`, which is searched. In UTF-16 units.

/// The line ends of a text that a client sent.
pub(super) struct LineEnds {
    /// The positions in the searched text of line ends that had two characters.
    ends: Vec<usize>,
}

impl LineEnds {
    pub(super) fn of(given: &str) -> Self {
        let mut ends = Vec::new();
        let mut unit = 0;
        let mut characters = given.chars().peekable();
        while let Some(character) = characters.next() {
            if character == '\r' && characters.peek() == Some(&'\n') {
                ends.push(unit);
            } else {
                unit += character.len_utf16();
            }
        }
        Self { ends }
    }

    /// From the searched text to the text that the client sent.
    pub(super) fn to_given(&self, position: usize) -> usize {
        position + self.ends.partition_point(|end| *end < position)
    }

    /// From the text that the client sent to the searched text.
    pub(super) fn to_searched(&self, position: usize) -> usize {
        // The line end with index i is at `ends[i] + i` in the sent text.
        let mut before = 0;
        let mut after = self.ends.len();
        while before < after {
            let middle = before + (after - before) / 2;
            match self.ends.get(middle) {
                Some(end) if end + middle < position => before = middle + 1,
                _ => after = middle,
            }
        }
        position - before
    }
}

#[cfg(test)]
mod tests {
    use super::LineEnds;

    #[test]
    fn positions_round_trip() {
        let given = "🌩\r\n\r\na\rb\n\r\nc";
        let ends = LineEnds::of(given);
        let searched = given.replace("\r\n", "\n");
        for position in 0..=searched.encode_utf16().count() {
            assert_eq!(ends.to_searched(ends.to_given(position)), position);
        }
        assert_eq!(ends.to_searched(given.encode_utf16().count()), searched.encode_utf16().count());
        assert_eq!(ends.to_searched(3), 2, "between the two characters of a line end");
    }
}
