//! Extracts every vendor layout in `docs/examples/extract` and compares the result with its `expected.json`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use stormwire_extract::{ExtractConfig, Extractor, TextSource, html_to_text, normalize_line_endings};

fn layouts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/extract");
    let mut layouts: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder with examples")
        .map(|entry| entry.expect("an example").path())
        .collect();
    layouts.sort();
    layouts
}

fn read_json(layout: &Path, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(layout.join(name)).expect("a file of the example")).expect("JSON")
}

/// The body of the mail and whether it is HTML. All examples have one part and no transfer encoding.
fn read_body(layout: &Path) -> (String, bool) {
    let mail = normalize_line_endings(&fs::read_to_string(layout.join("mail.eml")).expect("a mail"));
    let (headers, body) = mail.split_once("\n\n").expect("headers and a body");
    (body.to_owned(), headers.contains("Content-Type: text/html"))
}

#[test]
fn guide_mentions_all_five_layouts() {
    let names: Vec<String> =
        layouts().iter().map(|layout| layout.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(names, ["forwarded", "html-table", "key-value", "outlook-nested", "paragraphs"]);
    let guide = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/reference/actions/text-extract.md"),
    )
    .unwrap();
    for name in names {
        assert!(guide.contains(&format!("examples/extract/{name}")), "{name}");
    }
}

#[test]
fn every_layout_gives_the_expected_records() {
    for layout in layouts() {
        let config = ExtractConfig::parse(&read_json(&layout, "action.json")).unwrap();
        assert_eq!(config.warnings(), [], "{}", layout.display());
        let (body, is_html) = read_body(&layout);
        let (text, source) = match (config.op.source.as_str(), is_html) {
            ("$.BodyText", true) => (html_to_text(&body), TextSource::Text),
            ("$._RawBody", true) => (body, TextSource::HtmlBody),
            _ => (body, TextSource::Text),
        };
        let extraction = Extractor::new(&config).unwrap().extract(&text, source, &mut || false);
        let extraction = extraction.unwrap_or_else(|error| panic!("{}: {error}\n{text}", layout.display()));
        // Compared as text, because the order of the keys matters.
        let expected = serde_json::to_string_pretty(&read_json(&layout, "expected.json")).unwrap();
        assert_eq!(serde_json::to_string_pretty(&extraction).unwrap(), expected, "{}", layout.display());
    }
}
