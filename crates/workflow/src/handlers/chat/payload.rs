//! The payload for each platform, within its limits. Values of a message are only used where the platform does not
//! interpret markup, or are escaped. Pure; a test compares payloads with those that match the platform's documented schema.

use super::escape::{markdown, slack, truncate};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub(super) enum Platform {
    Teams,
    Slack,
    Mattermost,
    Discord,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChatMessage {
    pub(super) title: Option<String>,
    pub(super) text: String,
    /// At most [`MAX_FACTS`].
    pub(super) facts: Vec<(String, String)>,
}

impl ChatMessage {
    /// `None` if it is blank.
    fn title(&self) -> Option<&str> {
        self.title.as_deref().filter(|title| !title.trim().is_empty())
    }
}

/// What every platform can show.
pub(super) const MAX_FACTS: usize = 10;
const MAX_TITLE: usize = 150;
const MAX_FACT_NAME: usize = 60;
const MAX_FACT_VALUE: usize = 200;

impl Platform {
    /// In UTF-16 units. The limits: Teams 28 KB per message, Slack 3,000 characters per text, Mattermost 16,383 characters
    /// per post, Discord 6,000 characters per embed.
    fn max_text(self) -> usize {
        match self {
            Self::Teams => 5_000,
            Self::Slack | Self::Discord => 3_000,
            Self::Mattermost => 12_000,
        }
    }

    pub(super) fn payload(self, message: &ChatMessage) -> Value {
        match self {
            Self::Teams => self.teams(message),
            Self::Slack => self.slack(message),
            Self::Mattermost => self.mattermost(message),
            Self::Discord => self.discord(message),
        }
    }

    /// An Adaptive Card of rich text, whose runs are plain text. A `TextBlock` would interpret Markdown.
    fn teams(self, message: &ChatMessage) -> Value {
        let block = |runs: Vec<Value>| json!({"type": "RichTextBlock", "inlines": runs});
        let run = |text: String| json!({"type": "TextRun", "text": text});
        let bold = |text: String| json!({"type": "TextRun", "text": text, "weight": "Bolder"});
        let title = message.title().map(|title| {
            block(vec![
                json!({"type": "TextRun", "text": truncate(title, MAX_TITLE), "weight": "Bolder", "size": "Large"}),
            ])
        });
        let facts = message.facts.iter().map(|(name, value)| {
            block(vec![
                bold(format!("{}: ", truncate(or_dash(name), MAX_FACT_NAME))),
                run(truncate(or_dash(value), MAX_FACT_VALUE)),
            ])
        });
        let text = block(vec![run(truncate(&message.text, self.max_text()))]);
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

    /// Rich text blocks, whose elements are plain text. The text for notifications is escaped.
    fn slack(self, message: &ChatMessage) -> Value {
        let text = |text: String| json!({"type": "text", "text": text});
        let bold = |text: String| json!({"type": "text", "text": text, "style": {"bold": true}});
        let section = |elements: Vec<Value>| json!({"type": "rich_text_section", "elements": elements});
        let title = message.title().map(|title| section(vec![bold(format!("{}\n", truncate(title, MAX_TITLE)))]));
        let facts = message.facts.iter().map(|(name, value)| {
            section(vec![
                bold(format!("\n{}: ", truncate(or_dash(name), MAX_FACT_NAME))),
                text(truncate(or_dash(value), MAX_FACT_VALUE)),
            ])
        });
        let body = section(vec![text(truncate(&message.text, self.max_text()))]);
        let elements: Vec<Value> = title.into_iter().chain([body]).chain(facts).collect();
        let fallback = message.title().unwrap_or(&message.text);
        json!({
            "text": slack(fallback, self.max_text()),
            "mrkdwn": false,
            "unfurl_links": false,
            "unfurl_media": false,
            "blocks": [{"type": "rich_text", "elements": elements}],
        })
    }

    /// One text in Markdown, everything in it escaped.
    fn mattermost(self, message: &ChatMessage) -> Value {
        let title = message.title().map(|title| format!("**{}**", markdown(title, MAX_TITLE)));
        let facts: Vec<String> = message
            .facts
            .iter()
            .map(|(name, value)| {
                format!("**{}**: {}", markdown(or_dash(name), MAX_FACT_NAME), markdown(or_dash(value), MAX_FACT_VALUE))
            })
            .collect();
        let facts = (!facts.is_empty()).then(|| facts.join("\n"));
        let parts: Vec<String> =
            title.into_iter().chain([markdown(&message.text, self.max_text())]).chain(facts).collect();
        json!({"text": parts.join("\n\n")})
    }

    /// An embed without mentions.
    fn discord(self, message: &ChatMessage) -> Value {
        let fields: Vec<Value> = message
            .facts
            .iter()
            .map(|(name, value)| json!({"name": markdown(or_dash(name), MAX_FACT_NAME), "value": markdown(or_dash(value), MAX_FACT_VALUE), "inline": true}))
            .collect();
        let mut embed = json!({"description": markdown(&message.text, self.max_text()), "fields": fields});
        if let Some(title) = message.title() {
            embed["title"] = markdown(title, MAX_TITLE).into();
        }
        json!({"allowed_mentions": {"parse": []}, "embeds": [embed]})
    }
}

/// Some platforms reject empty text.
fn or_dash(text: &str) -> &str {
    if text.trim().is_empty() { "–" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded_verdicts::assert_verdicts;
    use proptest::prelude::*;
    use proptest::{collection, option};

    const ALL: [Platform; 4] = [Platform::Teams, Platform::Slack, Platform::Mattermost, Platform::Discord];

    /// Of `tests/schemas`.
    fn schema(platform: Platform) -> &'static str {
        match platform {
            Platform::Teams => "teams-message",
            Platform::Slack => "slack-webhook",
            Platform::Mattermost => "mattermost-webhook",
            Platform::Discord => "discord-webhook",
        }
    }

    fn malicious() -> ChatMessage {
        let text = "@everyone <!channel> <@U1> **b** [x](http://evil) {{DATE(2020-01-01T00:00:00Z)}} <at>all</at>";
        ChatMessage { title: Some(text.into()), text: text.into(), facts: vec![(text.into(), text.into()); MAX_FACTS] }
    }

    #[test]
    fn every_payload_matches_the_schema_of_its_platform() {
        let short = ChatMessage { title: None, text: "Strike".into(), facts: vec![("Count".into(), String::new())] };
        let untitled = ChatMessage { title: Some(String::new()), ..short.clone() };
        let plain = ChatMessage { title: Some("Storm".into()), facts: Vec::new(), ..short.clone() };
        for platform in ALL {
            let payloads = [&short, &untitled, &plain, &malicious()].map(|message| platform.payload(message));
            assert_verdicts(schema(platform), &payloads, &[json!({})]);
        }
    }

    /// By the schema that Microsoft publishes.
    #[test]
    fn a_teams_card_is_an_adaptive_card() {
        let card = Platform::Teams.payload(&malicious())["attachments"][0]["content"].take();
        let mut invalid = card.clone();
        invalid["body"][0]["inlines"][0]["weight"] = "Heavy".into();
        assert_verdicts("adaptive-card-1.5", &[card], &[invalid]);
    }

    #[test]
    fn values_cannot_mention_users_or_format_text() {
        let message = malicious();
        let slack = Platform::Slack.payload(&message);
        assert!(!slack["text"].as_str().unwrap().contains('<'));
        let element = &slack["blocks"][0]["elements"][1]["elements"][0];
        assert_eq!((&element["type"], &element["text"]), (&json!("text"), &json!(message.text)), "plain and unchanged");
        let discord = Platform::Discord.payload(&message);
        assert_eq!(discord["allowed_mentions"], json!({"parse": []}));
        for text in [&discord["embeds"][0]["description"], &Platform::Mattermost.payload(&message)["text"]] {
            let text = text.as_str().unwrap();
            assert!(!text.contains("@everyone") && text.contains("\\[x\\]\\(http\\://evil\\)"), "{text}");
        }
        let teams = Platform::Teams.payload(&message).to_string();
        assert!(
            !teams.contains("\"TextBlock\"") && !teams.contains("msteams"),
            "nothing interprets Markdown or mentions"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_payload_exceeds_the_limits_of_its_platform(
            title in option::of(".{0,400}"), text in ".{1,9000}",
            facts in collection::vec((".{0,300}", ".{0,900}"), 0..=MAX_FACTS),
        ) {
            let message = ChatMessage { title, text, facts };
            for platform in ALL {
                let payload = platform.payload(&message);
                let units = |value: &Value| value.as_str().map_or(0, |text| text.encode_utf16().count());
                // Those of the schemas. No platform accepts an empty text.
                let fits = |text: &Value, max: usize| (1..=max).contains(&units(text));
                match platform {
                    Platform::Teams => prop_assert!(payload.to_string().len() <= 28 * 1024),
                    Platform::Mattermost => prop_assert!(fits(&payload["text"], 16_383)),
                    Platform::Discord => {
                        let embed = &payload["embeds"][0];
                        prop_assert!(embed.get("title").is_none_or(|title| fits(title, 256)));
                        prop_assert!(fits(&embed["description"], 4_096));
                        let fields = embed["fields"].as_array().unwrap();
                        prop_assert!(fields.iter().all(|field| fits(&field["name"], 256) && fits(&field["value"], 1_024)));
                        let sum: usize = fields.iter().map(|field| units(&field["name"]) + units(&field["value"])).sum();
                        prop_assert!(units(&embed["title"]) + units(&embed["description"]) + sum <= 6_000);
                    }
                    Platform::Slack => {
                        prop_assert!(fits(&payload["text"], 40_000) && payload.to_string().len() <= 64 * 1024);
                        let sections = payload["blocks"][0]["elements"].as_array().unwrap();
                        let mut texts = sections.iter().flat_map(|section| section["elements"].as_array().unwrap());
                        prop_assert!(texts.all(|element| fits(&element["text"], 3_000)));
                    }
                }
            }
        }
    }
}
