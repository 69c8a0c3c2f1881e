//! A template of a mail, a line `====`, and text of a message that the template may show as `Text`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use stormwire_fuzz::sections;
use stormwire_workflow::Context;
use stormwire_workflow::handlers::template::{TemplateKind, render, validate};

fuzz_target!(|input: &str| {
    let (template, text) = sections(input);
    for kind in [TemplateKind::Text, TemplateKind::Html] {
        let _ = validate(kind, template);
        let rendered = render(kind, template, &context(text)).unwrap_or_default();
        assert!(rendered.len() <= 2 * 1024 * 1024, "{} bytes", rendered.len());
    }
    let tags = |text: &str| render(TemplateKind::Html, template, &context(text)).map(|html| html.matches('<').count());
    if let (Ok(markup), Ok(plain)) = (tags("<<<<"), tags("xxxx")) {
        assert!(markup <= plain, "text of a message became HTML");
    }
});

fn context(text: &str) -> Context {
    let root = json!({"Text": text, "Extract": {"Items": [{"Text": text, "At": "2026-05-01T18:03:09Z"}], "Count": 1}});
    Context::new(root.as_object().cloned().unwrap_or_default())
}
