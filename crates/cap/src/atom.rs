//! The list of alerts as an Atom feed, RFC 4287.

use crate::area::AlertRule;
use crate::issuer::Issuer;
use crate::language::Language;
use crate::message::Message;
use crate::texts::AlertTexts;
use crate::time::atom_time;
use crate::xml::XmlWriter;
use jiff::Timestamp;

const NAMESPACE: &str = "http://www.w3.org/2005/Atom";
const SUBTITLE: &str = "Alerts in force, and those of the last 24 hours. An empty list is not an all clear: it does not show whether the lightning data is reliable.";

pub struct Feed<'a> {
    pub issuer: &'a Issuer,
    /// When the newest entry was added, or the last one disappeared.
    pub updated: Timestamp,
    /// Newest first.
    pub entries: &'a [FeedEntry<'a>],
}

pub struct FeedEntry<'a> {
    pub message: Message<'a>,
    pub rule: Option<AlertRule>,
}

impl Feed<'_> {
    pub fn to_xml(&self) -> String {
        let url = self.issuer.feed_url();
        let attributes = [("xmlns", NAMESPACE), ("xml:lang", Language::English.tag())];
        XmlWriter::document("feed", &attributes, |feed| {
            feed.text("id", &url);
            feed.text("title", &format!("Lightning alerts of {}", self.issuer.city()));
            feed.text("subtitle", SUBTITLE);
            feed.text("updated", &atom_time(self.updated));
            feed.element("author", &[], |author| author.text("name", self.issuer.city()));
            feed.empty("link", &[("rel", "self"), ("type", "application/atom+xml"), ("href", url.as_str())]);
            for entry in self.entries {
                feed.element("entry", &[], |writer| self.write_entry(entry, writer));
            }
        })
    }

    fn write_entry(&self, FeedEntry { message, rule }: &FeedEntry<'_>, entry: &mut XmlWriter) {
        let change = message.change;
        let url = self.issuer.document_url(change);
        let texts = AlertTexts { language: Language::English, change, rule: *rule };
        entry.text("id", &url);
        entry.text("title", &texts.headline(false));
        entry.text("updated", &atom_time(change.noticed_at));
        entry.text("published", &atom_time(change.noticed_at));
        entry.empty("link", &[("rel", "alternate"), ("type", "application/cap+xml"), ("href", url.as_str())]);
        entry.empty("category", &[("term", message.kind.name()), ("label", "msgType")]);
        entry.empty("category", &[("term", change.status.name()), ("label", "status")]);
        entry.text("summary", &texts.description());
    }
}
