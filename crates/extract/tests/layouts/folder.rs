//! Reads the folders of `docs/examples/extract`.

use std::fs;
use std::path::{Path, PathBuf};

use mail_parser::{Message, MessageParser, MimeHeaders, PartType};
use serde_json::Value;
use stormwire_extract::{ExtractConfig, Extractor, TextSource, html_to_text, normalize_line_endings};

pub(crate) struct Layout {
    pub(crate) name: String,
    pub(crate) config: ExtractConfig,
    pub(crate) extractor: Extractor,
    /// `layout.json`.
    pub(crate) description: Value,
    /// `mail.eml`, then `mail-2.eml` and so on.
    pub(crate) mails: Vec<Mail>,
}

pub(crate) struct Mail {
    /// The text that `Op.Source` leads to.
    pub(crate) text: String,
    pub(crate) source: TextSource,
    pub(crate) expected: Value,
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn layouts() -> Vec<Layout> {
    let folder = repository().join("docs/examples/extract");
    let entries = fs::read_dir(folder).expect("the folder with examples");
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("an example").path()).collect();
    folders.sort();
    folders.iter().map(|folder| read_layout(folder)).collect()
}

fn read_layout(folder: &Path) -> Layout {
    let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
    let config = ExtractConfig::parse(&read_json(&folder.join("action.json")));
    let config = config.unwrap_or_else(|violations| panic!("{name}: {violations:?}"));
    let extractor = Extractor::new(&config).expect("a parsed configuration compiles");
    let suffixes = [String::new()].into_iter().chain((2..).map(|number| format!("-{number}")));
    let mails = suffixes
        .take_while(|suffix| folder.join(format!("mail{suffix}.eml")).exists())
        .map(|suffix| read_mail(folder, &suffix, &config.op.source))
        .collect();
    Layout { name, config, extractor, description: read_json(&folder.join("layout.json")), mails }
}

fn read_json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read_mail(folder: &Path, suffix: &str, source: &str) -> Mail {
    let bytes = fs::read(folder.join(format!("mail{suffix}.eml"))).expect("a mail");
    let parsed = MessageParser::default().parse(&bytes).expect("a mail");
    let expected = read_json(&folder.join(format!("expected{suffix}.json")));
    let (text, source) = searched_text(&parsed, source);
    Mail { text, source, expected }
}

/// What the context of a run has at these paths.
fn searched_text(mail: &Message<'_>, source: &str) -> (String, TextSource) {
    let is_html = mail.html_part(0).is_some_and(|part| matches!(part.body, PartType::Html(_)));
    match (source, is_html) {
        ("$.BodyText", true) => (html_to_text(&mail.body_html(0).expect("a body")), TextSource::Text),
        ("$.BodyText", false) => (normalize_line_endings(&mail.body_text(0).expect("a body")), TextSource::Text),
        ("$._RawBody", true) => (mail.body_html(0).expect("a body").into_owned(), TextSource::HtmlBody),
        ("$.Attachments[0].Text", _) => {
            let file = mail.attachment(0).expect("an attachment");
            assert!(file.attachment_name().is_some(), "the attached file has a name");
            (normalize_line_endings(file.text_contents().expect("a text file")), TextSource::Text)
        }
        _ => panic!("no layout reads {source}"),
    }
}
