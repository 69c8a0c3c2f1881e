//! Suggests how a text or a logged message is split into records, and how a marked value is found in them. Stores nothing.
//! Has the permits and limits of the preview.

use super::Admin;
use super::actions::in_config;
use super::line_ends::LineEnds;
use super::preview::{PreviewSource, TIME_LIMIT};
use crate::error::WatcherError;
use crate::sample_text::{SampleText, SearchedText};
use serde_json::Value;
use std::cmp::Reverse;
use std::ops::Range;
use stormwire_extract::suggest::{self, FieldRequest, FieldSuggestion, FieldSuggestionError, LayoutSuggestion};
use stormwire_extract::{DEFAULT_SOURCE, TextSource, utf16_to_byte_range};
use stormwire_workflow::blocking::run_blocking;
use stormwire_workflow::handlers::text_extract::{compile_for_preview, reads_attachments};

const MAX_LAYOUTS: usize = 8;
/// Attachments after these are not considered.
const MAX_ATTACHMENTS: usize = 10;
const RAW_BODY: &str = "$._RawBody";

/// A layout, and the context path of the text that it is for.
#[derive(Debug, Clone)]
pub struct SourceLayout {
    pub source: String,
    pub layout: LayoutSuggestion,
}

/// A value that a person has marked.
#[derive(Debug, Clone)]
pub struct MarkedField {
    pub config: Value,
    pub source: PreviewSource,
    /// The name of the field.
    pub name: String,
    /// UTF-16 units of the searched text.
    pub units: Range<usize>,
    /// The IANA name of the city's time zone.
    pub zone: String,
}

impl Admin {
    /// The layouts that fit best, for all texts of the message.
    pub async fn suggest_layouts(&self, source: PreviewSource) -> Result<Vec<SourceLayout>, WatcherError> {
        let _permit = self.preview_permit().await?;
        let sample = self.sample_of(source, true).await?;
        let search = move |out_of_time: &mut dyn FnMut() -> bool| layouts(&sample, out_of_time);
        Ok(run_blocking(self.clock.as_ref(), TIME_LIMIT, search).await)
    }

    pub async fn suggest_field(&self, marked: MarkedField) -> Result<FieldSuggestion, WatcherError> {
        let _permit = self.preview_permit().await?;
        let sample = self.sample_of(marked.source.clone(), reads_attachments(&marked.config)).await?;
        let search = move |out_of_time: &mut dyn FnMut() -> bool| field(&marked, &sample, out_of_time);
        run_blocking(self.clock.as_ref(), TIME_LIMIT, search).await
    }
}

fn layouts(sample: &SampleText, out_of_time: &mut dyn FnMut() -> bool) -> Vec<SourceLayout> {
    let mut found = Vec::new();
    for (path, searched) in texts(sample) {
        let layouts = suggest::layouts(&searched.text, searched.source, out_of_time).into_iter();
        found.extend(layouts.map(|layout| SourceLayout { source: path.clone(), layout }));
    }
    // Stable: of equal layouts, the one for the first text.
    found.sort_by_key(|found| Reverse(found.layout.rank));
    if let Some(best) = found.first().map(|best| best.layout.clone()) {
        found.retain(|found| found.layout.is_choice_next_to(&best));
    }
    found.truncate(MAX_LAYOUTS);
    found
}

/// The texts of a sample that may have records, with their paths.
fn texts(sample: &SampleText) -> Vec<(String, SearchedText)> {
    let attachments = (0..MAX_ATTACHMENTS).map(|index| format!("$.Attachments[{index}].Text"));
    let paths: Vec<String> = match sample {
        SampleText::Mail(_) => [DEFAULT_SOURCE, RAW_BODY].map(str::to_owned).into_iter().chain(attachments).collect(),
        SampleText::Text(_) | SampleText::Html(_) => vec![DEFAULT_SOURCE.to_owned(), RAW_BODY.to_owned()],
    };
    let is_useful = |path: &str, searched: &SearchedText| {
        let is_html = searched.source == TextSource::HtmlBody;
        let has_rows = || ["<tr", "<table", "<TR", "<TABLE"].iter().any(|tag| searched.text.contains(tag));
        path != RAW_BODY || (is_html && (matches!(sample, SampleText::Mail(_)) || has_rows()))
    };
    let context = sample.context();
    let read = |path: String| {
        let searched = context.searched_text(&path).ok()?;
        is_useful(&path, &searched).then_some((path, searched))
    };
    paths.into_iter().filter_map(read).collect()
}

fn field(
    marked: &MarkedField,
    sample: &SampleText,
    out_of_time: &mut dyn FnMut() -> bool,
) -> Result<FieldSuggestion, WatcherError> {
    // Of the fields only the marked one counts: its pattern may be wrong, which is why it is marked again.
    let mut config = marked.config.clone();
    let fields = config.as_object_mut().and_then(|config| config.remove("Fields"));
    let compiled = compile_for_preview(&config);
    let invalid = |violations: Vec<_>| WatcherError::Invalid(violations.into_iter().map(in_config).collect());
    let (config, _) = compiled.map_err(invalid)?;
    let searched = sample.searched_text(&marked.config);
    let SearchedText { text, source } =
        searched.map_err(|error| WatcherError::invalid_field("config.Op.Source", error.to_string()))?;
    let Range { start, end } = marked.units;
    if end < start {
        return Err(WatcherError::invalid_field("end", format!("{end} is before start, {start}")));
    }
    let units = match sample {
        SampleText::Text(given) | SampleText::Html(given) if *given != text => {
            let ends = LineEnds::of(given);
            ends.to_searched(start)..ends.to_searched(end)
        }
        _ => start..end,
    };
    let bytes = utf16_to_byte_range(&text, units)
        .ok_or_else(|| WatcherError::invalid_field("end", format!("{end} is after the end of the text")))?;
    let request = FieldRequest {
        text: &text,
        source,
        segment: &config.segment,
        name: &marked.name,
        marked: bytes,
        zone: Some(&marked.zone),
        existing: fields.as_ref().and_then(|fields| field_named(fields, &marked.name)),
    };
    suggest::field(&request, out_of_time).map_err(|error| match error {
        FieldSuggestionError::Failed(error) => WatcherError::invalid_field("config.Segment", error.to_string()),
        about_selection => WatcherError::invalid_field("start", about_selection.to_string()),
    })
}

/// Names ignore case.
fn field_named<'f>(fields: &'f Value, name: &str) -> Option<&'f Value> {
    let is_named = |key: &str| key.to_lowercase() == name.trim().to_lowercase();
    fields.as_object()?.iter().find(|(key, _)| is_named(key)).map(|(_, field)| field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn html_text_is_searched_as_raw_body_too() {
        let rows = "<table><tr><td>16:42</td><td>34.7283</td><td>-86.5477</td></tr></table>";
        let paths = |text: &str| {
            texts(&SampleText::Html(text.into())).into_iter().map(|(path, _)| path).collect::<Vec<String>>()
        };
        assert_eq!(paths(rows), ["$.BodyText", "$._RawBody"]);
        assert_eq!(paths("34.7283 < 35"), ["$.BodyText"]);
        let best = layouts(&SampleText::Html(rows.into()), &mut || false).remove(0);
        assert_eq!((best.source.as_str(), best.layout.count), ("$._RawBody", 1), "{best:?}");
    }

    #[test]
    fn selection_counts_units_of_the_sent_text() {
        let text = "🌩\r\nLat: 34.7\r\nLon: -86.5\r\n\r\nLat: 34.8\r\nLon: -86.6\r\n";
        let start = text.encode_utf16().count() - 7;
        let marked = MarkedField {
            config: json!({"Op": {"Action": "Extract"}, "Segment": {"StartPattern": "(?m)^Lat"}}),
            source: PreviewSource::Text(text.into()),
            name: "Lon".into(),
            units: start..start + 5,
            zone: "America/Chicago".into(),
        };
        let found = field(&marked, &SampleText::Html(text.into()), &mut || false).unwrap();
        assert_eq!(found.values, ["-86.5", "-86.6"]);
    }

    #[test]
    fn settings_of_the_field_are_kept_if_another_field_is_invalid() {
        let text = "Lat: 34.7\nLat: 34.8\n";
        let marked = MarkedField {
            config: json!({
                "Op": {"Action": "Extract"}, "Segment": {"StartPattern": "(?m)^Lat"},
                "Fields": {"LAT": {"Pattern": "(", "Type": "number"}, "Other": 5},
            }),
            source: PreviewSource::Text(text.into()),
            name: "Lat".into(),
            units: 5..9,
            zone: "America/Chicago".into(),
        };
        let found = field(&marked, &SampleText::Html(text.into()), &mut || false).unwrap();
        let spec = serde_json::to_value(&found.field).unwrap();
        assert_eq!((&spec["Type"], &spec["Required"]), (&json!("number"), &json!(false)));
    }
}
