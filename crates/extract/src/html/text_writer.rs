//! Writes words and the white space between them: lines, blank lines, table rows, cells.
//!
//! White space is not written when it is requested, but before the next word, when all requests in between are known. A
//! paragraph at the end of a cell does not end the line, and an empty cell at the end of a row leaves no tab.

/// The text so far, and the requested white space that is not written yet.
#[derive(Debug, Default)]
pub(super) struct TextWriter {
    text: String,
    space: bool,
    /// Line ends before a no-break space, which counts as a separate line.
    committed_line_ends: usize,
    /// Line ends requested by `<br>`. They add up.
    breaks: usize,
    /// Line ends requested by blocks. The largest request counts.
    block_line_ends: usize,
    tabs: usize,
    /// True at the start of a row: tabs then begin a new line.
    is_row_start: bool,
    cell: CellState,
}

/// The state of the current cell in the innermost row.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum CellState {
    #[default]
    None,
    /// Started and still empty: its first block does not start a new line.
    Empty,
    Filled,
    /// A table inside the cell has ended: the next cell cannot continue on its line.
    AfterTable,
}

/// Two line ends are one blank line; more are collapsed.
const MAX_LINE_ENDS: usize = 2;
/// Limits the output for rows with a huge number of empty cells.
const MAX_TABS: usize = 1000;

impl TextWriter {
    /// Writes running text. Runs of white space become one space.
    pub(super) fn push_text(&mut self, text: &str) {
        let is_space = |character: char| character.is_ascii_whitespace() || character == '\u{a0}';
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if !is_space(first) {
                let (word, after) = rest.split_at(rest.find(is_space).unwrap_or(rest.len()));
                self.push_word(word);
                rest = after;
                continue;
            }
            if first == '\u{a0}' {
                self.commit_line_ends();
            }
            self.space = true;
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }

    /// Writes preformatted text. Line ends and spaces are kept.
    pub(super) fn push_preformatted(&mut self, text: &str) {
        for (index, line) in text.replace("\r\n", "\n").split(['\n', '\r']).enumerate() {
            if index > 0 {
                self.line_break();
            }
            if line.trim().is_empty() {
                self.space |= !line.is_empty();
            } else {
                self.push_word(&line.replace('\u{a0}', " "));
            }
        }
    }

    /// A `<br>`.
    pub(super) fn line_break(&mut self) {
        if self.cell != CellState::Empty {
            self.breaks = self.breaks.saturating_add(1);
        }
    }

    /// The start or end of a block.
    pub(super) fn end_line(&mut self) {
        if self.cell != CellState::Empty {
            self.block_line_ends = self.block_line_ends.max(1);
        }
    }

    /// The start or end of a paragraph.
    pub(super) fn blank_line(&mut self) {
        if self.cell != CellState::Empty {
            self.block_line_ends = MAX_LINE_ENDS;
        }
    }

    /// The start or end of a row or table. Discards the white space requested at the end of the last cell.
    pub(super) fn end_row(&mut self) {
        if self.cell == CellState::None {
            self.end_line();
        } else {
            (self.committed_line_ends, self.breaks, self.block_line_ends) = (0, 0, 1);
        }
        (self.is_row_start, self.tabs, self.cell) = (true, 0, CellState::None);
    }

    /// The end of a table. If the table is inside another one, the cell around it continues.
    pub(super) fn end_table(&mut self, is_nested: bool) {
        self.end_row();
        self.cell = if is_nested { CellState::AfterTable } else { CellState::None };
    }

    pub(super) fn start_cell(&mut self) {
        if matches!(self.cell, CellState::Empty | CellState::Filled) {
            self.tabs = self.tabs.saturating_add(1);
            if !self.is_row_start {
                (self.committed_line_ends, self.breaks, self.block_line_ends) = (0, 0, 0);
            }
        }
        self.cell = CellState::Empty;
    }

    /// The text without blank lines at its start and end.
    pub(super) fn into_text(self) -> String {
        let trimmed = self.text.trim_matches(['\n', ' ']);
        if trimmed.len() == self.text.len() { self.text } else { trimmed.to_owned() }
    }

    /// Keeps the line ends requested so far. Editors write a blank line as a paragraph with only a no-break space.
    fn commit_line_ends(&mut self) {
        if self.tabs == 0 && !self.is_row_start && self.cell != CellState::Empty {
            self.committed_line_ends = self.requested_line_ends();
            (self.block_line_ends, self.breaks) = (0, 0);
        }
    }

    fn requested_line_ends(&self) -> usize {
        (self.committed_line_ends + self.block_line_ends.max(self.breaks)).min(MAX_LINE_ENDS)
    }

    fn push_word(&mut self, word: &str) {
        // NUL is invisible, and PostgreSQL cannot store it.
        if word.bytes().all(|byte| byte == 0) {
            return;
        }
        let is_first_word = self.text.is_empty();
        let is_next_cell = self.tabs > 0 && !self.is_row_start;
        let line_ends = if is_next_cell { 0 } else { self.requested_line_ends() };
        if !is_first_word {
            self.text.extend(std::iter::repeat_n('\n', line_ends));
        }
        if self.tabs > 0 {
            self.text.extend(std::iter::repeat_n('\t', self.tabs.min(MAX_TABS)));
        } else if self.space && line_ends == 0 && !is_first_word {
            self.text.push(' ');
        }
        self.text.extend(word.split('\0'));
        let cell = if self.cell == CellState::None { CellState::None } else { CellState::Filled };
        *self = Self { text: std::mem::take(&mut self.text), cell, ..Self::default() };
    }
}
