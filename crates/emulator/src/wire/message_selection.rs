use crate::graph_error::GraphError;
use crate::odata::query::unknown_property;

const DEFAULT_PROPERTIES: &[&str] = &[
    "createdDateTime",
    "lastModifiedDateTime",
    "changeKey",
    "categories",
    "receivedDateTime",
    "sentDateTime",
    "hasAttachments",
    "internetMessageId",
    "subject",
    "bodyPreview",
    "importance",
    "parentFolderId",
    "conversationId",
    "conversationIndex",
    "isDeliveryReceiptRequested",
    "isReadReceiptRequested",
    "isRead",
    "isDraft",
    "webLink",
    "inferenceClassification",
    "body",
    "sender",
    "from",
    "toRecipients",
    "ccRecipients",
    "bccRecipients",
    "replyTo",
    "flag",
];
/// Returned only if selected. `id` is here because it is always returned.
const OTHER_PROPERTIES: &[&str] = &["id", "internetMessageHeaders", "uniqueBody", "attachments"];

/// The properties of a message in a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MessageSelection(Vec<&'static str>);

impl Default for MessageSelection {
    fn default() -> Self {
        Self(DEFAULT_PROPERTIES.to_vec())
    }
}

impl MessageSelection {
    /// Ignores case. Unknown names are errors.
    pub(crate) fn parse(names: Option<&[String]>) -> Result<Self, GraphError> {
        let Some(names) = names else { return Ok(Self::default()) };
        if names.iter().any(|name| name == "*") {
            return Ok(Self::default());
        }
        let resolve = |name: &String| {
            let mut all = DEFAULT_PROPERTIES.iter().chain(OTHER_PROPERTIES).copied();
            all.find(|known| known.eq_ignore_ascii_case(name)).ok_or_else(|| unknown_property(name, "message"))
        };
        names.iter().map(resolve).collect::<Result<_, _>>().map(Self)
    }

    /// The suffix of `@odata.context`: empty for the default selection.
    pub(crate) fn context_suffix(&self) -> String {
        if *self == Self::default() { String::new() } else { format!("({})", self.0.join(",")) }
    }

    pub(crate) fn names(&self) -> &[&'static str] {
        &self.0
    }
}
