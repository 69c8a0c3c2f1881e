//! Splits a line into cells.

/// A line with fewer cells is not a row.
pub(super) const MIN_CELLS: usize = 3;

#[derive(Debug, Clone, Copy)]
pub(super) struct Separator {
    pub(super) character: char,
    pub(super) needs_quote: bool,
}

impl Separator {
    /// In a text with decimal commas, a comma separates cells only next to a quote.
    pub(super) fn new(character: char, has_decimal_comma: bool) -> Self {
        Self { character, needs_quote: has_decimal_comma && character == ',' }
    }

    /// The cells without the spaces around them. Separators in quotes do not count.
    pub(super) fn cells(self, line: &str) -> Vec<&str> {
        let mut cells = Vec::new();
        let mut cell_start = 0;
        let mut is_in_quotes = false;
        let mut before = None;
        let mut characters = line.char_indices().peekable();
        while let Some((index, character)) = characters.next() {
            if character == '"' {
                is_in_quotes = !is_in_quotes;
            } else if character == self.character && !is_in_quotes {
                let is_before_quote = characters.peek().is_some_and(|(_, next)| *next == '"');
                if !self.needs_quote || is_before_quote || before == Some('"') {
                    cells.push(line.get(cell_start..index).unwrap_or_default().trim());
                    cell_start = index + character.len_utf8();
                }
            }
            before = Some(character);
        }
        cells.push(line.get(cell_start..).unwrap_or_default().trim());
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::Separator;

    #[test]
    fn separators_in_quotes_and_decimal_commas_do_not_count() {
        let table: [(char, bool, &str, &[&str]); 5] = [
            (',', false, "a, b,,c", &["a", "b", "", "c"]),
            (',', false, "\"Alert, north\",5", &["\"Alert, north\"", "5"]),
            (',', true, "\"a\",34,7283,\"b\"", &["\"a\"", "34,7283", "\"b\""]),
            ('|', true, "| é | b |", &["", "é", "b", ""]),
            (';', true, "", &[""]),
        ];
        for (character, has_decimal_comma, line, expected) in table {
            assert_eq!(Separator::new(character, has_decimal_comma).cells(line), expected, "{line}");
        }
    }
}
