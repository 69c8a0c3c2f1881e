//! What nobody would notice with the current settings. Pure.

use super::source::FeedRules;
use stormwire_store::tables::watcher::{WatcherFields, WatcherKind};

/// Whole clauses for an administrator: what goes unnoticed, and which setting changes that.
pub(super) fn monitoring_gaps(feeding: &[WatcherFields], rules: &FeedRules) -> Vec<String> {
    let silence = feeding.iter().filter_map(|fields| unnoticed_silence(fields, rules));
    silence.chain(feeding.iter().filter_map(unchecked_junk)).collect()
}

fn unnoticed_silence(fields: &WatcherFields, rules: &FeedRules) -> Option<String> {
    let WatcherFields { name, kind, expect_every_minutes, .. } = fields;
    // Test messages are mail.
    let has_canary = rules.canary_interval.is_some() && *kind == WatcherKind::Mailbox;
    if expect_every_minutes.is_some() || has_canary {
        return None;
    }
    Some(match kind {
        WatcherKind::File => format!(
            "nothing notices when files no longer reach \u{201c}{name}\u{201d}; set how often a file is expected (expectEveryMinutes)"
        ),
        WatcherKind::Mailbox | WatcherKind::StatusEvent => format!(
            "nothing notices when mail no longer reaches \u{201c}{name}\u{201d}; set watch.canary_minutes, or how often a message is expected (expectEveryMinutes)"
        ),
    })
}

fn unchecked_junk(fields: &WatcherFields) -> Option<String> {
    let WatcherFields { name, kind, from_filter, .. } = fields;
    let is_blank = from_filter.as_deref().is_none_or(|text| text.trim().is_empty());
    (is_blank && *kind == WatcherKind::Mailbox).then(|| {
        format!(
            "the Junk folder of \u{201c}{name}\u{201d} is not checked for mail of the vendor; set \u{201c}Sender contains\u{201d} (fromFilter)"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlausibleArea;
    use std::time::Duration;

    fn gaps_of(fields: WatcherFields, canary: Option<Duration>) -> Vec<String> {
        let rules = FeedRules {
            poll_interval: Duration::from_secs(30),
            plausible_area: PlausibleArea::default(),
            external_silence: None,
            canary_interval: canary,
        };
        monitoring_gaps(&[fields], &rules)
    }

    #[test]
    fn test_messages_do_not_check_files() {
        let files =
            |expect_every_minutes| WatcherFields { expect_every_minutes, ..WatcherFields::of_files("Share", "/srv") };
        let silence = gaps_of(files(None), Some(Duration::from_mins(5)));
        assert!(
            silence.len() == 1 && silence[0].contains("when files no longer reach \u{201c}Share\u{201d}"),
            "{silence:?}"
        );
        assert_eq!(gaps_of(files(Some(60)), None), Vec::<String>::new(), "files have no Junk folder");
    }

    #[test]
    fn missing_checks_are_named_with_their_settings() {
        let gaps = |from: Option<&str>, expected, canary| {
            let fields = WatcherFields {
                from_filter: from.map(Into::into),
                expect_every_minutes: expected,
                ..WatcherFields::new("Storm", "storm@example.gov")
            };
            gaps_of(fields, canary)
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
