//! What nobody would notice with the current settings. Pure.

use super::source::FeedRules;
use stormwire_store::tables::watcher::WatcherFields;

/// Whole clauses for an administrator: what goes unnoticed, and which setting changes that.
pub(super) fn monitoring_gaps(feeding: &[WatcherFields], rules: &FeedRules) -> Vec<String> {
    let silence = feeding
        .iter()
        .filter(|_| rules.canary_interval.is_none())
        .filter(|fields| fields.expect_every_minutes.is_none());
    let silence = silence.map(|WatcherFields { name, .. }| {
        format!(
            "nothing notices when mail no longer reaches \u{201c}{name}\u{201d}; set watch.canary_minutes, or how often a message is expected (expectEveryMinutes)"
        )
    });
    let is_blank = |filter: &Option<String>| filter.as_deref().is_none_or(|text| text.trim().is_empty());
    let junk = feeding.iter().filter(|fields| is_blank(&fields.from_filter)).map(|WatcherFields { name, .. }| {
        format!(
            "the Junk folder of \u{201c}{name}\u{201d} is not checked for mail of the vendor; set \u{201c}Sender contains\u{201d} (fromFilter)"
        )
    });
    silence.chain(junk).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlausibleArea;
    use std::time::Duration;

    #[test]
    fn missing_checks_are_named_with_their_settings() {
        let gaps = |from: Option<&str>, expected, canary| {
            let fields = WatcherFields {
                from_filter: from.map(Into::into),
                expect_every_minutes: expected,
                ..WatcherFields::new("Storm", "storm@example.gov")
            };
            let rules = FeedRules {
                poll_interval: Duration::from_secs(30),
                plausible_area: PlausibleArea::default(),
                external_silence: None,
                canary_interval: canary,
            };
            monitoring_gaps(&[fields], &rules)
        };
        let canary = Some(Duration::from_mins(5));
        assert_eq!(gaps(Some("vendor.example"), Some(60), None), Vec::<String>::new());
        assert_eq!(gaps(Some("vendor.example"), None, canary), Vec::<String>::new());
        let silence = gaps(Some("vendor.example"), None, None);
        assert!(silence.len() == 1 && silence[0].contains("watch.canary_minutes"), "{silence:?}");
        let junk = gaps(Some(" "), None, canary);
        assert!(junk.len() == 1 && junk[0].contains("Junk folder of \u{201c}Storm\u{201d}"), "{junk:?}");
    }
}
