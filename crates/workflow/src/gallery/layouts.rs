//! Ready layouts: configurations of `TextExtract` for common formats of vendor mails, from `docs/examples/extract`.

use serde::Deserialize;
use serde_json::Value;
use stormwire_extract::{html_to_text, normalize_line_endings};
use stormwire_graph::{parse_eml, parse_eml_attachments};

/// Enough to recognize a format.
const MAX_SAMPLE_CHARS: usize = 4_000;

#[derive(Debug, Clone, PartialEq)]
pub struct ReadyLayout {
    /// The name of its folder.
    pub name: &'static str,
    pub title: String,
    pub description: String,
    /// The config of the `TextExtract` action.
    pub config: Value,
    /// The start of the text that `Op.Source` leads to in the mail of the layout.
    pub sample: String,
}

/// The files of a layout as they are in its folder.
struct LayoutFiles {
    name: &'static str,
    layout: &'static str,
    action: &'static str,
    mail: &'static str,
}

/// The parts of `layout.json` that are shown.
#[derive(Deserialize)]
struct LayoutDescription {
    title: String,
    description: String,
}

macro_rules! layout_files {
    ($($name:literal),* $(,)?) => {
        [$(LayoutFiles {
            name: $name,
            layout: include_str!(concat!("../../../../docs/examples/extract/", $name, "/layout.json")),
            action: include_str!(concat!("../../../../docs/examples/extract/", $name, "/action.json")),
            mail: include_str!(concat!("../../../../docs/examples/extract/", $name, "/mail.eml")),
        }),*]
    };
}

/// In the order in which they are offered: the most common formats first.
const FILES: [LayoutFiles; 21] = layout_files![
    "paragraphs",
    "hemisphere",
    "csv-header",
    "csv-lines",
    "csv-attachment",
    "html-table",
    "html-cards",
    "outlook-nested",
    "key-value",
    "dms",
    "zone-abbreviation",
    "local-and-utc",
    "pipe",
    "fixed-columns",
    "vendor-codes",
    "json-body",
    "xml-body",
    "forwarded",
    "forwarded-apple",
    "german",
    "spanish",
];

/// A layout whose files cannot be read is left out. A test reads all of them.
pub fn ready_layouts() -> Vec<ReadyLayout> {
    FILES.iter().filter_map(LayoutFiles::read).collect()
}

impl LayoutFiles {
    fn read(&self) -> Option<ReadyLayout> {
        let LayoutDescription { title, description } = serde_json::from_str(self.layout).ok()?;
        let config: Value = serde_json::from_str(self.action).ok()?;
        let text = searched_text(self.mail.as_bytes(), config.pointer("/Op/Source")?.as_str()?)?;
        let sample = text.chars().take(MAX_SAMPLE_CHARS).collect();
        Some(ReadyLayout { name: self.name, title, description, config, sample })
    }
}

fn searched_text(mail: &[u8], source: &str) -> Option<String> {
    let body = parse_eml(mail)?.body;
    match source {
        "$.BodyText" if body.is_html => Some(html_to_text(&body.content)),
        "$.BodyText" => Some(normalize_line_endings(&body.content)),
        "$._RawBody" => Some(body.content),
        "$.Attachments[0].Text" => {
            let attachment = parse_eml_attachments(mail).into_iter().next()?;
            Some(normalize_line_endings(&String::from_utf8(attachment.content).ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::{FILES, MAX_SAMPLE_CHARS, ready_layouts};
    use crate::handlers::text_extract::compile;

    #[test]
    fn every_folder_of_the_examples_is_a_ready_layout() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/extract");
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let folders: BTreeSet<String> = entries.collect();
        let layouts = ready_layouts();
        assert_eq!(layouts.len(), FILES.len(), "the files of every layout can be read");
        assert_eq!(layouts.iter().map(|layout| layout.name.to_owned()).collect::<BTreeSet<_>>(), folders);
        let titles: BTreeSet<&str> = layouts.iter().map(|layout| layout.title.as_str()).collect();
        assert_eq!(titles.len(), layouts.len(), "titles are unique");
    }

    #[test]
    fn samples_are_the_text_that_the_config_reads() {
        for layout in ready_layouts() {
            let length = layout.sample.chars().count();
            assert!(length > 100 && length < MAX_SAMPLE_CHARS, "{}: {length} characters", layout.name);
            let (_, extractor) = compile(&layout.config).unwrap_or_else(|errors| panic!("{}: {errors:?}", layout.name));
            let source = if layout.config["Op"]["Source"] == "$._RawBody" {
                stormwire_extract::TextSource::HtmlBody
            } else {
                stormwire_extract::TextSource::Text
            };
            let found = extractor.extract(&layout.sample, source, &mut || false);
            assert!(found.is_ok_and(|found| found.count > 1), "{}", layout.name);
        }
    }
}
