//! A part of the report: a heading with short lines.

use anyhow::Result;

/// Errors may quote what other systems sent.
const MAX_LINE: usize = 300;

/// A heading with its lines.
pub(super) struct Section {
    title: &'static str,
    lines: Vec<String>,
}

impl Section {
    /// An error is a line of the report: the rest of it is then even more useful.
    pub(super) fn new(title: &'static str, lines: Result<Vec<String>>) -> Self {
        let lines = lines.unwrap_or_else(|error| vec![format!("FAILED: {error:#}")]);
        Self { title, lines }
    }

    pub(super) fn render(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(|line| format!("  {}\n", one_short_line(line))).collect();
        let body = if lines.is_empty() { "  none\n".to_owned() } else { lines.concat() };
        format!("\n{}\n{body}", self.title)
    }
}

/// Without line ends and escape codes.
fn one_short_line(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_LINE).collect();
    if text.chars().nth(MAX_LINE).is_some() { format!("{line}…") } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_and_single() {
        assert_eq!(one_short_line("a\nb\u{1b}[1m"), "a b [1m");
        assert_eq!(one_short_line(&"ä".repeat(301)).chars().count(), 301, "with an ellipsis");
        assert_eq!(one_short_line(&"ä".repeat(300)).chars().count(), 300);
    }

    #[test]
    fn a_section_without_lines_says_so() {
        assert_eq!(Section { title: "Queue", lines: Vec::new() }.render(), "\nQueue\n  none\n");
        let failed = Section::new("Queue", Err(anyhow::anyhow!("no connection")));
        assert_eq!(failed.render(), "\nQueue\n  FAILED: no connection\n");
    }
}
