//! `stormwire doctor`: one page about an installation that can be sent to support. It has no secrets.

mod database;
mod machine;

use super::config_options::ConfigOptions;
use super::ready::readiness;
use crate::output::print;
use anyhow::Result;
use stormwire_city::config::Config;

/// Errors may quote what other systems sent.
const MAX_LINE: usize = 300;

/// A heading with its lines.
struct Section {
    title: &'static str,
    lines: Vec<String>,
}

impl Section {
    /// An error is a line of the report: the rest of it is then even more useful.
    fn new(title: &'static str, lines: Result<Vec<String>>) -> Self {
        let lines = lines.unwrap_or_else(|error| vec![format!("FAILED: {error:#}")]);
        Self { title, lines }
    }

    fn render(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(|line| format!("  {}\n", one_short_line(line))).collect();
        let body = if lines.is_empty() { "  none\n".to_owned() } else { lines.concat() };
        format!("\n{}\n{body}", self.title)
    }
}

pub(super) async fn run(options: &ConfigOptions) -> Result<()> {
    print(
        "Report for support. It has no passwords and no tokens; errors may quote parts of messages. Read it before you send it.\n",
    )?;
    let mut sections = vec![Section::new("Machine", Ok(machine::describe()))];
    let sources = options.sources();
    let masked = sources.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"));
    sections.push(Section::new("Configuration", masked.and_then(|sources| Ok(sources.masked_lines()?))));
    match options.load() {
        Ok(config) => {
            sections.push(Section::new("Service", service(&config).await));
            sections.push(Section::new("Disk", Ok(machine::disks(&config))));
            sections.extend(database::describe(&config).await);
        }
        Err(error) => sections.push(Section::new("Service", Err(error))),
    }
    print(&sections.iter().map(Section::render).collect::<String>())
}

async fn service(config: &Config) -> Result<Vec<String>> {
    let (status, body) = readiness(config).await?;
    Ok(vec![format!("/readyz: {status} {body}")])
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
