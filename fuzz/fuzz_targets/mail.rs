//! A saved email with its attachments.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_extract::{html_to_text, normalize_line_endings};
use stormwire_graph::{parse_eml, parse_eml_attachments};
use stormwire_watcher::sample_text::SampleMail;

fuzz_target!(|bytes: &[u8]| {
    let (message, attachments) = (parse_eml(bytes), parse_eml_attachments(bytes));
    assert_eq!(SampleMail::from_eml(bytes).is_some(), message.is_some());
    let Some(message) = message else {
        assert!(attachments.is_empty(), "attachments of something that is not an email");
        return;
    };
    // A text part that is shown as HTML grows by its entities.
    let limit = 8 * bytes.len() + 1_000;
    assert!(message.body.content.len() <= limit, "body of {} bytes", message.body.content.len());
    let content: usize = attachments.iter().map(|attachment| attachment.content.len()).sum();
    assert!(content <= limit, "attachments of {content} bytes");
    if message.body.is_html {
        html_to_text(&message.body.content);
    } else {
        normalize_line_endings(&message.body.content);
    }
});
