//! Documents in Markdown whose sections are replaced one at a time.

use anyhow::{Context, Result};
use std::path::Path;

/// Replaces the sections with the same titles in `bench/FILE`, so that a group can be run alone. New ones are added at the end.
pub fn write_sections(file: &str, sections: &str) -> Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let before = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    write_file(&path, &with_sections(&before, sections))
}

/// Creates the folder if it is missing.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

pub(crate) fn with_sections(before: &str, sections: &str) -> String {
    let mut parts: Vec<&str> = before.split("\n## ").collect();
    let new = sections.trim_start().trim_start_matches("## ");
    for section in new.split("\n## ") {
        match parts.iter().position(|part| part.lines().next() == section.lines().next()) {
            Some(at) => parts[at] = section,
            None => parts.push(section),
        }
    }
    parts.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join("\n\n## ") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_replaced_by_title_or_added() {
        let before = "# Report\n\nText.\n\n## One\n\n1\n\n## Two\n\n2\n";
        assert_eq!(with_sections(before, "## Two\n\n22\n"), "# Report\n\nText.\n\n## One\n\n1\n\n## Two\n\n22\n");
        assert_eq!(
            with_sections(before, "\n## One\n\n11\n\n## Three\n\n3\n"),
            "# Report\n\nText.\n\n## One\n\n11\n\n## Two\n\n2\n\n## Three\n\n3\n"
        );
    }
}
