//! What each platform takes, within its limits. What a message says goes only where the platform reads no markup, or is
//! escaped. Pure; the tests hold each payload against the platform's documented schema.

use super::escape::{cut, markdown, slack};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// Where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub(super) enum Platform {
    Teams,
    Slack,
    Mattermost,
    Discord,
}

/// What is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) title: Option<String>,
    pub(super) text: String,
    /// At most [`FACTS`].
    pub(super) facts: Vec<(String, String)>,
}

impl Note {
    /// The title, unless there is nothing in it.
    fn title(&self) -> Option<&str> {
        self.title.as_deref().filter(|title| !title.trim().is_empty())
    }
}

/// The most that every platform can show.
pub(super) const FACTS: usize = 10;
const TITLE: usize = 150;
const FACT_NAME: usize = 60;
const FACT_VALUE: usize = 200;

impl Platform {
    /// The longest text. Teams takes 28 KB in all, Slack 3,000 characters in a text, Mattermost 16,383 in a post,
    /// Discord 6,000 in an embed with everything.
    fn text(self) -> usize {
        match self {
            Self::Teams => 5_000,
            Self::Slack | Self::Discord => 3_000,
            Self::Mattermost => 12_000,
        }
    }

    /// As the webhook takes it.
    pub(super) fn payload(self, note: &Note) -> Value {
        match self {
            Self::Teams => self.teams(note),
            Self::Slack => self.slack(note),
            Self::Mattermost => self.mattermost(note),
            Self::Discord => self.discord(note),
        }
    }

    /// An Adaptive Card of rich text: its runs are plain, where a text block would read Markdown.
    fn teams(self, note: &Note) -> Value {
        let block = |runs: Vec<Value>| json!({"type": "RichTextBlock", "inlines": runs});
        let run = |text: String| json!({"type": "TextRun", "text": text});
        let bold = |text: String| json!({"type": "TextRun", "text": text, "weight": "Bolder"});
        let title = note.title().map(|title| {
            block(vec![json!({"type": "TextRun", "text": cut(title, TITLE), "weight": "Bolder", "size": "Large"})])
        });
        let facts = note.facts.iter().map(|(name, value)| {
            block(vec![bold(format!("{}: ", cut(shown(name), FACT_NAME))), run(cut(shown(value), FACT_VALUE))])
        });
        let text = block(vec![run(cut(&note.text, self.text()))]);
        let body: Vec<Value> = title.into_iter().chain([text]).chain(facts).collect();
        let card = json!({
            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
            "type": "AdaptiveCard",
            "version": "1.4",
            "body": body,
        });
        let attachment =
            json!({"contentType": "application/vnd.microsoft.card.adaptive", "contentUrl": null, "content": card});
        json!({"type": "message", "attachments": [attachment]})
    }

    /// Blocks of rich text, whose elements are plain; the text for notifications is escaped.
    fn slack(self, note: &Note) -> Value {
        let text = |text: String| json!({"type": "text", "text": text});
        let bold = |text: String| json!({"type": "text", "text": text, "style": {"bold": true}});
        let section = |elements: Vec<Value>| json!({"type": "rich_text_section", "elements": elements});
        let title = note.title().map(|title| section(vec![bold(format!("{}\n", cut(title, TITLE)))]));
        let facts = note.facts.iter().map(|(name, value)| {
            section(vec![bold(format!("\n{}: ", cut(shown(name), FACT_NAME))), text(cut(shown(value), FACT_VALUE))])
        });
        let body = section(vec![text(cut(&note.text, self.text()))]);
        let elements: Vec<Value> = title.into_iter().chain([body]).chain(facts).collect();
        let fallback = note.title().unwrap_or(&note.text);
        json!({
            "text": slack(fallback, self.text()),
            "mrkdwn": false,
            "unfurl_links": false,
            "unfurl_media": false,
            "blocks": [{"type": "rich_text", "elements": elements}],
        })
    }

    /// One text in Markdown, everything in it escaped.
    fn mattermost(self, note: &Note) -> Value {
        let title = note.title().map(|title| format!("**{}**", markdown(title, TITLE)));
        let facts: Vec<String> = note
            .facts
            .iter()
            .map(|(name, value)| {
                format!("**{}**: {}", markdown(shown(name), FACT_NAME), markdown(shown(value), FACT_VALUE))
            })
            .collect();
        let facts = (!facts.is_empty()).then(|| facts.join("\n"));
        let parts: Vec<String> = title.into_iter().chain([markdown(&note.text, self.text())]).chain(facts).collect();
        json!({"text": parts.join("\n\n")})
    }

    /// An embed; nobody can be called by it.
    fn discord(self, note: &Note) -> Value {
        let fields: Vec<Value> = note
            .facts
            .iter()
            .map(|(name, value)| json!({"name": markdown(shown(name), FACT_NAME), "value": markdown(shown(value), FACT_VALUE), "inline": true}))
            .collect();
        let mut embed = json!({"description": markdown(&note.text, self.text()), "fields": fields});
        if let Some(title) = note.title() {
            embed["title"] = markdown(title, TITLE).into();
        }
        json!({"allowed_mentions": {"parse": []}, "embeds": [embed]})
    }
}

/// Nothing at all is refused by some, and seen by nobody.
fn shown(text: &str) -> &str {
    if text.trim().is_empty() { "–" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jsonschema::Validator;
    use proptest::prelude::*;
    use proptest::{collection, option};

    const ALL: [Platform; 4] = [Platform::Teams, Platform::Slack, Platform::Mattermost, Platform::Discord];

    fn schema(platform: Platform) -> Validator {
        let text = match platform {
            Platform::Teams => include_str!("../../../tests/schemas/teams-message.json"),
            Platform::Slack => include_str!("../../../tests/schemas/slack-webhook.json"),
            Platform::Mattermost => include_str!("../../../tests/schemas/mattermost-webhook.json"),
            Platform::Discord => include_str!("../../../tests/schemas/discord-webhook.json"),
        };
        jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
    }

    /// The card itself, against the schema that Microsoft publishes.
    fn card_schema() -> Validator {
        let text = include_str!("../../../tests/schemas/adaptive-card-1.5.json");
        jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
    }

    fn check(platform: Platform, note: &Note) -> Value {
        let payload = platform.payload(note);
        let faults: Vec<String> = schema(platform).iter_errors(&payload).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{platform:?} {faults:?} {payload}");
        payload
    }

    fn evil() -> Note {
        let text = "@everyone <!channel> <@U1> **b** [x](http://evil) {{DATE(2020-01-01T00:00:00Z)}} <at>all</at>";
        Note { title: Some(text.into()), text: text.into(), facts: vec![(text.into(), text.into()); FACTS] }
    }

    #[test]
    fn every_payload_is_what_the_platform_documents() {
        let short = Note { title: None, text: "Strike".into(), facts: vec![("Count".into(), String::new())] };
        let untitled = Note { title: Some(String::new()), ..short.clone() };
        for platform in ALL {
            for note in [&short, &untitled, &evil()] {
                check(platform, note);
            }
        }
    }

    #[test]
    fn a_teams_card_is_an_adaptive_card() {
        let schema = card_schema();
        let card = &check(Platform::Teams, &evil())["attachments"][0]["content"];
        let faults: Vec<String> = schema.iter_errors(card).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{faults:?}");
        let mut bad = card.clone();
        bad["body"][0]["inlines"][0]["weight"] = "Heavy".into();
        assert!(!schema.is_valid(&bad), "the schema sees what is wrong");
    }

    #[test]
    fn what_a_message_says_calls_nobody_and_formats_nothing() {
        let note = evil();
        let slack = check(Platform::Slack, &note);
        assert!(!slack["text"].as_str().unwrap().contains('<'));
        let said = &slack["blocks"][0]["elements"][1]["elements"][0];
        assert_eq!((&said["type"], &said["text"]), (&json!("text"), &json!(note.text)), "plain, as it came");
        let discord = check(Platform::Discord, &note);
        assert_eq!(discord["allowed_mentions"], json!({"parse": []}));
        for text in [&discord["embeds"][0]["description"], &check(Platform::Mattermost, &note)["text"]] {
            let text = text.as_str().unwrap();
            assert!(!text.contains("@everyone") && text.contains("\\[x\\]\\(http\\://evil\\)"), "{text}");
        }
        let teams = check(Platform::Teams, &note).to_string();
        assert!(
            !teams.contains("\"TextBlock\"") && !teams.contains("msteams"),
            "nothing that reads Markdown or mentions"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_text_is_too_long_for_any_platform(
            title in option::of(".{0,400}"), text in ".{1,9000}",
            facts in collection::vec((".{0,300}", ".{0,900}"), 0..=FACTS),
        ) {
            let note = Note { title, text, facts };
            for platform in ALL {
                let payload = check(platform, &note);
                let units = |value: &Value| value.as_str().map_or(0, |text| text.encode_utf16().count());
                match platform {
                    Platform::Teams => prop_assert!(payload.to_string().len() <= 28 * 1024),
                    Platform::Mattermost => prop_assert!(units(&payload["text"]) <= 16_383),
                    Platform::Discord => {
                        let embed = &payload["embeds"][0];
                        let fields = embed["fields"].as_array().unwrap();
                        let sum: usize = fields.iter().map(|field| units(&field["name"]) + units(&field["value"])).sum();
                        prop_assert!(units(&embed["title"]) + units(&embed["description"]) + sum <= 6_000);
                    }
                    Platform::Slack => prop_assert!(payload.to_string().len() <= 64 * 1024),
                }
            }
        }
    }
}
