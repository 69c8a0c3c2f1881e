//! A TextExtract config, a line `====`, and the text of a mail.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use stormwire_extract::{ExtractConfig, ExtractError, TextSource};
use stormwire_fuzz::{deadline, sections};

const CHECKS: usize = 20_000;

fuzz_target!(|input: &str| {
    let (config, text) = sections(input);
    let Ok(config) = serde_json::from_str(config) else { return };
    let Ok((config, extractor)) = ExtractConfig::compile(&config) else { return };
    assert_eq!(ExtractConfig::parse(&json!(config)).as_ref(), Ok(&config), "what is shown can be saved");
    let _ = config.warnings();
    let units = text.encode_utf16().count();
    for source in [TextSource::Text, TextSource::HtmlBody] {
        let preview = extractor.preview(text, source, &mut deadline(CHECKS));
        let extracted = extractor.extract(text, source, &mut deadline(CHECKS));
        match (&preview.error, extracted) {
            (None, Ok(extracted)) => assert_eq!(extracted.items, preview.items, "the preview shows what is stored"),
            // The two may reach the time limit at different positions.
            (Some(ExtractError::Pattern { .. }), _) | (_, Err(ExtractError::Pattern { .. })) | (Some(_), Err(_)) => {}
            (error, extracted) => panic!("preview {error:?}, extraction {extracted:?}"),
        }
        assert!(preview.spans.iter().all(|span| span.start <= span.end && span.end <= units));
        assert!(preview.unread.iter().all(|span| span.start <= span.end && span.end <= units));
        assert!(preview.misses.iter().all(|miss| miss.record <= preview.items.len()));
    }
});
