//! White space: lines, blank lines, rows, cells.
//!
//! White space is never written when it is asked for, but before the next word, when it is known what else was asked for in
//! the meantime: a paragraph that ends at the end of a cell ends no line, an empty cell at the end of a row leaves no tab.

/// The text so far and the white space that waits.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
    space: bool,
    /// Line ends before a no-break space, which stands for a line of its own.
    settled: usize,
    /// Line ends asked for by `<br>`: each counts.
    breaks: usize,
    /// Line ends asked for by blocks: the most counts.
    block_ends: usize,
    tabs: usize,
    /// A row has begun, so that tabs go on a line of their own.
    row: bool,
    cell: Cell,
}

/// The cell at hand, in the innermost row.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Cell {
    #[default]
    None,
    /// Begun, and holds nothing yet: its first block breaks no line.
    Fresh,
    Filled,
    /// A table inside it has ended: the next cell cannot go on in its line.
    AfterTable,
}

/// Blank lines beyond one say nothing.
const MOST_LINE_ENDS: usize = 2;
/// Empty cells beyond this many are not told apart: a million of them would say nothing either.
const MOST_TABS: usize = 1000;

impl Lines {
    /// Running text: runs of white space are one space.
    pub(super) fn flow(&mut self, text: &str) {
        let is_space = |character: char| character.is_ascii_whitespace() || character == '\u{a0}';
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if !is_space(first) {
                let (word, after) = rest.split_at(rest.find(is_space).unwrap_or(rest.len()));
                self.word(word);
                rest = after;
                continue;
            }
            if first == '\u{a0}' {
                self.settle();
            }
            self.space = true;
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }

    /// Preformatted text: line ends and spaces stay.
    pub(super) fn verbatim(&mut self, text: &str) {
        for (number, line) in text.replace("\r\n", "\n").split(['\n', '\r']).enumerate() {
            if number > 0 {
                self.line_break();
            }
            if line.trim().is_empty() {
                self.space |= !line.is_empty();
            } else {
                self.word(&line.replace('\u{a0}', " "));
            }
        }
    }

    /// `<br>`.
    pub(super) fn line_break(&mut self) {
        if self.cell != Cell::Fresh {
            self.breaks = self.breaks.saturating_add(1);
        }
    }

    /// A block begins or ends.
    pub(super) fn line(&mut self) {
        if self.cell != Cell::Fresh {
            self.block_ends = self.block_ends.max(1);
        }
    }

    /// A paragraph begins or ends.
    pub(super) fn blank(&mut self) {
        if self.cell != Cell::Fresh {
            self.block_ends = MOST_LINE_ENDS;
        }
    }

    /// A row or table begins or ends. What the last cell asked for at its end is forgotten.
    pub(super) fn row(&mut self) {
        if self.cell == Cell::None {
            self.line();
        } else {
            (self.settled, self.breaks, self.block_ends) = (0, 0, 1);
        }
        (self.row, self.tabs, self.cell) = (true, 0, Cell::None);
    }

    /// A table ends; inside another one the cell around it goes on.
    pub(super) fn end_table(&mut self, is_inside_another: bool) {
        self.row();
        self.cell = if is_inside_another { Cell::AfterTable } else { Cell::None };
    }

    /// A cell begins.
    pub(super) fn cell(&mut self) {
        if matches!(self.cell, Cell::Fresh | Cell::Filled) {
            self.tabs = self.tabs.saturating_add(1);
            if !self.row {
                (self.settled, self.breaks, self.block_ends) = (0, 0, 0);
            }
        }
        self.cell = Cell::Fresh;
    }

    /// The text, without blank lines at its ends.
    pub(super) fn into_text(self) -> String {
        let trimmed = self.text.trim_matches(['\n', ' ']);
        if trimmed.len() == self.text.len() { self.text } else { trimmed.to_owned() }
    }

    /// A paragraph of nothing but a no-break space is how editors write a blank line.
    fn settle(&mut self) {
        if self.tabs == 0 && !self.row && self.cell != Cell::Fresh {
            self.settled = (self.settled + self.block_ends.max(self.breaks)).min(MOST_LINE_ENDS);
            (self.block_ends, self.breaks) = (0, 0);
        }
    }

    fn word(&mut self, word: &str) {
        // Nobody sees NUL, and not every database stores it.
        if word.bytes().all(|byte| byte == 0) {
            return;
        }
        let is_start = self.text.is_empty();
        let is_next_cell = self.tabs > 0 && !self.row;
        let line_ends =
            if is_next_cell { 0 } else { (self.settled + self.block_ends.max(self.breaks)).min(MOST_LINE_ENDS) };
        if !is_start {
            self.text.extend(std::iter::repeat_n('\n', line_ends));
        }
        if self.tabs > 0 {
            self.text.extend(std::iter::repeat_n('\t', self.tabs.min(MOST_TABS)));
        } else if self.space && line_ends == 0 && !is_start {
            self.text.push(' ');
        }
        self.text.extend(word.split('\0'));
        let cell = if self.cell == Cell::None { Cell::None } else { Cell::Filled };
        *self = Self { text: std::mem::take(&mut self.text), cell, ..Self::default() };
    }
}
